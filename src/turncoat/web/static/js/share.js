// @ts-check
/**
 * Shares a game: the form opens a sheet with the picture, which makes the link only when it is to be sent or copied. The sheet is
 * put outside what updates replace. Without scripts the form leads to the page of the link.
 */

import { copied } from "./invite.js";

/** Milliseconds that a button says that the link is copied. */
const SAID = 2500;

/**
 * Makes the link, or takes the one that there is: that one keeps its choice of what it tells.
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

/** @param {HTMLElement} button says for a moment that it is done */
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
      // Where a page may not copy, the link stands there to be copied by hand.
      if (await copied(url, sheet)) sayDone(button);
      else getSelection()?.selectAllChildren(place);
      return;
    }
    // Whoever closes the device's own dialog has changed their mind.
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
