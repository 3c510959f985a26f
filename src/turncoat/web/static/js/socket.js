// @ts-check
/**
 * The WebSocket of a live page: opened again when it was lost, sooner when the device wakes up or the network is back. Choices
 * go up; the update that one brings about is its answer. While there is none the page polls: some networks let HTTP through, and
 * no WebSocket.
 */

import { canUnpack, noteHeld, whole } from "./parts.js";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
const TRY_LATER = 1013;
/** What the server may say before it ends the connection, instead of the words that the page has for a lost one. */
const MOVES = "table-moves";
const FAREWELLS = ["too-many-lines", "too-many-spectators", "server-stops", MOVES];
/** A dead connection often looks alive: it is checked now and then, and after a sleep or a change of the network. */
const ASK_EVERY = 25_000;
const ANSWER_WITHIN = 5_000;
/** For how many milliseconds the page says at least that something could not be sent. */
const SAID = 3_000;
/** A socket that brings nothing by then is given up: a proxy may keep the request to itself. */
const FIRST_WORD_WITHIN = 10_000;
const POLL_EVERY = 3_000;
/** After so many polls in a row without a socket, the page says that this network lets none through. */
const POLLS_UNTIL_SAID = 3;
/** Within how many seconds the next poll comes at the latest: browsers slow down the timers of hidden pages, down to one a minute. */
const again = () => (document.hidden ? 75 : 12);

/** What waits for its answer, by the id of the command.
 * @type {Map<string, { done: () => void, fail: (error: Error) => void }>} */
const unanswered = new Map();
/** Sends a text, if the socket is open. @type {(text: string) => boolean} */
let send = () => false;

/** @param {URLSearchParams} choice the fields of a form @returns {Promise<void>} fails when it was cut off before its answer came */
export function sendChoice(choice) {
  return new Promise((done, fail) => {
    if (!send(choice.toString())) fail(new TypeError("not connected"));
    else unanswered.set(choice.get("command") ?? "", { done, fail });
  });
}

/** The table has moved to another server before the answer came. */
export class TableMoved extends Error {}

/** The connection was lost: nobody knows whether the choices have arrived. Sent again, each is taken once.
 * @param {boolean} [moved] whether the table goes on at another server */
function cutOff(moved = false) {
  for (const { fail } of unanswered.values()) fail(moved ? new TableMoved() : new TypeError("cut off"));
  unanswered.clear();
}

/**
 * @param {() => Record<string, string>} asks the fields that the page sends each time that it connects
 * @param {(message: import("./forms.js").Message) => void} take what comes
 * @param {(text: string) => void} [tell] announces that this network lets no socket through
 */
