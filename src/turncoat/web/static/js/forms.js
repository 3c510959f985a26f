// @ts-check
/**
 * Enhancements of forms, which all work without them: counts picks, enables the confirm button when there are enough, keeps the
 * parts of a form consistent, and sends without leaving the page.
 */

import { noteHeld, whole } from "./parts.js";
import { sendChoice, TableMoved } from "./socket.js";
import { isLast, move, showSteps, startSteps, stepOf, steps } from "./steps.js";

/**
 * Changes of a list: its changed items, and the ids of all items if their order has changed.
 * @typedef {{ items?: Record<string, string>, order?: string[] }} ListChanges
 */
/** @typedef {{ parts?: Record<string, string | ListChanges>, digests?: Record<string, string>, announcements?: Saying[], scenes?: Scene[],
 *   go?: string, version?: number, now?: number, answers?: string, problem?: string, code?: string, socket?: boolean }} Message */
/**
 * Scene with times in seconds; `says` has the ids of its announcements.
 * @typedef {{ id: string, kind: string, html: string, seconds: number, told: number, says: string[] }} Scene
 */
/** @typedef {{ id: string, text: string, kind?: "log" | "status" | "turn" | "own" }} Saying */

/**
 * Forms being sent, and self-submitting forms that were changed meanwhile.
 * @type {WeakSet<Element>}
 */
export const sending = new WeakSet();
/** @type {WeakMap<Element, HTMLElement | null>} with the button pressed, if any */
const changedMeanwhile = new WeakMap();

/** Status while a table moves to another server, or while a load balancer reaches none. */
const COME_AGAIN = 503;
const OUT_OF_REACH = [502, COME_AGAIN, 504];
const TRIES = 5;

/** @param {Element} part @param {HTMLFormElement} form @returns {[number, number]} smallest and largest number of picks */
function limits(part, form) {
  const data = /** @type {HTMLElement} */ (part).dataset;
  if (data.sizedBy) {
    const chosen = new FormData(form).get(data.sizedBy);
    const sizes = new Map((data.sizes ?? "").trim().split(/\s+/).map((pair) => /** @type {[string, string]} */ (pair.split(":"))));
    const size = typeof chosen === "string" ? sizes.get(chosen) : undefined;
    return size ? [Number(size), Number(size)] : [Number(data.least), Number(data.most)];
  }
  return [Number(data.least), Number(data.most)];
}

/** @param {HTMLFormElement} form form whose counts and confirm button are updated */
export function refresh(form) {
  /** @type {string[]} */
  const missing = [];
  const later = steps(form).slice(stepOf(form) + 1);
  const pass = form.querySelector("[data-pass]");
  for (const part of form.querySelectorAll("[data-part]")) {
    const data = /** @type {HTMLElement} */ (part).dataset;
    /** @type {NodeListOf<HTMLInputElement>} */
    const inputs = part.querySelectorAll("input");
    if (data.notIn) {
      const taken = new Set(new FormData(form).getAll(data.notIn));
      for (const input of inputs) {
        input.disabled = taken.has(input.value);
        if (input.disabled) input.checked = false;
      }
    }
    const chosen = [...inputs].filter((input) => input.checked).length;
    const [fewest, most] = limits(part, form);
    const least = pass ? 1 : fewest;
    if ((chosen < least || chosen > most) && !later.some((one) => one === part)) missing.push(data.missing ?? "");
    const count = part.querySelector("[data-count]");
    if (count instanceof HTMLElement) {
      const { words, upTo, range, extra } = count.dataset;
      const says = chosen > most ? extra : least === most ? words : least ? range : upTo;
      const values = { chosen, size: most, least, most, extra: chosen - most };
      count.textContent = Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, String(value)), says ?? "");
    }
  }
  showSteps(form);
  if (pass instanceof HTMLElement) pass.hidden = !missing.length; // whoever has picked somebody does not choose nobody
  const confirm = form.querySelector("[data-confirm]");
  if (!(confirm instanceof HTMLElement)) return;
  // Not `disabled`, because a disabled button loses the focus and cannot explain itself.
  confirm.setAttribute("aria-disabled", String(missing.length > 0));
  const { first } = confirm.dataset;
  if (first && missing.length) confirm.dataset.note = first.replace("{parts}", missing.join(", "));
  else if (first) delete confirm.dataset.note;
}

export function refreshAll() {
  for (const form of document.querySelectorAll("form.option")) refresh(/** @type {HTMLFormElement} */ (form));
}

/** Says what is missing in a form, below the button that was pressed, or above it where there is no space. @param {Element | null} part @param {HTMLElement | null} button */
function sayMissing(part, button) {
  const text = part instanceof HTMLElement ? part.dataset.missing ?? "" : "";
  if (!text) return;
  const there = document.querySelector(".missing");
  const says = there instanceof HTMLElement ? there : document.body.appendChild(Object.assign(document.createElement("p"), { className: "missing" }));
  says.setAttribute("role", "alert");
  says.textContent = text;
  const at = (button ?? part)?.getBoundingClientRect();
  says.hidden = false;
  says.style.left = `${Math.max(8, Math.min(at?.left ?? 0, innerWidth - says.offsetWidth - 8))}px`;
  const below = (at?.bottom ?? 0) + 8;
  says.style.top = `${below + says.offsetHeight + 8 < innerHeight ? below : Math.max(8, (at?.top ?? 0) - says.offsetHeight - 8)}px`;
}

