// @ts-check
/** Points of the daily puzzles answered in this browser, and what follows from them. They are stored here alone, if at all. */

const KEY = "turncoat.puzzles";
const DAY = 24 * 60 * 60 * 1000;
const FULL = 100;

/** Points of each day answered. @typedef {Record<string, number>} Days */

/** @returns {Days} */
function stored() {
  try {
    const found = Object.entries(JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {});
    return Object.fromEntries(found.filter(([day, points]) => /^\d{4}-\d\d-\d\d$/.test(day) && Number.isInteger(points) && points >= 0 && points <= FULL));
  } catch {
    return {}; // the browser stores nothing for this page, or the value was edited
  }
}

/** @param {string} day @returns {string} previous day, in UTC like the puzzles */
function before(day) {
  return new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);
}

/** @param {Days} days @param {string} last @returns {number} days in a row that were solved, up to this one */
function row(days, last) {
  let count = 0;
  for (let day = last; days[day] === FULL; day = before(day)) count++;
  return count;
}

/** @param {Days} days @param {string} today the page's day @returns {Record<string, number>} */
function figures(days, today) {
  const points = Object.values(days);
  const last = Object.keys(days).reduce((one, other) => (one > other ? one : other), today);
  const all = points.filter((one) => one === FULL).length, none = points.filter((one) => one === 0).length;
  return {
    played: points.length,
    average: Math.round(points.reduce((sum, one) => sum + one, 0) / points.length),
    // A day that is not answered yet leaves the streak as it was.
    streak: row(days, last in days ? last : before(last)),
    best: Math.max(...Object.keys(days).map((day) => row(days, day))),
    all, some: points.length - all - none, none,
  };
}

/** @param {HTMLElement} part @param {Days} days @param {string} today */
function fill(part, days, today) {
  const found = figures(days, today);
  const most = Math.max(found.all ?? 0, found.some ?? 0, found.none ?? 0);
  for (const place of part.querySelectorAll("[data-figure]")) {
    if (place instanceof HTMLElement) place.textContent = String(found[place.dataset.figure ?? ""]);
  }
  for (const bar of part.querySelectorAll("[data-bar]")) {
    if (bar instanceof HTMLElement) bar.style.inlineSize = `${(100 * (found[bar.dataset.bar ?? ""] ?? 0)) / most}%`;
  }
  part.hidden = false;
}

function start() {
  const main = document.querySelector("main[data-day]");
  const part = main?.querySelector("[data-days]");
  const says = part?.querySelector("[data-says]"), kept = part?.querySelector("[data-kept]");
  if (!(main instanceof HTMLElement && part instanceof HTMLElement && says instanceof HTMLElement && kept instanceof HTMLElement)) return;
  const days = stored(), { day = "", points } = main.dataset;
  const isKnown = day in days;
  if (points !== undefined && !isKnown) {
    days[day] = Number(points);
    try {
      localStorage.setItem(KEY, JSON.stringify(days));
    } catch {
      return; // no figures are better than some that restart every day
    }
  }
  if (!Object.keys(days).length) return;
  if (isKnown) says.textContent = (points === undefined ? says.dataset.done : says.dataset.known) ?? "";
  fill(part, days, day);
  part.querySelector("[data-delete]")?.addEventListener("click", () => {
    localStorage.removeItem(KEY);
    kept.remove();
    says.textContent = says.dataset.deleted ?? "";
    part.querySelector("h2")?.focus();
  });
}

start();
