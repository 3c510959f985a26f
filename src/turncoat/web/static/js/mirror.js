// @ts-check
/**
 * The picture of the table is the same for all. What it shows of one viewer besides (his seat, whether he is asked, whom he
 * may pick and has picked, what he noted) is read off his own forms and stands in lists on `body`, which the style sheets join
 * to the seats.
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
