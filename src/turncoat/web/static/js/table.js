// @ts-check
/// <reference path="./idiomorph.d.ts" />
/**
 * A live page: HTML fragments come down one WebSocket and are morphed in; choices go up as forms.
 *
 * The address of the socket is in `data-socket`, the event that the page is up to in `data-version`; on each connect the
 * client says `?after=VERSION` and gets what it missed. A message is JSON:
 *   { version, parts: { id: html }, say: [{ id, text, kind }], go: url }
 * `parts` replace the elements of these ids, `say` goes to the live regions, `go` leaves for another page.
 */

import { startFlaps } from "./flaps.js";
import { refreshAll, startForms } from "./forms.js";
import { startHold } from "./hold.js";
import { startTheme } from "./theme.js";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
const KEPT_LINES = 40;

/** @type {Set<string>} */
const said = new Set();
const title = document.title;
let wait = FIRST_WAIT;
/** @type {WebSocket | null} */
let socket = null;

/** @param {string} id @param {string} text */
function put(id, text) {
  const region = document.getElementById(id);
  if (!region) return;
  region.textContent = "";
  requestAnimationFrame(() => { region.textContent = text; });
}

/** @param {import("./forms.js").Saying} saying */
function say(saying) {
  if (said.has(saying.id)) return;
  said.add(saying.id);
  if (saying.kind === "turn") return put("say-turn", saying.text);
  if (saying.kind === "status") return put("say-status", saying.text);
  const log = document.getElementById("say-log");
  const line = document.createElement("p");
  line.textContent = saying.text;
  log?.append(line);
  while (log && log.childElementCount > KEPT_LINES) log.firstElementChild?.remove();
}

/**
 * What somebody else did must not undo what I am about to do: half-made choices and open flaps go over into the new HTML.
 * @param {Element} now @param {DocumentFragment} next
 */
function keepHalfMade(now, next) {
  for (const form of next.querySelectorAll("form[id]")) {
    const old = document.getElementById(form.id);
    if (!(form instanceof HTMLFormElement) || !(old instanceof HTMLFormElement)) continue;
    // A form that was sent has another command: what was chosen in it is not chosen once more.
    const prompt = (/** @type {HTMLFormElement} */ f) => `${new FormData(f).get("prompt")} ${new FormData(f).get("command")}`;
    if (prompt(form) !== prompt(old)) continue;
    for (const input of form.querySelectorAll("input[id], select[id]")) {
      const before = document.getElementById(input.id);
      if (input instanceof HTMLInputElement && before instanceof HTMLInputElement) {
        input.checked = before.checked;
        if (input.type === "text") input.value = before.value;
      }
    }
    const flap = form.closest("details");
    if (flap && old.closest("details")?.open) flap.open = true;
  }
  for (const flap of next.querySelectorAll("details[id]")) {
    const old = document.getElementById(flap.id);
    if (flap instanceof HTMLDetailsElement && old instanceof HTMLDetailsElement) flap.open = old.open;
  }
  const open = now.querySelector(".keep-open");
  const opens = next.querySelector(".keep-open");
  if (open instanceof HTMLInputElement && opens instanceof HTMLInputElement) opens.checked = open.checked;
}

/** @param {string} id @param {string} html */
function morph(id, html) {
  const now = document.getElementById(id);
  if (!now) return;
  const template = document.createElement("template");
  template.innerHTML = html;
  keepHalfMade(now, template.content);
  Idiomorph.morph(now, template.content.children, {
    morphStyle: "outerHTML",
    callbacks: {
      // A card that is being held stays held; the class is the browser's own.
      beforeAttributeUpdated: (name, node) => !(name === "class" && node instanceof Element && node.matches(".hold")),
    },
  });
}

/** The tab says when it is my turn, for those who look at another one meanwhile. */
function showTurn() {
  const mine = document.querySelector(".my-turn .turn-mark");
  document.title = mine ? `${mine.textContent} · ${title}` : title;
}

/** @param {import("./forms.js").Message} message */
function take(message) {
  if (message.go) return location.assign(message.go);
  if (message.version !== undefined) document.body.dataset.version = String(message.version);
  for (const [id, html] of Object.entries(message.parts ?? {})) morph(id, html);
  refreshAll();
  showTurn();
  for (const saying of message.say ?? []) say(saying);
  if (message.problem) put("say-status", message.problem);
}

function connect() {
  const { socket: path, version } = document.body.dataset;
  if (!path || (socket && socket.readyState < WebSocket.CLOSING)) return;
  const address = new URL(path, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  address.searchParams.set("after", version ?? "0");
  const line = new WebSocket(address);
  socket = line;
  line.addEventListener("open", () => {
    wait = FIRST_WAIT;
    document.body.dataset.link = "live";
  });
  line.addEventListener("message", (event) => take(JSON.parse(event.data)));
  line.addEventListener("close", () => {
    if (document.body.dataset.link === "live" || wait > 2 * FIRST_WAIT) document.body.dataset.link = "lost";
    setTimeout(connect, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 2, LONGEST_WAIT);
  });
}

document.documentElement.classList.add("with-scripts");
// Where there is room, talk is open from the start; what is closed by hand stays closed.
const talk = document.getElementById("talk");
if (talk instanceof HTMLDetailsElement && matchMedia("(min-width: 1000px)").matches) talk.open = true;
startTheme();
startForms(take);
startFlaps();
startHold((text) => put("say-status", text));
showTurn();
connect();
// A phone that wakes up, or a network that comes back, does not wait for the next try.
for (const [where, event] of /** @type {[EventTarget, string][]} */ ([[window, "online"], [window, "pageshow"], [document, "visibilitychange"]])) {
  where.addEventListener(event, () => { if (!document.hidden) { wait = FIRST_WAIT; connect(); } });
}
