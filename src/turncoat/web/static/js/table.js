// @ts-check
/// <reference path="./idiomorph.d.ts" />
/**
 * Live page: HTML fragments arrive over one WebSocket and are morphed in. Choices are sent over it, other commands as forms. Where
 * a network blocks WebSockets, the page polls.
 *
 * The address of the socket is in `data-socket`, the version of the page in `data-version`, the digests of its parts in
 * `data-held`. On each connection the client sends these and gets what it missed. A message is JSON:
 *   { version, now, parts: { id: html }, digests: { id: digest }, announcements: [{ id, text, kind }], go: url, answers }
 * `parts` replace the elements with these ids, or items of lists, and `announcements` go to the live regions. `go` leads to another
 * page, `answers` is the id of the choice answered, and `now` is the server time. Packed pieces have the same format.
 */

import { noticeMyCard, sentences, startAloud } from "./aloud.js";
import { announce, tell } from "./announcer.js";
import { readClocks, startClocks } from "./clock.js";
import { measureBottomBar, startBottomBar } from "./bottom_bar.js";
import { holdConversation, startConversation } from "./conversation.js";
import { cueStage, cueTurn, noticeCues, startCues } from "./sound_cues.js";
import { isDealing, noticeDeal } from "./deal.js";
import { startDevice } from "./device.js";
import { startDock } from "./dock.js";
import { startDirector } from "./director.js";
import { fillEnd, whoWasWho } from "./ending.js";
import { startTeamDraft } from "./team_draft.js";
import { startPopovers } from "./popovers.js";
import { refreshAll, sending, startForms } from "./forms.js";
import { startHold } from "./hold.js";
import { startServiceWorker } from "./install.js";
import { startInvite } from "./invite.js";
import { startKeys } from "./keys.js";
import { startMentions } from "./mentions.js";
import { showReactions, startReactions } from "./reactions.js";
import { noticeEntropy, startEntropy } from "./entropy.js";
import { showViewerMarks, startViewerMarks } from "./viewer_marks.js";
import { noticeSide, startSide } from "./side.js";
import { openSocket } from "./socket.js";
import { startTheme } from "./theme.js";
import { noticeTip, startTips } from "./tips.js";
import { stayAwake } from "./wake.js";

// Without it nothing can be updated: the page works as without scripts, and fallback.js polls.
if (!("Idiomorph" in window)) throw new Error("Idiomorph was not loaded");

const mark = turnWords();
/** Title without the words about a turn. */
const title = mark && document.title.startsWith(`${mark} · `) ? document.title.slice(mark.length + 3) : document.title;
/** @param {string} prefix of the ids of lines @returns {string} number of the last chat line on the page */
const lastLine = (prefix) => document.querySelector(`#${prefix}-lines > li:last-child`)?.id.slice(prefix.length + 1) ?? "0";
const lastLines = () => ({ chat: lastLine("chat-log"), channel: lastLine("channel-log"), watching: lastLine("watching") });

/** Version of the page, the version up to which the socket has announced events, and the chat up to then. */
let shown = Number(document.body.dataset.version ?? 0);
let announced = shown;
let read = lastLines();

/**
 * Carries half-made choices and open sections over into the new HTML, so that others' actions do not undo them.
 * @param {Element} now @param {DocumentFragment} next
 */
function keepHalfMade(now, next) {
  for (const form of next.querySelectorAll("form[id]")) {
    const old = document.getElementById(form.id);
    if (!(form instanceof HTMLFormElement) || !(old instanceof HTMLFormElement)) continue;
    if (form.matches("[data-own]")) {
      keepTyping(form, old);
      continue;
    }
    // A form gets a new command id after it was sent, and then its choices are not carried over.
    const prompt = (/** @type {HTMLFormElement} */ f) => `${new FormData(f).get("prompt")} ${new FormData(f).get("command")}`;
    if (prompt(form) !== prompt(old)) continue;
    // Some fields of a form are elsewhere on the page.
    for (const input of next.querySelectorAll(`:is(#${form.id} *, [form="${form.id}"]):is(input, select)[id]`)) {
      const before = document.getElementById(input.id);
      if (input instanceof HTMLInputElement && before instanceof HTMLInputElement) {
        input.checked = before.checked;
        if (["text", "datetime-local"].includes(input.type) && before.value !== before.defaultValue) input.value = before.value; // edited text
      }
      if (input instanceof HTMLSelectElement && before instanceof HTMLSelectElement && !form.matches("[data-auto]")) input.value = before.value;
    }
    const flap = form.closest("details");
    if (flap && old.closest("details")?.open) flap.open = true;
  }
  for (const flap of next.querySelectorAll("details[id]")) {
    const old = document.getElementById(flap.id);
    if (flap instanceof HTMLDetailsElement && old instanceof HTMLDetailsElement) flap.open = old.open;
  }
  const open = now.querySelector(".keep-open");
  const opens = next.querySelector(".keep-open");
  if (open instanceof HTMLInputElement && opens instanceof HTMLInputElement) opens.checked = open.checked;
}

