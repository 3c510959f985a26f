// @ts-check
/**
 * Stands in for the scripts of a live page when one of them did not load; so it imports none. The page is then as it is without
 * scripts, but this script polls: its person still counts as here, and the page says when there is something new.
 */

const EVERY = 5_000;
/** Within how many seconds the next poll comes at the latest: browsers slow down the timers of hidden pages, down to one a minute. */
const again = () => (document.hidden ? 75 : 20);

/** What a page has, as the server tells it. @typedef {{ version?: number, digests?: object, go?: string, packed?: Sent[] }} Sent */

async function look() {
  const { socket = "", version = "", held = "" } = document.body.dataset;
  const url = new URL(socket, location.href);
  for (const [name, value] of Object.entries({ held, after: version, again: String(again()) })) url.searchParams.set(name, value);
  const answer = await fetch(url, { cache: "no-store" });
  if (!answer.ok) return;
  /** @type {Sent} */
  const sent = await answer.json();
  const isNew = sent.go || String(sent.version) !== version || [sent, ...(sent.packed ?? [])].some((piece) => piece.digests);
  if (!isNew || document.body.dataset.link === "news") return;
  if (document.body.matches(".screen-page")) return location.reload(); // nobody is there to do it
  document.body.dataset.link = "news";
  const status = document.getElementById("say-status");
  if (status) status.textContent = document.querySelector(".link-news")?.textContent ?? "";
}

if (!document.documentElement.matches(".with-scripts")) {
  setInterval(() => look().catch(() => { /* the next one may be answered */ }), EVERY);
}

export {};
