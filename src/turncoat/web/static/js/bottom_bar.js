// @ts-check
/**
 * The bar at the bottom covers a part of the page. This tells the style sheet how high it is, so that an element with the focus
 * is scrolled clear of it (base.css). Without scripts a usual height is assumed.
 */

const BAR = "#own-seat, #start, .end-talk";

let last = "";
/** @type {Element | null} */
let watched = null;
const size = new ResizeObserver(() => measureBottomBar());

/** To be called after each update of the page: another page has another bar. */
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