/** If only one may be picked, a new pick replaces the old one. @param {HTMLInputElement} input */
function keepToLimit(input) {
  const part = input.closest("[data-part]");
  if (!part || input.type !== "checkbox" || !input.checked || !input.form) return;
  const [, most] = limits(part, input.form);
  if (most !== 1) return;
  for (const other of part.querySelectorAll("input")) if (other !== input) other.checked = false;
}

/** @param {unknown} error error of a choice, thrown again unless the table has moved to another server @returns {boolean} */
function isNotMoved(error) {
  if (error instanceof TableMoved) return false;
  throw error;
}

/**
 * Posts a request, again while the table moves to another server. Fails if none is reached.
 * @param {string} address @param {RequestInit} request @returns {Promise<Response>}
 */
async function post(address, request) {
  for (let tries = 1; ; tries++) {
    const answer = await fetch(address, request);
    if (!OUT_OF_REACH.includes(answer.status)) return answer;
    if (answer.status !== COME_AGAIN || tries === TRIES) throw new TypeError("out of reach");
    await new Promise((done) => setTimeout(done, 1000 * Number(answer.headers.get("Retry-After") ?? 1)));
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 * @param {(message: Message) => void} take receives the answer
 * @returns {Promise<void>}
 */
async function send(form, submitter, take) {
  const body = new FormData(form, submitter);
  form.setAttribute("aria-busy", "true");
  sending.add(form);
  try {
    const fields = new URLSearchParams(/** @type {any} */ (body));
    const isLive = () => document.body.dataset.link === "live";
    const isTaken = isLive() && form.matches(".option") && await sendChoice(fields).then(() => true, isNotMoved);
    if (!isTaken) {
      // While the socket is open it delivers the changes; otherwise the answer has to.
      const headers = { Accept: "application/json", "Turncoat-Socket": isLive() ? "live" : "none", "Turncoat-Held": document.body.dataset.held ?? "" };
      const answer = await post(form.action, { method: "POST", body: fields, headers });
      const message = await whole(await answer.json());
      if (!message.problem) noteHeld(message); // the reason for a refusal stays until something changes
      take(message);
    }
    document.dispatchEvent(new Event("sent"));
  } finally {
    form.removeAttribute("aria-busy");
    sending.delete(form);
    if (changedMeanwhile.has(form)) {
      const button = changedMeanwhile.get(form) ?? null;
      changedMeanwhile.delete(form);
      form.requestSubmit(button?.isConnected ? button : null);
    }
  }
}

/** @param {((message: Message) => void) | null} [take] given on pages with a socket; on others, the browser sends forms itself */
export function startForms(take = null) {
  document.addEventListener("change", (event) => {
    const input = event.target;
    if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement || input instanceof HTMLTextAreaElement) || !input.form) return;
    if (input instanceof HTMLInputElement) keepToLimit(input);
    if (input.form.matches(".option")) {
      refresh(input.form);
      input.closest(".asked")?.querySelector(".problem")?.remove(); // it was about another choice
    }
    if (input.form.matches("[data-auto]")) input.form.requestSubmit();
  });
  // Nights are those of the host's time zone, which only this device knows.
  document.addEventListener("formdata", ({ target, formData }) => {
    if (!(target instanceof HTMLFormElement) || !target.querySelector("[data-time-zone]") || !Number(formData.get("day_hours"))) return;
    formData.set("time_zone", Intl.DateTimeFormat().resolvedOptions().timeZone ?? "");
  });
  /** @type {HTMLElement | null} */
  let pressed = null;
  const begin = (/** @type {Event} */ { target }) => {
    pressed = target instanceof Element ? target.closest("button") : null;
    const says = document.querySelector(".missing");
    if (says instanceof HTMLElement) says.hidden = true;
  };
  for (const kind of ["click", "keydown"]) document.addEventListener(kind, begin, true);
  // In place of the browser's own words about the first field that is missing.
  document.addEventListener("invalid", (event) => {
    const field = event.target;
    const part = field instanceof Element ? field.closest("[data-missing]") : null;
    if (!(field instanceof HTMLElement) || !part) return;
    event.preventDefault();
    if (document.querySelector(".missing:not([hidden])")) return; // the first field is enough
    sayMissing(part, pressed?.closest("form") === part.closest("form") ? pressed : null);
    field.focus({ preventScroll: true });
  }, true);
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    const submitter = event.submitter;
    if (submitter?.getAttribute("aria-disabled") === "true" || sending.has(form)) {
      event.preventDefault();
      // A self-submitting form changed meanwhile is sent again, so that no tap is lost on a slow connection.
      if (form.matches("[data-own], [data-auto]") && submitter?.getAttribute("aria-disabled") !== "true") {
        changedMeanwhile.set(form, submitter ?? changedMeanwhile.get(form) ?? null);
      }
      return;
    }
    if (form.matches(".option") && !isLast(form)) {
      event.preventDefault();
      move(form, 1);
      document.dispatchEvent(new Event("step"));
      return;
    }
    if (!take || !form.matches("[data-send]")) return;
    event.preventDefault();
    send(form, submitter, take).catch((error) => {
      // The server is out of reach: the form stays for another try, in place of the browser's error page.
      if (error instanceof TypeError) document.dispatchEvent(new Event("unsent"));
      else form.submit();
    });
  });
  startSteps();
  document.addEventListener("step", refreshAll);
  refreshAll();
}
