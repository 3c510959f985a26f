// @ts-check
/** Settings of this browser only: a box with `data-pref="NAME"` shows one and changes it. They are stored if the browser allows it. */

/** @type {Map<string, boolean>} */
const known = new Map();

/** @param {string} name @param {boolean} otherwise the value when nothing was chosen yet */
export function pref(name, otherwise) {
  const here = known.get(name);
  if (here !== undefined) return here;
  try {
    const kept = localStorage.getItem(`turncoat.${name}`);
    return kept === null ? otherwise : kept === "on";
  } catch {
    return otherwise; // the browser stores nothing for this page
  }
}

/** @param {string} name @param {boolean} value */
export function setPref(name, value) {
  known.set(name, value);
  try {
    localStorage.setItem(`turncoat.${name}`, value ? "on" : "off");
  } catch { /* the setting lasts until the page is left */ }
}

/** Connect the boxes on the page with their settings; one setting may have several. @param {(name: string) => void} changed */
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
}
