// @ts-check
/**
 * Buttons that pass on a link: `data-share-link` opens the device's share dialog, `data-copy` copies. They are looked up when
 * pressed, so updates may add new ones. Where a page may not copy, the link is displayed for copying by hand.
 */

/** Milliseconds for which a button says that the link is copied. */
const SAID = 2500;

/**
 * @param {string} text @param {Element} inside open dialog, outside of which nothing can have the focus
 * @returns {boolean} true if the browser copied it, which works on plain http too, where there is no clipboard
 */
function copiedFromField(text, inside) {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "visually-hidden";
  const had = document.activeElement;
  inside.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (had instanceof HTMLElement) had.focus({ preventScroll: true });
  return done;
}

/** @param {string} text @param {Element} [inside] what is open on the page @returns {Promise<boolean>} */
export async function copied(text, inside = document.body) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedFromField(text, inside); // no permission, or no clipboard at all
  }
}

/** Opens a dialog with the selected link for copying by hand, outside anything that updates replace. @param {HTMLElement} button */
function showLink(button) {
  const { copy = "", byHand = "", close = "" } = button.dataset;
  const dialog = document.createElement("dialog");
  dialog.className = "sheet";
  const label = document.createElement("label");
  label.className = "field";
  const field = document.createElement("input");
  [field.readOnly, field.value] = [true, copy];
  label.append(byHand, field);
  const form = document.createElement("form");
  form.method = "dialog";
  const leave = document.createElement("button");
  [leave.className, leave.textContent] = ["button", close];
  form.append(leave);
  dialog.append(label, form);
  dialog.setAttribute("aria-label", button.textContent?.trim() ?? "");
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  field.select();
}

/** @param {HTMLElement} button @param {(text: string) => void} tell */
async function copy(button, tell) {
  if (!(await copied(button.dataset.copy ?? ""))) return showLink(button);
  const words = button.querySelector("span") ?? button;
  const usual = words.textContent;
  if ("copied" in button.dataset) return;
  button.dataset.copied = ""; // updates leave it alone meanwhile
  words.textContent = button.dataset.done ?? "";
  tell(button.dataset.done ?? "");
  setTimeout(() => {
    words.textContent = usual;
    delete button.dataset.copied;
  }, SAID);
}

/** @param {HTMLElement} button @param {(text: string) => void} tell */
async function share(button, tell) {
  const { shareLink = "", says = "" } = button.dataset;
  try {
    await navigator.share({ title: "Turncoat", text: says, url: shareLink });
  } catch (error) {
    // Closing the device's dialog means a change of mind.
    const other = button.parentElement?.querySelector("[data-copy]");
    if (!(error instanceof DOMException && error.name === "AbortError") && other instanceof HTMLElement) await copy(other, tell);
  }
}

/** @param {(text: string) => void} [tell] announces the result, on pages that announce */
export function startInvite(tell = () => {}) {
  document.documentElement.classList.toggle("can-share", "share" in navigator);
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button[data-copy], button[data-share-link]") : null;
    if (!(button instanceof HTMLElement)) return;
    void (button.dataset.copy === undefined ? share(button, tell) : copy(button, tell));
  });
}
