// @ts-check
/** Page of the browser's own list of finished games, and the link to it on the start page, which appears if the list has any. */

import { keptGames, store } from "./kept_games.js";

const list = document.querySelector("[data-kept-games]");

/** @typedef {import("./kept_games.js").KeptGame} KeptGame */

/** @param {KeptGame} game @returns {Node} */
function row({ url, game, result, at }) {
  const template = /** @type {HTMLTemplateElement} */ (list?.querySelector("template"));
  const item = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
  const part = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (item.querySelector(selector));
  const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium" }).format(at);
  part("a").setAttribute("href", url);
  part("b").textContent = game;
  part(".muted").textContent = `${result} · ${day}`;
  part(".visually-hidden").textContent = `: ${game}, ${day}`;
  part("button").addEventListener("click", () => forget((one) => one.url === url));
  return item;
}

/** @param {(game: KeptGame) => boolean} isOne */
function forget(isOne) {
  store(keptGames().filter((one) => !isOne(one)));
  show();
  const heading = document.querySelector(keptGames().length ? "#finished" : "[data-no-games] a");
  if (heading instanceof HTMLElement) heading.focus();
  const status = document.getElementById("say-status");
  if (status && list instanceof HTMLElement) status.textContent = list.dataset.forgotten ?? "";
}

function show() {
  const games = keptGames();
  for (const link of document.querySelectorAll("[data-my-games]")) if (link instanceof HTMLElement) link.hidden = games.length === 0;
  if (!(list instanceof HTMLElement)) return;
  list.hidden = games.length === 0;
  list.querySelector("ul")?.replaceChildren(...games.map(row));
  const none = document.querySelector("[data-no-games]");
  if (none instanceof HTMLElement) none.hidden = games.length > 0;
}

list?.querySelector("[data-forget-all]")?.addEventListener("click", () => forget(() => true));
show();
