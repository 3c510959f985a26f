// @ts-check
/** Page of the browser's own list of finished games, and the link to it on the start page, which appears if the list has any. */

import { keptGames, store } from "./kept_games.js";

const part = document.querySelector("[data-kept-games]");

/** @param {KeyedGame} game @typedef {import("./kept_games.js").KeptGame} KeyedGame @returns {Node} */
function row({ url, game, result, at }) {
  const template = /** @type {HTMLTemplateElement} */ (part?.querySelector("template"));
  const item = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
  const [link, title, about, button, hidden] = ["a", "b", ".muted", "button", ".visually-hidden"].map((one) => /** @type {HTMLElement} */ (item.querySelector(one)));
  const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium" }).format(at);
  link.setAttribute("href", url);
  title.textContent = game;
  about.textContent = `${result} · ${day}`;
  hidden.textContent = `: ${game}, ${day}`;
  button.addEventListener("click", () => forget((one) => one.url === url));
  return item;
}

/** @param {(game: KeyedGame) => boolean} isOne */
function forget(isOne) {
  store(keptGames().filter((one) => !isOne(one)));
  show();
  const heading = document.querySelector(keptGames().length ? "#finished" : "[data-no-games] a");
  if (heading instanceof HTMLElement) heading.focus();
  const status = document.getElementById("say-status");
  if (status && part instanceof HTMLElement) status.textContent = part.dataset.forgotten ?? "";
}

function show() {
  const games = keptGames();
  for (const link of document.querySelectorAll("[data-my-games]")) if (link instanceof HTMLElement) link.hidden = games.length === 0;
  if (!(part instanceof HTMLElement)) return;
  part.hidden = games.length === 0;
  part.querySelector("ul")?.replaceChildren(...games.map(row));
  const none = document.querySelector("[data-no-games]");
  if (none instanceof HTMLElement) none.hidden = games.length > 0;
}

part?.querySelector("[data-forget-all]")?.addEventListener("click", () => forget(() => true));
show();
