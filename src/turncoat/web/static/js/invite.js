// @ts-check
/**
 * Buttons that pass a link on: `data-share-link` opens what the device offers for sharing, `data-copy` copies. They are found when
 * they are pressed, so an update may bring new ones. Where a page may not copy, the link is shown for people to copy themselves.
 */

/** Milliseconds that a button says that the link is copied. */
const SAID = 2500;

/**
 * @param {string} text @param {Element} inside an open dialog lets nothing outside it have the focus
 * @returns {boolean} whether the browser copied it: also on a plain http address, where there is no clipboard
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

/** A dialog with the link, marked, for people to copy. It is outside what updates replace. @param {HTMLElement} button */
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
  button.dataset.copied = ""; // updates leave it alone as long
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
    // Whoever closes the device's own dialog has changed their mind.
    const other = button.parentElement?.querySelector("[data-copy]");
    if (!(error instanceof DOMException && error.name === "AbortError") && other instanceof HTMLElement) await copy(other, tell);
  }
}

/** @param {(text: string) => void} [tell] announces what was done, on pages that announce */
export function startInvite(tell = () => {}) {
  document.documentElement.classList.toggle("can-share", "share" in navigator);
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button[data-copy], button[data-share-link]") : null;
    if (!(button instanceof HTMLElement)) return;
    void (button.dataset.copy === undefined ? share(button, tell) : copy(button, tell));
  });
}