/**
 * The server sends the notes as stored. Text that is being typed or sent is newer.
 * @param {HTMLFormElement} next @param {HTMLFormElement} old
 */
function keepTyping(next, old) {
  for (const field of old.elements) {
    if (!field.id || !(sending.has(old) || field === document.activeElement)) continue;
    const now = next.querySelector(`#${field.id}`);
    if (now instanceof HTMLInputElement && field instanceof HTMLInputElement) [now.value, now.checked] = [field.value, field.checked];
    if (now instanceof HTMLTextAreaElement && field instanceof HTMLTextAreaElement) now.value = field.value;
  }
}

const FIELDS = "input, select, textarea";

/**
 * Returns whether a branch has to be morphed. Most of a page does not change, and the browser compares a whole branch faster than a
 * script can walk it. That comparison ignores picks and text in fields, so branches with fields are always walked. Buttons that
 * confirm copying for a moment keep doing so, and fetched content stays.
 * @param {Node} old @param {Node} fresh @returns {boolean} true if there may be changes
 */
const differs = (old, fresh) => {
  if (!(old instanceof Element)) return !old.isEqualNode(fresh);
  return !old.matches("[data-copied], [data-loaded]") && (!old.isEqualNode(fresh) || old.matches(FIELDS) || old.querySelector(FIELDS) !== null);
};

/** @param {string} html @returns {DocumentFragment} */
function fragment(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  // A nested part arrives separately, so only its place is in the fragment.
  for (const place of template.content.querySelectorAll("[data-part]")) {
    const part = document.getElementById(place.id);
    if (part) place.replaceWith(part.cloneNode(true));
  }
  return template.content;
}

/** @param {string} id @param {import("./forms.js").ListChanges} changes changed items, and the order if it has changed */
function morphList(id, { items = {}, order }) {
  const list = document.querySelector(`#${id}[data-items], #${id} [data-items]`);
  if (!list) return;
  for (const [key, html] of Object.entries(items)) {
    if (document.getElementById(key)) morph(key, html);
    else list.append(fragment(html));
  }
  let at = order ? list.firstElementChild : null;
  for (const key of order ?? []) {
    const item = document.getElementById(key);
    if (item && item === at) at = at.nextElementSibling;
    else if (item) list.insertBefore(item, at);
  }
  while (at) {
    const next = at.nextElementSibling;
    at.remove();
    at = next;
  }
}

/** @param {string} id @param {string} html */
function morph(id, html) {
  const now = document.getElementById(id);
  if (!now) return;
  const next = fragment(html);
  keepHalfMade(now, next);
  Idiomorph.morph(now, next.children, {
    morphStyle: "outerHTML",
    callbacks: {
      beforeNodeMorphed: differs,
      // A held card stays held. The class belongs to the browser.
      beforeAttributeUpdated: (name, node) => !(name === "class" && node instanceof Element && node.matches(".hold")),
    },
  });
}

/** @param {Element | null} one @returns {string} question of the form that contains the element */
function questionOf(one) {
  const form = one instanceof HTMLButtonElement ? one.form : one?.closest("form.option");
  return form?.matches(".option") && form instanceof HTMLFormElement ? String(new FormData(form).get("prompt")) : "";
}

/**
 * If the focused element is gone, or its button now answers another question, moves the focus to the sentence with the current
 * question, and nowhere else.
 * @param {Element | null} had @param {string} [question] its question
 */
function keepFocus(had, question = "") {
  const isOther = question !== "" && question !== questionOf(had);
  if (isOther && had instanceof HTMLElement && document.activeElement === had) had.blur();
  if (!had || had === document.body || (!isOther && had.isConnected && had.checkVisibility() && document.activeElement === had)) return;
  if (document.activeElement !== document.body && document.activeElement !== had) return;
  /** @type {HTMLElement | null} */
  const next = document.getElementById("deal-title") ?? document.getElementById("asked") ?? document.querySelector("main h1");
  if (!next) return;
  next.tabIndex = -1;
  next.focus({ preventScroll: true });
}

/** After the game, the skip link to the question leads to the result and says so. */
function keepSkips() {
  const skip = document.getElementById("skip-first");
  if (!(skip instanceof HTMLAnchorElement) || !isOver()) return;
  skip.hash = "#headline";
  skip.textContent = skip.dataset.over ?? "";
}

