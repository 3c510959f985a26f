// @ts-check
/**
 * Short questions in an input field, such as "votes EWA", "mission 3", "team" or "who is left", answered from the current page, so
 * that answers contain nothing that the page does not show. The words of each query are in the template, in the page's language.
 *
 * The field is not a modal dialog: events are announced as usual. The field and this script are loaded on first use.
 */

import { say, sayMyCard, score, sentences, team, words } from "./aloud.js";
import { last, none } from "./review.js";

/** Letters without a decomposition into a base letter and an accent. @type {Record<string, string>} */
const PLAIN = { ł: "l", ø: "o", đ: "d", ß: "ss", æ: "ae" };

/** @param {string} text @returns {string[]} its words in lowercase without accents */
export const tokens = (text) => text.toLowerCase().replace(/[łøđßæ]/g, (letter) => PLAIN[letter] ?? letter).normalize("NFD").replace(/\p{M}/gu, "").match(/[\p{L}\p{N}]+/gu) ?? [];

/** @returns {HTMLElement | null} */
const panel = () => document.getElementById("queries");
/** @param {string} name @returns {string} sentence of the template */
const says = (name) => panel()?.dataset[name] ?? "";
/** @param {string} sentence @param {string[]} names @returns {string} sentence with these names, empty without names */
const named = (sentence, names) => names.length ? says(sentence).replace("{names}", names.join(", ")) : "";

/** @param {string} selector @returns {HTMLElement[]} seats of the board */
const seats = (selector = "") => [...document.querySelectorAll(`.board .seat${selector}`)].filter((seat) => seat instanceof HTMLElement);
/** @param {HTMLElement[]} some @returns {string[]} */
const namesOf = (some) => some.map((seat) => seat.dataset.name ?? "");

