// @ts-check
/**
 * Seats are picked on the board, in one place. A form with several picks of seats (a team, then a token) is split into steps, and
 * its button leads to the next step until the last. A tap on a seat applies to the current step.
 */

import { tell } from "./announcer.js";

/** Current step of each form, by prompt. @type {Map<string, number>} */
const at = new Map();

/** @param {HTMLFormElement} form */
const keyOf = (form) => ["prompt", "command"].map((name) => new FormData(form).get(name)).join(" ");
/** @param {HTMLFormElement} form @returns {HTMLElement[]} parts that pick seats */
export const steps = (form) => [...form.querySelectorAll(".seats-part")].filter((part) => part instanceof HTMLElement);
/** @param {HTMLFormElement} form */
export const stepOf = (form) => Math.min(at.get(keyOf(form)) ?? 0, Math.max(0, steps(form).length - 1));
/** @param {HTMLFormElement} form */
export const isLast = (form) => stepOf(form) >= steps(form).length - 1;
/** @param {Element} part */
const legendOf = (part) => part.querySelector("legend")?.textContent?.trim() ?? "";

/** @param {HTMLFormElement} form @param {number} by */
export function move(form, by) {
  const step = Math.max(0, stepOf(form) + by);
  at.set(keyOf(form), step);
  const part = steps(form)[step];
  if (part) tell(legendOf(part));
}

/** @param {Element} part @returns {string[]} names of the picked seats */
const names = (part) => [...part.querySelectorAll("input:checked")].map((input) => (input instanceof HTMLInputElement && input.labels?.[input.labels.length - 1]?.textContent?.trim()) || "");

/** Displays the current step of a form, with the picks so far. @param {HTMLFormElement} form */
export function showSteps(form) {
  const all = steps(form);
  const now = stepOf(form);
  for (const [index, part] of all.entries()) {
    part.classList.toggle("is-done", index < now);
    part.classList.toggle("is-later", index > now);
    // Browsers insist on required fields before they submit a form, even in later steps.
    for (const box of part.querySelectorAll("input[type=radio]")) if (box instanceof HTMLInputElement) box.required = index <= now;
    const chosen = part.querySelector("[data-chosen]");
    if (!(chosen instanceof HTMLElement)) continue;
    const text = names(part).join(", ") || chosen.dataset.none || "";
    if (chosen.textContent !== text) chosen.textContent = text;
  }
  // Choices in the dock belong to the first step.
  for (const part of form.querySelectorAll(".part:not(.seats-part)")) part.classList.toggle("is-later", now > 0);
  const button = form.querySelector("[data-confirm]");
  const next = all[now + 1];
  if (button instanceof HTMLElement && all.length > 1) {
    button.dataset.last ??= button.textContent ?? "";
    button.textContent = next ? (button.dataset.next ?? "").replace("{step}", legendOf(next)) : button.dataset.last;
  }
  const back = form.querySelector("[data-back]");
  if (back instanceof HTMLElement) back.hidden = now === 0;
}

/** @returns {HTMLElement | null} part whose seats are currently picked on the board */
export function openPart() {
  for (const form of document.querySelectorAll(".offer[open] form.option, form#answer-form")) {
    if (!(form instanceof HTMLFormElement) || (form.closest("details") && !form.closest("details[open]"))) continue;
    const part = steps(form)[stepOf(form)];
    if (part) return part;
  }
  return null;
}

export function startSteps() {
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const back = target?.closest("[data-back]");
    if (back instanceof HTMLButtonElement && back.form) {
      move(back.form, -1);
      document.dispatchEvent(new Event("step"));
      return;
    }
    const tile = target?.closest(".seat > .tile");
    if (!(tile instanceof HTMLLabelElement)) return;
    const seat = tile.htmlFor.split("-")[1];
    const input = openPart()?.querySelector(`input[value="${seat}"]`);
    if (input === tile.control) return;
    event.preventDefault(); // the label belongs to another step
    if (input instanceof HTMLInputElement && !input.disabled) input.click();
  });
  document.addEventListener("toggle", (event) => {
    if (event.target instanceof Element && event.target.matches(".offer, .change")) document.dispatchEvent(new Event("step"));
  }, true);
}
