// @ts-check
/**
 * While a message is being written, tapping a seat, a name in the conversation or one in the row of names inserts that name. The
 * field keeps the focus, so a phone keeps its keyboard open.
 */

/** @returns {HTMLInputElement | null} focused message field */
function field() {
  const focused = document.activeElement;
  return focused instanceof HTMLInputElement && focused.matches(".chat-form input[name=text]") ? focused : null;
}

/** @param {EventTarget | null} target @returns {string} name at the tapped place, empty for none */
function nameAt(target) {
  const element = target instanceof Element ? target : null;
  const chip = element?.closest("[data-mention]");
  if (chip instanceof HTMLElement) return chip.dataset.mention ?? "";
  if (element?.closest(".badges")) return "";
  const seat = element?.closest(".board .seat:not(.empty)");
  if (seat instanceof HTMLElement) return seat.dataset.name ?? "";
  return element?.closest(".chat-log li > b")?.querySelector("bdi")?.textContent ?? "";
}

/** @param {HTMLInputElement} input @param {string} name */
function write(input, name) {
  const start = input.selectionStart ?? input.value.length;
  const end = input.selectionEnd ?? start;
  const gap = start && !/\s$/.test(input.value.slice(0, start)) ? " " : "";
  const text = `${gap}${name}${/^[\s,.!?]/.test(input.value.slice(end)) ? "" : " "}`;
  if (input.maxLength >= 0 && input.value.length - (end - start) + text.length > input.maxLength) return;
  input.setRangeText(text, start, end, "end");
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Loaded on first use, since few messages need it. @param {HTMLElement} button */
const openEmoji = (button) => void import("./emoji.js").then(({ toggle }) => toggle(button)).catch(() => {});

export function startMentions() {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-emoji]") : null;
    if (button instanceof HTMLElement) openEmoji(button);
  });
  // Remembers the field before the press takes its focus, since the click comes later.
  document.addEventListener("mousedown", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (field() && (nameAt(target) || target?.closest(".chat-form .send"))) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const name = nameAt(event.target);
    const input = field() ?? (event.target instanceof Element && event.target.closest("[data-mention]") ? document.querySelector(".chat-form input[name=text]") : null);
    if (!name || !(input instanceof HTMLInputElement)) return;
    event.preventDefault();
    event.stopPropagation(); // no seat is picked
    write(input, name);
    input.focus();
  }, true);
}
