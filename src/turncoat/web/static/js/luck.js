// @ts-check
/**
 * A fair deal: the page commits to my luck before the deal by a hash, and reveals it when the deal has begun, all by itself.
 * Beside my text it hashes a nonce, which makes the deal unforeseeable also where I type nothing. `docs/fair-deal.md` has the
 * formula. What the hash stands for is kept in this browser until then.
 */

const KEY = "turncoat.luck";
const KEPT = 40;
const TAG = "turncoat luck 2";

/** @typedef {{ hash: string, nonce: string, text: string }} Luck */

/** @type {Luck[]} where the browser stores nothing for this page, this lasts until the page is left */
let here = [];
/** What this page has committed to, revealed, or tried to, so that an update does not make it try again. */
const tried = new Set();
/** Another device of mine has committed to something that this one cannot reveal: a page that is opened does so anew, once. */
let replaces = true;

/** @returns {Luck[]} what the browser has stored */
function stored() {
  try {
    const lucks = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(lucks) ? lucks : [];
  } catch {
    return [];
  }
}

/** @param {Luck} luck */
function keep(luck) {
  here = [...here, luck].slice(-KEPT);
  try {
    localStorage.setItem(KEY, JSON.stringify([...stored(), luck].slice(-KEPT)));
  } catch { /* it is kept until the page is left */ }
}

/** @param {string} hash @returns {Luck | undefined} */
const find = (hash) => (hash ? [...here, ...stored()].find((one) => one.hash === hash) : undefined);

/** @param {string} hex @returns {number[]} */
const bytesOf = (hex) => (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));

/** @param {Iterable<number>} bytes @returns {string} */
const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {(n: number) => number} root @param {number} count @returns {number[]} 32 bits of the fractions of roots of the first primes */
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
 * SHA-256 (FIPS 180-4). Browsers have one of their own only on https pages, and a table at home is often on plain http.
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
const utf8 = (text) => [...new TextEncoder().encode(text)];

/** @returns {HTMLFormElement | null} */
function luckForm() {
  const form = document.getElementById("luck");
  return form instanceof HTMLFormElement ? form : null;
}

/**
 * @param {HTMLFormElement} form @param {Record<string, string>} fields
 * @returns {Promise<boolean>} whether the server has heard it, and took it or not
 */
async function post(form, fields) {
  const csrf = String(new FormData(form).get("csrf") ?? "");
  try {
    const answer = await fetch(`${form.action}/luck`, { method: "POST", body: new URLSearchParams({ csrf, ...fields }) });
    return answer.ok;
  } catch {
    return false; // the server is out of reach: the next update of the page tries again
  }
}

/** @param {HTMLFormElement} form @param {string} text */
async function commit(form, text) {
  const { commitment = "" } = form.dataset;
  const nonce = hexOf(crypto.getRandomValues(new Uint8Array(32)));
  const hash = sha256([...utf8(TAG), ...bytesOf(commitment), ...bytesOf(nonce), ...utf8(text)]);
  keep({ hash, nonce, text }); // before it is sent: what nobody can reveal would be named
  tried.add(commitment);
  if (!(await post(form, { hash, commitment }))) tried.delete(commitment);
}

/** @param {HTMLFormElement} form @param {Luck} luck */
async function reveal(form, luck) {
  tried.add(luck.hash);
  if (!(await post(form, { reveals: "yes", nonce: luck.nonce, luck: luck.text }))) tried.delete(luck.hash);
}

/** To be called after each update of the page: do what the deal needs from me. */
export function noticeLuck() {
  const form = luckForm();
  if (!form) return;
  const { commitment = "", hash = "", todo = "" } = form.dataset;
  const mine = find(hash);
  if (todo === "reveal" && mine && !tried.has(hash)) void reveal(form, mine);
  if (todo === "commit" && !tried.has(commitment) && (!hash || (!mine && replaces))) void commit(form, "");
  if (todo === "commit") replaces = false;
}

export function startLuck() {
  const field = document.getElementById("luck-text");
  if (field instanceof HTMLInputElement && !field.value) field.value = find(luckForm()?.dataset.hash ?? "")?.text ?? "";
  // Before the listener that sends forms: my text must not leave this browser before the deal has begun.
  document.addEventListener("submit", (event) => {
    const form = luckForm();
    if (!form || event.target !== form) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    void commit(form, String(new FormData(form).get("luck") ?? ""));
  }, true);
  noticeLuck();
}
