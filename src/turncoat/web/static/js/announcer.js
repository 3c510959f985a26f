// @ts-check
/**
 * What a screen reader hears of the table. Three regions outside the morphed tree:
 *   log     what happened, line by line; a line that was there once is never touched again
 *   status  what is so now, and answers to what the listener himself did
 *   turn    "your turn", and what nobody may miss: the only one that interrupts
 *
 * None is lost in a burst: a region takes one text after another, never two at a time. What interrupts has screen readers
 * drop what they were about to say, so "your turn" waits until what led to it can have been heard. None is heard twice:
 * whatever is announced has an id, and an id is announced once, whether the answer to a form brings it, the socket, or both.
 */

/** @typedef {import("./forms.js").Saying} Saying */
/** @typedef {{ id: string, text: string, fleeting?: boolean }} Line */

const GAP = 60;
/** Milliseconds that a text stands before the next one takes its place. */
const STAY = 600;
/** Milliseconds after which what only the listener may know is wiped away again. */
const FLEETING = 15_000;
const KEPT_LINES = 60;
/** Milliseconds in which a letter is read aloud, about; and the longest that "your turn" waits for the lines before it. */
const PER_LETTER = 40;
const LONGEST_WAIT = 5_000;

/** @type {Set<string>} */
const announced = new Set();
/** @type {(text: string) => void} */
let neverPrivate = () => {};
/** Whether private lines may be announced by themselves: the listener was warned and wants it. */
let mayTell = () => false;

/** A region that shows one text at a time. */
class Region {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** @type {Line[]} */
    this.queue = [];
    this.busy = false;
    /** The next look at the queue, when all in it has to wait. */
    this.later = 0;
  }

  /** @param {Line} line */
  put(line) {
    // Who is waited for and what is asked changes quickly: what was not announced yet gives way to what is true now.
    const kind = line.id[0];
    if (kind === "w" || kind === "t") this.queue = this.queue.filter((other) => other.id[0] !== kind);
    this.queue.push(line);
    if (!this.busy) this.next();
  }

  next() {
    clearTimeout(this.later);
    const rest = log.rest();
    const ready = this.queue.findIndex((line) => rest <= 0 || !line.id.startsWith("t"));
    const region = document.getElementById(this.id);
    this.busy = ready >= 0 && region !== null;
    if (ready < 0 && this.queue.length > 0) this.later = setTimeout(() => this.next(), rest);
    if (ready < 0 || !region) return;
    const [line] = this.queue.splice(ready, 1);
    if (!line) return;
    region.textContent = "";
    // Emptied first, so that the same words are heard again.
    setTimeout(() => {
      region.dataset.line = line.id;
      region.textContent = line.text;
      if (line.fleeting) setTimeout(() => { if (region.textContent === line.text) region.textContent = ""; }, FLEETING);
      setTimeout(() => this.next(), STAY);
    }, GAP);
  }
}

/** The region that only grows. */
class Log {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** @type {string[]} */
    this.queue = [];
    this.busy = false;
    /** When all that it was given has been read aloud, about. */
    this.heard = 0;
  }

  /** @returns {number} the milliseconds until then */
  rest() {
    return this.heard - Date.now();
  }

  /** @param {string} text */
  put(text) {
    const now = Date.now();
    this.heard = Math.min(Math.max(this.heard, now) + text.length * PER_LETTER, now + LONGEST_WAIT);
    this.queue.push(text);
    if (!this.busy) this.next();
  }

  next() {
    const text = this.queue.shift();
    const log = document.getElementById(this.id);
    this.busy = text !== undefined && log !== null;
    if (text === undefined || !log) return;
    const line = document.createElement("p");
    line.textContent = text;
    log.append(line);
    while (log.childElementCount > KEPT_LINES) log.firstElementChild?.remove();
    // A page that nobody looks at has slow timers, and no listener.
    if (document.hidden) this.next();
    else setTimeout(() => this.next(), GAP);
  }
}

const log = new Log("say-log");
const status = new Region("say-status");
const turn = new Region("say-turn");

/**
 * Announce what the server says, once.
 * @param {Saying} saying
 * @returns {boolean} whether it is new
 */
export function announce({ id, text, kind }) {
  if (announced.has(id)) return false;
  announced.add(id);
  if (kind === "own") tellOwn(id, text);
  else if (kind === "turn") turn.put({ id, text });
  else if (kind === "status") status.put({ id, text });
  else log.put(text);
  return true;
}

/** Nothing is asked of the listener any more: what was not announced yet of it is not true. */
export function dropTurn() {
  turn.queue = turn.queue.filter((line) => !line.id.startsWith("t"));
}

/**
 * Answer what the listener did: at once, as often as he asks.
 * @param {string} text
 * @param {boolean} [fleeting] whether it is wiped away after a while, since nobody else may read it
 */
export function tell(text, fleeting = false) {
  if (text) status.put({ id: "", text, fleeting });
}

/**
 * What only the listener may know. Unless he was warned that others may hear, he is told that there is something, not what.
 * @param {string} id @param {string} text
 */
function tellOwn(id, text) {
  if (mayTell()) status.put({ id, text, fleeting: true });
  else neverPrivate(text);
}

/**
 * @param {() => boolean} allowed whether private lines may be announced
 * @param {(text: string) => void} otherwise what is done with them if not
 */
export function guardPrivate(allowed, otherwise) {
  mayTell = allowed;
  neverPrivate = otherwise;
}
