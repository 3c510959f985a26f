// @ts-check
/**
 * Announcements for screen readers, in three regions outside the morphed tree:
 *   log     events, line by line; a line never changes after it was added
 *   status  the state of the table, and answers to the listener's actions
 *   turn    "your turn" and what nobody may miss: the only region that interrupts
 *
 * Nothing is lost when much happens at once: a region takes one text after another, never two at a time. An interruption makes
 * screen readers drop pending speech, so "your turn" waits until the lines before it could be heard. Nothing is announced twice:
 * announcements have ids, and an id counts once, whether the answer to a form, the socket or both deliver it. Nothing is announced
 * late: a text about a temporary state (whose turn it is, who is awaited) is dropped if that state is over by the time of its
 * announcement.
 */

import { choice } from "./prefs.js";

/** @typedef {import("./forms.js").Saying} Saying */
/** @typedef {() => boolean} Still returns whether a text is still true */
/** @typedef {{ id: string, text: string, fleeting?: boolean, still?: Still | undefined }} Line */

const GAP = 60;
/** Milliseconds for which a text stays before the next one replaces it. */
const STAY = 600;
/** Milliseconds after which a private text is removed again. */
const FLEETING = 15_000;
const KEPT_LINES = 60;
/** Approximate milliseconds to read a letter aloud, and the longest time that "your turn" waits for the lines before it. */
const PER_LETTER = 40;
const LONGEST_WAIT = 5_000;

/** Announcements omitted at each level, by prefixes of ids: awaited seats, arrivals and departures, reactions; then also the chat. */
/** @type {Record<string, RegExp>} */
const LEFT_OUT = { talk: /^(w|kr|a|d)\d/, game: /^(w|kr|a|d|s|g)\d/ };

/** @type {Set<string>} */
const announced = new Set();
/** @type {(text: string) => void} */
let neverPrivate = () => {};
/** Returns whether private lines may be announced unasked: the listener was warned and wants it. */
let mayTell = () => false;
/** Number of announced events: sentences about awaited seats from before the last of them are outdated. */
let happened = 0;

/** Region that displays one text at a time. */
class Region {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** @type {Line[]} */
    this.queue = [];
    this.busy = false;
    /** Timer for the next check of the queue when everything in it has to wait. */
    this.later = 0;
  }

  /** @param {Line} line */
  put(line) {
    // Sentences about awaited seats and questions change quickly: an unannounced one is replaced by the current one. Reactions to
    // the viewer's messages likewise, since the later text contains all of them.
    const kind = /^(w|t|kr\d+-)/.exec(line.id)?.[0];
    if (kind) this.queue = this.queue.filter((other) => !other.id.startsWith(kind));
    this.queue.push(line);
    if (!this.busy) this.next();
  }

  /** Clears the region for the next text. Otherwise the same words would not be announced a second time. */
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

/** Region that only grows. */
class Log {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** @type {string[]} */
    this.queue = [];
    this.busy = false;
    /** Time at which everything in it will probably have been read aloud. */
    this.heard = 0;
  }

  /** @returns {number} milliseconds until then */
  rest() {
    return this.heard - Date.now();
  }

  /** @returns {number} milliseconds until all lines have been added */
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
    // A hidden page has slow timers and no listener.
    if (document.hidden) this.next();
    else setTimeout(() => this.next(), GAP);
  }
}

const log = new Log("say-log");
const status = new Region("say-status");
const turn = new Region("say-turn");

/**
 * Announces a text from the server, once.
 * @param {Saying} saying
 * @param {Still} [still] checked at the time of the announcement; without it, the text stays true
 * @returns {boolean} true if it is new
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
 * Answers an action of the listener: at once, and every time they ask.
 * @param {string} text
 * @param {boolean} [fleeting] true to remove it after a while because nobody else may read it
 */
export function tell(text, fleeting = false) {
  if (text) status.put({ id: "", text, fleeting });
}

/**
 * Announces something private. Until the listener was warned that others may hear it, they learn only that there is news.
 * @param {string} id @param {string} text
 */
function tellOwn(id, text) {
  if (mayTell()) status.put({ id, text, fleeting: true });
  else neverPrivate(text);
}

/**
 * @param {() => boolean} allowed returns whether private lines may be announced
 * @param {(text: string) => void} otherwise handles them if not
 */
export function guardPrivate(allowed, otherwise) {
  mayTell = allowed;
  neverPrivate = otherwise;
}
