// @ts-check
/** Settings of this browser alone: a box with `data-pref="NAME"` shows one and changes it. They are kept where that works. */

/** @type {Map<string, boolean>} */
const known = new Map();

/** @param {string} name @param {boolean} otherwise when nothing was chosen yet */
export function pref(name, otherwise) {
  const here = known.get(name);
  if (here !== undefined) return here;
  try {
    const kept = localStorage.getItem(`turncoat.${name}`);
    return kept === null ? otherwise : kept === "on";
  } catch {
    return otherwise; // the browser keeps nothing for this page
  }
}

/** @param {string} name @param {boolean} value */
export function setPref(name, value) {
  known.set(name, value);
  try {
    localStorage.setItem(`turncoat.${name}`, value ? "on" : "off");
  } catch { /* it holds until the page is left */ }
}

/** Join the boxes on the page to their settings. @param {(name: string) => void} changed */
export function startPrefs(changed) {
  for (const box of document.querySelectorAll("input[data-pref]")) {
    if (!(box instanceof HTMLInputElement)) continue;
    const name = box.dataset.pref ?? "";
    box.checked = pref(name, box.defaultChecked);
    box.addEventListener("change", () => { setPref(name, box.checked); changed(name); });
  }
}
