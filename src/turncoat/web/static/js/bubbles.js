// @ts-check
/**
 * Speech bubbles: chat messages appear for a while at the seat that wrote them, whatever else is open. Around a table, a bubble
 * with a tail is placed beside the seat where it covers no seat, card or text. On a phone, where there is no free space, it is one
 * line above the dock.
 */
import { ofThisGame } from "./conversation.js";

/** Milliseconds that a bubble stays, extra milliseconds per letter, and the interval at which they are counted. */
const STAY = 3500;
const PER_LETTER = 45;
const BEAT = 250;
/** Number of simultaneous bubbles, so that many speakers do not cover the board. */
const AT_ONCE = 5;
/** Pixels between a bubble and anything that it may not cover, the length of its tail, and its possible widths, widest first. */
const GAP = 4;
const TAIL = 9;
const WIDTHS = [230, 170, 124];
/** Number of messages below the question. */
const LATELY = 3;
/** Elements that no bubble may cover. */
const OCCUPIED = ".board :is(.tile, .badge, .stage > *, .missions, .votes, .facts, .city-strip, .attack)";

const wide = matchMedia("(min-width: 1000px)");

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */
/** @param {Box} one @param {Box} other */
const overlap = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
/** @param {Box} box @param {number} by @returns {Box} */
const grown = (box, by) => ({ left: box.left - by, top: box.top - by, right: box.right + by, bottom: box.bottom + by });

/** @returns {HTMLElement} container of the bubbles: above the page, outside anything that updates replace */
function layer() {
  const there = document.querySelector(".bubbles");
  if (there instanceof HTMLElement) return there;
  const made = document.createElement("div");
  made.className = "bubbles";
  made.setAttribute("aria-hidden", "true"); // announced separately
  document.body.append(made);
  return made;
}

/** @param {string} name @returns {Element | undefined} */
const tileOf = (name) => [...document.querySelectorAll(".board .seat")].find((seat) => seat.getAttribute("data-name") === name)?.querySelector(".tile") ?? undefined;

/** Places a bubble beside its seat. @param {HTMLElement} bubble @returns {boolean} true if there was free space */
function place(bubble) {
  const tile = tileOf(bubble.dataset.of ?? "")?.getBoundingClientRect();
  const board = document.querySelector(".in-play > .board")?.getBoundingClientRect();
  if (!tile?.width || !board) return false;
  const taken = [...document.querySelectorAll(OCCUPIED), ...[...layer().querySelectorAll(".bubble")].filter((other) => other !== bubble)]
    .map((one) => one.getBoundingClientRect()).filter((box) => box.width && box.height).map((box) => grown(box, GAP));
  const middle = { x: tile.left + tile.width / 2, y: tile.top + tile.height / 2 };
  for (const width of WIDTHS) {
    bubble.style.maxWidth = `${width}px`;
    const { offsetWidth: w, offsetHeight: h } = bubble;
    const below = { side: "below", top: tile.bottom + TAIL };
    const above = { side: "above", top: tile.top - TAIL - h };
    const isHigh = middle.y < board.top + board.height / 2;
    /** @type {{ side: string, left: number, top: number }[]} */
    const places = [];
    for (const { side, top } of isHigh ? [below, above] : [above, below]) {
      for (const left of [middle.x - w / 2, tile.left, tile.right - w, tile.left - w / 3, tile.right - (2 * w) / 3]) places.push({ side, left, top });
    }
    const isLeft = middle.x < board.left + board.width / 2;
    const right = { side: "right", left: tile.right + TAIL };
    const left = { side: "left", left: tile.left - TAIL - w };
    for (const { side, left: x } of isLeft ? [right, left] : [left, right]) {
      for (const top of [middle.y - h / 2, tile.top, tile.bottom - h]) places.push({ side, left: x, top });
    }
    for (const one of places) {
      const box = { left: one.left, top: one.top, right: one.left + w, bottom: one.top + h };
      const isInside = box.left >= board.left + 2 && box.right <= board.right - 2 && box.top >= board.top + 2 && box.bottom <= board.bottom - 2;
      if (!isInside || taken.some((other) => overlap(box, other))) continue;
      bubble.style.left = `${box.left}px`;
      bubble.style.top = `${box.top}px`;
      bubble.dataset.side = one.side;
      const isBeside = one.side === "left" || one.side === "right";
      const tail = isBeside ? middle.y - box.top : middle.x - box.left;
      bubble.style.setProperty("--tail", `${Math.max(14, Math.min(tail, (isBeside ? h : w) - 14))}px`);
      return true;
    }
  }
  return false;
}

/** @param {string} name @param {string} text */
function bubble(name, text) {
  const over = layer();
  for (const other of over.children) if (other.getAttribute("data-of") === name) other.remove();
  const made = document.createElement("p");
  made.className = "bubble";
  made.dataset.of = name;
  const words = document.createElement("span");
  words.textContent = text;
  made.append(words);
  over.append(made);
  while (over.children.length > AT_ONCE) over.firstElementChild?.remove();
  if (!place(made)) return made.remove(); // the message is in the conversation beside the board
  stay(made, STAY + text.length * PER_LETTER);
}

