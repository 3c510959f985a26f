// @ts-check
/**
 * The dock displays the viewer's question. While they chat, it folds to one line that unfolds it with a tap, so that the
 * conversation has the screen. On a phone this lasts as long as the chat is open, beside the board while they write and the
 * conversation has too little space. An on-screen keyboard that overlaps the page shrinks the page.
 */

/** Pixels that eight messages need. */
const ROOM = 222;
/** Minimum height of an on-screen keyboard, in pixels. */
const KEYBOARD = 120;
const FIELD = ".chat-form input[type=text]";

const narrow = matchMedia("(max-width: 999px)");
/** True where the dock is beside the conversation, or the page is one sheet. */
const beside = matchMedia("(min-width: 600px) and (max-width: 999px) and (max-height: 560px), (max-width: 599px) and (max-height: 479px)");

/** True if it was unfolded by hand. */
let isOpened = false;
/** True if it was folded for writing, and thus stays folded until the message is sent. */
let isForWriting = false;
let isPressed = false;

/** @returns {boolean} true while a message is being written */
const writes = () => document.activeElement instanceof Element && document.activeElement.matches(`.in-play :is(${FIELD})`);

/** @returns {boolean} */
function folds() {
  if (isOpened || beside.matches) return false;
  if (narrow.matches) return document.body.dataset.side === "talk";
  const typing = document.getElementById("typing")?.offsetHeight ?? 0; // the typing indicator soon disappears
  const room = (document.getElementById("chat-scroll")?.clientHeight ?? ROOM) + typing;
  isForWriting = writes() && (isForWriting || room < ROOM);
  return isForWriting;
}

/** Updates the dock. Call after each page update. */
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

/** Unfolds the dock, or lets it fold again. @param {boolean} opened */
export function openDock(opened) {
  isOpened = opened;
  showDock();
}

/** Tracks the part of the page that no on-screen keyboard covers. */
function watchKeyboard() {
  const view = window.visualViewport;
  if (!view) return;
  const measure = () => {
    // After a pinch zoom, only a part of the page is visible, too.
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
  // The toggle event of a section does not bubble.
  document.addEventListener("toggle", ({ target }) => {
    if (target instanceof HTMLDetailsElement && target.open && target.matches(".besides > *")) target.scrollIntoView();
  }, true);
  document.addEventListener("focusin", (event) => {
    if (event.target instanceof Element && event.target.matches(FIELD)) openDock(false);
  });
  // No unfolding during a press, because the pressed element would move away.
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
