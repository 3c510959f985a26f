// @ts-check
/** BLAKE2b (RFC 7693) with a key and a personalization, which browsers do not provide. */

const MASK = (1n << 64n) - 1n;
const START = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];
/** Order of a block's words in each round, as hexadecimal digits. The last two rounds repeat the first two. */
const ORDERS = [
  "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d",
  "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0",
].map((row) => [...row].map((digit) => Number.parseInt(digit, 16)));
const ROUNDS = 12;
const BLOCK = 128;
/** Columns and diagonals of the state that are mixed in each round. */
const MIXED = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]];

/** @param {Uint8Array} bytes @returns {bigint[]} little-endian words */
function wordsOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length / 8 }, (_, index) => view.getBigUint64(index * 8, true));
}

/**
 * @param {number[]} bytes @param {{ key: number[], person: number[], size: number }} given at most 64, 16 and 64 bytes
 * @returns {number[]} the hash, of `size` bytes
 */
export function blake2b(bytes, { key, person, size }) {
  const block = Uint8Array.from({ length: 64 }, (_, index) => [size, key.length, 1, 1][index] ?? person[index - 48] ?? 0);
  const parameters = wordsOf(block);
  const state = START.map((word, index) => word ^ (parameters[index] ?? 0n));
  const text = key.length ? [...key, ...Array(BLOCK - key.length).fill(0), ...bytes] : bytes;
  const blocks = Math.max(1, Math.ceil(text.length / BLOCK));
  const padded = Uint8Array.from({ length: blocks * BLOCK }, (_, index) => text[index] ?? 0);
  for (let number = 0; number < blocks; number++) {
    const last = number === blocks - 1;
    const counted = BigInt(last ? text.length : (number + 1) * BLOCK);
    compress(state, wordsOf(padded.subarray(number * BLOCK, (number + 1) * BLOCK)), counted, last);
  }
  const result = new DataView(new ArrayBuffer(64));
  state.forEach((word, index) => result.setBigUint64(index * 8, word, true));
  return [...new Uint8Array(result.buffer, 0, size)];
}

/** @param {bigint[]} state changed in place @param {bigint[]} words @param {bigint} counted bytes so far @param {boolean} last */
function compress(state, words, counted, last) {
  const work = [...state, ...START];
  /** @param {number} index */
  const at = (index) => work[index] ?? 0n;
  /** @param {number} index @param {bigint} word @param {bigint} by */
  const turn = (index, word, by) => { work[index] = ((word >> by) | (word << (64n - by))) & MASK; };
  work[12] = at(12) ^ counted;
  if (last) work[14] = at(14) ^ MASK;
  for (let round = 0; round < ROUNDS; round++) {
    const order = ORDERS[round % ORDERS.length] ?? [];
    MIXED.forEach(([a = 0, b = 0, c = 0, d = 0], pair) => {
      /** @param {number} index @param {bigint} by @param {bigint} back */
      const half = (index, by, back) => {
        work[a] = (at(a) + at(b) + (words[order[index] ?? 0] ?? 0n)) & MASK;
        turn(d, at(d) ^ at(a), by);
        work[c] = (at(c) + at(d)) & MASK;
        turn(b, at(b) ^ at(c), back);
      };
      half(2 * pair, 32n, 24n);
      half(2 * pair + 1, 16n, 63n);
    });
  }
  state.forEach((word, index) => { state[index] = word ^ at(index) ^ at(index + 8); });
}
