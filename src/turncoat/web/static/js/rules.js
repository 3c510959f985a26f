// @ts-check
/**
 * Opens rules above the page, and what explains the roles, cards and tokens of the game. Both are taken from pages of their own, to which
 * the links still lead. The rules are fetched once; the table's next game may have other roles.
 */

/** @type {Map<string, Promise<Document>>} */
const pages = new Map();

/** @param {string} address @returns {Promise<Document>} */
function rulesAt(address) {
  const known = pages.get(address);
  if (known) return known;
  const coming = pageAt(address);
  coming.catch(() => pages.delete(address));
  pages.set(address, coming);
  return coming;
}

/** @param {string} address @returns {Promise<Document>} */
function pageAt(address) {
  return fetch(address)
    .then((answer) => { if (!answer.ok) throw new Error(String(answer.status)); return answer.text(); })
    .then((text) => new DOMParser().parseFromString(text, "text/html"));
}

/** @param {HTMLDialogElement} dialog @param {HTMLAnchorElement} link */
async function open(dialog, link) {
  const id = decodeURIComponent(link.hash.slice(1));
  const clause = (await rulesAt(link.pathname)).getElementById(id)?.closest(".clause");
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

/** Shows everything, at the role, card or token that the link names. @param {HTMLDialogElement} dialog @param {HTMLAnchorElement} link */
async function explain(dialog, link) {
  const everything = (await pageAt(link.pathname)).querySelector(".explained");
  const place = dialog.querySelector(".explained-place");
  if (!everything || !place) throw new Error("no explanations");
  place.replaceChildren(document.importNode(everything, true));
  dialog.showModal();
  const named = link.hash ? document.getElementById(link.hash.slice(1)) : null;
  if (named) named.focus();
  else dialog.scrollTop = 0;
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a.rule, a.explains") : null;
  const explains = link?.matches(".explains");
  const dialog = document.getElementById(explains ? "explained-dialog" : "rule-dialog");
  if (!(link instanceof HTMLAnchorElement) || !(dialog instanceof HTMLDialogElement)) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  (explains ? explain : open)(dialog, link).catch(() => window.open(link.href, "_blank", "noopener"));
});
// A tap beside the dialog closes it.
document.addEventListener("click", (event) => {
  if (event.target instanceof HTMLDialogElement && event.target.matches(".rule-dialog")) event.target.close();
});
