// @ts-check
/** Makes the PDF of a kit without leaving the page, and says what happens meanwhile. Without this script the form downloads it. */

const form = document.getElementById("kit-pdf");
const told = document.getElementById("kit-status");

/** @param {string} text */
function say(text) {
  if (told) told.textContent = text;
}

/** @param {Response} answer @returns {string} */
const nameIn = (answer) => /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1] ?? "kit.pdf";

/** @param {Blob} file @param {string} name */
function save(file, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser may still be reading it
}

/** @param {HTMLFormElement} form @param {HTMLElement | null} button */
async function make(form, button) {
  const { making = "", made = "", lost = "" } = form.dataset;
  const asked = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form, button)]));
  form.setAttribute("aria-busy", "true");
  say(making);
  try {
    const answer = await fetch(`${form.action}?${asked}`, { headers: { Accept: "application/pdf, text/plain" } });
    if (answer.redirected) return location.assign(answer.url);
    if (!answer.ok) return say(await answer.text());
    const name = nameIn(answer);
    save(await answer.blob(), name);
    say(made.replace("{file}", name));
  } catch {
    say(lost);
  } finally {
    form.removeAttribute("aria-busy");
  }
}

if (form instanceof HTMLFormElement) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (form.getAttribute("aria-busy") !== "true") void make(form, event.submitter);
  });
}

export {};
