// @ts-check
/** Dark or light theme chosen by hand, stored in a cookie that the server reads, so that the next page has it from the start. */

const YEAR = 60 * 60 * 24 * 365;

/** @returns {"dark" | "light"} current theme */
function current() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "dark" || chosen === "light") return chosen;
  return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
}

export function startTheme() {
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target.closest("[data-theme-switch]") : null;
    if (!target) return;
    event.preventDefault();
    const next = current() === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    const site = top === self ? "lax" : "none; secure; partitioned"; // in a frame of another site
    document.cookie = `theme=${next}; path=/; max-age=${YEAR}; samesite=${site}`;
  });
}
