// @ts-check
/**
 * Checks the proof of a fair deal that the page shows: computes everything again that the formula in `docs/fair-deal.md` names,
 * from the proof alone, and compares it with the mark that this browser kept before the deal.
 */

import { bytesOf, firstMark, hashOf, markOf, sha256, sized, twoBytes, utf8 } from "./entropy.js";

/** @typedef {import("./entropy.js").Fixed} Fixed */
/** @typedef {{ commitment: string, hashes: string[], nonces: string[], entropy: string[], seed: string, scheme: number }} Deal */
/** A draw of the deal: items that are shuffled, or a bound, and the result. @typedef {{ of: unknown[] | number, gives: unknown }} Draw */
/** @typedef {{ holds: boolean | null, values?: Record<string, string> }} Finding */

const HASH_BLOCK = 64;
const SCHEME = 1;

/** @param {number[]} key of at most 64 bytes @param {number[]} bytes */
function hmac(key, bytes) {
  const padded = [...key, ...Array(HASH_BLOCK - key.length).fill(0)];
  /** @param {number} pad */
  const keyed = (pad) => padded.map((byte) => byte ^ pad);
  return bytesOf(sha256([...keyed(0x5c), ...bytesOf(sha256([...keyed(0x36), ...bytes]))]));
}

/** @param {Deal} deal @returns {number[]} bytes from which everything is drawn */
function dealSeed({ hashes, nonces, entropy, seed }) {
  const key = bytesOf(seed);
  const allHashes = hashes.flatMap((hash) => sized(bytesOf(hash)));
  const parts = hashes.flatMap((hash, seat) => {
    const nonce = nonces[seat] ?? "";
    const value = hash && !nonce ? hmac(key, [...utf8("turncoat missing 1"), ...twoBytes(seat), ...allHashes]) : bytesOf(nonce);
    return [...sized(bytesOf(hash)), ...sized(value), ...sized(utf8(entropy[seat] ?? ""))];
  });
  return hmac(key, [...utf8("turncoat deal 1"), ...parts]);
}

/** @param {number[]} seed @returns {Generator<number, never>} bytes of SHA-256 over the seed and a counter of eight bytes */
function* stream(seed) {
  for (let block = 0; ; block++) yield* bytesOf(sha256([...seed, 0, 0, 0, 0, 0, 0, ...twoBytes(block)]));
}

/** @param {Generator<number, never>} bytes @param {number} bound @returns {number} a uniform number below the bound */
function below(bytes, bound) {
  for (;;) {
    const byte = bytes.next().value;
    if (byte < 256 - (256 % bound)) return byte % bound;
  }
}

/** @param {Generator<number, never>} bytes @param {unknown[]} items @returns {unknown[]} a Fisher-Yates shuffle */
function shuffled(bytes, items) {
  const order = [...items];
  for (let left = order.length; left > 1; left--) {
    const other = below(bytes, left);
    [order[left - 1], order[other]] = [order[other], order[left - 1]];
  }
  return order;
}

/** @param {Deal} deal @param {Draw[]} draws @returns {boolean} */
function comesFrom(deal, draws) {
  const bytes = stream(dealSeed(deal));
  return draws.length > 0 && draws.every(({ of, gives }) => {
    const drawn = typeof of === "number" ? below(bytes, of) : shuffled(bytes, of);
    return JSON.stringify(drawn) === JSON.stringify(gives);
  });
}

/** @param {Deal} deal @returns {Finding} */
function entropyOf({ commitment, hashes, nonces, entropy }) {
  const wrong = hashes.findIndex((hash, seat) => {
    const [nonce = "", text = ""] = [nonces[seat], entropy[seat]];
    return nonce ? hashOf(commitment, nonce, text) !== hash : hash !== "" && text !== "";
  });
  return { holds: wrong < 0, values: { seat: String(wrong + 1) } };
}

/** @param {Deal} deal @param {Fixed} fixed @returns {Finding} null if there is nothing to compare with */
function markFits(deal, fixed) {
  if (!deal.hashes.some(Boolean)) return { holds: null };
  const open_texts = deal.entropy.map((text, seat) => (deal.hashes[seat] ? "" : text));
  const mark = markOf({ ...fixed, commitment: deal.commitment, hashes: deal.hashes, open_texts });
  const kept = firstMark(deal.commitment);
  return { holds: kept === undefined ? null : kept === mark };
}

/** @param {Deal} deal @param {Fixed} fixed @param {Draw[]} draws @returns {Record<string, Finding>} findings by the check's name */
export function findings(deal, fixed, draws) {
  const promise = sha256([...utf8("turncoat commitment 1"), ...bytesOf(deal.seed)]);
  return {
    promise: { holds: deal.scheme === SCHEME && promise === deal.commitment },
    entropy: entropyOf(deal),
    mark: markFits(deal, fixed),
    draws: { holds: comesFrom(deal, draws) },
  };
}

/** @param {string} id @returns {any} the JSON in an element */
const read = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "null");

/** @param {string} text @param {Record<string, string>} values */
const filled = (text, values) => Object.entries(values).reduce((words, [name, value]) => words.replace(`{${name}}`, value), text);

/** @param {HTMLElement} line @param {Finding} finding */
function show(line, { holds, values = {} }) {
  line.dataset.found = holds === null ? "unknown" : holds ? "holds" : "fails";
  const says = line.querySelector("[data-says]");
  if (says) says.textContent = filled(line.dataset[line.dataset.found] ?? "", values);
}

/** Names the mark that this browser kept in the command to check the proof by. @param {string} mark */
function nameMark(mark) {
  const hint = document.getElementById("proof-mark");
  if (hint) hint.hidden = true;
  document.getElementById("proof-command")?.append(` --mark ${mark}`);
}

function check() {
  const verdict = document.getElementById("verdict");
  if (!verdict) return;
  const { deal } = read("proof-data");
  const found = findings(deal, read("proof-fixed"), read("proof-draws"));
  const kept = firstMark(deal.commitment);
  if (kept) nameMark(kept);
  // The server's own check has its result already.
  for (const line of document.querySelectorAll("[data-check]")) {
    const finding = found[line.getAttribute("data-check") ?? ""];
    if (finding && line instanceof HTMLElement) show(line, finding);
  }
  const wrong = document.querySelectorAll('[data-check][data-found="fails"]');
  document.getElementById("proof-checks")?.prepend(...wrong);
  verdict.dataset.found = wrong.length ? "fails" : "holds";
  verdict.textContent = (wrong.length ? verdict.dataset.fails : verdict.dataset.holds) ?? "";
}

try {
  check();
} catch {
  const verdict = document.getElementById("verdict");
  if (verdict) verdict.textContent = verdict.dataset.broken ?? "";
}
