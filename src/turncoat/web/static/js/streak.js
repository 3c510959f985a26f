// @ts-check
/** Streak of solved daily puzzles, stored only by this browser, if at all. */

const KEY = "turncoat.streak";
const DAY = 24 * 60 * 60 * 1000;

/** The last day answered, the streak by then, and the longest streak. @typedef {{ day: string, streak: number, best: number }} Streak */

/** @returns {Streak} */
function stored() {
  const nothing = { day: "", streak: 0, best: 0 };
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "null");
    const isOne = found && typeof found.day === "string" && Number.isInteger(found.streak) && Number.isInteger(found.best);
    return isOne ? found : nothing;
  } catch {
    return nothing; // the browser stores nothing for this page, or the value was edited
  }
}

/** @param {string} day @returns {string} previous day, in UTC like the puzzles */
function before(day) {
  return new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);
}

/** @param {Streak} known @param {string} day @param {boolean} found @returns {Streak} */
function after(known, day, found) {
  const streak = found ? (known.day === before(day) ? known.streak : 0) + 1 : 0;
  return { day, streak, best: Math.max(known.best, streak) };
}

function show() {
  const main = document.querySelector("main[data-day]");
  const part = main?.querySelector("[data-streak]");
  const says = part?.querySelector("[data-says]");
  if (!(main instanceof HTMLElement) || !(part instanceof HTMLElement) || !(says instanceof HTMLElement)) return;
  const day = main.dataset.day ?? "", found = main.dataset.found;
  let known = stored();
  const isKnown = known.day >= day;
  if (found !== undefined && !isKnown) {
    known = after(known, day, found === "1");
    try {
      localStorage.setItem(KEY, JSON.stringify(known));
    } catch {
      return; // no streak is better than one that restarts every day
    }
  }
  if (!known.day) return;
  const streak = known.day >= before(day) ? known.streak : 0;
  const row = (says.dataset.row ?? "").replace("{streak}", String(streak)).replace("{best}", String(known.best));
  part.hidden = false;
  says.textContent = [row, isKnown ? (found === undefined ? says.dataset.done : says.dataset.known) : ""].filter(Boolean).join(" ");
}

show();
