// @ts-check
/**
 * Badges at the seats and the table menu open above the page, even without scripts. A tap elsewhere or Escape closes them. The
 * browser remembers the open sections of the menu.
 */

import { pref, setPref } from "./prefs.js";

const OPEN = "details.badges[open], details.menu[open]";

/** @param {Element} section @returns {string} name of its setting */
const setting = (section) => `open.${section.id}`;

/** Opens the sections of the menu that were left open. */
function openSections() {
  for (const section of document.querySelectorAll("details.menu-part")) if (section instanceof HTMLDetailsElement) section.open = pref(setting(section), false);
  document.addEventListener("toggle", ({ target }) => {
    if (target instanceof HTMLDetailsElement && target.matches(".menu-part")) setPref(setting(target), target.open);
  }, true);
}

export function startPopovers() {
  openSections();
  document.addEventListener("click", (event) => {
    for (const flap of document.querySelectorAll(OPEN)) {
      if (flap instanceof HTMLDetailsElement && event.target instanceof Node && event.target.isConnected && !flap.contains(event.target)) flap.open = false;
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const flap = document.querySelector(OPEN);
    if (!(flap instanceof HTMLDetailsElement)) return;
    flap.open = false;
    flap.querySelector("summary")?.focus();
  });
}
