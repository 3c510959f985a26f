// @ts-check
/** Page "When it is your turn": turns the messages of this browser on and off. Everything else on it is forms. */

import { register } from "./install.js";

const section = document.querySelector("[data-push]");
const form = document.getElementById("push-on");

/** @param {"insecure" | "unsupported" | "denied" | "failed" | "on" | "off"} state shown, and no other */
function show(state) {
  for (const part of section?.querySelectorAll("[data-push-state]") ?? []) {
    if (part instanceof HTMLElement) part.hidden = part.dataset.pushState !== state && !(state === "failed" && part.dataset.pushState === "off");
  }
}

/** @param {string} endpoint @returns {Promise<string>} id of the subscription, as the server computes it */
async function idOf(endpoint) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint)));
  return [...hash.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @returns {Promise<PushSubscription>} */
async function subscribe() {
  await register();
  const { pushManager } = await navigator.serviceWorker.ready;
  const key = (section instanceof HTMLElement && section.dataset.push) || null;
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await pushManager.subscribe(wanted);
  } catch (error) {
    const old = await pushManager.getSubscription(); // made with another key of the server
    if (!old) throw error;
    await old.unsubscribe();
    return pushManager.subscribe(wanted);
  }
}

/** @param {HTMLFormElement} sent */
async function turnOn(sent) {
  if (await Notification.requestPermission() !== "granted") return show(Notification.permission === "denied" ? "denied" : "off");
  const { endpoint = "", keys = {} } = (await subscribe()).toJSON();
  const fields = { endpoint, p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" };
  for (const [name, value] of Object.entries(fields)) /** @type {HTMLInputElement} */ (sent.elements.namedItem(name)).value = value;
  sent.submit();
}

async function start() {
  if (!(section instanceof HTMLElement) || !(form instanceof HTMLFormElement)) return;
  if (!isSecureContext) return show("insecure");
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return show("unsupported");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    turnOn(form).catch(() => show("failed"));
  });
  if (Notification.permission === "denied") return show("denied");
  const subscription = await (await navigator.serviceWorker.getRegistration("/"))?.pushManager.getSubscription();
  const id = subscription ? await idOf(subscription.endpoint) : "";
  const isTold = id !== "" && (section.dataset.told ?? "").split(" ").includes(id);
  show(isTold ? "on" : "off");
  const mine = section.querySelector(`[data-browser="${isTold ? id : "none"}"]`);
  const mark = mine?.querySelector("[data-this]");
  if (mark instanceof HTMLElement) mark.hidden = false;
  mine?.querySelector("form")?.addEventListener("submit", () => void subscription?.unsubscribe().catch(() => {}));
}

start().catch(() => show("unsupported"));
