// @ts-check
/**
 * Sounds and vibration, each off until switched on for this device. Sounds are synthesized here from a few tones and noise. Each
 * kind always sounds the same, and none reveals more than the public page. Only at the end do players hear if they have won.
 */

import { pref } from "./prefs.js";

/** @typedef {"ballots" | "cards" | "card" | "stamp" | "turn" | "alarm" | "finale" | "won" | "lost"} Kind */

const LOUD = 0.2;
/** @type {Record<Kind, number[]>} milliseconds: on, off, on, … */
const BUZZES = {
  ballots: [25], cards: [20, 60, 20], card: [20], stamp: [60], turn: [120, 80, 120], alarm: [200, 100, 200, 100, 200],
  finale: [80, 60, 80, 60, 200], won: [80, 60, 80, 60, 200], lost: [200, 100, 300],
};

/** Switches, read from the settings of this device or given by the page. */
let may = {
  /** @returns {boolean} */
  sound: () => pref("sound", false),
  /** @returns {boolean} */
  vibrate: () => pref("vibrate", false),
};
/** @type {AudioContext | null} created once sounds are switched on */
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
 * Returns a gain that starts at full volume and fades.
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

/**
 * Rustling of paper. @param {AudioContext} on @param {number} at @param {number} length @param {number} loud @param {number} pitch
 * in hertz
 */
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

/** One card laid on felt. @param {AudioContext} on @param {number} at */
function card(on, at) {
  rustle(on, at, 0.09, 1.2, 3400);
  tone(on, at + 0.03, 0.08, 0.5, 190, 110, "sine");
}

/** @param {number} steps semitones above the D below middle C @returns {number} hertz */
const pitch = (steps) => 146.83 * 2 ** (steps / 12);

/** Notes as start, length, and semitones above D. @typedef {[number, number, number][]} Notes */

/** Rising fanfare with a sustained D major chord. @type {Notes} */
const TRIUMPH = [[0, 0.2, 0], [0.18, 0.2, 4], [0.36, 0.2, 7], [0.54, 0.55, 12], [0.54, 0.55, 7], [1.05, 0.2, 9], [1.23, 0.2, 11], [1.41, 2.2, 12], [1.41, 2.2, 16], [1.41, 2.2, 7], [1.41, 2.2, -12]];
/** Descent to a low D minor chord. @type {Notes} */
const DEFEAT = [[0, 0.6, 12], [0.5, 0.6, 10], [1, 0.6, 8], [1.5, 2.4, 3], [1.5, 2.4, 0], [1.55, 2.6, -5], [1.6, 2.8, -12]];

/** @param {Notes} notes @param {OscillatorType} type @param {number} loud @returns {(on: AudioContext, at: number) => void} */
const music = (notes, type, loud) => (on, at) => notes.forEach(([later, length, steps]) => tone(on, at + later, length, loud, pitch(steps), pitch(steps), type));

/** @type {Record<Kind, (on: AudioContext, at: number) => void>} */
const SOUNDS = {
  // Sheets of paper turned at once.
  ballots: (on, at) => [0, 0.05, 0.11].forEach((later, number) => rustle(on, at + later, 0.13, 1.1 - number * 0.2, 2200 + number * 500)),
  // Cards laid on felt, one after another.
  cards: (on, at) => [0, 0.16, 0.32].forEach((later) => card(on, at + later)),
  card,
  // A stamp coming down on the table.
  stamp: (on, at) => {
    tone(on, at, 0.2, 2.4, 150, 52, "sine");
    rustle(on, at, 0.06, 1.4, 700);
  },
  turn: (on, at) => {
    tone(on, at, 0.3, 0.7, 587.33);
    tone(on, at + 0.14, 0.5, 0.7, 880);
  },
  // Three quick, high knocks.
  alarm: (on, at) => [0, 0.16, 0.32].forEach((later) => tone(on, at + later, 0.11, 1.1, 1174.66, 1108.73, "square")),
  // Open fifths, neither glad nor sad, for spectators.
  finale: (on, at) => [0, 7, 12, 19, 24].forEach((steps, number) => tone(on, at + number * 0.17, 1.7 - number * 0.17, 0.6, pitch(steps))),
  won: music(TRIUMPH, "triangle", 0.6),
  lost: music(DEFEAT, "triangle", 0.55),
};

/** Browsers allow a page to play sound only after a touch. */
function unlock() {
  if (!may.sound() || !("AudioContext" in window)) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
}

/** Plays a sample when sounds are switched on. @param {Event} event */
function sample({ target }) {
  const on = context;
  if (on && target instanceof HTMLInputElement && target.dataset.pref === "sound" && target.checked) void on.resume().then(() => SOUNDS.turn(on, on.currentTime + 0.02));
}

/** Plays and vibrates as far as switched on. @param {Kind} kind */
export function play(kind) {
  if (may.vibrate() && "vibrate" in navigator && navigator.userActivation?.hasBeenActive) navigator.vibrate(BUZZES[kind]);
  if (may.sound() && context?.state === "running") SOUNDS[kind](context, context.currentTime + 0.02);
}

/** @param {Partial<typeof may>} [chosen] switches that replace the settings of this device */
export function startSound(chosen = {}) {
  may = { ...may, ...chosen };
  for (const touch of ["pointerup", "keydown", "change", "click"]) document.addEventListener(touch, unlock);
  document.addEventListener("change", sample);
}
