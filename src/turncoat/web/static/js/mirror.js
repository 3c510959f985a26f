// @ts-check
/**
 * The picture of the table is the same for all. It also shows things of one viewer: their seat, whether they are asked, the
 * seats that they may pick and have picked, their notes. These are read from the viewer's own forms into lists on `body`, and
 * the style sheets join the lists to the seats.
 */

/** @type {[string, string][]} the list, and the inputs whose seats are in it */
const LISTS = [
  ["mayPick", "input[id^='pick-']:enabled"],
  ["picked", "input[id^='pick-']:checked"],
  ["focused", "input[id^='pick-']:focus-visible"],
  ["trust", "input[id$='-trust']:checked"],
  ["unsure", "input[id$='-unsure']:checked"],
  ["doubt", "input[id$='-doubt']:checked"],
];

/** Bring the lists up to date. */
export function mirror() {
  const body = document.body.dataset;
  const own = document.getElementById("mine")?.dataset.me ?? "";
  if (body.ownSeat !== own) body.ownSeat = own;
  const asked = document.querySelector("#mine.my-turn") ? "1" : "";
  if ((body.asked ?? "") !== asked) body.asked = asked;
  for (const [name, inputs] of LISTS) {
    const seats = [...document.querySelectorAll(inputs)].map((input) => input.id.split("-")[1]).join(" ");
    if ((body[name] ?? "") !== seats) body[name] = seats;
  }
}

export function startMirror() {
  for (const event of ["change", "focusin", "focusout"]) document.addEventListener(event, () => mirror());
  mirror();
}
