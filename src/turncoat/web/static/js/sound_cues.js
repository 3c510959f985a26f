// @ts-check
/**
 * Decides which sound to play when, based on the public part of the page and on "your turn", never on the viewer's card or
 * question. So anyone who hears the device learns no more than the table shows. Once all cards are face up, it also tells the
 * winners.
 */

import { play } from "./sound.js";

/** @typedef {import("./sound.js").Kind} Kind */

/** Milliseconds that a card takes to turn, as in tokens.css. */
const TURN = 360;
/** @type {Record<Kind, number>} milliseconds until the next sound may begin; for cards, their number counts */
const LENGTH = { ballots: 450, cards: 0, card: 0, stamp: 450, turn: 600, alarm: 500, finale: 2000, won: 3700, lost: 4500 };

/** Time at which the last sound ends. */
let free = 0;
/** Timers of pending sounds. @type {ReturnType<typeof setTimeout>[]} */
let coming = [];

/** Schedules a sound after the previous ones. @param {Kind} kind @param {number} [length] @param {number} [after] earliest start */
function cue(kind, length = LENGTH[kind], after = 0) {
  const now = performance.now();
  if (free <= now) coming = [];
  const at = Math.max(free, now + after);
  free = at + length;
  coming.push(setTimeout(() => play(kind), at - now));
}

/** Drops pending sounds. */
function drop() {
  coming.forEach(clearTimeout);
  [coming, free] = [[], 0];
}

/** Plays the final music, for players that of their side. The page says the same in large letters. */
function finale() {
  const verdict = document.getElementById("end")?.dataset.verdict;
  cue(verdict === "won" || verdict === "lost" ? verdict : "finale");
}

/** @typedef {{ line: string, ballots: number, cards: number, stamp: string, over: boolean }} Seen */

/** @returns {Seen} what has just been turned over on the table */
function look() {
  const table = document.getElementById("public") ?? document.getElementById("screen");
  const line = document.querySelector(".log li");
  return {
    line: line?.id || `${line?.getAttribute("data-game")}-${line?.getAttribute("data-line")}`,
    ballots: table?.querySelectorAll(".ballot.fresh").length ?? 0,
    cards: table?.querySelectorAll(".stage-cards.fresh .mini-back, .attack.fresh .hit").length ?? 0,
    stamp: table?.querySelector(".stage-cards.fresh .stamp, .stamp.fresh")?.textContent ?? "",
    over: document.querySelector("main:is(.ended, .is-over)") !== null,
  };
}

/** @type {Seen} */
let seen = { line: "", ballots: 0, cards: 0, stamp: "", over: false };

/** Call after each page update. @param {boolean} wasStaged true if the changes were played, with sounds, as scenes */
export function noticeCues(wasStaged) {
  const now = look();
  const isNew = !wasStaged && JSON.stringify(now) !== JSON.stringify(seen);
  if (now.over && !seen.over) {
    if (wasStaged) drop(); // players who skipped ahead hear no more cards
    finale();
  } else if (isNew && !now.over) {
    if (now.ballots && (now.line !== seen.line || !seen.ballots)) cue("ballots");
    if (now.cards && (now.line !== seen.line || !seen.cards)) cue("cards", (now.cards + 1) * TURN);
    if (now.stamp && (now.line !== seen.line || now.stamp !== seen.stamp)) cue("stamp");
  }
  seen = now;
}

/** Plays the sounds of a scene as it begins. @param {import("./forms.js").Scene} scene @param {Element} stage its elements */
export function cueStage(scene, stage) {
  const cards = stage.querySelectorAll(".scene-unmasked .scene-card").length;
  for (let number = 1; number <= cards; number += 1) cue("card", 0, (number * scene.told * 1000) / cards);
  if (scene.kind === "finale") return;
  if (stage.querySelector(".scene-ballot")) cue("ballots");
  if (stage.querySelector(".scene-card")) cue("cards", scene.told * 1000);
  if (stage.querySelector(".stamp")) cue("stamp");
}

/** Plays the sound of the viewer's turn, which was just announced. */
export function cueTurn() {
  cue("turn");
}

/** Plays the alarm when the viewer's time is running out. */
export function cueAlarm() {
  cue("alarm");
}

/** Treats the content of a newly opened page as known. */
export function startCues() {
  seen = look();
}
