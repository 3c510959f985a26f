// @ts-check
/**
 * Settings of this browser only: a box with `data-pref="NAME"` displays and changes one, and radio buttons with
 * `data-choice="NAME"` do so for one with several values. They are stored if the browser allows it.
 */

/** @type {Map<string, string>} */
const known = new Map();

/** @param {string} name @param {string} otherwise default value @returns {string} current value */
export function choice(name, otherwise) {
  const here = known.get(name);
  if (here !== undefined) return here;
  try {
    return localStorage.getItem(`turncoat.${name}`) ?? otherwise;
  } catch {
    return otherwise; // the browser stores nothing for this page
  }
}

/** @param {string} name @param {string} value */
function setChoice(name, value) {
  known.set(name, value);
  try {
    localStorage.setItem(`turncoat.${name}`, value);
  } catch { /* the setting lasts until the page closes */ }
}

/** @param {string} name @param {boolean} otherwise default value */
export const pref = (name, otherwise) => choice(name, otherwise ? "on" : "off") === "on";

/** @param {string} name @param {boolean} value */
export const setPref = (name, value) => setChoice(name, value ? "on" : "off");

/** Connects the boxes on the page with their settings, of which one may have several boxes. @param {(name: string) => void} changed */
export function startPrefs(changed) {
  /** @type {NodeListOf<HTMLInputElement>} */
  const boxes = document.querySelectorAll("input[data-pref]");
  for (const box of boxes) {
    const name = box.dataset.pref ?? "";
    box.checked = pref(name, box.defaultChecked);
    box.addEventListener("change", () => {
      setPref(name, box.checked);
      for (const other of boxes) if (other.dataset.pref === name) other.checked = box.checked;
      changed(name);
    });
  }
  for (const radio of document.querySelectorAll("input[data-choice]")) {
    if (!(radio instanceof HTMLInputElement)) continue;
    const name = radio.dataset.choice ?? "";
    radio.checked = radio.value === choice(name, radio.defaultChecked ? radio.value : "");
    radio.addEventListener("change", () => setChoice(name, radio.value));
  }
}
