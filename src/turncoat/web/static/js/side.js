// @ts-check
/** Side area: one of its tabs is open, and that of the conversation is marked when a new message names the viewer. The open tab is stored on `body`, where no update removes it. */

import { dropBubbles, placeBubbles, sayAtSeat, showLately, showSaid, startBubbles } from "./bubbles.js";
import { closeConversation, isNamed, messages, newest, numberOf, openConversation, showConversation } from "./conversation.js";
import { openDock, showDock } from "./dock.js";

const WIDE = "(min-width: 1000px)";
/** Steps by which a board that is too low gains space one after another, described in board.css. */
const STEPS = ["1", "2", "3", "4", "5", "6"];

/** Number of messages when the conversation before or after a game was last open, or -1. */
let seen = -1;
/** Last line of the table's chat that was displayed. */
let told = 0;
/** Id of the message in the line above the dock: the last one since this page shows this game. What was said before it has nothing to do with it. */
let said = "";

const wide = matchMedia(WIDE);
const tabs = () => /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll(".tabs [role=tab]")]);
/** @returns {string} the open tab, which beside the board is never the board itself */
const open = () => {
  const side = document.body.dataset.side ?? "table";
  return wide.matches && side === "table" ? "talk" : side;
};

/** @param {string} name @param {boolean} [kept] true if the tab stays open on the next page */
function select(name, kept = true) {
  const before = document.body.dataset.side;
  document.body.dataset.side = name;
  if (kept) sessionStorage.setItem("side", name);
  openDock(false);
  show();
  if (open() !== "talk") closeConversation();
  else if (before !== name) openConversation();
}

/** Updates the tabs. */
function show() {
  if (!document.getElementById(`tab-${document.body.dataset.side}`)) document.body.dataset.side = "table"; // its part is gone
  const now = open();
  for (const panel of document.querySelectorAll(".side-panel")) panel.classList.toggle("is-open", panel.id === `side-${now}`);
  for (const tab of tabs()) {
    const name = tab.dataset.side ?? "";
    const chosen = name === now;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    const mark = tab.querySelector(".dot");
    if (mark instanceof HTMLElement) mark.hidden = chosen || !isNamed();
  }
}

/** Shrinks the contents of a board that is too low, step by step. If they still do not fit, the board scrolls, by keys too. */
function fit() {
  const board = document.querySelector(".in-play > .board");
  if (!(board instanceof HTMLElement)) return;
  const overflows = () => {
    const end = board.getBoundingClientRect().bottom - board.scrollTop + 1;
    // Elements that fill the window (fixed boxes) take no space here.
    const onBoard = [...board.querySelectorAll(".seat, .stage > *")].filter((one) => getComputedStyle(one).position !== "fixed");
    return onBoard.some((one) => one.getBoundingClientRect().bottom > end);
  };
  let tight = "";
  document.body.dataset.tight = tight;
  for (const step of wide.matches ? [] : STEPS) {
    if (!overflows()) break;
    tight = `${tight} ${step}`.trim();
    document.body.dataset.tight = tight;
  }
  if (board.scrollHeight > board.clientHeight + 1) board.tabIndex = 0;
}

/** The board's space changes with the window, and with the question below it. */
function watch() {
  const board = document.querySelector(".in-play > .board");
  if (board) new ResizeObserver(fit).observe(board);
  void document.fonts.ready.then(() => { fit(); showLately(); });
}

/** Before and after a game, the conversation is not in a tab, so its heading counts new messages while it is closed. */
function showUnread() {
  const talk = document.getElementById("talk");
  const mark = talk?.querySelector("summary .unread");
  if (!(talk instanceof HTMLDetailsElement) || !(mark instanceof HTMLElement)) return;
  const all = talk.querySelectorAll(".chat-log > li").length;
  if (talk.open || seen < 0) seen = all;
  const fresh = Math.max(0, all - seen);
  mark.hidden = fresh === 0;
  const count = mark.querySelector("b");
  if (count) count.textContent = String(fresh);
}

/** Call after each page update. */
export function noticeSide() {
  const before = told;
  told = newest();
  if (!document.querySelector(".tabs")) {
    dropBubbles(); // the game is over, and the seats are gone
    said = "";
    showUnread();
    return showConversation();
  }
  showConversation();
  show();
  showDock();
  fit();
  placeBubbles();
  const fresh = messages().filter((message) => numberOf(message) > before);
  fresh.forEach(sayAtSeat);
  said = fresh.at(-1)?.id ?? said;
  showSaid(document.getElementById(said) ?? undefined, fresh.length > 0);
  showLately();
}

export function startSide() {
  told = newest();
  startBubbles();
  document.addEventListener("toggle", ({ target }) => { if (target instanceof Element && target.id === "talk") showUnread(); }, true);
  if (!document.querySelector(".tabs")) return showUnread();
  fit();
  watch();
  const before = sessionStorage.getItem("side");
  const linked = document.querySelector(".side-panel:is(:target, :has(:target))")?.id.replace("side-", "");
  select(linked ?? (wide.matches ? before ?? "talk" : "table"), false);
  // Content beside the board in a wide window would cover it in a narrow one.
  wide.addEventListener("change", () => (wide.matches ? show() : select("table", false)));
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href^='#']") : null;
    if (!(link instanceof HTMLAnchorElement)) return;
    if (link.dataset.side) {
      event.preventDefault();
      // A second tap closes content that covers the board.
      select(!wide.matches && link.dataset.side === open() ? "table" : link.dataset.side);
      return;
    }
    const panel = document.querySelector(link.hash)?.closest(".side-panel");
    if (panel) select(panel.id.replace("side-", ""));
  });
  document.addEventListener("keydown", (event) => {
    const tab = event.target instanceof Element ? event.target.closest(".tabs [role=tab]") : null;
    if (!(tab instanceof HTMLAnchorElement) || event.ctrlKey || event.altKey || event.metaKey) return;
    const all = tabs().filter((one) => one.checkVisibility());
    const at = all.indexOf(tab);
    const step = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1, " ": at }[event.key];
    const next = step === undefined ? undefined : all[(step + all.length) % all.length];
    if (!next) return;
    event.preventDefault();
    select(next.dataset.side ?? "table");
    next.focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !wide.matches && open() !== "table" && !document.querySelector("details.badges[open], details.menu[open], dialog[open], .palette:not([hidden])")) select("table");
  });
}
