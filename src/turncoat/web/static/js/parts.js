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
    digests: Object.assign({}, ...pieces.map(({ digests }) => digests)),
    // What everybody saw happen comes first, and then what is so because of it.
    announcements: [...pieces.slice(1), message].flatMap(({ announcements = [] }) => announcements),
    scenes: pieces.flatMap(({ scenes = [] }) => scenes),
  };
}

/** Note which parts the page has with this message: it says so when it connects again. @param {Message} message */
export function noteHeld({ digests = {} }) {
  const body = document.body.dataset;
  /** @type {Map<string, string>} */
  const held = new Map((body.held ?? "").split(" ").filter(Boolean).map((one) => /** @type {[string, string]} */ (one.split(":"))));
  for (const [id, digest] of Object.entries(digests)) held.set(id, digest);
  body.held = [...held].map((one) => one.join(":")).join(" ");
}
