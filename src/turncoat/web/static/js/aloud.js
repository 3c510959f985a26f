// @ts-check
/**
 * Reads the viewer's own card aloud on request, by button or key, and never before a warning. Until then, no live region contains
 * anything that only the viewer may know. The warning comes once per seat, since a phone may be passed round.
 */

import { announce, guardPrivate, tell } from "./announcer.js";
import { pref, setPref } from "./prefs.js";

/** @returns {DOMStringMap} sentences in the language of the page */
export const words = () => document.getElementById("help")?.dataset ?? {};

const consent = () => `aloud.${location.pathname.split("/")[2] ?? ""}.${document.getElementById("own-seat")?.dataset.me ?? ""}`;

/** @returns {string} suffix of the class with the viewer's version of the sentence about awaited seats */
const reader = () => {
  const own = document.getElementById("own-seat");
  return own?.matches(".is-awaited") ? "awaited" : own?.matches(".standing-answer") ? "standing-answer" : own?.matches(".my-turn") ? "me" : "others";
};

/** @param {Element | null | undefined} element @returns {string} its text as a sentence */
function sentence(element) {
  const copy = element?.cloneNode(true);
  // Versions of the awaited seats for other viewers are not read to this one, even if the line is hidden for lack of space.
  if (copy instanceof Element) for (const one of copy.querySelectorAll("[class^=for-]")) if (!one.matches(`.for-${reader()}`)) one.remove();
  if (copy instanceof Element && reader() === "me") for (const one of copy.querySelectorAll(".not-me")) one.remove();
  const text = (copy?.textContent ?? "").replace(/\s+/g, " ").trim();
  return text && !/[.!?…:]$/.test(text) ? `${text}.` : text;
}

/** @param {ParentNode | null} of @param {string} selector @returns {string} the texts of the matching elements as sentences */
export const sentences = (of, selector) => [...(of?.querySelectorAll(selector) ?? [])].map(sentence).filter(Boolean).join(" ");

/** @returns {string} the standings: headline, missions, rejected teams, and whatever the game adds */
export const score = () => sentences(document, "#headline, .stage-line, .space:is(.is-done, .is-now) > .visually-hidden, .votes-label > .visually-hidden, .ending .reason, [data-score]");

/** @returns {string} the team in a sentence */
export function team() {
  const names = [...document.querySelectorAll(".seat.on-team")].map((seat) => seat.getAttribute("data-name")).join(", ");
  return names ? (words().team ?? "").replace("{names}", names) : words().noTeam ?? "";
}

/** @returns {string} the viewer's card in sentences */
function card() {
  return sentences(document.getElementById("card-front"), "h3, .role-words p, li");
}

/**
 * Announces a text in the status region, and with the device's voice if that is switched on. @param {string} text @param {boolean}
 * [fleeting]
 */
export function say(text, fleeting = false) {
  tell(text, fleeting);
  if (!text || !pref("speech", false) || !("speechSynthesis" in window)) return;
  const spoken = new SpeechSynthesisUtterance(text);
  spoken.lang = document.documentElement.lang;
  speechSynthesis.cancel();
  speechSynthesis.speak(spoken);
}

/** Reads the viewer's card aloud, the first time after a warning. */
export function sayMyCard() {
  const text = card();
  const warning = document.getElementById("aloud");
  if (!text) return say(words().noCard ?? "");
  if (pref(consent(), false) || !(warning instanceof HTMLDialogElement)) return say(text, true);
  if (!warning.open) warning.showModal();
}

/** @returns {string[]} lines of the viewer's card */
const lines = () => [...document.querySelectorAll("#card-front h3, #card-front li")].map((line) => (line.textContent ?? "").trim());
/** @type {string[]} */
let before = [];

/** Announces new lines of the viewer's card. Call after each page update. */
export function noticeMyCard() {
  const now = lines();
  const known = [...before];
  const fresh = now.filter((line) => {
    const at = known.indexOf(line);
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
  const first = before.length === 0;
  before = now;
  // The latest line is on top, but the oldest is read first.
  if (!first) for (const line of fresh.reverse()) announce({ id: `o${now.length}-${line}`, text: line, kind: "own" });
}

export function startAloud() {
  before = lines();
  guardPrivate(() => pref(consent(), false), () => tell(words().newPrivate ?? ""));
  document.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("[data-say-card]")) sayMyCard();
  });
  const warning = document.getElementById("aloud");
  warning?.addEventListener("close", () => {
    if (!(warning instanceof HTMLDialogElement) || warning.returnValue !== "yes") return;
    warning.returnValue = "";
    setPref(consent(), true);
    say(card(), true);
  });
  // Speech stops when the page is closed or hidden.
  document.addEventListener("visibilitychange", () => { if (document.hidden) window.speechSynthesis?.cancel(); });
}
