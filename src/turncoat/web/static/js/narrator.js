// @ts-check
/// <reference path="./idiomorph.d.ts" />
/** Reads the script of the reveal line by line with its pauses, by the device's voice, by the server's, or as large text alone. */

import { hush, speak, voiceFor } from "./speech.js";
import { startTheme } from "./theme.js";
import { startWake, stayAwake } from "./wake.js";

/** Milliseconds per letter for which a line without a voice stays. */
const READING = 60;
const KEPT = "turncoat.narrator";

const reader = /** @type {HTMLDialogElement | null} */ (document.getElementById("reader"));
const play = document.getElementById("reader-play");
const script = () => [...document.querySelectorAll("#script > li")].map((item) => ({
  item,
  text: item.querySelector(".line")?.textContent ?? "",
  pause: Number(item.getAttribute("data-pause")),
  audio: item.getAttribute("data-audio") ?? "",
}));
let lines = script();
const sound = new Audio();

/** @type {SpeechSynthesisVoice | null} */
let voice = null;
let at = 0;
let playing = false;
/** Number of starts and stops, so that nothing begun before a stop continues after it. */
let turn = 0;

/** @param {string} name @returns {HTMLInputElement} */
const tuner = (name) => /** @type {HTMLInputElement} */ (document.getElementById(`tune-${name}`));
/** @param {string} name */
const tuned = (name) => Number(tuner(name).value);

/** @param {boolean} [asked] true if the line was chosen by hand, so that it is announced to screen readers */
function show(asked = false) {
  const line = lines[at];
  if (!line || !reader || !play) return;
  for (const { item } of lines) item.removeAttribute("aria-current");
  line.item.setAttribute("aria-current", "step");
  put("reader-line", line.text);
  put("reader-where", (reader.dataset.where ?? "").replace("{number}", String(at + 1)).replace("{count}", String(lines.length)));
  const over = at === lines.length - 1;
  play.textContent = (playing ? reader.dataset.stop : over ? reader.dataset.again : reader.dataset.play) ?? "";
  if (asked || (playing && tuner("voice").value === "silent")) put("reader-say", line.text);
}

/** @param {string} id @param {string} text */
function put(id, text) {
  const element = document.getElementById(id);
  if (element && element.textContent !== text) element.textContent = text;
}

/** @param {number} ms */
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** @param {string} text @param {string} audio */
async function say(text, audio) {
  const how = tuner("voice").value;
  if (how === "device" && voice) return speak(text, voice, { rate: tuned("speed"), volume: tuned("volume") });
  if (how === "server" && audio) {
    try {
      return await sounded(audio);
    } catch { /* out of reach; the text is displayed anyway */ }
  }
  return wait((text.length * READING) / tuned("speed"));
}

/** @param {string} address @returns {Promise<void>} resolved when the audio has ended or was stopped */
function sounded(address) {
  return new Promise((done, failed) => {
    sound.onended = sound.onpause = () => done();
    sound.onerror = failed;
    sound.src = address;
    sound.playbackRate = tuned("speed");
    sound.volume = tuned("volume");
    sound.play().catch(failed);
  });
}

/** @param {number} seconds */
async function silence(seconds) {
  const bar = document.getElementById("reader-silence");
  bar?.style.setProperty("--silence", `${seconds}s`);
  bar?.classList.add("runs");
  await wait(seconds * 1000);
}

async function run() {
  const mine = ++turn;
  playing = true;
  while (playing) {
    const line = lines[at];
    if (!line) break;
    show();
    document.getElementById("reader-silence")?.classList.remove("runs");
    await say(line.text, line.audio);
    if (mine !== turn) return;
    if (line.pause) await silence(line.pause * tuned("pauses"));
    if (mine !== turn) return;
    if (at === lines.length - 1) break;
    at += 1;
  }
  stop();
}

function stop() {
  turn += 1;
  playing = false;
  hush();
  sound.pause();
  document.getElementById("reader-silence")?.classList.remove("runs");
  show();
}

function toggle() {
  if (playing) return stop();
  if (at === lines.length - 1) at = 0;
  void run();
}

/** @param {number} by */
function step(by) {
  const was = playing;
  stop();
  at = Math.min(Math.max(at + by, 0), lines.length - 1);
  if (was) void run();
  else show(true);
}

function keep() {
  const values = Object.fromEntries(["voice", "speed", "volume", "pauses"].map((name) => [name, tuner(name).value]));
  try {
    localStorage.setItem(KEPT, JSON.stringify(values));
  } catch { /* the setting lasts until the page closes */ }
}

/** @returns {Record<string, string>} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}

async function tune() {
  const words = reader?.dataset ?? {};
  voice = await voiceFor(document.documentElement.lang);
  const choices = [voice ? "device" : "", lines.every((line) => line.audio) && lines.length ? "server" : "", "silent"].filter(Boolean);
  const select = document.getElementById("tune-voice");
  for (const choice of choices) select?.append(new Option(words[choice] ?? choice, choice));
  for (const [name, value] of Object.entries(kept())) {
    const input = tuner(name);
    if (input && (name !== "voice" || choices.includes(value))) input.value = value;
  }
  const tell = () => {
    for (const output of document.querySelectorAll(".tuning output")) {
      const value = Number(tuner((output.getAttribute("for") ?? "").slice(5)).value);
      output.textContent = (words.times ?? "").replace("{times}", value.toLocaleString(document.documentElement.lang));
    }
    sound.volume = tuned("volume");
    sound.playbackRate = tuned("speed");
  };
  document.querySelector(".tuning")?.addEventListener("input", () => { tell(); keep(); });
  tell();
}

/** @param {KeyboardEvent} event */
function key(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || !(event.target instanceof Element)) return;
  if (event.target.matches("input, select")) return;
  const does = { ArrowLeft: () => step(-1), ArrowRight: () => step(1) }[event.key];
  if (does) {
    event.preventDefault();
    return does();
  }
  if (event.key !== " " || event.target.closest("button, summary")) return; // the element uses the key itself
  event.preventDefault();
  toggle();
}

function open() {
  if (!reader) return;
  lines = script();
  at = 0;
  reader.showModal();
  play?.focus();
  show();
  void run();
  void stayAwake();
}

let asked = 0;
/**
 * Loads a new choice at once, so that the displayed script is the one being read. The scroll position stays.
 * @param {HTMLFormElement} form
 */
async function choose(form) {
  const mine = ++asked;
  const address = `${form.action}?${new URLSearchParams(/** @type {any} */ (new FormData(form)))}`;
  const answer = await fetch(address).catch(() => null);
  if (!answer) return form.submit();
  const main = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("main");
  const now = document.getElementById("main");
  if (mine !== asked || !main || !now) return;
  Idiomorph.morph(now, main, { morphStyle: "outerHTML" });
  history.replaceState(null, "", address);
}

function start() {
  if (!reader) return;
  document.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("#read")) open();
  });
  document.addEventListener("change", (event) => {
    const form = event.target instanceof Element ? event.target.closest("form.chooser") : null;
    if (form instanceof HTMLFormElement) void choose(form);
  });
  play?.addEventListener("click", toggle);
  for (const one of reader.querySelectorAll("[data-step]")) one.addEventListener("click", () => step(Number(one.getAttribute("data-step"))));
  reader.addEventListener("keydown", key);
  reader.addEventListener("close", () => { stop(); void stayAwake(); });
  window.addEventListener("pagehide", stop);
  startWake(() => reader.open);
  void tune();
}

document.documentElement.classList.add("with-scripts");
startTheme();
start();
