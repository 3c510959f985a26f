// @ts-check
/**
 * Counts the clocks of the page down. No message is needed for each second: every update says how much is left.
 *
 * Each is announced at most twice: at half, and when ten seconds are left; the clock of a decision only to people who are asked. When
 * these have ten seconds left, they see and hear an alarm.
 */

import { tell } from "./announcer.js";
import { cueAlarm } from "./sound_cues.js";

const LAST = 10;
const TICK = 250;

/** For each clock what the server said last, and when it ends. @type {Map<string, { said: string, ends: number, left: number }>} */
const clocks = new Map();

/** @param {number} seconds */
const shown = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/**
 * After an update: take over what the server says.
 * @param {number} [held] for how many milliseconds the update was held back
 */
export function readClocks(held = 0) {
  const seen = new Set();
  for (const clock of document.querySelectorAll("[data-left]")) {
    if (!(clock instanceof HTMLElement)) continue;
    const { left = "0", stopped } = clock.dataset;
    const said = `${left} ${stopped !== undefined}`;
    const known = clocks.get(clock.id);
    seen.add(clock.id);
    if (known?.said !== said) {
      // Not performance.now(): that one stands still while a device sleeps.
      clocks.set(clock.id, { said, ends: Date.now() - held + Number(left) * 1000, left: known?.left ?? Math.ceil(Number(left)) });
    }
  }
  for (const id of clocks.keys()) if (!seen.has(id)) clocks.delete(id);
  tick();
}

function tick() {
  const asked = document.querySelector("#own-seat.my-turn") !== null;
  let alarm = false;
  for (const [id, clock] of clocks) {
    const line = document.getElementById(id);
    if (!line || line.dataset.stopped !== undefined) continue;
    const left = Math.max(0, Math.ceil((clock.ends - Date.now()) / 1000));
    const digits = line.querySelector(".digits");
    if (digits && digits.textContent !== shown(left)) digits.textContent = shown(left);
    line.classList.toggle("is-low", left <= LAST);
    if (left < clock.left) speak(line, clock.left, left);
    if (asked && line.dataset.kind === "decision" && left <= LAST) alarm = true;
    clock.left = left;
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
