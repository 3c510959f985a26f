// @ts-check
/**
 * Fair deal: by itself, the page commits to the viewer's entropy with a hash before the deal, and reveals it after the deal has
 * begun. It hashes their text together with a nonce, which makes the deal unpredictable even without any text. `docs/fair-deal.md`
 * has the formula. The values behind the hash are stored in this browser until then.
 *
 * Before revealing anything, the page computes the digest ("mark") of everything fixed by then, and stores it. It reveals nothing
 * if its hash is not at the viewer's seat, if the digest differs from the server's, or if it has stored another one for this deal.
 * After the deal it compares again.
 */

const KEY = "turncoat.entropy";
const MARKS = "turncoat.marks";
const KEPT = 40;
const TAG = "turncoat entropy 1";
const MARK_TAG = "turncoat mark 1";

/** @typedef {{ hash: string, nonce: string, text: string }} Entropy */
/** @typedef {{ commitment: string, mark: string }} Mark */
/**
 * Fixed part of a deal, before anybody reveals anything.
 * @typedef {{ commitment: string, game: string, players: number, modules: string[], options: [string, string][], hashes: string[],
 *   open_texts: string[] }} Fixed
 */

/** @type {Record<string, any[]>} values by key, which last until the page closes if the browser stores nothing for it */
const here = { [KEY]: [], [MARKS]: [] };
/** Commitments and revelations attempted by this page, so that updates do not repeat them. */
const tried = new Set();
/** True until this page has replaced a commitment by another device, which this one cannot reveal. It does so once. */
let replaces = true;

/** @param {string} key @returns {any[]} values stored by the browser */
function stored(key) {
  try {
    const things = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(things) ? things : [];
  } catch {
    return [];
  }
}

/** @param {string} key @param {Entropy | Mark} thing */
function keep(key, thing) {
  here[key] = [...(here[key] ?? []), thing].slice(-KEPT);
  try {
    localStorage.setItem(key, JSON.stringify([...stored(key), thing].slice(-KEPT)));
  } catch { /* it lasts until the page closes */ }
}

/** @param {string} key */
const kept = (key) => [...(here[key] ?? []), ...stored(key)];

/** @param {string} hash @returns {Entropy | undefined} */
const find = (hash) => (hash ? kept(KEY).find((one) => one.hash === hash) : undefined);

/** @param {string} commitment @returns {string | undefined} first digest of that deal seen by this browser */
export const firstMark = (commitment) => kept(MARKS).find((one) => one.commitment === commitment)?.mark;

/** @param {string} hex @returns {number[]} */
export const bytesOf = (hex) => (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));

/** @param {Iterable<number>} bytes @returns {string} */
const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * @param {(n: number) => number} root @param {number} count @returns {number[]} first 32 bits of the fractional parts of roots of
 * the first primes
 */
function rootsOfPrimes(root, count) {
  const roots = [];
  for (let number = 2; roots.length < count; number++) {
    let prime = true;
    for (let by = 2; by * by <= number; by++) if (number % by === 0) prime = false;
    if (prime) roots.push(((root(number) % 1) * 2 ** 32) | 0);
  }
  return roots;
}

const START = rootsOfPrimes(Math.sqrt, 8);
const ROUND = rootsOfPrimes(Math.cbrt, 64);

/**
 * SHA-256 (FIPS 180-4). Browsers provide it only on https pages, while a table at home often uses plain http.
 * @param {number[]} bytes @returns {string} in hex
 */
