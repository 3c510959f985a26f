// @ts-check
/**
 * A phone that is passed round. What a seat shows is covered as soon as it is handed on, after some time without a touch, and when
 * the page goes to the background. No step of it stays in the history, and no page of it is shown from a cache.
 */

/** Milliseconds without a touch, a key or scrolling after which the seat is covered. */
const IDLE = 45_000;
/** Milliseconds for which the cover is held until the seat opens, so that nobody opens it by passing the phone. */
const HOLD = 450;
const RETRY = 2_000;
const root = document.documentElement;
const handOn = document.getElementById("hand-on");
/** True once the seat is handed on. */
let isOver = false;

/** Hides everything, and forgets the tab that this person had open. */
function cover() {
  root.classList.add("is-covered");
  sessionStorage.removeItem("side");
}

/**
 * Sends a form and goes where it leads, in place of this page. A page that shows a seat stays covered until the server has closed it.
 * @param {HTMLFormElement} form @param {Record<string, string>} [more] fields to add
 */
async function sendAndGo(form, more = {}) {
  const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  for (const [name, value] of Object.entries(more)) fields.set(name, value);
  delete document.body.dataset.link;
  for (;;) {
    try {
      const answer = await fetch(form.action, { method: "POST", body: fields, headers: { accept: "application/json" }, keepalive: true });
      if (answer.ok) return location.replace((await answer.json()).go);
      if (answer.status < 429) return location.reload(); // a page that is out of date
    } catch { /* out of reach */ }
    document.body.dataset.link = "lost";
    if (!isOver) return; // nobody may hold the phone any more when the server answers again
    await new Promise((done) => setTimeout(done, RETRY));
  }
}

/** @param {HTMLFormElement} form that closes the seat @param {Record<string, string>} [more] */
function close(form, more) {
  if (isOver) return;
  isOver = true;
  cover();
  void sendAndGo(form, more);
}

/** Closes the seat if nobody uses it, or if it goes out of sight. @param {HTMLFormElement} form that hands the phone on */
function startCover(form) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const stop = () => close(form, { stays: "1" });
  const touch = () => {
    clearTimeout(timer);
    timer = setTimeout(stop, IDLE);
  };
  for (const sign of ["pointerdown", "pointermove", "keydown", "wheel", "input"]) document.addEventListener(sign, touch, { passive: true });
  document.addEventListener("scroll", touch, { capture: true, passive: true });
  addEventListener("pagehide", stop); // to another page
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) stop();
  });
  touch();
}

/**
 * Opens the seat only for whoever holds the button, or taps it again when told that it is to be held. Keys press it.
 * @param {HTMLElement} button
 */
function startHoldToOpen(button) {
  let since = 0;
  let isTold = false;
  button.addEventListener("pointerdown", () => {
    since = performance.now();
    button.classList.add("is-held");
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) button.addEventListener(end, () => button.classList.remove("is-held"));
  button.addEventListener("keydown", (event) => {
    if (event.repeat) event.preventDefault(); // still the key that has led here
  });
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("click", (event) => {
    const isPointed = event.detail > 0 && since > 0;
    if (!isPointed || isTold || performance.now() - since >= HOLD) return;
    event.preventDefault();
    isTold = true;
    const hint = document.getElementById("cover-hint");
    if (hint) hint.textContent = button.dataset.early ?? "";
  });
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || !form.matches("[data-replace]")) return;
  event.preventDefault();
  if (handOn) close(form);
  else void sendAndGo(form);
});
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[data-replace]") : null;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || !(link instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  location.replace(link.href);
});
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  cover();
  location.reload();
});

if (handOn instanceof HTMLFormElement) startCover(handOn);
const hold = document.getElementById("cover-hold");
if (hold) startHoldToOpen(hold);
