// @ts-check
/**
 * The bar at the bottom hides what lies behind it: the page is told how high it is, so that what gets the focus is scrolled
 * clear of it (base.css). Without scripts a usual height is taken.
 */

const BAR = "#mine, #start";

function measure() {
  const bar = document.querySelector(BAR);
  const style = bar ? getComputedStyle(bar) : null;
  const covers = bar && style?.position === "sticky" && style.bottom === "0px" ? bar.getBoundingClientRect().height : 0;
  document.documentElement.style.setProperty("--bar", `${Math.ceil(covers)}px`);
}

export function startBar() {
  const bar = document.querySelector(BAR);
  if (!bar) return;
  new ResizeObserver(measure).observe(bar);
  addEventListener("resize", measure);
}
