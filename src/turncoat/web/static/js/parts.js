// @ts-check
/**
 * Makes whole parts of what the socket brings. A part is sent as HTML, or as edits of what was sent last:
 *   [[keep, drop, text], …]: keep so much of the old HTML, leave out so much, put the text there, go on; the rest is kept.
 * What only this viewer gets comes packed in `own`: deflated JSON with `parts` and `say`, as base64.
 */

/** @typedef {[number, number, string]} Edit */
/** @typedef {Omit<import("./forms.js").Message, "parts"> & { parts?: Record<string, string | Edit[]>, own?: string }} Sent */

/** Whether this browser can unpack; if not, the server sends everything in full. */
export const canUnpack = "DecompressionStream" in window;

/** @param {string} old @param {Edit[]} edits @returns {string} */
function edited(old, edits) {
  let text = "";
  let at = 0;
  for (const [keep, drop, fresh] of edits) {
    text += old.slice(at, at + keep) + fresh;
    at += keep + drop;
  }
  return text + old.slice(at);
}

/** @param {string} own @returns {Promise<import("./forms.js").Message>} */
async function unpacked(own) {
  const bytes = Uint8Array.from(atob(own), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return /** @type {Promise<import("./forms.js").Message>} */ (new Response(stream).json());
}

/** @returns {(sent: Sent) => Promise<import("./forms.js").Message>} for the messages of one connection, in their order */
export function startParts() {
  /** @type {Map<string, string>} what was sent last, by part */
  const texts = new Map();
  return async ({ own, parts = {}, ...message }) => {
    /** @type {Record<string, string>} */
    const whole = {};
    for (const [id, part] of Object.entries(parts)) {
      whole[id] = typeof part === "string" ? part : edited(texts.get(id) ?? "", part);
      texts.set(id, whole[id]);
    }
    if (!own) return { ...message, parts: whole };
    const mine = await unpacked(own);
    return { ...message, parts: { ...whole, ...mine.parts }, say: [...(message.say ?? []), ...(mine.say ?? [])] };
  };
}
