// @ts-check
/**
 * The table's chat as a conversation: the newest message is at the bottom, and stays in sight while it was; whoever reads what was
 * said before is not moved, and a button leads down again. What is new is marked once, from the first message on that was not seen.
 */

/** Pixels above the end at which one still sees the newest message. */
const NEAR = 24;

/** The number of the last message that was seen; and the first of those that were new when somebody came to look, or 0. */
let seen = 0;
let firstNew = 0;

const scroller = () => document.getElementById("chat-scroll");
/** @returns {HTMLElement[]} the messages, the oldest first */
export const messages = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#chat-log-lines > li")]);
/** @param {Element | undefined} message @returns {number} */
export const numberOf = (message) => Number(message?.id.slice("chat-log-".length) ?? 0);
/** @returns {number} the number of the newest message */
export const newest = () => numberOf(messages().at(-1));
/** @returns {string} my own name here */
export const ownName = () => document.getElementById("reactions")?.dataset.name ?? "";

/** The page scrolls from the end: there it is at 0, and above that negative. @param {HTMLElement} box */
const isAtEnd = (box) => box.scrollTop > -NEAR;
/** @param {HTMLElement | null} box @returns {box is HTMLElement} whether somebody can be reading in it */
const isRead = (box) => box !== null && box.checkVisibility() && box.clientHeight > 0 && !document.hidden;

/**
 * To be called before an update of the page.
 * @returns {() => void} to be called after it: what is read above the end stays where it is
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

/** Shows the newest message. @param {boolean} [smooth] */
export function toNewest(smooth = false) {
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  scroller()?.scrollTo({ top: 0, behavior: smooth && !isCalm ? "smooth" : "instant" });
}

/** @returns {number} how many messages were not seen yet */
export const unseen = () => messages().filter((message) => numberOf(message) > seen).length;

/** Marks what is new, what is mine and what names me, and says how much is below. To be called after each update of the page. */
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

/** Somebody comes to the conversation: the first message that they have not seen is marked, and as near the top as can be. */
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

/** Nobody looks any more: what was marked as new is not. */
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
  // Whoever says something wants to see it, and has read what is there.
  document.addEventListener("submit", ({ target }) => {
    if (!(target instanceof HTMLFormElement) || !target.matches(".chat-form, .phrases")) return;
    firstNew = 0;
    toNewest();
  });
  // Whoever watches reads what spectators say.
  const spectators = document.getElementById("spectator-chat");
  if (spectators instanceof HTMLDetailsElement && document.getElementById("chat-form-spectators")) spectators.open = true;
  showConversation();
}