export function sha256(bytes) {
  const size = bytes.length * 8;
  const padded = [...bytes, 0x80];
  while (padded.length % 64 !== 56) padded.push(0);
  for (let shift = 56; shift >= 0; shift -= 8) padded.push(Math.floor(size / 2 ** shift) & 0xff);
  const view = new DataView(Uint8Array.from(padded).buffer);
  const state = Int32Array.from(START);
  const words = new Int32Array(64);
  /** @param {number} word @param {number} by */
  const turned = (word, by) => (word >>> by) | (word << (32 - by));
  /** @param {Int32Array} from @param {number} index */
  const at = (from, index) => /** @type {number} */ (from[index]);
  for (let block = 0; block < padded.length; block += 64) {
    for (let t = 0; t < 64; t++) {
      if (t < 16) {
        words[t] = view.getInt32(block + 4 * t);
        continue;
      }
      const before = at(words, t - 15);
      const last = at(words, t - 2);
      const small = turned(before, 7) ^ turned(before, 18) ^ (before >>> 3);
      words[t] = at(words, t - 16) + small + at(words, t - 7) + (turned(last, 17) ^ turned(last, 19) ^ (last >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = /** @type {[number, number, number, number, number, number, number, number]} */ ([...state]);
    for (let t = 0; t < 64; t++) {
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + (ROUND[t] ?? 0) + at(words, t)) | 0;
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, index) => { state[index] = at(state, index) + word; });
  }
  return hexOf([...state].flatMap((word) => [24, 16, 8, 0].map((shift) => (word >>> shift) & 0xff)));
}

/** @param {string} text @returns {number[]} */
export const utf8 = (text) => [...new TextEncoder().encode(text)];

/** @param {number} number */
export const twoBytes = (number) => [number >> 8, number & 0xff];

/** @param {number[]} bytes */
export const sized = (bytes) => [...twoBytes(bytes.length), ...bytes];

/** @param {Fixed} fixed @returns {string} */
export function markOf({ commitment, game, players, modules, options, hashes, open_texts }) {
  return sha256([
    ...utf8(MARK_TAG), ...bytesOf(commitment), ...sized(utf8(game)), ...twoBytes(players),
    ...twoBytes(modules.length), ...modules.flatMap((name) => sized(utf8(name))),
    ...twoBytes(options.length), ...options.flat().flatMap((word) => sized(utf8(word))),
    ...hashes.flatMap((hash, seat) => [...sized(bytesOf(hash)), ...sized(utf8(open_texts[seat] ?? ""))]),
  ]);
}

/** @param {string} commitment @param {string} nonce @param {string} text */
export const hashOf = (commitment, nonce, text) => sha256([...utf8(TAG), ...bytesOf(commitment), ...bytesOf(nonce), ...utf8(text)]);

/** @returns {HTMLFormElement | null} */
function entropyForm() {
  const form = document.getElementById("entropy");
  return form instanceof HTMLFormElement ? form : null;
}

/**
 * @param {HTMLFormElement} form @param {Record<string, string>} fields
 * @returns {Promise<boolean>} true if the server has answered, whether it accepted or not
 */
async function post(form, fields) {
  const csrf = String(new FormData(form).get("csrf") ?? "");
  try {
    const answer = await fetch(`${form.action}/entropy`, { method: "POST", body: new URLSearchParams({ csrf, ...fields }) });
    return answer.ok;
  } catch {
    return false; // the server is out of reach, so the next page update tries again
  }
}

/** @param {HTMLFormElement} form @param {string} text */
async function commit(form, text) {
  const { commitment = "" } = form.dataset;
  const nonce = hexOf(crypto.getRandomValues(new Uint8Array(32)));
  const hash = hashOf(commitment, nonce, text);
  keep(KEY, { hash, nonce, text }); // before it is sent, since a commitment that is lost cannot be revealed
  tried.add(commitment);
  if (!(await post(form, { hash, commitment }))) tried.delete(commitment);
}

/** @param {HTMLFormElement} form @param {Entropy} entropy */
async function reveal(form, entropy) {
  tried.add(entropy.hash);
  if (!(await post(form, { reveals: "yes", nonce: entropy.nonce, entropy: entropy.text }))) tried.delete(entropy.hash);
}

/** Deals with a warning, so that dismissed warnings do not come back with each update. */
const warned = new Set();

/** Warns that the deal is not to be trusted, in a place that no update changes. @param {string} why @param {string} commitment */
function warn(why, commitment) {
  const warning = document.getElementById("deal-warning");
  if (!warning || warned.has(commitment + why)) return;
  warned.add(commitment + why);
  warning.textContent = warning.dataset[why] ?? "";
}

/** @param {string} agreed the stored digest if it matches the server's @param {string} other the stored digest if it does not */
function showKept(agreed, other) {
  const kept = document.getElementById("mark-kept");
  const differs = document.getElementById("mark-other");
  if (kept) kept.hidden = !agreed;
  if (differs) differs.hidden = !other;
  const code = differs?.querySelector("code");
  if (code) code.textContent = other;
}

/**
 * Computes the deal's digest and compares it with the stored one. The first one is stored as long as nobody can have dealt by it.
 * @param {Fixed} fixed @param {string} mark the server's digest @param {boolean} mayKeep
 * @returns {boolean} true if the deal is unchanged
 */
function compareMark(fixed, mark, mayKeep) {
  const own = markOf(fixed);
  const first = firstMark(fixed.commitment);
  if (mayKeep && !first) keep(MARKS, { commitment: fixed.commitment, mark: own });
  const same = own === mark && (first ?? own) === own;
  showKept(same ? firstMark(fixed.commitment) ?? "" : "", same ? "" : first ?? own);
  return same;
}

/** Takes the viewer's next step in the deal. Call after each page update. */
export function noticeEntropy() {
  const form = entropyForm();
  if (!form) return;
  const { commitment = "", hash = "", todo = "", fixed: json = "", mark = "", seat = "" } = form.dataset;
  const mine = find(hash);
  const fixed = json ? /** @type {Fixed} */ (JSON.parse(json)) : null;
  const reveals = todo === "reveal" && mine !== undefined;
  const isMine = () => fixed?.hashes[Number(seat)] === hash && mine !== undefined && hashOf(fixed.commitment, mine.nonce, mine.text) === hash;
  const fits = !reveals || isMine();
  const same = fixed !== null && compareMark(fixed, mark, fits && (todo === "reveal" || todo === "keep"));
  if (fixed && !same) warn("changed", fixed.commitment);
  if (reveals && !fits) warn("unfit", commitment);
  if (reveals && fits && same && !tried.has(hash)) void reveal(form, mine);
  if (todo === "commit" && !tried.has(commitment) && (!hash || (!mine && replaces))) void commit(form, "");
  if (todo === "commit") replaces = false;
}

export function startEntropy() {
  const field = document.getElementById("entropy-text");
  if (field instanceof HTMLInputElement && !field.value) field.value = find(entropyForm()?.dataset.hash ?? "")?.text ?? "";
  // Registered before the listener that sends forms, because the text must not leave this browser before the deal has begun.
  document.addEventListener("submit", (event) => {
    const form = entropyForm();
    if (!form || event.target !== form) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    void commit(form, String(new FormData(form).get("entropy") ?? ""));
  }, true);
  document.getElementById("deal-warning")?.addEventListener("click", ({ currentTarget }) => {
    if (currentTarget instanceof HTMLElement) currentTarget.textContent = "";
  });
  noticeEntropy();
}
