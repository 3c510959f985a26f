// @ts-check
/** Announces the guide's tips that appear while the page is open, like events. */

import { announce } from "./announcer.js";

/** @returns {string} current explanation */
const tip = () => document.querySelector("#guide .tip")?.textContent?.trim() ?? "";
let before = "";

/** Call after each page update. */
export function noticeTip() {
  const now = tip();
  const title = document.getElementById("guide-title")?.textContent?.trim() ?? "";
  if (now && now !== before) announce({ id: `g-${now}`, text: `${title}: ${now}`, kind: "status" }, () => tip() === now);
  before = now;
}

export function startTips() {
  before = tip();
}
