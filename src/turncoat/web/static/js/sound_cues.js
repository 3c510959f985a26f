// @ts-check
/**
 * What sounds when. It is read off the part of the page that is the same for everybody, and off "your turn": never off my card
 * or my question. So whoever hears another's device learns no more than the table shows.
 */

import { play } from "./sound.js";

/** @typedef {import("./sound.js").Kind} Kind */

/** Milliseconds that a card takes to turn: as in tokens.css. */
const TURN = 360;
/** @type {Record<Kind, number>} milliseconds after which the next sound may begin; cards take their time by their number */
const LENGTH = { ballots: 450, cards: 0, stamp: 450, turn: 600, alarm: 500, finale: 2000 };

/** When the last sound will be over. */
let free = 0;

/** One after another, never two at once. @param {Kind} kind @param {number} [length] */
function cue(kind, length = LENGTH[kind]) {
  const at = Math.max(free, performance.now());
  free = at + length;
  setTimeout(() => play(kind), at - performance.now());
}

/** @typedef {{ line: string, ballots: number, cards: number, stamp: string, over: boolean }} Seen */

/** @returns {Seen} what lies on the table just turned over */
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

/** To be called after each update of the page. @param {boolean} wasStaged whether what is new was shown big, and heard then */
export function noticeCues(wasStaged) {
  const now = look();
  const isNew = !wasStaged && JSON.stringify(now) !== JSON.stringify(seen);
  if (isNew && now.over && !seen.over) cue("finale");
  else if (isNew && !now.over) {
    if (now.ballots && (now.line !== seen.line || !seen.ballots)) cue("ballots");
    if (now.cards && (now.line !== seen.line || !seen.cards)) cue("cards", (now.cards + 1) * TURN);
    if (now.stamp && (now.line !== seen.line || now.stamp !== seen.stamp)) cue("stamp");
  }
  seen = now;
}

/** A great moment begins. @param {import("./forms.js").Scene} scene @param {Element} stage what is shown of it */
export function cueStage(scene, stage) {
  if (scene.kind === "finale") return cue("finale");
  if (stage.querySelector(".scene-ballot")) cue("ballots");
  if (stage.querySelector(".scene-card")) cue("cards", scene.told * 1000);
  if (stage.querySelector(".stamp")) cue("stamp");
}

/** It was just announced that it is my turn. */
export function cueTurn() {
  cue("turn");
}

/** I am asked, and my time runs short. */
export function cueAlarm() {
  cue("alarm");
}

/** What lies there when the page is opened is no news. */
export function startCues() {
  seen = look();
}
