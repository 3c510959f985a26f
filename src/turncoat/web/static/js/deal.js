// @ts-check
/** The deal: until everybody has seen their card the page shows nothing else. It ends by itself, also without a connection; a person alone is waited for. */

/** Milliseconds after which the page no longer waits for the word of the server. */
const GRACE = 500;

/** @returns {boolean} whether people look at their cards now */
export const isDealing = () => document.querySelector("#deal .dealing") !== null;

/** @param {() => void} over called when it ends without a word of the server */
export function startDeal(over) {
  const deal = document.querySelector("#deal .dealing");
  if (!(deal instanceof HTMLElement) || !deal.dataset.dealLeft) return;
  setTimeout(() => {
    const still = document.querySelector("#deal .dealing[data-deal-left]");
    if (!still) return;
    still.remove();
    over();
  }, Number(deal.dataset.dealLeft) * 1000 + GRACE);
}
