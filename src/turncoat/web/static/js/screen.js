// @ts-check
/// <reference path="./idiomorph.d.ts" />
/** Shared screen: updates itself, stays awake, and if switched on reads events aloud and plays sounds. */

import { readClocks, startClocks } from "./clock.js";
import { cueStage, noticeCues, startCues } from "./sound_cues.js";
import { startDirector } from "./director.js";
import { openSocket } from "./socket.js";
import { startSound } from "./sound.js";
import { hush, speak, voiceFor } from "./speech.js";
import { startTheme } from "./theme.js";
import { startWake, stayAwake } from "./wake.js";

if (!("Idiomorph" in window)) throw new Error("Idiomorph was not loaded");

/** Milliseconds that a card takes to turn, as in tokens.css. */
const TURN = 360;
/** Milliseconds without mouse movement after which the corner fades. */
const IDLE = 4000;

let shown = Number(document.body.dataset.version ?? 0);

/** @param {import("./forms.js").Message} message @param {number} held milliseconds for which it was held back */
function apply(message, held) {
  const now = document.getElementById("screen");
  const html = message.parts?.screen;
  if (!now || typeof html !== "string") return;
  shown = message.version ?? shown;
  document.body.dataset.version = String(shown);
  const template = document.createElement("template");
  template.innerHTML = html;
  Idiomorph.morph(now, template.content.children, { morphStyle: "outerHTML" });
  readClocks(message.now, held);
  void stayAwake();
  noticeCues(Boolean(message.scenes?.length));
  void tellNews();
}

/** @type {SpeechSynthesisVoice | null} */
let voice = null;
let speaks = false;
/** Last line of the log handled, with its game. */
let told = lastLine();
/** Line being read, so that the next one waits for it. */
let saying = Promise.resolve();

/** @returns {{ game: string, line: number }} */
function lastLine() {
  const line = document.querySelector(".news [data-line]");
  return { game: line?.getAttribute("data-game") ?? "", line: Number(line?.getAttribute("data-line") ?? -1) };
}

/** Reads new lines of the public log if that is switched on, after the cards have been turned over. */
async function tellNews() {
  const now = lastLine();
  const since = now.game === told.game ? told.line : -1;
  told = now;
  if (!speaks || !voice) return;
  const fresh = [...document.querySelectorAll(".news [data-line]")].filter((line) => Number(line.getAttribute("data-line")) > since);
  const texts = fresh.map((line) => line.textContent?.trim() ?? "").reverse();
  const cards = document.querySelectorAll(".stage-cards.fresh .mini-back").length;
  const turning = cards && document.body.dataset.staged === undefined && !matchMedia("(prefers-reduced-motion: reduce)").matches ? (cards + 2) * TURN : 0;
  saying = saying.then(() => new Promise((done) => { setTimeout(done, texts.length ? turning : 0); }));
  for (const text of texts) saying = saying.then(() => (speaks && voice ? speak(text, voice) : undefined));
}

/** The switch appears only if the device itself has a voice for the language, because names are not sent to a remote voice. */
async function startVoice() {
  const button = document.querySelector("[data-speak]");
  voice = await voiceFor(document.documentElement.lang, true);
  document.body.dataset.voices = voice ? "some" : "none";
  if (!(button instanceof HTMLElement) || !voice) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    speaks = !speaks;
    button.setAttribute("aria-pressed", String(speaks));
    hush();
  });
}

/**
 * Sounds have to be switched on again each time the screen is opened: browsers allow a page to play sound only after a touch, so a
 * remembered setting would display them as on and be silent.
 */
function startSounds() {
  const button = document.querySelector("[data-sound]");
  if (!(button instanceof HTMLElement) || !("AudioContext" in window)) return;
  let sounds = false;
  button.hidden = false;
  button.addEventListener("click", () => {
    sounds = !sounds;
    button.setAttribute("aria-pressed", String(sounds));
  });
  startSound({ sound: () => sounds, vibrate: () => false });
  startCues();
}

/** The screen's controls are in a corner, visible only while somebody uses the mouse or the keyboard. */
function startCorner() {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const wake = () => {
    delete document.body.dataset.idle;
    clearTimeout(timer);
    timer = setTimeout(() => { document.body.dataset.idle = "true"; }, IDLE);
  };
  for (const event of ["pointermove", "pointerdown", "keydown"]) document.addEventListener(event, wake);
  wake();
  const button = document.querySelector("[data-fullscreen]");
  if (button instanceof HTMLElement && !document.fullscreenEnabled) button.hidden = true;
  button?.addEventListener("click", () => {
    void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  });
}

document.documentElement.classList.add("with-scripts");
startTheme();
startCorner();
startClocks();
void startVoice();
startSounds();
startWake(() => true);
openSocket(() => ({}), startDirector(apply, undefined, cueStage).take);
