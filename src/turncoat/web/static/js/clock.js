// @ts-check
/**
 * Counts the clocks of the page down. No message is needed for each second: a clock says when it ends, each update what time it is.
 *
 * Each is announced at most twice: at half, and when ten seconds are left; the clock of a decision only to people who are asked. When
 * these have ten seconds left, they see and hear an alarm.
 */

import { tell } from "./announcer.js";
import { cueAlarm } from "./sound_cues.js";

const LAST = 10;
const TICK = 250;

/** For each clock how many seconds were left when it was last looked at. @type {Map<string, number>} */
const clocks = new Map();

/** How much later the server's time is than this device's, in seconds. Not performance.now(): it stands still while a device sleeps. */
let ahead = Number(document.body.dataset.now ?? 0) - Date.now() / 1000;

/** @returns {number} the server's time in seconds */
export const serverTime = () => Date.now() / 1000 + ahead;

/** @param {HTMLElement} clock @returns {number} the seconds that it has left */
function leftOn({ dataset: { ends = "0", stopped } }) {
  return Math.max(0, Math.ceil(Number(ends) - (stopped === undefined ? serverTime() : 0)));
}

/** @param {number} seconds */
const shown = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/**
 * After an update: take over what the server says.
 * @param {number} [now] the server's time in seconds when it was sent
 * @param {number} [held] for how many milliseconds the update was held back
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
    line.classList.toggle("is-low", left <= LAST);
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
