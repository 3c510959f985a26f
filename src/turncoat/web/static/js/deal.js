// @ts-check
/**
 * The deal: the page displays nothing else until everybody has seen their card. It ends by itself, even without a connection,
 * unless it waits for a person who is alone.
 */

import { serverTime } from "./clock.js";

/** Milliseconds after which the page no longer waits for the server's update. */
const GRACE = 500;

/** @returns {boolean} true while people look at their cards */
export const isDealing = () => document.querySelector("#deal .dealing") !== null;

/** True if it was on at the last update. */
let wasOn = false;

/**
 * Call when the page opens, and after each update.
 * @param {() => void} over called when the deal ends without an update from the server
 * @returns {boolean} true if a deal has begun
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
