// @ts-check
/**
 * Announcements for screen readers. Three regions outside the morphed tree:
 *   log     what happened, line by line; a line is never changed once it is there
 *   status  the state of the table, and answers to what the listener did
 *   turn    "your turn", and what nobody may miss: the only one that interrupts
 *
 * Nothing is lost when much happens at once: a region takes one text after another, never two at a time. An interruption
 * makes screen readers drop what they were about to say, so "your turn" waits until there was time to hear the lines before
 * it. Nothing is heard twice: each announcement has an id, and an id is announced once, whether the answer to a form brings
 * it, the socket, or both. And nothing is heard late: what was only so for a while (whose turn it is, who is waited for) is
 * left out when it is no longer so at the moment in which it would be announced.
 */

import { choice } from "./prefs.js";

/** @typedef {import("./forms.js").Saying} Saying */
/** @typedef {() => boolean} Still whether a text is still true */
/** @typedef {{ id: string, text: string, fleeting?: boolean, still?: Still | undefined }} Line */

const GAP = 60;
/** Milliseconds that a text stays before the next one takes its place. */
const STAY = 600;
/** Milliseconds after which a text that only the listener may know is removed again. */
const FLEETING = 15_000;
const KEPT_LINES = 60;
/** About how many milliseconds it takes to read a letter aloud; and the longest that "your turn" waits for the lines before it. */
const PER_LETTER = 40;
const LONGEST_WAIT = 5_000;

/** What each level leaves out, by the beginning of ids: whom the table waits for, who comes and goes, reactions; then the chat, too. */
/** @type {Record<string, RegExp>} */
const LEFT_OUT = { talk: /^(w|kr|a|d)\d/, game: /^(w|kr|a|d|s|g)\d/ };

/** @type {Set<string>} */
const announced = new Set();
/** @type {(text: string) => void} */
let neverPrivate = () => {};
/** Whether private lines may be announced without a request: the listener was warned and wants it. */
let mayTell = () => false;
/** How many events were announced: who was waited for before the last of them is no longer true. */
let happened = 0;

/** A region that shows one text at a time. */
class Region {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** @type {Line[]} */
    this.queue = [];
    this.busy = false;
    /** The timer for the next look at the queue, when everything in it has to wait. */
    this.later = 0;
  }

  /** @param {Line} line */
  put(line) {
    // Who is waited for and what is asked changes quickly: a text that was not announced yet gives way to the one that is true now.
    // So do reactions to my messages: the later text has all of them.
    const kind = /^(w|t|kr\d+-)/.exec(line.id)?.[0];
    if (kind) this.queue = this.queue.filter((other) => !other.id.startsWith(kind));
    this.queue.push(line);
    if (!this.busy) this.next();
  }

  /** Makes room for the next text: otherwise the same words would not be announced a second time. */
  next() {
    clearTimeout(this.later);
    const region = document.getElementById(this.id);
    this.busy = region !== null && this.queue.length > 0;
    if (!region || !this.busy) return;
    region.textContent = "";
    setTimeout(() => this.show(region), GAP);
  }

  /** @param {HTMLElement} region */
  show(region) {
    this.queue = this.queue.filter(({ still }) => still?.() ?? true);
    const wait = (/** @type {Line} */ line) => (line.id.startsWith("t") ? log.rest() : this.id === "say-status" && line.id ? log.unwritten() : 0);
    const ready = this.queue.findIndex((line) => wait(line) <= 0);
    const [line] = ready < 0 ? [] : this.queue.splice(ready, 1);
    this.busy = line !== undefined;
    if (!line) {
      if (this.queue.length) this.later = setTimeout(() => this.next(), Math.min(...this.queue.map(wait)));
      return;
    }
    region.dataset.line = line.id;
    region.textContent = line.text;
    if (line.fleeting) setTimeout(() => { if (region.textContent === line.text) region.textContent = ""; }, FLEETING);
    setTimeout(() => this.next(), STAY);
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
    /** About when everything in it will have been read aloud. */
    this.heard = 0;
  }

  /** @returns {number} the milliseconds until then */
  rest() {
    return this.heard - Date.now();
  }

  /** @returns {number} the milliseconds until all of it stands there */
  unwritten() {
    return this.queue.length * GAP;
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
    // A hidden page has slow timers, and no listener.
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
 * @param {Still} [still] asked when it is announced; without it, it stays true
 * @returns {boolean} whether it is new
 */
export function announce({ id, text, kind }, still) {
  if (announced.has(id)) return false;
  announced.add(id);
  if (id.startsWith("e")) happened += 1;
  const by = happened;
  if (LEFT_OUT[choice("announce", "all")]?.test(id)) return true;
  if (kind === "own") tellOwn(id, text);
  else if (kind === "turn") turn.put({ id, text, still });
  else if (kind === "status") status.put({ id, text, still: () => (still?.() ?? true) && !(id.startsWith("w") && by < happened) });
  else log.put(text);
  return true;
}

/**
 * Answer what the listener did: at once, and each time that they ask.
 * @param {string} text
 * @param {boolean} [fleeting] whether it is removed after a while, because nobody else may read it
 */
export function tell(text, fleeting = false) {
  if (text) status.put({ id: "", text, fleeting });
}

/**
 * Something that only the listener may know. Until they were warned that others may hear, they learn that there is news, but not what.
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
