// @ts-check
/**
 * The bar at the bottom covers a part of the page. This tells the style sheet how high it is, so that an element with the focus
 * is scrolled clear of it (base.css). Without scripts a usual height is assumed.
 */

const BAR = "#own-seat, #start";

let last = "";

function measure() {
  const bar = document.querySelector(BAR);
  const style = bar ? getComputedStyle(bar) : null;
  const covers = bar && style?.position === "sticky" && style.bottom === "0px" ? bar.getBoundingClientRect().height : 0;
  const high = `${Math.ceil(covers)}px`;
  if (high !== last) document.documentElement.style.setProperty("--bar", high);
  last = high;
}

export function startBottomBar() {
  const bar = document.querySelector(BAR);
  if (!bar) return;
  new ResizeObserver(measure).observe(bar);
  addEventListener("resize", measure);
}
