// @ts-check
/**
 * Single-key commands, also available as buttons in the dialog that lists them. They can be switched off, are inactive while
 * somebody types, and leave Ctrl, Alt and Meta combinations to the browser and to screen readers.
 */

import { say, sayMyCard, score, sentences, team, words } from "./aloud.js";
import { openDock } from "./dock.js";
import { pref } from "./prefs.js";

/** Picks a ballot and focuses the button that casts it. @param {string} value */
function ballot(value) {
  if (cover()) return question();
  openDock(true);
  const form = document.getElementById("answer-form");
  const box = form?.querySelector(`input[type="radio"][value="${value}"]`);
  if (!(box instanceof HTMLInputElement) || box.disabled) return say(words().noBallot ?? "");
  const flap = box.closest("details");
  if (flap) flap.open = true;
  if (!box.checked) box.click();
  const button = form?.querySelector("[data-confirm]");
  if (button instanceof HTMLElement) button.focus();
  say((words().picked ?? "").replace("{choice}", box.labels?.[0]?.textContent?.trim() ?? ""));
}

/** @returns {Element | null} button of a tip that lies on the question */
const cover = () => document.querySelector(".asking:has(.tip) #guide-read");

/** Focuses the viewer's question, the tip on it, the button for which everybody waits, or the sentence about the awaited seats. */
function question() {
  openDock(true);
  const asked = document.getElementById("asked");
  const awaited = document.getElementById(asked?.dataset.awaits ?? "");
  const form = document.getElementById("answer-form");
  const flap = awaited ? null : form?.closest("details");
  if (flap) flap.open = true;
  const first = cover() ?? awaited ?? form?.querySelector("input:checked, input:not([type=hidden]):enabled, [data-confirm]") ?? asked;
  if (first instanceof HTMLElement) first.focus();
  say(sentences(document, "#asked"));
}

/** Loaded on first use, since not everybody wants these. @param {Promise<void>} done */
const fetched = (done) => void done.catch(() => say(sentences(document, ".link-lost")));
/** @param {string} kind @param {boolean} isBack */
const step = (kind, isBack) => fetched(import("./review.js").then((review) => review.step(kind, isBack)));

/** Shift reverses the direction of a step. @type {Record<string, (isBack: boolean) => void>} */
const COMMANDS = {
  a: () => ballot("approve"),
  r: () => ballot("reject"),
  q: question,
  s: sayMyCard,
  w: () => say(score()),
  t: () => say(team()),
  l: () => fetched(import("./review.js").then(({ last }) => say(last()))),
  e: (isBack) => step("events", isBack),
  c: (isBack) => step("messages", isBack),
  v: (isBack) => step("votes", isBack),
  "/": () => fetched(import("./queries.js").then(({ openQueries }) => openQueries())),
  "?": help,
};

function help() {
  const dialog = document.getElementById("help");
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}

/** @param {EventTarget | null} target @returns {boolean} true if the element uses the keys itself */
const types = (target) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("select, textarea, input:not([type=radio], [type=checkbox])"));

/** True if the keyboard probably has Latin letters, judged by the browser's language and then by the last letter typed. */
let isLatin = isLatinWritten(navigator.language);

/** @param {string} language @returns {boolean} */
function isLatinWritten(language) {
  try {
    return new Intl.Locale(language).maximize().script === "Latn";
  } catch {
    return true; // not a valid language tag
  }
}

/**
 * Returns the letter of a command's key. On keyboards with other letters, such as Cyrillic, Greek or Hebrew, this is the key that
 * also bears the Latin letter, at its place on a US keyboard.
 * @param {KeyboardEvent} event @returns {string}
 */
function keyOf(event) {
  if (/^\p{L}$/u.test(event.key)) isLatin = /^\p{Script=Latin}$/u.test(event.key);
  if (isLatin) return event.key.toLowerCase();
  if (event.code === "Slash") return event.shiftKey ? "?" : "/";
  return /^Key[A-Z]$/.test(event.code) ? event.code.slice(3).toLowerCase() : event.key;
}

export function startKeys() {
  document.addEventListener("keydown", (event) => {
    const key = keyOf(event);
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.isComposing || event.defaultPrevented) return;
    if (!pref("keys", true) || types(event.target) || document.querySelector("dialog[open]")) return;
    const command = COMMANDS[key];
    if (!command) return;
    event.preventDefault();
    command(!event.shiftKey);
  });
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-command]") : null;
    if (!(button instanceof HTMLElement)) return;
    const dialog = button.closest("dialog");
    if (dialog) dialog.close();
    COMMANDS[button.dataset.command ?? ""]?.(true);
  });
}
