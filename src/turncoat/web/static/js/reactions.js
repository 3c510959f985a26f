// @ts-check
/**
 * Reactions to messages. The list of messages is the same for everybody, so there is one palette of buttons, which opens at the
 * tapped message. Only one of the many buttons in the conversation is in the Tab order; arrow keys reach the others. The palette
 * also opens at a tapped seat, to throw a reaction at it; by keyboard the quick phrases do that.
 */

const BUTTONS = ".chat-log button";

const PALETTE = "#palette, #seat-palette";

const palette = () => document.getElementById("palette");
/** @returns {HTMLElement | null} copy of the palette for seats, since the conversation may be hidden, and with it its palette */
function seatPalette() {
  const copy = palette()?.cloneNode(true);
  document.getElementById("seat-palette")?.remove();
  if (!(copy instanceof HTMLElement)) return null;
  copy.id = "seat-palette";
  copy.setAttribute("role", "dialog"); // it is outside the landmarks
  for (const one of copy.querySelectorAll("button")) one.setAttribute("form", "react-form");
  document.body.append(copy);
  return copy;
}
/** @returns {HTMLElement | null} open palette */
const openPalette = () => document.querySelector(":is(#palette, #seat-palette):not([hidden])");
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

/** @param {HTMLElement} button @param {string} to number of the message, or the seat */
function open(button, to) {
  const box = button instanceof HTMLButtonElement ? palette() : seatPalette();
  if (!box) return;
  const mine = given();
  for (const one of /** @type {NodeListOf<HTMLButtonElement>} */ (box.querySelectorAll("button"))) {
    one.value = `${to} ${one.dataset.reaction}`;
    one.setAttribute("aria-pressed", String(mine.has(one.value)));
  }
  at = button;
  if (at instanceof HTMLButtonElement) at.setAttribute("aria-expanded", "true");
  box.hidden = false;
  const message = (button.closest("li") ?? button).getBoundingClientRect();
  const above = message.top - box.offsetHeight - 4;
  const lowest = (button.closest(".chat-scroll") ?? document.body).getBoundingClientRect();
  box.style.top = `${above >= Math.max(4, lowest.top - 48) ? above : message.bottom + 4}px`;
  box.style.left = `${Math.max(6, Math.min(button.getBoundingClientRect().right - box.offsetWidth, innerWidth - box.offsetWidth - 6))}px`;
  box.querySelector("button")?.focus({ preventScroll: true });
}

/** @param {boolean} [back] true to return the focus to the message */
function close(back = true) {
  const box = openPalette();
  const had = box?.contains(document.activeElement) ?? false;
  if (box) box.hidden = true;
  at?.removeAttribute("aria-expanded");
  if (back && had) at?.focus({ preventScroll: true });
  at = null;
}

/** @param {Element | null} target @returns {HTMLElement | null} tile of somebody else that was tapped while no question picks seats */
function tappedSeat(target) {
  const tile = target?.closest(".in-play .seat:not(.empty) > .tile");
  if (!(tile instanceof HTMLLabelElement) || tile.control || document.body.dataset.mayPick || !palette()) return null;
  return tile.closest("li")?.id === `seat-${document.body.dataset.ownSeat}` ? null : tile;
}

export function startReactions() {
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const button = target?.closest("button.react");
    if (button instanceof HTMLButtonElement) {
      event.preventDefault();
      const was = at;
      close();
      if (was !== button) open(button, button.value);
      return;
    }
    const tile = tappedSeat(target);
    const was = at;
    if (at && !target?.closest(PALETTE)) close(false);
    if (tile && was !== tile) open(tile, tile.closest("li")?.id ?? "");
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
    const box = button.closest(PALETTE);
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
