// @ts-check
/** Announces the guide: a tip that comes while the page is open is announced like an event. */

import { announce } from "./announcer.js";

/** @returns {string} the explanation that is shown now */
const tip = () => document.querySelector("#guide .tip")?.textContent?.trim() ?? "";
let before = "";

/** To be called after each update of the page. */
export function noticeTip() {
  const now = tip();
  const title = document.getElementById("guide-title")?.textContent?.trim() ?? "";
  if (now && now !== before) announce({ id: `g-${now}`, text: `${title}: ${now}`, kind: "status" }, () => tip() === now);
  before = now;
}

export function startTips() {
  before = tip();
}
