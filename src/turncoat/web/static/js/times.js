// @ts-check
/** Converts times, which the server writes in its own time zone, to the reader's, in the language of the page. */

/** @returns {string} language of the page, in the reader's regional form if known */
function locale() {
  const { lang } = document.documentElement;
  return navigator.languages.find((one) => one.split("-")[0] === lang) ?? lang;
}

/** Ways to write a time, by the attribute `data-local`. A deadline is less than a week away. @type {Record<string, Intl.DateTimeFormatOptions>} */
const STYLES = {
  "": { dateStyle: "medium", timeStyle: "short" },
  weekday: { weekday: "long", hour: "2-digit", minute: "2-digit" },
};

export function startTimes() {
  for (const time of document.querySelectorAll("time[data-local]")) {
    const at = Date.parse(time.getAttribute("datetime") ?? "");
    const format = new Intl.DateTimeFormat(locale(), STYLES[time.getAttribute("data-local") ?? ""]);
    if (!Number.isNaN(at)) time.textContent = format.format(at);
  }
}
