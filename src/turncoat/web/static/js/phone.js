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

const cover = () => root.classList.add("is-covered");

/**
 * Sends a form and goes where it leads, in place of this page.
 * @param {HTMLFormElement} form @param {Record<string, string>} [more] fields to add
 */
async function sendAndGo(form, more = {}) {
  const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  for (const [name, value] of Object.entries(more)) fields.set(name, value);
  for (;;) {
    try {
      const answer = await fetch(form.action, { method: "POST", body: fields, headers: { accept: "application/json" }, keepalive: true });
      const isJson = answer.headers.get("content-type")?.startsWith("application/json");
      return location.replace(isJson ? (await answer.json()).go : location.pathname);
    } catch {
      await new Promise((done) => setTimeout(done, RETRY)); // out of reach: the page stays covered
    }
  }
}

/** Covers the seat while somebody has the phone. @param {HTMLFormElement} form with the button that hands the phone on */
function startCover(form) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let isLeaving = false;
  const stop = () => {
    if (isLeaving) return;
    isLeaving = true;
    cover();
    void sendAndGo(form, { stays: "1" });
  };
  const touch = () => {
    clearTimeout(timer);
    timer = setTimeout(stop, IDLE);
  };
  for (const sign of ["pointerdown", "pointermove", "keydown", "wheel", "input"]) document.addEventListener(sign, touch, { passive: true });
  document.addEventListener("scroll", touch, { capture: true, passive: true });
  addEventListener("pagehide", () => {
    isLeaving = true; // to another page of this seat, or handed on
    cover();
  });
  addEventListener("pageshow", () => {
    isLeaving = false;
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) stop();
  });
  touch();
}

/** Opens the seat only for whoever holds the button. Keys and screen readers press it. @param {HTMLElement} button */
function startHoldToOpen(button) {
  let since = 0;
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
    if (!isPointed || performance.now() - since >= HOLD) return;
    event.preventDefault();
    const hint = document.getElementById("cover-hint");
    if (hint) hint.textContent = button.dataset.early ?? "";
  });
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || !form.matches("[data-replace]")) return;
  event.preventDefault();
  cover();
  void sendAndGo(form);
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

const handOn = document.getElementById("hand-on");
if (handOn instanceof HTMLFormElement) startCover(handOn);
const hold = document.getElementById("cover-hold");
if (hold) startHoldToOpen(hold);
