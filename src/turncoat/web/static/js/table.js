// @ts-check
/// <reference path="./idiomorph.d.ts" />
/**
 * A live page: HTML fragments come down one WebSocket and are morphed in; choices go up as forms.
 *
 * The address of the socket is in `data-socket`, the event that the page is up to in `data-version`; on each connect the
 * client says `?after=VERSION` and gets what it missed. A message is JSON:
 *   { version, parts: { id: html }, say: [{ id, text, kind }], go: url }
 * `parts` replace the elements of these ids, `say` goes to the live regions, `go` leaves for another page.
 */

import { noticeMyCard, startAloud } from "./aloud.js";
import { announce, dropTurn, tell } from "./announcer.js";
import { readClocks, startClocks } from "./clock.js";
import { startBar } from "./bar.js";
import { buzz, startDevice } from "./device.js";
import { startConsidering } from "./considering.js";
import { startFlaps } from "./flaps.js";
import { refreshAll, sending, startForms } from "./forms.js";
import { startHold } from "./hold.js";
import { startWorker } from "./install.js";
import { startKeys } from "./keys.js";
import { openLine } from "./line.js";
import { mirror, startMirror } from "./mirror.js";
import { startTheme } from "./theme.js";
import { noticeTip, startTips } from "./tips.js";
import { stayAwake } from "./wake.js";

const mark = document.querySelector(".my-turn .turn-mark")?.textContent;
/** The title without what it says of a turn. */
const title = mark && document.title.startsWith(`${mark} · `) ? document.title.slice(mark.length + 3) : document.title;
/** The version that the page shows, and the one up to which the socket has told what happened. */
let shown = Number(document.body.dataset.version ?? 0);
let heard = shown;

/**
 * What somebody else did must not undo what I am about to do: half-made choices and open flaps go over into the new HTML.
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
    // A form that was sent has another command: what was chosen in it is not chosen once more.
    const prompt = (/** @type {HTMLFormElement} */ f) => `${new FormData(f).get("prompt")} ${new FormData(f).get("command")}`;
    if (prompt(form) !== prompt(old)) continue;
    for (const input of form.querySelectorAll("input[id], select[id]")) {
      const before = document.getElementById(input.id);
      if (input instanceof HTMLInputElement && before instanceof HTMLInputElement) {
        input.checked = before.checked;
        if (input.type === "text") input.value = before.value;
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
 * My own notes come as they are kept; what is on its way, or being typed just now, is newer.
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
 * Most of a page is as it was, and the browser compares a whole branch faster than a script walks along it. What is picked or
 * typed in a field is no part of the comparison, so fields are walked.
 * @param {Node} old @param {Node} fresh @returns {boolean} whether there is something to do
 */
const differs = (old, fresh) => !old.isEqualNode(fresh) || (old instanceof Element && (old.matches(FIELDS) || old.querySelector(FIELDS) !== null));

/** @type {Map<string, string>} what was last put into the page, by part */
const drawn = new Map();

/** @param {string} id @param {string} html */
function morph(id, html) {
  const now = document.getElementById(id);
  if (!now || drawn.get(id) === html) return;
  drawn.set(id, html);
  const template = document.createElement("template");
  template.innerHTML = html;
  keepHalfMade(now, template.content);
  Idiomorph.morph(now, template.content.children, {
    morphStyle: "outerHTML",
    callbacks: {
      beforeNodeMorphed: differs,
      // A card that is being held stays held; the class is the browser's own.
      beforeAttributeUpdated: (name, node) => !(name === "class" && node instanceof Element && node.matches(".hold")),
    },
  });
}

/**
 * Where the focus goes when what had it is gone: to the sentence that says what is asked now, never anywhere else.
 * @param {Element | null} had
 */
function keepFocus(had) {
  if (!had || had === document.body || (had.isConnected && had.checkVisibility() && document.activeElement === had)) return;
  if (document.activeElement !== document.body && document.activeElement !== had) return;
  /** @type {HTMLElement | null} */
  const next = document.getElementById("asked") ?? document.querySelector("main h1");
  if (!next) return;
  next.tabIndex = -1;
  next.focus({ preventScroll: true });
}

/** What was asked of me is gone when the game is over: then the link that skips to it leads to the end. */
function keepSkips() {
  const skip = /** @type {HTMLAnchorElement | null} */ (document.querySelector("a.skip[href='#mine']"));
  if (skip && !document.getElementById("mine")) skip.hash = "#end";
}

/** The tab says when it is my turn, for those who look at another one meanwhile. */
function showTurn() {
  const mine = document.querySelector(".my-turn .turn-mark");
  document.title = mine ? `${mine.textContent} · ${title}` : title;
}

/** @param {import("./forms.js").Message} message */
function take(message) {
  if (message.go) return location.assign(message.go);
  const { version = shown } = message;
  // What was sent before the answer to a form, and comes after it, is no news for the eyes; for the ears it is.
  if (version >= shown) {
    shown = version;
    document.body.dataset.version = String(version);
    const had = document.activeElement;
    const over = document.querySelector("main.ended");
    for (const [id, html] of Object.entries(message.parts ?? {})) morph(id, html);
    keepFocus(had);
    // Who won stands at the top, wherever the page was scrolled to while it was played.
    if (!over && document.querySelector("main.ended")) scrollTo(0, 0);
    refreshAll();
    mirror();
    showTurn();
    keepSkips();
    readClocks();
    noticeMyCard();
    void stayAwake();
  }
  if (!document.querySelector(".my-turn")) dropTurn();
  for (const saying of message.say ?? []) if (announce(saying) && saying.kind === "turn") buzz();
  noticeTip();
  if (message.problem) tell(message.problem);
}

/** @param {string} prefix of the ids of lines @returns {string} the number of the last line of talk that is on the page */
const lastLine = (prefix) => document.querySelector(`#${prefix}-lines > li`)?.id.slice(prefix.length + 1) ?? "0";

document.documentElement.classList.add("with-scripts");
// Where there is room, talk is open from the start; what is closed by hand stays closed.
const talk = document.getElementById("talk");
if (talk instanceof HTMLDetailsElement && matchMedia("(min-width: 1000px)").matches) talk.open = true;
startTheme();
startForms(take);
startMirror();
startConsidering();
startFlaps();
startHold((text) => tell(text, true));
startAloud();
startTips();
startBar();
startKeys();
startDevice();
startWorker();
startClocks();
showTurn();
openLine(() => ({ after: String(heard), said: lastLine("said"), channel: lastLine("said-channel"), watching: lastLine("watching") }), (message) => {
  take(message);
  heard = message.version ?? heard;
});
