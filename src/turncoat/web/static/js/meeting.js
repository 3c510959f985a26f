// @ts-check
/** Tells the time of a meeting in the reader's time zone, and fills in the host's. The server's words are in the host's zone. */

import { locale } from "./times.js";

const format = new Intl.DateTimeFormat(locale(), { weekday: "long", day: "numeric", month: "long", hour: "numeric", minute: "2-digit" });
const { timeZone } = format.resolvedOptions();

/** Writes only what differs, so that it may follow every change of the page. */
function show() {
  const time = document.querySelector("#meeting time[data-day]");
  const at = Date.parse(time?.getAttribute("datetime") ?? "");
  if (time && !Number.isNaN(at) && time.textContent !== format.format(at)) time.textContent = format.format(at);
  const zone = document.querySelector("#meeting input[data-own-zone]");
  if (zone instanceof HTMLInputElement && zone.value === zone.defaultValue && timeZone) zone.value = timeZone;
}

show();
new MutationObserver(show).observe(document.body, { childList: true, subtree: true, characterData: true });