/** Removes a bubble some time later. @param {HTMLElement} made @param {number} remaining milliseconds */
function stay(made, remaining) {
  const counting = setInterval(() => {
    if (document.querySelector(".on-stage")) return; // covered, so nobody has read it yet
    remaining -= BEAT;
    if (remaining > 0 && made.isConnected) return;
    clearInterval(counting);
    made.remove();
  }, BEAT);
}

/** Displays the latest message in the line above the dock. @param {Element | undefined} message @param {boolean} [isNew] */
export function showSaid(message, isNew = false) {
  const said = document.getElementById("said");
  const [name, text] = ["b bdi", "q"].map((part) => message?.querySelector(part)?.textContent ?? "");
  if (!said) return;
  said.hidden = !text;
  const parts = [["b", name ? `${name}:` : ""], ["q", text]].map(([kind = "", words = ""]) => Object.assign(document.createElement(kind), { textContent: words }));
  // Another message is another line, so nothing in the line moves.
  if (said.textContent !== parts.map((part) => part.textContent).join(" ")) said.replaceChildren(parts[0] ?? "", " ", parts[1] ?? "");
  if (!isNew) return;
  said.classList.remove("is-new");
  void said.offsetWidth; // restarts the animation
  said.classList.add("is-new");
}

/** @param {string} selector @returns {DOMRect[]} boxes of the visible elements */
const boxesOf = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect()).filter((box) => box.height);

/** Displays the last messages of this game, or without any the last events, in the dock of a phone, as many as there is space for. Nothing stands near a question that the viewer is to answer. */
export function showLately() {
  const box = document.getElementById("lately");
  if (!box) return;
  const said = ofThisGame().filter((message) => !message.dataset.thrownAt).slice(-LATELY)
    .map((message) => [`${message.querySelector("b bdi")?.textContent ?? ""}:`, message.querySelector("q")?.textContent ?? ""]);
  const happened = [...document.querySelectorAll("#log > .log > li")].slice(0, LATELY).reverse()
    .map((line) => ["", (line.querySelector(".latest") ?? line.querySelector(".told"))?.textContent ?? ""]);
  const lines = (said.length ? said : happened).map(([name = "", text = ""]) => {
    const line = document.createElement("span");
    line.append(Object.assign(document.createElement("b"), { textContent: name }), " ", Object.assign(document.createElement(name ? "q" : "span"), { textContent: text }));
    return line;
  });
  box.hidden = wide.matches || document.querySelector("#own-seat.my-turn, .asking .tip, .besides > [open]") !== null || boxesOf("#answer-form button").length > 0;
  if (box.hidden) return;
  const [asking] = boxesOf(".asking");
  const top = Math.max(...boxesOf(".asked > *").map(({ bottom }) => bottom));
  if (box.textContent !== lines.map((line) => line.textContent).join("")) box.replaceChildren(...lines);
  while (box.firstElementChild && asking && top + box.offsetHeight > asking.bottom) box.firstElementChild.remove();
  box.hidden = !box.firstElementChild;
}

/** Throws a message's reaction from the seat that sent it to the seat that it is about, on a phone too. @param {HTMLElement} message */
function throwReaction(message) {
  const [from, to] = [tileOf(message.querySelector("b bdi")?.textContent ?? ""), document.querySelector(`#seat-${message.dataset.thrownAt} > .tile`)].map((tile) => tile?.getBoundingClientRect());
  const drawing = message.querySelector(".thrown-one");
  if (!to?.width || !drawing) return;
  const made = document.createElement("span");
  made.className = "thrown";
  made.append(drawing.cloneNode(true));
  made.style.left = `${to.right}px`;
  made.style.top = `${to.top}px`;
  made.style.setProperty("--from", `${(from ?? to).right - to.right}px ${(from ?? to).top - to.top}px`);
  layer().append(made);
  stay(made, STAY);
}

/** @param {HTMLElement} message a message written just now */
export function sayAtSeat(message) {
  if (message.dataset.thrownAt) return throwReaction(message);
  const name = message.querySelector("b bdi")?.textContent ?? "";
  const text = message.querySelector("q")?.textContent ?? "";
  if (wide.matches && name && text) bubble(name, text);
}

/** Moves bubbles off the elements of a changed board, or removes them. Call after each page update. */
export function placeBubbles() {
  for (const one of document.querySelectorAll(".bubble")) if (one instanceof HTMLElement && (!wide.matches || !place(one))) one.remove();
}

/** Removes all bubbles, when there are no seats any more. */
export function dropBubbles() {
  document.querySelector(".bubbles")?.remove();
}

export function startBubbles() {
  addEventListener("resize", () => { placeBubbles(); showLately(); });
  document.addEventListener("toggle", showLately, true);
}
