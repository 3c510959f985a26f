// @ts-check
/** The server tells times by its own clock. Here they are told by the clock of who reads them, in the language of the page. */

/** @returns {string} the language of the page, as it is written where the reader lives if that is known */
function locale() {
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
