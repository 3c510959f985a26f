// @ts-check
/**
 * Assembles updates from the socket. The public piece and the viewer's own piece are packed separately: deflated JSON as base64, or
 * plain for a browser that cannot decompress.
 */

/** @typedef {import("./forms.js").Message} Message */
/** @typedef {Message & { packed?: (string | Message)[] }} Sent */

/** True if this browser can decompress. Otherwise the server sends everything uncompressed. */
export const canUnpack = "DecompressionStream" in window;

/** @param {string | Message} piece @returns {Promise<Message>} */
async function unpacked(piece) {
  if (typeof piece !== "string") return piece;
  const bytes = Uint8Array.from(atob(piece), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).json();
}

/** @param {Sent} sent @returns {Promise<Message>} message with all of its pieces */
export async function whole({ packed = [], ...message }) {
  const pieces = [message, ...(await Promise.all(packed.map(unpacked)))];
  return {
    ...Object.assign({}, ...pieces),
    parts: Object.assign({}, ...pieces.map(({ parts }) => parts)),
    digests: Object.assign({}, ...pieces.map(({ digests }) => digests)),
    // Public events come first, then their consequences.
    announcements: [...pieces.slice(1), message].flatMap(({ announcements = [] }) => announcements),
    scenes: pieces.flatMap(({ scenes = [] }) => scenes),
  };
}

/** Records the parts that the page has after this message, to report them on reconnecting. @param {Message} message */
export function noteHeld({ digests = {} }) {
  const body = document.body.dataset;
  /** @type {Map<string, string>} */
  const held = new Map((body.held ?? "").split(" ").filter(Boolean).map((one) => /** @type {[string, string]} */ (one.split(":"))));
  for (const [id, digest] of Object.entries(digests)) held.set(id, digest);
  body.held = [...held].map((one) => one.join(":")).join(" ");
}
