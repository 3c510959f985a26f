// @ts-check
/** Converts times, which the server writes in its own time zone, to the reader's, in the language of the page. */

/** @returns {string} language of the page, in the reader's regional form if known */
export function locale() {
  const { lang } = document.documentElement;
  return navigator.languages.find((one) => one.split("-")[0] === lang) ?? lang;
}

export function startTimes() {
  const format = new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" });
  for (const time of document.querySelectorAll("time[data-local]")) {
    const at = Date.parse(time.getAttribute("datetime") ?? "");
    if (!Number.isNaN(at)) time.textContent = format.format(at);
  }
}
