// @ts-check
/**
 * WebSocket of a live page: reconnects after a loss, sooner when the device wakes up or the network returns. Choices are sent over
 * it, and the resulting update is their answer. While there is no socket, the page polls, since some networks let only HTTP
 * through.
 */

import { canUnpack, noteHeld, whole } from "./parts.js";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
const TRY_LATER = 1013;
/** Reason that the server may give before it closes the connection, replacing the page's text about a lost connection. */
const MOVES = "table-moves";
const FAREWELLS = ["too-many-lines", "too-many-spectators", "server-stops", MOVES];
/**
 * Milliseconds between two probes of the connection, since a dead one often looks alive. It is also probed after sleep and network
 * changes.
 */
const ASK_EVERY = 25_000;
const ANSWER_WITHIN = 5_000;
/** Minimum time in milliseconds to display that something could not be sent. */
const SAID = 3_000;
/** Milliseconds after which a socket without any message is given up, because a proxy may be holding back the request. */
const FIRST_WORD_WITHIN = 10_000;
const POLL_EVERY = 3_000;
/** Consecutive polls without a socket after which the page says that this network blocks WebSockets. */
const POLLS_UNTIL_SAID = 3;
/** Seconds until the next poll at the latest: browsers slow the timers of hidden pages down to one a minute. */
const again = () => (document.hidden ? 75 : 12);

/**
 * Choices that wait for their answers, by command id.
 * @type {Map<string, { done: () => void, fail: (error: Error) => void }>}
 */
const unanswered = new Map();
/** Sends a text if the socket is open. @type {(text: string) => boolean} */
let send = () => false;

/** @param {URLSearchParams} choice fields of a form @returns {Promise<void>} rejected if the connection is lost before the answer */
export function sendChoice(choice) {
  return new Promise((done, fail) => {
    if (!send(choice.toString())) fail(new TypeError("not connected"));
    else unanswered.set(choice.get("command") ?? "", { done, fail });
  });
}

/** The table has moved to another server before the answer. */
export class TableMoved extends Error {}

/**
 * Rejects all pending choices after a lost connection, when nobody knows if they arrived. Sent again, each is accepted once.
 * @param {boolean} [moved] true if the table has moved to another server
 */
function cutOff(moved = false) {
  for (const { fail } of unanswered.values()) fail(moved ? new TableMoved() : new TypeError("cut off"));
  unanswered.clear();
}

/**
 * @param {() => Record<string, string>} asks returns the query fields for each connection
 * @param {(message: import("./forms.js").Message) => void} take handles messages
 * @param {(text: string) => void} [tell] announces that this network blocks WebSockets
 */
export function openSocket(asks, take, tell = () => {}) {
  let wait = FIRST_WAIT;
  /** @type {WebSocket | null} */
  let socket = null;
  let lastWord = 0;
  /** True once the page displays what the open socket has delivered. */
  let caughtUp = false;
  /** Time until which it displays that something could not be sent, even if the connection is back sooner. */
  let saidUntil = 0;
  /** True after a socket without messages was given up: another may open and stay just as silent. */
  let isMute = false;
  /** Number of consecutive polls answered without a socket. */
  let polls = 0;
  /** Number of forms sent: the answer to a poll that began before a form is older than the form's own. */
  let formsSent = 0;
  /** True if the server takes the page to be in the background, where nobody sees that it is their turn. */
  let saidHidden = false;
  const lost = document.querySelector(".link-lost");
  const usual = lost?.textContent ?? "";
  const isLive = () => caughtUp && socket?.readyState === WebSocket.OPEN;

  /** @returns {URL} address of updates, with the parts that the page has */
  function address() {
    const { socket: path = "", held } = document.body.dataset;
    const url = new URL(path, location.href);
    const fields = { ...asks(), ...(held ? { held } : {}), ...(canUnpack ? { packed: "1" } : {}), ...(document.hidden ? { hidden: "1" } : {}) };
    for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
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

  /** Requests over HTTP what a socket would deliver first. */
  async function poll() {
    const before = formsSent;
    const url = address();
    url.searchParams.set("again", String(again()));
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), ANSWER_WITHIN);
    try {
      const answer = await fetch(url, { cache: "no-store", signal: late.signal });
      const message = await read(await answer.json());
      if (isLive()) return; // the socket has delivered something newer meanwhile
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
    const isComing = socket?.readyState === WebSocket.OPEN && !isMute; // the first message of an open socket
    if (document.body.dataset.socket && !isLive() && !isComing) await poll();
    setTimeout(keepPolling, POLL_EVERY);
  }

  /** Reconnects without waiting. */
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
    saidHidden = document.hidden;
    lastWord = Date.now();
    let moved = false;
    /** Messages are handled one after another. */
    let taken = Promise.resolve();
    setTimeout(() => {
      if (socket !== opened || caughtUp) return;
      isMute = true;
      giveUp();
    }, FIRST_WORD_WITHIN);
    opened.addEventListener("open", () => {
      wait = FIRST_WAIT;
      saySight();
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
        caughtUp = true; // the first message includes everything missed; until then the page may be outdated
        reached();
      }).catch(reportError);
    });
    opened.addEventListener("close", (event) => {
      if (socket !== opened) return; // given up already
      if (event.code === TRY_LATER) wait = LONGEST_WAIT;
      ended(moved);
    });
  }

  /** Handles the end of the socket. @param {boolean} [moved] true if the table has moved to another server */
  function ended(moved = false) {
    cutOff(moved);
    if (document.body.dataset.link === "live" || (wait > 2 * FIRST_WAIT && !polls)) document.body.dataset.link = "lost";
    setTimeout(connect, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  function giveUp() {
    const dead = socket;
    socket = null; // before close(), which may take very long on a dead connection
    dead?.close();
    ended();
  }

  /** Tells the server, and nobody else, whether the page is in the background. */
  function saySight() {
    if (socket?.readyState !== WebSocket.OPEN || saidHidden === document.hidden) return;
    saidHidden = document.hidden;
    socket.send(saidHidden ? "hidden" : "visible");
  }

  /** Notes that the server answers. The connection counts as restored once the page is also up to date. */
  function reached() {
    if (!isLive() || Date.now() < saidUntil) return;
    polls = 0;
    isMute = false;
    document.body.dataset.link = "live";
  }

  /** Asks the server for a sign of life, and reconnects if there is none. */
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
  // After a form could be sent or could not, the socket may not have noticed either.
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
  document.addEventListener("visibilitychange", saySight);
  setInterval(() => { if (!document.hidden && Date.now() - lastWord > ASK_EVERY) probe(); }, ASK_EVERY / 5);
  // When the phone wakes up or the network comes back, reconnect without waiting.
  for (const [where, event] of /** @type {[EventTarget, string][]} */ ([[window, "online"], [window, "pageshow"], [document, "visibilitychange"]])) {
    where.addEventListener(event, () => { if (!document.hidden) { hurry(); probe(); } });
  }
}
