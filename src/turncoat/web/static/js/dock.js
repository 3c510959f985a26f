// @ts-check
/**
 * The dock says what is asked of me. While one talks it folds to one line, so that the conversation has the screen; a tap on the line
 * opens it again. On a phone that is as long as the talk is open, beside the board while one writes and the conversation has too
 * little room. A keyboard that lies over the page makes the page smaller.
 */

/** Pixels that eight messages need. */
const ROOM = 222;
/** So much of the page a keyboard covers at least. */
const KEYBOARD = 120;
const FIELD = ".chat-form input[type=text]";

const narrow = matchMedia("(max-width: 999px)");
/** Where the dock stands beside the conversation, or the page is one sheet. */
const beside = matchMedia("(min-width: 600px) and (max-width: 999px) and (max-height: 560px), (max-width: 599px) and (max-height: 479px)");

/** Whether it was opened by hand. */
let isOpened = false;
/** Whether it was folded to write; so it stays until one has written. */
let isForWriting = false;
let isPressed = false;

/** @returns {boolean} whether a message is being written */
const writes = () => document.activeElement instanceof Element && document.activeElement.matches(`.in-play :is(${FIELD})`);

/** @returns {boolean} */
function folds() {
  if (isOpened || beside.matches) return false;
  if (narrow.matches) return document.body.dataset.side === "talk";
  const typing = document.getElementById("typing")?.offsetHeight ?? 0; // whoever types is soon done
  const room = (document.getElementById("chat-scroll")?.clientHeight ?? ROOM) + typing;
  isForWriting = writes() && (isForWriting || room < ROOM);
  return isForWriting;
}

/** Brings the dock up to date. To be called after each update of the page. */
export function showDock() {
  const line = document.getElementById("dock-line");
  if (!line) return;
  const folded = folds();
  line.hidden = !folded;
  if ((document.body.dataset.dock === "folded") !== folded) document.body.dataset.dock = folded ? "folded" : "";
  const mine = document.querySelector("#own-seat.my-turn .turn-mark")?.textContent ?? "";
  line.classList.toggle("is-mine", mine !== "");
  const [mark, says] = [line.querySelector("b"), line.querySelector("span")];
  if (mark && mark.textContent !== mine) mark.textContent = mine;
  const asked = document.getElementById("asked")?.textContent?.trim() ?? "";
  if (says && says.textContent !== asked) says.textContent = asked;
}

/** The open question for which room is kept, and how much, in pixels. */
let keptFor = "";
let kept = 0;

/**
 * The time to talk that is over leaves its room empty until the open question is answered: no button and no seat moves under a finger.
 * To be called after each update of the page.
 */
export function keepPlaces() {
  const clocks = document.getElementById("clock");
  const form = document.querySelector("#own-seat.my-turn form#answer-form");
  const asked = form instanceof HTMLFormElement ? new FormData(form).get("prompt") : null;
  document.body.style.removeProperty("--kept");
  if (!clocks || typeof asked !== "string") return void (keptFor = "");
  if (asked !== keptFor) kept = 0;
  keptFor = asked;
  // Notices come and go, as when people open their pages: no room is kept for those.
  if (clocks.querySelector(".discussed") && !clocks.querySelector(".notice")) kept = Math.max(kept, clocks.offsetHeight);
  document.body.style.setProperty("--kept", `${kept}px`);
}

/** Opens the dock, or lets it fold again. @param {boolean} opened */
export function openDock(opened) {
  isOpened = opened;
  showDock();
}

/** The part of the page that no keyboard covers. */
function watchKeyboard() {
  const view = window.visualViewport;
  if (!view) return;
  const measure = () => {
    // Whoever has enlarged the page with two fingers sees a part of it, too.
    const covered = view.scale < 1.05 ? Math.round(innerHeight - view.height) : 0;
    const isUp = covered > KEYBOARD;
    if (isUp) document.body.style.setProperty("--covered", `${covered}px`);
    else document.body.style.removeProperty("--covered");
    if (isUp) document.body.dataset.keyboard = "";
    else delete document.body.dataset.keyboard;
    if (isUp && view.offsetTop && document.querySelector(".in-play")) scrollTo(0, 0);
  };
  view.addEventListener("resize", measure);
  view.addEventListener("scroll", measure);
  measure();
}

export function startDock() {
  watchKeyboard();
  document.addEventListener("focusin", (event) => {
    if (event.target instanceof Element && event.target.matches(FIELD)) openDock(false);
  });
  // It does not unfold under a press: what was pressed would move away.
  document.addEventListener("pointerdown", () => { isPressed = true; }, true);
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => setTimeout(() => { isPressed = false; showDock(); }), true);
  }
  document.addEventListener("focusout", () => setTimeout(() => { if (!isPressed) showDock(); }));
  document.addEventListener("mousedown", (event) => { if (event.target instanceof Element && event.target.closest("#dock-line")) event.preventDefault(); });
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (!target?.closest("#dock-line, a[href='#own-seat']")) return;
    openDock(true);
    document.getElementById("asked")?.focus({ preventScroll: true });
  });
  addEventListener("resize", showDock);
  showDock();
}
