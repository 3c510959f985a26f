// @ts-check
/**
 * Hold to see your card: the face is on screen only while the card's back is pressed, by finger, mouse, Space or Enter.
 * People who cannot hold tick "keep open" (that part is plain HTML and CSS). When the page is hidden, the card closes.
 */

/** @param {EventTarget | null} target @returns {HTMLElement | null} */
const backOf = (target) => (target instanceof Element ? target.closest(".hold") : null);

function shut() {
  for (const back of document.querySelectorAll(".hold.held")) back.classList.remove("held");
}

function shutAll() {
  shut();
  for (const box of document.querySelectorAll(".keep-open")) if (box instanceof HTMLInputElement) box.checked = false;
}

/** @param {(text: string) => void} say speaks to a screen reader, politely */
export function startHold(say) {
  document.addEventListener("pointerdown", (event) => {
    const back = backOf(event.target);
    if (!back || event.button > 0) return;
    back.classList.add("held");
    if (back.hasPointerCapture(event.pointerId)) back.releasePointerCapture(event.pointerId);
  });
  for (const ending of ["pointerup", "pointercancel"]) document.addEventListener(ending, shut);
  document.addEventListener("keydown", (event) => {
    if (event.key === " " || event.key === "Enter") backOf(event.target)?.classList.add("held");
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
    const face = document.getElementById("my-face");
    if (box.checked && face) say((face.textContent ?? "").replace(/\s+/g, " ").trim());
  });
}
