// @ts-check
/**
 * Hold to see your card: its front is visible only while its back is pressed, by finger, mouse, Space or Enter. The marks at the
 * seats (viewer_marks.js) follow by the event `hold`. People who cannot hold tick "keep open" (that part is plain HTML and CSS).
 * When the page is hidden, the card closes, and so does the thinking aid.
 */

/** @param {EventTarget | null} target @returns {HTMLElement | null} */
const backOf = (target) => (target instanceof Element ? target.closest(".hold") : null);

const tell = () => document.dispatchEvent(new Event("hold"));

/** @param {HTMLElement | null} back */
function open(back) {
  if (!back) return;
  back.classList.add("held");
  tell();
}

function shut() {
  const held = document.querySelectorAll(".hold.held");
  for (const back of held) back.classList.remove("held");
  if (held.length) tell();
}

function shutAll() {
  shut();
  for (const box of document.querySelectorAll(".keep-open")) if (box instanceof HTMLInputElement) box.checked = false;
  for (const flap of document.querySelectorAll(".aid[open]")) if (flap instanceof HTMLDetailsElement) flap.open = false;
  tell();
}

/** @param {(text: string) => void} say announces politely to a screen reader */
export function startHold(say) {
  document.addEventListener("pointerdown", (event) => {
    const back = backOf(event.target);
    if (!back || event.button > 0) return;
    open(back);
    if (back.hasPointerCapture(event.pointerId)) back.releasePointerCapture(event.pointerId);
  });
  for (const ending of ["pointerup", "pointercancel"]) document.addEventListener(ending, shut);
  document.addEventListener("keydown", (event) => {
    if (event.key === " " || event.key === "Enter") open(backOf(event.target));
  });
  document.addEventListener("keyup", shut);
  document.addEventListener("focusout", shut);
  document.addEventListener("contextmenu", (event) => {
    if (backOf(event.target)) event.preventDefault();
  });
  window.addEventListener("blur", shut);
  window.addEventListener("pagehide", shutAll);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) shutAll();
  });
  document.addEventListener("change", (event) => {
    const box = event.target;
    if (!(box instanceof HTMLInputElement) || !box.matches(".keep-open")) return;
    const front = document.getElementById("card-front");
    if (box.checked && front) say((front.textContent ?? "").replace(/\s+/g, " ").trim());
  });
}