/** @param {string} one @param {string} other @returns {number} length of their common prefix */
function common(one, other) {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/**
 * Returns the seat that matches the words best, even if its name is shortened or inflected ("votes of Ewy").
 * @param {string[]} said
 * @returns {HTMLElement | string[] | null} the seat, the names of several possible seats, or null
 */
function seatOf(said) {
  let most = 0;
  /** @type {HTMLElement[]} */
  let found = [];
  for (const seat of seats(":not(.empty)")) {
    let best = 0;
    for (const part of tokens(seat.dataset.name ?? "")) {
      for (const word of said) {
        const length = common(part, word);
        const isMeant = length === word.length || (length >= Math.max(2, part.length - 1) && word.length - length <= 3);
        if (isMeant) best = Math.max(best, length + (part === word ? 100 : 0));
      }
    }
    if (best > most) [most, found] = [best, []];
    if (best > 0 && best === most) found.push(seat);
  }
  return found.length > 1 ? namesOf(found) : found[0] ?? null;
}

/** @returns {HTMLTableRowElement[]} proposals so far, oldest first */
const proposals = () => [...document.querySelectorAll("#votes tbody tr")].filter((row) => row instanceof HTMLTableRowElement);
/** @returns {string[]} names of the voters, by column */
const voters = () => [...document.querySelectorAll("#votes thead th .visually-hidden")].slice(1).map((head) => head.textContent?.trim() ?? "");
/** @param {Element} row @returns {string} */
const about = (row) => sentences(row, "th > .visually-hidden");
/** @param {Element} row @returns {string} mission of the proposal */
const missionOf = (row) => row.querySelector("th > span")?.firstChild?.textContent?.trim() ?? "";

/** @param {HTMLTableRowElement} row @returns {string} proposal with its team and all ballots */
function proposal(row) {
  const names = voters();
  /** @param {string} selector */
  const those = (selector) => names.filter((_, number) => row.cells[number + 1]?.matches(selector));
  const team = those(".team");
  return [about(row), team.length ? (words().team ?? "").replace("{names}", team.join(", ")) : "", named("approved", those(":has(.approve)")), named("rejected", those(":has(.reject)"))].filter(Boolean).join(" ");
}

/** @param {string[]} said @returns {string} */
function votes(said) {
  const rows = proposals();
  const newest = rows[rows.length - 1];
  if (!newest) return none("votes");
  const seat = seatOf(said);
  if (Array.isArray(seat)) return named("which", seat);
  if (!seat) return proposal(newest);
  const column = voters().indexOf(seat.dataset.name ?? "");
  const ballots = rows.map((row) => `${row.cells[column + 1]?.querySelector(".visually-hidden:last-child")?.textContent ?? ""} – ${about(row)}`);
  return [`${seat.dataset.name}:`, ...ballots].join("\n");
}

/** @param {string[]} said @returns {string} */
function mission(said) {
  const spaces = [...document.querySelectorAll(".missions .space")];
  const now = spaces.findIndex((space) => space.matches(".is-now"));
  const wanted = Number(said.find((word) => /^\d+$/.test(word)) ?? (now < 0 ? spaces.length : now + 1));
  const space = spaces[wanted - 1];
  if (!space) return says("noMission").replace("{number}", String(wanted)).replace("{most}", String(spaces.length));
  return [sentences(space, ".visually-hidden"), ...proposals().filter((row) => missionOf(row) === String(wanted)).map(proposal)].join("\n");
}

/** @returns {string} awaited seats, and those out of the game */
function left() {
  const waits = namesOf(seats(".is-asked").filter((seat) => !seat.querySelector(".sealed")));
  const said = sentences(document, "#asked[data-awaits]") || sentences(document, "#deal [role=status]") || named("left", waits) || says("nobodyLeft");
  return [said, named("out", namesOf(seats(".is-out")))].filter(Boolean).join(" ");
}

/** @returns {string} texts of all clocks */
function time() {
  const clocks = [...document.querySelectorAll(".countdown[data-ends], .countdown.is-by-day")];
  return clocks.map((clock) => `${clock.querySelector(".count-text")?.textContent?.trim() ?? ""} ${clock.querySelector(".digits")?.textContent ?? ""}.`).join(" ") || says("noClock");
}

/** Answers to questions with the remaining words, by the names in the template. @type {Record<string, (said: string[]) => string>} */
const ANSWERS = {
  votes,
  mission,
  team,
  left,
  score,
  time,
  last,
  question: () => sentences(document, "#asked"),
};

/** @param {string} text @returns {string} answer, empty when the card is read aloud, which has its own warning */
function answer(text) {
  const said = tokens(text);
  for (const item of document.querySelectorAll("#queries [data-query]")) {
    if (!(item instanceof HTMLElement)) continue;
    const names = tokens(item.dataset.words ?? "");
    const rest = said.filter((word) => !names.includes(word));
    if (rest.length === said.length) continue;
    if (item.dataset.query === "card") {
      sayMyCard();
      return "";
    }
    return ANSWERS[item.dataset.query ?? ""]?.(rest) ?? "";
  }
  const seat = seatOf(said);
  if (Array.isArray(seat)) return named("which", seat);
  return seat ? document.getElementById(`says-${seat.id.split("-")[1]}`)?.textContent ?? "" : says("unknown");
}

/** Element focused before the field was opened. @type {Element | null} */
let before = null;

/** Opens the field, or closes it and restores the focus. @param {boolean} open */
function show(open) {
  const place = panel();
  const field = document.getElementById("query");
  if (!place || !(field instanceof HTMLInputElement) || place.hidden === !open) return;
  if (open) before = document.activeElement;
  place.hidden = !open;
  if (open) field.focus();
  else field.blur(); // at once, so that further typing does not go into the field
  if (!open && before instanceof HTMLElement && before.isConnected) before.focus();
}

/** Makes the field answer. */
function start() {
  const place = panel();
  const form = document.getElementById("query-form");
  const field = document.getElementById("query");
  if (!place || !(form instanceof HTMLFormElement) || !(field instanceof HTMLInputElement)) return;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!field.value.trim()) return;
    const text = answer(field.value);
    const shown = document.getElementById("query-answer");
    if (shown) shown.textContent = text;
    say(text);
    field.select();
  });
  place.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    show(false);
  });
  place.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button?.matches("[data-close]")) show(false);
    if (!button?.matches("[data-query]")) return;
    field.value = button.textContent?.trim() ?? "";
    form.requestSubmit();
    field.focus();
  });
}

/** @type {Promise<void> | null} */
let coming = null;

/** Opens the field. This fails without a connection, and is retried the next time. */
export async function openQueries() {
  coming ??= fetch(`/queries?language=${document.documentElement.lang}`)
    .then((response) => { if (!response.ok) throw new Error(String(response.status)); return response.text(); })
    .then((html) => { document.body.insertAdjacentHTML("beforeend", html); start(); });
  coming.catch(() => { coming = null; });
  await coming;
  show(true);
}