/** Where there is space, the chat before and after a game is open at first. Once closed, it stays closed. */
function openTalk() {
  const talk = document.getElementById("talk");
  if (talk instanceof HTMLDetailsElement && matchMedia("(min-width: 1000px)").matches) talk.open = true;
}

/** @returns {string} words about the viewer's turn, or empty if it is not theirs */
function turnWords() {
  return document.querySelector(".my-turn .turn-mark")?.textContent ?? "";
}

/** Counter of the games that wait, with those at other tables. @type {typeof import("./waiting.js") | undefined} */
let waiting;
let isCounting = false;

/** Marks the viewer's turn in the title, for people who are looking at another tab. */
function showTurn() {
  const words = turnWords();
  if (waiting) waiting.showTurn(words);
  else document.title = words ? `${words} · ${title}` : title;
}

/** Loads the counter once it is of use: there are other tables, or nobody looks at the page. */
function countWaiting() {
  if (isCounting || !(document.hidden || "others" in document.body.dataset)) return;
  isCounting = true;
  void import("./waiting.js").then((found) => (waiting = found).startWaiting(title, turnWords())).catch(() => { isCounting = false; });
}

/** True if the game has just ended and the roles are still to be announced, after all other events. */
let owesWho = false;
/** @returns {boolean} true if the page displays the end of a game */
const isOver = () => document.querySelector("main.ended") !== null;

/** @param {import("./forms.js").Message} message @param {number} held milliseconds for which it was held back */
function apply(message, held) {
  if (message.go) return location.assign(message.go);
  const { version = shown } = message;
  // The answer to a form either has parts or leaves them to the socket. With parts it is complete: parts of earlier versions from
  // the socket are outdated then, but their announcements are not.
  const parts = Object.entries(message.parts ?? {});
  const wasOver = isOver();
  if (version >= shown && (parts.length || message.socket)) {
    shown = version;
    document.body.dataset.version = String(version);
    const had = document.activeElement;
    const question = questionOf(had);
    const settle = holdConversation();
    parts.sort(([one], [other]) => Number(other === "main") - Number(one === "main")); // the others are nested in it
    for (const [id, part] of parts) typeof part === "string" ? morph(id, part) : morphList(id, part);
    settle();
    readClocks(message.now, held);
    if (noticeDeal(() => goOn())) tell(sentences(document.getElementById("deal"), ".dealing-about > *"));
    keepFocus(had, question);
    if (!wasOver && isOver()) {
      openTalk();
      scrollTo(0, 0); // the winner is at the top
    }
    refreshAll();
    showViewerMarks();
    showTurn();
    keepSkips();
    noticeMyCard();
    noticeSide();
    settle(); // a mark for new messages takes up space, too
    showReactions();
    measureBottomBar();
    void stayAwake();
  }
  noticeCues(Boolean(message.scenes?.length));
  noticeTip(); // explanations come before the question
  message.announcements?.forEach(say);
  if (!wasOver && isOver()) {
    owesWho = true;
    fillEnd();
  }
  noticeEntropy();
  if (message.problem) tell(message.problem);
  if (message.socket) {
    announced = message.version ?? announced;
    // Chat in the answer to a form is announced only by the socket: lines newer than this message do not count as read.
    if (message.version === shown) read = lastLines();
  }
  if (owesWho && announced >= shown) {
    owesWho = false;
    say({ id: "who", text: whoWasWho(), kind: "log" });
  }
}

/** @param {import("./forms.js").Saying} saying @returns {boolean} true unless it asks for an action that the page no longer asks for */
function isStill({ id, text }) {
  if (id.startsWith("t")) return document.querySelector(".my-turn") !== null;
  return !id.startsWith("wait-") || document.querySelector("#asked[data-awaits]")?.textContent === text;
}

/** @param {import("./forms.js").Saying} saying */
function say(saying) {
  const still = () => isStill(saying);
  if (announce(saying, still) && saying.kind === "turn" && still()) cueTurn();
}

/** The queue of everything that happens. */
const { take, goOn } = startDirector(apply, say, cueStage, isDealing);

document.documentElement.classList.add("with-scripts");
openTalk();
startTheme();
startEntropy();
startForms(take);
startInvite(tell);
startViewerMarks();
startConversation();
startSide();
startDock();
startReactions();
startMentions();
startTeamDraft();
startPopovers();
startHold((text) => tell(text, true));
startAloud();
startTips();
startBottomBar();
startKeys();
startDevice();
startCues();
startServiceWorker();
startClocks();
noticeDeal(goOn);
fillEnd();
showTurn();
countWaiting();
document.addEventListener("visibilitychange", countWaiting);
openSocket(
  () => ({ after: String(announced), ...read }),
  (message) => take({ ...message, socket: true }),
  (text) => announce({ id: "polling", text, kind: "status" }),
);
