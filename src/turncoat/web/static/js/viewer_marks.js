// @ts-check
/**
 * The picture of the table is the same for all. It also shows things of one viewer: their seat, whether they are asked, the
 * seats that they may pick and have picked, their notes, and what they know of others while they hold their card or look at what is certain. These are read from the viewer's own forms into lists on `body`, and
 * the style sheets join the lists to the seats.
 */

import { openPart } from "./steps.js";

/** @type {[string, string][]} the list, and the inputs whose values are its seats: those of the part that is open now */
const PICKS = [
  ["mayPick", "input:enabled"],
  ["picked", "input:checked"],
  ["focused", "input:focus-visible"],
];
/** @type {[string, string][]} the list, and the inputs whose seats are in it */
const LISTS = [
  ["taken", ".seats-part.is-done input:checked"],
  ["trust", "input[id$='-trust']:checked"],
  ["unsure", "input[id$='-unsure']:checked"],
  ["doubt", "input[id$='-doubt']:checked"],
];

/** What my card tells of the seats, while it is held or kept open: at the seats, as texts of the style sheets. */
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

/** Bring the lists up to date. */
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

/** The keyboard has come to a seat that is picked on the board: there it is to be seen. @param {EventTarget | null} target */
function showFocused(target) {
  const chips = target instanceof HTMLInputElement && target.matches(":focus-visible") ? target.closest(".seats-part .chips") : null;
  if (!(chips instanceof HTMLElement) || chips.offsetHeight > 1) return; // where the seats are far, they stand in the question
  document.querySelector(`#seat-${/** @type {HTMLInputElement} */ (target).value} > .tile`)?.scrollIntoView({ block: "nearest" });
}

export function startViewerMarks() {
  document.addEventListener("focusin", ({ target }) => showFocused(target));
  // A flap tells of its opening only itself.
  document.addEventListener("toggle", (event) => { if (event.target instanceof Element && event.target.matches(".aid")) showViewerMarks(); }, true);
  for (const event of ["change", "focusin", "focusout", "step", "hold"]) document.addEventListener(event, () => showViewerMarks());
  showViewerMarks();
}
