// @ts-check
/**
 * Counts the games that wait for this browser's person: in the page's title and icon, and as the badge of the installed app.
 *
 * The page of a table knows its own game. It asks the server about the other tables, slowly and only while there are any, also in
 * the background. Where the server can't be reached, the last count stays.
 */

/** Seconds until the first question of a page that knows its tables already, and after one that failed. */
const EVERY = 30;
/** Milliseconds after which a page that is looked at again asks again. */
const STALE = 10_000;

/** Icon of a page while a game waits: with a dot. */
const WAITS = new URL("../favicon-waits.svg", import.meta.url).href;

/** Title without a count and without words about a turn. */
let title = "";
/** Words about the turn at this page's table, or empty. */
let turn = "";
/** Codes of the other tables that wait. @type {string[]} */
let others = [];
/** True once the others are known. Until then, the badge stays as it is. */
let isKnown = true;
/** Number in the badge. */
let badge = -1;
const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
const calm = icon?.href ?? "";

function show() {
  const count = others.length + Number(turn !== "");
  document.title = [others.length ? `(${count}) ` : "", turn && `${turn} · `, title].join("");
  const next = count ? WAITS : calm;
  if (icon && icon.href !== next) icon.href = next;
  if (!isKnown || badge === count || !("setAppBadge" in navigator)) return;
  badge = count;
  void (count ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {}); // no installed app
}

/** @param {string} words about the turn of the viewer, or empty if it is not theirs */
export function showTurn(words) {
  if (words === turn) return;
  turn = words;
  show();
}

/**
 * Asks about the other tables from now on. @param {string} at code of this page's table, or empty @param {number} wait seconds
 * until the first question @param {(codes: string[]) => void} [tell] called with the codes of the tables that wait
 */
function follow(at, wait, tell = () => {}) {
  let again = EVERY;
  let asked = Date.now();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const plan = (/** @type {number} */ seconds) => { timer = seconds ? setTimeout(ask, seconds * 1000) : undefined; };

  async function ask() {
    clearTimeout(timer);
    asked = Date.now();
    try {
      const answer = await fetch(`/waiting?at=${at}`, { headers: { accept: "application/json" } });
      if (answer.ok) {
        const { waiting, again: next } = await answer.json();
        [others, again, isKnown] = [waiting, next, true];
        show();
        tell(waiting);
      }
    } catch { /* the server can't be reached */ }
    clearTimeout(timer);
    plan(again);
  }

  document.addEventListener("visibilitychange", () => { if (!document.hidden && Date.now() - asked > STALE) void ask(); });
  addEventListener("pageshow", (event) => { if (event.persisted) void ask(); });
  if (wait) plan(wait);
  else void ask();
}

/** Starts on the page of a table. @param {string} plain title without words about a turn @param {string} words about the turn, or empty */
export function startWaiting(plain, words) {
  const { others: hasOthers, socket = "" } = document.body.dataset;
  [title, turn, isKnown] = [plain, words, hasOthers === undefined];
  show();
  if (!isKnown) follow(socket.split("/")[2] ?? "", 0);
}

/** Starts on a page that lists the tables. @param {string[]} waiting codes of those that wait @param {(codes: string[]) => void} tell */
export function startWaitingList(waiting, tell) {
  [title, others] = [document.title.replace(/^\(\d+\) /, ""), waiting];
  show();
  follow("", EVERY, tell);
}
