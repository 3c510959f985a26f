// @ts-check
/** Opens rules above the page. The clause is taken from the rules page, which is fetched once and to which its link still leads. */

/** @type {Map<string, Promise<Document>>} */
const pages = new Map();

/** @param {string} address @returns {Promise<Document>} */
function rulesAt(address) {
  const known = pages.get(address);
  if (known) return known;
  const coming = fetch(address)
    .then((answer) => { if (!answer.ok) throw new Error(String(answer.status)); return answer.text(); })
    .then((text) => new DOMParser().parseFromString(text, "text/html"));
  coming.catch(() => pages.delete(address));
  pages.set(address, coming);
  return coming;
}

/** @param {HTMLDialogElement} dialog @param {HTMLAnchorElement} link */
async function open(dialog, link) {
  const clause = (await rulesAt(link.pathname)).getElementById(decodeURIComponent(link.hash.slice(1)))?.closest(".clause");
  const place = dialog.querySelector(".rule-dialog-text");
  const all = dialog.querySelector(".rule-dialog-all");
  if (!clause || !place || !(all instanceof HTMLAnchorElement)) throw new Error("no such clause");
  const shown = /** @type {Element} */ (document.importNode(clause, true));
  for (const one of [shown, ...shown.querySelectorAll("[id]")]) one.removeAttribute("id");
  place.replaceChildren(shown);
  for (const own of shown.querySelectorAll("a[href^='#']")) own.replaceWith(...own.childNodes);
  all.href = link.href;
  dialog.showModal();
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a.rule") : null;
  const dialog = document.getElementById("rule-dialog");
  if (!(link instanceof HTMLAnchorElement) || !(dialog instanceof HTMLDialogElement)) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  open(dialog, link).catch(() => window.open(link.href, "_blank", "noopener"));
});
// A tap beside the dialog closes it.
document.addEventListener("click", (event) => {
  if (event.target instanceof HTMLDialogElement && event.target.id === "rule-dialog") event.target.close();
});
