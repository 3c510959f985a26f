// @ts-check
/**
 * Passes the height of the bottom bar to the style sheet, so that focused elements are scrolled clear of it (base.css). Without
 * scripts, a typical height is assumed.
 */

const BAR = "#own-seat, #start, .end-talk";

let last = "";
/** @type {Element | null} */
let watched = null;
const size = new ResizeObserver(() => measureBottomBar());

/** Call after each page update, because another page has another bar. */
export function measureBottomBar() {
  const bar = document.querySelector(BAR);
  if (bar !== watched) {
    size.disconnect();
    watched = bar;
    if (bar) size.observe(bar);
  }
  const style = bar ? getComputedStyle(bar) : null;
  const covers = bar && style?.position === "sticky" && style.bottom !== "auto" ? bar.getBoundingClientRect().height : 0;
  const high = `${Math.ceil(covers)}px`;
  if (high !== last) document.documentElement.style.setProperty("--bar", high);
  last = high;
}

export function startBottomBar() {
  measureBottomBar();
  addEventListener("resize", measureBottomBar);
}
