// @ts-check
/** The deal: until everybody has seen their card the page shows nothing else. It ends by itself, also without a connection; a person alone is waited for. */

import { serverTime } from "./clock.js";

/** Milliseconds after which the page no longer waits for the word of the server. */
const GRACE = 500;

/** @returns {boolean} whether people look at their cards now */
export const isDealing = () => document.querySelector("#deal .dealing") !== null;

/** Whether it was on when the page was last brought up to date. */
let wasOn = false;

/**
 * To be called when the page is open, and after each update.
 * @param {() => void} over called when it ends without a word of the server
 * @returns {boolean} whether a deal has begun
 */
export function noticeDeal(over) {
  const deal = document.querySelector("#deal .dealing");
  const begins = deal !== null && !wasOn;
  wasOn = deal !== null;
  if (!begins || !(deal instanceof HTMLElement) || !deal.dataset.dealEnds) return begins;
  setTimeout(() => {
    const still = document.querySelector("#deal .dealing[data-deal-ends]");
    if (!still) return;
    still.remove();
    over();
  }, (Number(deal.dataset.dealEnds) - serverTime()) * 1000 + GRACE);
  return begins;
}
