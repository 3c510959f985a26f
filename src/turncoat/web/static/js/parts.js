// @ts-check
/**
 * Puts together what the socket brings. What everybody gets, and what only this viewer gets, come each as a piece of its own:
 * deflated JSON as base64, or in full for a browser that cannot unpack.
 */

/** @typedef {import("./forms.js").Message} Message */
/** @typedef {Message & { packed?: (string | Message)[] }} Sent */

/** Whether this browser can unpack; if not, the server sends everything in full. */
export const canUnpack = "DecompressionStream" in window;

/** @param {string | Message} piece @returns {Promise<Message>} */
async function unpacked(piece) {
  if (typeof piece !== "string") return piece;
  const bytes = Uint8Array.from(atob(piece), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).json();
}

/** @param {Sent} sent @returns {Promise<Message>} the message with all of its pieces */
export async function whole({ packed = [], ...message }) {
  const pieces = [message, ...(await Promise.all(packed.map(unpacked)))];
  return {
    ...Object.assign({}, ...pieces),
    parts: Object.assign({}, ...pieces.map(({ parts }) => parts)),
    // What everybody saw happen comes first, and then what is so because of it.
    say: [...pieces.slice(1), message].flatMap(({ say = [] }) => say),
    scenes: pieces.flatMap(({ scenes = [] }) => scenes),
  };
}
