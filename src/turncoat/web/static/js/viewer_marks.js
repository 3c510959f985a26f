// @ts-check
/**
 * The picture of the table is the same for all viewers. It also displays things of one viewer: their seat, open questions, the
 * seats that they may pick and have picked, their notes, and their knowledge of others while they hold their card or look at the
 * thinking aid. These are read from the viewer's own forms into lists on `body`, which the style sheets match with the seats.
 */

import { openPart } from "./steps.js";

/** @type {[string, string][]} lists, with the inputs whose values are their seats, limited to the current step */
const PICKS = [
  ["mayPick", "input:enabled"],
  ["picked", "input:checked"],
  ["focused", "input:focus-visible"],
];
/** @type {[string, string][]} lists, with the inputs whose seats they contain */
const LISTS = [
  ["taken", ".seats-part.is-done input:checked"],
  ["trust", "input[id$='-trust']:checked"],
  ["unsure", "input[id$='-unsure']:checked"],
  ["doubt", "input[id$='-doubt']:checked"],
];

/** Displays the card's knowledge at the seats while it is held or kept open, as texts of the style sheets. */
function showKnown() {
  const isOpen = document.querySelector("#own-seat :is(.hold.held, .keep-open:checked, .aid[open])") !== null;
  const body = document.body;
  const seats = [];
  for (const mark of isOpen ? document.querySelectorAll("#own-seat [data-known]") : []) {
    const { known = "", says = "" } = /** @type {HTMLElement} */ (mark).dataset;
    body.style.setProperty(`--known-${known}`, JSON.stringify(says));
    seats.push(known);
  }
  for (const before of (body.dataset.known ?? "").split(" ")) if (before && !seats.includes(before)) body.style.removeProperty(`--known-${before}`);
  if ((body.dataset.known ?? "") !== seats.join(" ")) body.dataset.known = seats.join(" ");
}

/** Updates the lists. */
export function showViewerMarks() {
  const body = document.body.dataset;
  const own = document.getElementById("own-seat")?.dataset.me ?? "";
  if (body.ownSeat !== own) body.ownSeat = own;
  const asked = document.querySelector("#own-seat.my-turn") ? "1" : "";
  if ((body.asked ?? "") !== asked) body.asked = asked;
  /** @param {string} name @param {string[]} list */
  const write = (name, list) => {
    const seats = list.join(" ");
    if ((body[name] ?? "") !== seats) body[name] = seats;
  };
  showKnown();
  const open = openPart();
  for (const [name, inputs] of PICKS) {
    write(name, [...(open?.querySelectorAll(inputs) ?? [])].map((input) => input.getAttribute("value") ?? ""));
  }
  for (const [name, inputs] of LISTS) {
    write(name, [...document.querySelectorAll(inputs)].map((input) => (name === "taken" ? input.getAttribute("value") : input.id.split("-")[1]) ?? ""));
  }
}

/** Scrolls a seat that is picked on the board into view when the keyboard reaches it. @param {EventTarget | null} target */
function showFocused(target) {
  const chips = target instanceof HTMLInputElement && target.matches(":focus-visible") ? target.closest(".seats-part .chips") : null;
  if (!(chips instanceof HTMLElement) || chips.offsetHeight > 1) return; // where the seats are far away, they are listed in the question
  document.querySelector(`#seat-${/** @type {HTMLInputElement} */ (target).value} > .tile`)?.scrollIntoView({ block: "nearest" });
}

export function startViewerMarks() {
  document.addEventListener("focusin", ({ target }) => showFocused(target));
  // The toggle event of a section does not bubble.
  document.addEventListener("toggle", (event) => { if (event.target instanceof Element && event.target.matches(".aid")) showViewerMarks(); }, true);
  for (const event of ["change", "focusin", "focusout", "step", "hold"]) document.addEventListener(event, () => showViewerMarks());
  showViewerMarks();
}
