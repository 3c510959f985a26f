// @ts-check
/** List of the visitor's tables: keeps the marks of those that wait for them. */

import { startWaitingList } from "./waiting.js";

/** @type {NodeListOf<HTMLElement>} */
const tables = document.querySelectorAll("[data-table]");
const mark = (/** @type {HTMLElement} */ table) => /** @type {HTMLElement} */ (table.querySelector(".waits-mark"));
const waits = (/** @type {HTMLElement} */ table) => !mark(table).hidden;

startWaitingList([...tables].filter(waits).map((table) => table.dataset.table ?? ""), (codes) => {
  const fresh = [...tables].filter((table) => codes.includes(table.dataset.table ?? "") && !waits(table));
  for (const table of tables) mark(table).hidden = !codes.includes(table.dataset.table ?? "");
  const status = document.getElementById("say-status");
  if (status && fresh.length) status.textContent = fresh.map((table) => `${table.querySelector("b")?.textContent}: ${mark(table).textContent}`).join(". ");
});
