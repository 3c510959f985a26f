// @ts-check
/**
 * Reactions to messages. The list of messages is the same for everybody, so there is one palette of buttons, which opens at the
 * tapped message. Only one of the many buttons in the conversation is in the Tab order; arrow keys reach the others.
 */

const BUTTONS = ".chat-log button";

const palette = () => document.getElementById("palette");
/** Button of the message for which the palette is open. @type {HTMLElement | null} */
let at = null;

/** @returns {Set<string>} the viewer's reactions with their message numbers */
const given = () => new Set((document.getElementById("react-form")?.dataset.given ?? "").split(",").filter(Boolean));

/** Marks the viewer's reactions, and keeps one button in the Tab order. Call after each page update. */
export function showReactions() {
  const mine = given();
  const all = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll(BUTTONS)]);
  const current = all.find((button) => button === document.activeElement) ?? all.at(-1);
  for (const button of all) {
    button.tabIndex = button === current ? 0 : -1;
    if (button.matches(".given-one")) button.setAttribute("aria-pressed", String(mine.has(button.value)));
    else button.setAttribute("aria-haspopup", "true");
  }
  if (at && !at.isConnected) close(false);
}

/** @param {HTMLButtonElement} button */
function open(button) {
  const box = palette();
  if (!box) return;
  const mine = given();
  for (const one of /** @type {NodeListOf<HTMLButtonElement>} */ (box.querySelectorAll("button"))) {
    one.value = `${button.value} ${one.dataset.reaction}`;
    one.setAttribute("aria-pressed", String(mine.has(one.value)));
  }
  at = button;
  at.setAttribute("aria-expanded", "true");
  box.hidden = false;
  const message = (button.closest("li") ?? button).getBoundingClientRect();
  const above = message.top - box.offsetHeight - 4;
  const lowest = (document.getElementById("chat-scroll") ?? document.body).getBoundingClientRect();
  box.style.top = `${above >= Math.max(4, lowest.top - 48) ? above : message.bottom + 4}px`;
  box.style.left = `${Math.max(6, Math.min(button.getBoundingClientRect().right - box.offsetWidth, innerWidth - box.offsetWidth - 6))}px`;
  box.querySelector("button")?.focus({ preventScroll: true });
}

/** @param {boolean} [back] true to return the focus to the message */
function close(back = true) {
  const box = palette();
  const had = box?.contains(document.activeElement) ?? false;
  if (box) box.hidden = true;
  at?.removeAttribute("aria-expanded");
  if (back && had) at?.focus({ preventScroll: true });
  at = null;
}

export function startReactions() {
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const button = target?.closest("button.react");
    if (button instanceof HTMLButtonElement) {
      event.preventDefault();
      const was = at;
      close();
      if (was !== button) open(button);
    } else if (at && !target?.closest("#palette")) close(false);
  });
  document.addEventListener("submit", (event) => {
    if (event.target instanceof HTMLFormElement && event.target.id === "react-form") close();
  });
  document.addEventListener("scroll", ({ target }) => { if (target instanceof Element && target.matches(".chat-scroll")) close(); }, true);
  document.addEventListener("keydown", (event) => {
    const button = event.target instanceof HTMLButtonElement ? event.target : null;
    if (!button || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape" && at) {
      event.preventDefault();
      event.stopPropagation();
      return close();
    }
    const box = button.closest("#palette");
    if (!box && !button.matches(BUTTONS)) return;
    const all = /** @type {HTMLButtonElement[]} */ ([...(box ? box.querySelectorAll("button") : document.querySelectorAll(BUTTONS))]);
    const here = all.indexOf(button);
    const to = { ArrowUp: here - 1, ArrowLeft: here - 1, ArrowDown: here + 1, ArrowRight: here + 1, Home: 0, End: all.length - 1 }[event.key];
    const next = to === undefined ? undefined : all[Math.max(0, Math.min(all.length - 1, to))];
    if (!next) return;
    event.preventDefault();
    next.focus();
    if (!box) showReactions();
  }, true);
  showReactions();
}
