// @ts-check
/**
 * The table's chat as a conversation with the newest message at the bottom. The newest message stays in view if it was in view.
 * Readers of older messages are not moved, and a button leads back down. New messages are marked once, from the first unseen one.
 */

/** Pixels above the end at which the newest message counts as in view. */
const NEAR = 24;

/** Number of the last message seen, and of the first message that was new when the conversation was opened (or 0). */
let seen = 0;
let firstNew = 0;

const scroller = () => document.getElementById("chat-scroll");
/** @returns {HTMLElement[]} messages, oldest first */
export const messages = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#chat-log-lines > li")]);
/** @returns {HTMLElement[]} messages of the current game, oldest first */
export const ofThisGame = () => messages().filter((message) => numberOf(message) > Number(document.getElementById("chat-log-lines")?.dataset.earlier ?? 0));
/** @param {Element | undefined} message @returns {number} */
export const numberOf = (message) => Number(message?.id.slice("chat-log-".length) ?? 0);
/** @returns {number} number of the newest message */
export const newest = () => numberOf(messages().at(-1));
/** @returns {string} the viewer's name at this table */
export const ownName = () => document.getElementById("reactions")?.dataset.name ?? "";

/** The box scrolls from its end: 0 there, and negative above. @param {HTMLElement} box */
const isAtEnd = (box) => box.scrollTop > -NEAR;
/** @param {HTMLElement | null} box @returns {box is HTMLElement} true if somebody can be reading in it */
const isRead = (box) => box !== null && box.checkVisibility() && box.clientHeight > 0 && !document.hidden;

/**
 * Call before a page update.
 * @returns {() => void} to be called after it, restores the position of readers above the end
 */
export function holdConversation() {
  const box = scroller();
  if (!box || isAtEnd(box)) return () => {};
  const top = box.getBoundingClientRect().top;
  const first = messages().find((message) => message.getBoundingClientRect().bottom > top);
  const was = first?.getBoundingClientRect().top ?? 0;
  return () => {
    const now = first && document.getElementById(first.id);
    const after = scroller();
    if (now && after) after.scrollTop += now.getBoundingClientRect().top - was;
  };
}

/** Scrolls to the newest message. @param {boolean} [smooth] */
export function toNewest(smooth = false) {
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  scroller()?.scrollTo({ top: 0, behavior: smooth && !isCalm ? "smooth" : "instant" });
}

/** @returns {number} number of unseen messages */
export const unseen = () => messages().filter((message) => numberOf(message) > seen).length;
/** @returns {boolean} true if an unseen message names the viewer */
export const isNamed = () => messages().some((message) => numberOf(message) > seen && message.matches(".names-me"));

/** Marks messages that are new, mention the viewer or are their own, and counts those below. Call after each page update. */
export function showConversation() {
  const box = scroller();
  const all = messages();
  if (isRead(box)) {
    const first = all.find((message) => numberOf(message) > seen);
    if (first && !firstNew && !isAtEnd(box)) firstNew = numberOf(first);
    const end = box.getBoundingClientRect().bottom + NEAR;
    seen = Math.max(seen, isAtEnd(box) ? newest() : numberOf(all.filter((message) => message.getBoundingClientRect().bottom <= end).at(-1)));
  }
  const own = ownName();
  const named = own ? new RegExp(`(?<![\\p{L}\\p{N}])${own.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\p{N}])`, "iu") : null;
  const word = document.getElementById("chat-log-lines")?.dataset.new ?? "";
  for (const message of all) {
    const isOwn = own !== "" && message.querySelector("b bdi")?.textContent === own;
    message.classList.toggle("is-own", isOwn);
    message.classList.toggle("names-me", !isOwn && named !== null && named.test(message.querySelector("q")?.textContent ?? ""));
    if (numberOf(message) === firstNew) message.dataset.firstNew = word;
    else delete message.dataset.firstNew;
  }
  const button = document.getElementById("to-newest");
  if (!button || !box) return;
  button.hidden = !isRead(box) || isAtEnd(box);
  const count = button.querySelector("b");
  const below = unseen();
  if (count) count.textContent = below ? String(below) : "";
}

/** Opens the conversation: marks the first unseen message and scrolls it as near the top as possible. */
export function openConversation() {
  const box = scroller();
  if (!isRead(box)) return;
  const first = messages().find((message) => numberOf(message) > seen);
  firstNew = first ? numberOf(first) : 0;
  toNewest();
  if (first) {
    const above = first.getBoundingClientRect().top - box.getBoundingClientRect().top;
    if (above < 0) box.scrollTop += above - 28;
  }
  showConversation();
}

/** Closes the conversation, so that nothing is marked as new any more. */
export function closeConversation() {
  firstNew = 0;
}

export function startConversation() {
  seen = newest();
  document.addEventListener("scroll", (event) => { if (event.target === scroller()) showConversation(); }, true);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) showConversation(); });
  document.addEventListener("toggle", (event) => {
    if (event.target instanceof HTMLDetailsElement && event.target.id === "talk") event.target.open ? openConversation() : closeConversation();
  }, true);
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("#to-newest")) toNewest(true);
  });
  // Whoever writes wants to see the message, and has read the others.
  document.addEventListener("submit", ({ target }) => {
    if (!(target instanceof HTMLFormElement) || !target.matches(".chat-form, .phrases")) return;
    firstNew = 0;
    toNewest();
  });
  // Spectators read the spectators' chat.
  const spectators = document.getElementById("spectator-chat");
  if (spectators instanceof HTMLDetailsElement && document.getElementById("chat-form-spectators")) spectators.open = true;
  showConversation();
}