export function openSocket(asks, take, tell = () => {}) {
  let wait = FIRST_WAIT;
  /** @type {WebSocket | null} */
  let socket = null;
  let lastWord = 0;
  /** Whether the page shows what the open socket has brought. */
  let caughtUp = false;
  /** Until when it says that something could not be sent, also when the connection is back sooner. */
  let saidUntil = 0;
  /** Whether a socket was given up that had brought nothing: another may open, and bring nothing either. */
  let isMute = false;
  /** How many polls in a row were answered while there was no socket. */
  let polls = 0;
  /** How many forms were sent: what a poll answers that began before one of them is not as new as its answer. */
  let formsSent = 0;
  const lost = document.querySelector(".link-lost");
  const usual = lost?.textContent ?? "";
  const isLive = () => caughtUp && socket?.readyState === WebSocket.OPEN;

  /** @returns {URL} where updates come from, with what the page has */
  function address() {
    const { socket: path = "", held } = document.body.dataset;
    const url = new URL(path, location.href);
    for (const [name, value] of Object.entries({ ...asks(), ...(held ? { held } : {}), ...(canUnpack ? { packed: "1" } : {}) })) url.searchParams.set(name, value);
    return url;
  }

  /** @param {import("./parts.js").Sent} sent @returns {Promise<import("./forms.js").Message>} */
  async function read(sent) {
    const message = await whole(sent);
    if (FAREWELLS.includes(message.code ?? "") && lost) lost.textContent = message.problem ?? usual;
    return message;
  }

  /** @param {import("./forms.js").Message} message */
  function show(message) {
    noteHeld(message);
    take(message);
  }

  /** Ask over HTTP for what a socket would bring first. */
  async function poll() {
    const before = formsSent;
    const url = address();
    url.searchParams.set("again", String(again()));
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), ANSWER_WITHIN);
    try {
      const answer = await fetch(url, { cache: "no-store", signal: late.signal });
      const message = await read(await answer.json());
      if (isLive()) return; // what the socket has brought meanwhile is newer
      if (!answer.ok) throw new Error(message.code);
      polls += 1;
      if (polls === 1) hurry();
      if (formsSent === before) show(message);
      if (Date.now() < saidUntil) return;
      if (polls < POLLS_UNTIL_SAID) delete document.body.dataset.link;
      else if (document.body.dataset.link !== "polling") {
        document.body.dataset.link = "polling";
        tell(document.querySelector(".link-polls")?.textContent ?? "");
      }
    } catch {
      polls = 0;
      if (!isLive()) document.body.dataset.link = "lost";
    } finally {
      clearTimeout(timer);
    }
  }

  async function keepPolling() {
    const isComing = socket?.readyState === WebSocket.OPEN && !isMute; // the first word of an open socket
    if (document.body.dataset.socket && !isLive() && !isComing) await poll();
    setTimeout(keepPolling, POLL_EVERY);
  }

  /** Do not wait for the next try. */
  function hurry() {
    wait = FIRST_WAIT;
    connect();
  }

  function connect() {
    if (!document.body.dataset.socket || (socket && socket.readyState < WebSocket.CLOSING)) return;
    const url = address();
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const opened = new WebSocket(url);
    socket = opened;
    caughtUp = false;
    lastWord = Date.now();
    let moved = false;
    /** One message is taken after the other. */
    let taken = Promise.resolve();
    setTimeout(() => {
      if (socket !== opened || caughtUp) return;
      isMute = true;
      giveUp();
    }, FIRST_WORD_WITHIN);
    opened.addEventListener("open", () => {
      wait = FIRST_WAIT;
      if (lost && Date.now() >= saidUntil) lost.textContent = usual;
    });
    opened.addEventListener("message", (event) => {
      lastWord = Date.now();
      if (socket !== opened) return;
      if (!event.data) return reached(); // the answer to a probe
      const sent = JSON.parse(event.data);
      moved = sent.code === MOVES;
      taken = taken.then(async () => {
        const message = await read(sent);
        if (socket !== opened) return;
        show(message);
        unanswered.get(message.answers ?? "")?.done();
        unanswered.delete(message.answers ?? "");
        caughtUp = true; // the first message brings what was missed: until then the page may show what is over
        reached();
      }).catch(reportError);
    });
    opened.addEventListener("close", (event) => {
      if (socket !== opened) return; // given up already
      if (event.code === TRY_LATER) wait = LONGEST_WAIT;
      ended(moved);
    });
  }

  /** The socket has ended: nothing comes until there is another. @param {boolean} [moved] whether the table goes on at another server */
  function ended(moved = false) {
    cutOff(moved);
    if (document.body.dataset.link === "live" || (wait > 2 * FIRST_WAIT && !polls)) document.body.dataset.link = "lost";
    setTimeout(connect, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  function giveUp() {
    const dead = socket;
    socket = null; // not close() first: on a dead connection that may take very long
    dead?.close();
    ended();
  }

  /** The server answers: nothing is lost any more once the page shows what is new, too. */
  function reached() {
    if (!isLive() || Date.now() < saidUntil) return;
    polls = 0;
    isMute = false;
    document.body.dataset.link = "live";
  }

  /** Ask the server for an answer; without one the connection is given up for a new one. */
  function probe() {
    const probed = socket;
    if (!probed || probed.readyState !== WebSocket.OPEN) return;
    const asked = Date.now();
    probed.send("");
    setTimeout(() => {
      if (socket !== probed || lastWord >= asked) return;
      giveUp();
      hurry();
    }, ANSWER_WITHIN);
  }

  send = (text) => {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(text);
    setTimeout(() => { if (unanswered.size) probe(); }, ANSWER_WITHIN);
    return true;
  };
  connect();
  setTimeout(keepPolling, POLL_EVERY);
  // A form that could not be sent, and one that could: the socket may not have noticed either.
  document.addEventListener("unsent", () => {
    document.body.dataset.link = "lost";
    if (lost instanceof HTMLElement) lost.textContent = lost.dataset.unsent ?? usual;
    saidUntil = Date.now() + SAID;
    setTimeout(probe, SAID);
  });
  document.addEventListener("sent", () => {
    saidUntil = 0;
    formsSent += 1;
    reached();
    if (document.body.dataset.link === "lost") hurry();
  });
  setInterval(() => { if (!document.hidden && Date.now() - lastWord > ASK_EVERY) probe(); }, ASK_EVERY / 5);
  // When the phone wakes up or the network comes back, do not wait for the next try.
  for (const [where, event] of /** @type {[EventTarget, string][]} */ ([[window, "online"], [window, "pageshow"], [document, "visibilitychange"]])) {
    where.addEventListener(event, () => { if (!document.hidden) { hurry(); probe(); } });
  }
}
