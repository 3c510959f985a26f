// @ts-check
/**
 * Replaces the scripts of a live page when one of them did not load, and therefore imports none. The page then works as without
 * scripts, but this script polls: its person still counts as present, and the page says when there is something new.
 */

const EVERY = 5_000;
/** Seconds until the next poll at the latest: browsers slow the timers of hidden pages down to one a minute. */
const again = () => (document.hidden ? 75 : 20);

/** Server's answer about a page. @typedef {{ version?: number, digests?: object, go?: string, packed?: Sent[] }} Sent */

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
  if (document.body.matches(".screen-page")) return location.reload(); // nobody is there to reload it
  document.body.dataset.link = "news";
  const status = document.getElementById("say-status");
  if (status) status.textContent = document.querySelector(".link-news")?.textContent ?? "";
}

if (!document.documentElement.matches(".with-scripts")) {
  setInterval(() => look().catch(() => { /* the next poll may succeed */ }), EVERY);
}

export {};
