// @ts-check
/// <reference path="./idiomorph.d.ts" />
/**
 * Replay of a finished game, moment by moment. It also works as a form. With this script, a step loads only the part of the page
 * that changes, and the arrow keys, Home and End move between moments.
 */

import { startForms } from "./forms.js";
import { startPopovers } from "./popovers.js";
import { startInvite } from "./invite.js";
import { startTheme } from "./theme.js";

/** @typedef {{ at: number, label: string, news: string[], html: string }} Shown */

const form = /** @type {HTMLFormElement} */ (document.getElementById("reel"));
const slide = /** @type {HTMLInputElement} */ (document.getElementById("slide"));
const side = /** @type {HTMLSelectElement} */ (form.elements.namedItem("as"));
const intro = document.getElementById("reel-intro");
const last = Number(form.dataset.last);
let at = Number(slide.value);
/** Number of the latest step, so that late answers to earlier ones are dropped. */
let asked = 0;
/** @type {Map<string, Promise<Shown>>} */
const fetched = new Map();
const KEPT = 60;

/** @param {number} moment @returns {Promise<Shown>} */
function get(moment) {
  const key = `${moment} ${side.value}`;
  const known = fetched.get(key);
  if (known) return known;
  const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  fields.delete("slide");
  fields.set("at", String(moment));
  const posts = form.method === "post";
  const coming = fetch(posts ? form.action : `${form.action}?${fields}`, { method: form.method, headers: { Accept: "application/json" }, body: posts ? fields : null })
    .then((answer) => { if (!answer.ok) throw new Error(String(answer.status)); return answer.json(); });
  coming.catch(() => fetched.delete(key));
  fetched.set(key, coming);
  if (fetched.size > KEPT) fetched.delete([...fetched.keys()][0] ?? "");
  return coming;
}

/** @param {Shown} shown */
function show(shown) {
  const now = document.getElementById("replay");
  if (!now) return;
  const template = document.createElement("template");
  template.innerHTML = shown.html;
  Idiomorph.morph(now, template.content.children, {
    morphStyle: "outerHTML",
    callbacks: { beforeAttributeUpdated: (name, node) => !(name === "open" && node instanceof HTMLDetailsElement) },
  });
  slide.setAttribute("aria-valuetext", `${shown.label}. ${shown.news.join(" ")}`);
  if (form.method === "get") history.replaceState(null, "", `?at=${shown.at}&as=${side.value}`);
}

/** @param {number} moment @param {boolean} [aloud] true to announce the events, which the slider does by itself */
async function go(moment, aloud = false) {
  at = Math.max(0, Math.min(last, moment));
  slide.value = String(at);
  if (intro) intro.hidden = at > 0;
  for (const [step, to, shut] of /** @type {[string, number, boolean][]} */ ([
    ["start", 0, at === 0], ["back", Math.max(0, at - 1), at === 0], ["next", Math.min(last, at + 1), at === last], ["end", last, at === last],
  ])) {
    const button = form.querySelector(`[data-step="${step}"]`);
    if (!(button instanceof HTMLButtonElement)) continue;
    button.value = String(to);
    // Not `disabled`, so that the focus stays.
    button.disabled = false;
    button.setAttribute("aria-disabled", String(shut));
  }
  const mine = ++asked;
  try {
    const shown = await get(at);
    if (mine !== asked) return;
    show(shown);
    const status = document.getElementById("say-status");
    if (aloud && status) status.textContent = `${shown.label}. ${shown.news.join(" ")}`;
    if (at < last) void get(at + 1).catch(() => {});
  } catch {
    if (mine === asked) location.assign(`${form.action}?at=${at}&as=${side.value}`);
  }
}

/** Time for which a moment stays during playback, longer if there is more to read. Before the first, one waits for something to happen. @param {Shown} shown */
const timeOf = (shown) => (shown.at === 0 ? SHORTEST : Math.min(LONGEST, Math.max(SHORTEST, PER_LETTER * shown.news.join(" ").length)));
const SHORTEST = 1800;
const LONGEST = 5000;
const PER_LETTER = 45;
const play = /** @type {HTMLButtonElement} */ (document.getElementById("play"));
let playing = 0;

/** @param {boolean} on */
function setPlaying(on) {
  clearTimeout(playing);
  playing = 0;
  play.textContent = (on ? play.dataset.playing : play.dataset.paused) ?? "";
  play.setAttribute("aria-pressed", String(on));
  if (on) {
    if (intro) intro.hidden = true;
    void stay();
  }
}

/** Keeps the current moment for its time, then moves on. */
async function stay() {
  const here = at;
  const shown = await get(here).catch(() => null);
  if (!shown || play.getAttribute("aria-pressed") !== "true" || at !== here) return;
  if (at >= last) return setPlaying(false);
  playing = setTimeout(() => void go(here + 1).then(stay), timeOf(shown));
}

document.documentElement.classList.add("with-scripts");
startTheme();
startPopovers();
form.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (button?.matches("[data-leaves]")) return;
  event.preventDefault();
  if (button?.getAttribute("aria-disabled") === "true") return;
  void go(button instanceof HTMLButtonElement && button.name === "at" ? Number(button.value) : Number(slide.value), true);
});
slide.addEventListener("input", () => void go(Number(slide.value)));
side.addEventListener("change", () => void go(at, true));
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[data-at]") : null;
  if (!(link instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  setPlaying(false);
  void go(Number(link.dataset.at), true);
});
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || (event.target instanceof Element && event.target.matches("input, select, textarea, .scroll"))) return;
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  setPlaying(false);
  void go(to, true);
});
if (at < last) void get(at + 1).catch(() => {});
startForms();
startInvite();
play.hidden = false;
play.addEventListener("click", () => {
  const on = play.getAttribute("aria-pressed") !== "true";
  void (on && at >= last ? go(0) : Promise.resolve()).then(() => setPlaying(on));
});
// Moving by hand stops playback, so that people can take their time.
for (const kind of ["submit", "input"]) form.addEventListener(kind, (event) => { if (event.target !== play) setPlaying(false); });
setPlaying(new URLSearchParams(location.search).has("play"));
