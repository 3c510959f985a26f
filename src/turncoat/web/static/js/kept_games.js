// @ts-check
/** List of finished games, stored by this browser alone: addresses of replays, with titles and results. */

const KEY = "turncoat.games";
const MOST = 100;

/** Finished game, with its time in milliseconds since 1970. @typedef {{ url: string, game: string, result: string, at: number }} KeptGame */

/** @returns {KeptGame[]} latest first */
export function keptGames() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    const isGame = (/** @type {any} */ one) => typeof one?.game === "string" && typeof one.result === "string" && Number.isFinite(one.at) && /^\/t\/\w+\/games\/\d+$/.test(one.url);
    return Array.isArray(found) ? found.filter(isGame) : [];
  } catch {
    return []; // the browser stores nothing for this page, or the value was edited
  }
}

/** @param {KeptGame[]} games */
export function store(games) {
  try {
    if (games.length) localStorage.setItem(KEY, JSON.stringify(games.slice(0, MOST)));
    else localStorage.removeItem(KEY);
  } catch {
    // then there is no list
  }
}

/** Adds the game that has ended on this page, if its viewer played it. */
export function keepGame() {
  const end = document.getElementById("end");
  const url = [...(end?.querySelectorAll("a") ?? [])].map((one) => one.pathname).find((path) => /\/games\/\d+$/.test(path));
  const games = keptGames();
  if (!end?.dataset.verdict || !url || games.some((one) => one.url === url)) return;
  const game = document.querySelector(".bar .game")?.textContent?.replace("·", "").trim() ?? "";
  const result = document.getElementById("headline")?.textContent?.trim() ?? "";
  store([{ url, game, result, at: Date.now() }, ...games]);
}
