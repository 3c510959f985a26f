// @ts-check
/**
 * Shares a game: the form opens a sheet with the picture, and the link is created only when it is sent or copied. The sheet is
 * outside anything that updates replace. Without scripts, the form leads to the page of the link.
 */

import { copied } from "./invite.js";

/** Milliseconds for which a button says that the link is copied. */
const SAID = 2500;

/**
 * Creates the link, or returns the existing one, which keeps its setting of what it reveals.
 * @param {HTMLFormElement} form @param {HTMLInputElement} tells @returns {Promise<string>}
 */
async function linkOf(form, tells) {
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  body.delete("tells_result");
  if (tells.checked) body.set("tells_result", "yes");
  const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(String(answer.status));
  /** @type {{ url: string, tells_result: boolean }} */
  const { url, tells_result } = await answer.json();
  [tells.checked, tells.disabled] = [tells_result, true];
  return url;
}

/** Confirms for a moment that the action is done. @param {HTMLElement} button */
function sayDone(button) {
  const words = button.querySelector("span");
  const usual = words?.textContent ?? "";
  if (!words || usual === button.dataset.done) return;
  words.textContent = button.dataset.done ?? "";
  setTimeout(() => { words.textContent = usual; }, SAID);
}

/** @param {HTMLFormElement} form @param {HTMLDialogElement} sheet */
function open(form, sheet) {
  const tells = sheet.querySelector("input");
  const place = sheet.querySelector(".share-link");
  const problem = sheet.querySelector(".problem");
  if (!tells || !(place instanceof HTMLElement) || !(problem instanceof HTMLElement)) return;
  /** @param {HTMLElement} button */
  const go = async (button) => {
    problem.hidden = true;
    const url = await linkOf(form, tells);
    [place.textContent, place.hidden] = [url, false];
    if (button.dataset.way === "copy") {
      // Where a page may not copy, the link is displayed for copying by hand.
      if (await copied(url, sheet)) sayDone(button);
      else getSelection()?.selectAllChildren(place);
      return;
    }
    // Closing the device's dialog means a change of mind.
    await navigator.share({ url }).catch((error) => { if (error.name !== "AbortError") throw error; });
  };
  for (const button of sheet.querySelectorAll("[data-way]")) {
    if (button instanceof HTMLElement) button.addEventListener("click", () => go(button).catch(() => { problem.hidden = false; }));
  }
  sheet.addEventListener("click", (event) => { if (event.target === sheet) sheet.close(); });
  sheet.addEventListener("close", () => sheet.remove());
  document.body.append(sheet);
  sheet.showModal();
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.matches("[data-share-game]")) return;
  const template = form.parentElement?.querySelector("[data-share-sheet]");
  if (!(template instanceof HTMLTemplateElement)) return;
  const sheet = document.importNode(template.content, true).querySelector("dialog");
  if (!sheet) return;
  event.preventDefault();
  open(form, sheet);
});
