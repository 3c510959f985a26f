// @ts-check
/**
 * Steps back through announcements of one kind: events, messages or votes. If something new of that kind has come since the last
 * step, stepping starts there.
 */

import { say, sentences, words } from "./aloud.js";

/** Lines of each kind, newest first. @type {Record<string, () => Element[]>} */
const KINDS = {
  events: () => [...document.querySelectorAll(".log > li:not(.heading), .log > li:has(details)")],
  messages: () => [...document.querySelectorAll("#chat-log-lines > li")].reverse(),
  votes: () => [...document.querySelectorAll("#votes tbody tr")].reverse(),
};
/** Parts of a line that are read. */
const SAID = ".told, .latest, :scope > b, :scope > q, th > .visually-hidden, td";

/** Sentences for kinds without lines. @type {Record<string, () => string | undefined>} */
const NONE = {
  events: () => words().nothing,
  messages: () => words().noMessages,
  votes: () => (document.getElementById("votes") ? words().noVotes : words().withoutVotes),
};

/** @param {string} kind @returns {string} sentence saying that there are no lines of this kind */
export const none = (kind) => NONE[kind]?.() ?? "";
/** @returns {string} the latest event */
export const last = () => sentences(KINDS.events?.()[0] ?? null, SAID) || none("events");

/** For each kind, the newest line at the last step and the line read. @type {Map<string, { newest: Element, said: Element }>} */
const places = new Map();

/** @param {Element} line @returns {string} */
function told(line) {
  if (!(line instanceof HTMLTableRowElement)) return sentences(line, SAID);
  const names = [...(line.closest("table")?.querySelectorAll("thead th .visually-hidden") ?? [])].map((head) => head.textContent?.trim() ?? "");
  const ballots = [...line.cells].slice(1).map((cell, number) => `${names[number + 1] ?? ""}: ${[...cell.querySelectorAll(".visually-hidden")].map((one) => one.textContent ?? "").join("").trim()}`);
  return `${sentences(line, "th > .visually-hidden")} ${ballots.join("; ")}.`;
}

/** @param {string} kind @param {boolean} isBack true for the previous line, false for the next */
export function step(kind, isBack) {
  const lines = KINDS[kind]?.() ?? [];
  const [newest] = lines;
  if (!newest) return say(none(kind));
  const place = places.get(kind);
  const at = place?.newest === newest ? lines.indexOf(place.said) + (isBack ? 1 : -1) : 0;
  const line = lines[Math.min(Math.max(at, 0), lines.length - 1)] ?? newest;
  places.set(kind, { newest, said: line });
  const number = lines.length - lines.indexOf(line);
  say((words().step ?? "").replace("{number}", String(number)).replace("{all}", String(lines.length)).replace("{text}", told(line)));
}
