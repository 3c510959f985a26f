// @ts-check
/**
 * Sounds and vibration, each off until it is chosen on this device. Both are made here, from a few tones and some noise. A kind
 * always sounds the same: nothing in it depends on a role, a side or a result.
 */

import { pref } from "./prefs.js";

/** @typedef {"ballots" | "cards" | "stamp" | "turn" | "alarm" | "finale"} Kind */

const LOUD = 0.2;
/** @type {Record<Kind, number[]>} milliseconds: on, off, on, … */
const BUZZES = { ballots: [25], cards: [20, 60, 20], stamp: [60], turn: [120, 80, 120], alarm: [200, 100, 200, 100, 200], finale: [80, 60, 80, 60, 200] };

/** What is chosen: by the settings of this device, or by the page itself. */
let may = {
  /** @returns {boolean} */
  sound: () => pref("sound", false),
  /** @returns {boolean} */
  vibrate: () => pref("vibrate", false),
};
/** @type {AudioContext | null} it exists only after sounds were chosen */
let context = null;
/** @type {AudioBuffer | null} */
let hiss = null;

/** @param {AudioContext} on @returns {AudioBuffer} half a second of noise, the same each time */
function noiseOf(on) {
  const buffer = on.createBuffer(1, on.sampleRate / 2, on.sampleRate);
  const samples = buffer.getChannelData(0);
  let state = 1;
  for (let at = 0; at < samples.length; at += 1) {
    state = (state * 48271) % 2147483647;
    samples[at] = state / 1073741823.5 - 1;
  }
  return buffer;
}

/**
 * How loud a sound is as it goes by: there at once, then fading.
 * @param {AudioContext} on @param {number} at @param {number} length @param {number} loud @returns {GainNode}
 */
function fading(on, at, length, loud) {
  const gain = on.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud * LOUD, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(on.destination);
  return gain;
}

/** @param {AudioContext} on @param {number} at @param {number} length @param {number} loud @param {number} from in hertz @param {number} [to] @param {OscillatorType} [type] */
function tone(on, at, length, loud, from, to = from, type = "triangle") {
  const source = on.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, at + length);
  source.connect(fading(on, at, length, loud));
  source.start(at);
  source.stop(at + length);
}

/** Something of paper. @param {AudioContext} on @param {number} at @param {number} length @param {number} loud @param {number} pitch in hertz */
function rustle(on, at, length, loud, pitch) {
  const source = on.createBufferSource();
  source.buffer = hiss ??= noiseOf(on);
  const band = on.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = pitch;
  source.connect(band).connect(fading(on, at, length, loud));
  source.start(at);
  source.stop(at + length);
}

/** @type {Record<Kind, (on: AudioContext, at: number) => void>} */
const SOUNDS = {
  // Papers turned together.
  ballots: (on, at) => [0, 0.05, 0.11].forEach((later, number) => rustle(on, at + later, 0.13, 1.1 - number * 0.2, 2200 + number * 500)),
  // One card after another on felt.
  cards: (on, at) => [0, 0.16, 0.32].forEach((later) => {
    rustle(on, at + later, 0.09, 1.2, 3400);
    tone(on, at + later + 0.03, 0.08, 0.5, 190, 110, "sine");
  }),
  // A stamp that comes down on the table.
  stamp: (on, at) => {
    tone(on, at, 0.2, 2.4, 150, 52, "sine");
    rustle(on, at, 0.06, 1.4, 700);
  },
  turn: (on, at) => {
    tone(on, at, 0.3, 0.7, 587.33);
    tone(on, at + 0.14, 0.5, 0.7, 880);
  },
  // Three knocks, quick and high.
  alarm: (on, at) => [0, 0.16, 0.32].forEach((later) => tone(on, at + later, 0.11, 1.1, 1174.66, 1108.73, "square")),
  // Open fifths: neither glad nor sad, since one side has won and the other has not.
  finale: (on, at) => [146.83, 220, 293.66, 440, 587.33].forEach((pitch, number) => tone(on, at + number * 0.17, 1.7 - number * 0.17, 0.6, pitch)),
};

/** Browsers let a page sound only after it was touched. */
function unlock() {
  if (!may.sound() || !("AudioContext" in window)) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
}

/** Whoever switches sounds on hears one. @param {Event} event */
function sample({ target }) {
  const on = context;
  if (on && target instanceof HTMLInputElement && target.dataset.pref === "sound" && target.checked) void on.resume().then(() => SOUNDS.turn(on, on.currentTime + 0.02));
}

/** Sound, and vibrate, as far as that was chosen. @param {Kind} kind */
export function play(kind) {
  if (may.vibrate() && "vibrate" in navigator && navigator.userActivation?.hasBeenActive) navigator.vibrate(BUZZES[kind]);
  if (may.sound() && context?.state === "running") SOUNDS[kind](context, context.currentTime + 0.02);
}

/** @param {Partial<typeof may>} [chosen] where something else than the settings of this device decides */
export function startSound(chosen = {}) {
  may = { ...may, ...chosen };
  for (const touch of ["pointerup", "keydown", "change", "click"]) document.addEventListener(touch, unlock);
  document.addEventListener("change", sample);
}
