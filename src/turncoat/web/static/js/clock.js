// @ts-check
/**
 * Runs the page's countdowns. No message is needed for each second: a clock has the time of its end, and each update the current
 * time.
 *
 * Each clock is announced at most twice: at half time, and with ten seconds left. The clock of a decision is announced only to
 * people who are asked. With ten seconds left, these also see and hear an alarm.
 */

import { tell } from "./announcer.js";
import { cueAlarm } from "./sound_cues.js";
import { startTimes } from "./times.js";

const LAST = 10;
const TICK = 250;

/** Seconds left on each clock at the last check. @type {Map<string, number>} */
const clocks = new Map();

/** Offset of the server's clock from this device's, in seconds. Not from performance.now(), which stops while a device sleeps. */
let ahead = Number(document.body.dataset.now ?? 0) - Date.now() / 1000;

/** @returns {number} server time in seconds */
export const serverTime = () => Date.now() / 1000 + ahead;

/** @param {HTMLElement} clock @returns {number} seconds left */
function leftOn({ dataset: { ends = "0", stopped } }) {
  return Math.max(0, Math.ceil(Number(ends) - (stopped === undefined ? serverTime() : 0)));
}

/** @param {number} seconds */
const shown = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/**
 * Takes over the server's clocks after an update.
 * @param {number} [now] server time in seconds when the update was sent
 * @param {number} [held] milliseconds for which the update was held back
 */
export function readClocks(now, held = 0) {
  if (now !== undefined) ahead = now - (Date.now() - held) / 1000;
  const seen = new Set();
  for (const clock of document.querySelectorAll("[data-ends]")) {
    if (!(clock instanceof HTMLElement)) continue;
    seen.add(clock.id);
    if (!clocks.has(clock.id)) clocks.set(clock.id, leftOn(clock));
  }
  for (const id of clocks.keys()) if (!seen.has(id)) clocks.delete(id);
  startTimes(); // a deadline by day
  tick();
}

function tick() {
  const asked = document.querySelector("#own-seat.my-turn") !== null;
  let alarm = false;
  for (const [id, before] of clocks) {
    const line = document.getElementById(id);
    if (!line) continue;
    const left = leftOn(line);
    const digits = line.querySelector(".digits");
    if (digits && digits.textContent !== shown(left)) digits.textContent = shown(left);
    clocks.set(id, left);
    if (line.dataset.stopped !== undefined) continue;
    line.classList.toggle("is-low", left <= LAST && !line.classList.contains("is-talking")); // nobody loses anything by that one
    if (left < before) speak(line, before, left);
    if (asked && line.dataset.kind === "decision" && left <= LAST) alarm = true;
  }
  const body = document.body;
  if (alarm && body.dataset.alarm === undefined) cueAlarm();
  if (alarm) body.dataset.alarm = "";
  else delete body.dataset.alarm;
}

/** @param {HTMLElement} line @param {number} before @param {number} left */
function speak(line, before, left) {
  const { kind, halfAt, half, last, over } = line.dataset;
  if (kind === "decision" && !document.querySelector("#own-seat.my-turn")) return;
  const at = Number(halfAt);
  if (half && before > at && left <= at && left > LAST) tell(half);
  else if (last && before > LAST && left <= LAST && left > 0) tell(last);
  else if (over && left === 0) {
    tell(over);
    const text = line.querySelector(".count-text");
    if (text) text.textContent = over;
  }
}

export function startClocks() {
  readClocks();
  setInterval(tick, TICK);
}
