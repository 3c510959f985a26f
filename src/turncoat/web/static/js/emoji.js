// @ts-check
/** Emoji for a message: a button beside the field opens a small palette, made on first use. Arrow keys move in it. */

const EMOJI = "😀 😂 😉 😎 🤔 🙄 😮 😱 😢 😡 🥳 😴 👍 👎 👏 🙏 🤞 👀 🔥 ❤️ 🕵️ 🤖 🎲 🎉".split(" ");
const IN_A_ROW = 6;

/** Button for which the palette is open. @type {HTMLElement | null} */
let at = null;

/** @param {string} text @returns {string} the picture of a text, as this device draws it */
function drawn(text) {
  const canvas = Object.assign(document.createElement("canvas"), { width: 32, height: 32 });
  const on = canvas.getContext("2d");
  if (on) [on.textBaseline, on.font] = ["top", "24px sans-serif"];
  on?.fillText(text, 0, 2);
  return canvas.toDataURL();
}

/** @returns {string[]} those that this device has a drawing of, in place of gaps and boxes */
function known() {
  const unknown = new Set(["", "\u{10FFFF}"].map(drawn));
  const found = EMOJI.filter((emoji) => !unknown.has(drawn(emoji)));
  return found.length ? found : EMOJI;
}

/** @returns {HTMLElement} */
function palette() {
  const there = document.getElementById("emoji");
  if (there) return there;
  const made = document.createElement("div");
  made.id = "emoji";
  made.className = "palette emoji";
  made.hidden = true;
  made.setAttribute("role", "dialog");
  for (const emoji of known()) {
    const one = document.createElement("button");
    one.type = "button";
    one.className = "palette-one";
    one.textContent = emoji;
    made.append(one);
  }
  made.addEventListener("keydown", move);
  document.body.append(made); // outside anything that updates replace
  return made;
}

/** @returns {HTMLInputElement | null} */
const field = () => at?.closest("form")?.querySelector("input[name=text]") ?? null;

/** @param {boolean} [back] true to return the focus to the field */
function close(back = false) {
  const box = palette();
  const input = field();
  box.hidden = true;
  at?.setAttribute("aria-expanded", "false");
  if (back) input?.focus();
  at = null;
}

/** @param {string} emoji */
function write(emoji) {
  const input = field();
  if (!input) return;
  const start = input.selectionStart ?? input.value.length;
  const end = input.selectionEnd ?? start;
  if (input.maxLength >= 0 && input.value.length - (end - start) + emoji.length > input.maxLength) return;
  input.setRangeText(emoji, start, end, "end");
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** @param {KeyboardEvent} event */
function move(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const all = [...palette().querySelectorAll("button")];
  const here = all.findIndex((one) => one === document.activeElement);
  const to = { ArrowLeft: here - 1, ArrowRight: here + 1, ArrowUp: here - IN_A_ROW, ArrowDown: here + IN_A_ROW, Home: 0, End: all.length - 1 }[event.key];
  const next = to === undefined ? undefined : all[to];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Opens the palette at a button, or closes it. @param {HTMLElement} button */
export function toggle(button) {
  const box = palette();
  const was = at;
  if (was) close();
  if (was === button) return;
  at = button;
  button.setAttribute("aria-expanded", "true");
  box.setAttribute("aria-label", button.textContent?.trim() ?? "");
  box.hidden = false;
  const place = button.getBoundingClientRect();
  box.style.top = `${Math.max(4, place.top - box.offsetHeight - 6)}px`;
  box.style.left = `${Math.max(6, Math.min(place.right - box.offsetWidth, innerWidth - box.offsetWidth - 6))}px`;
  box.querySelector("button")?.focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const one = target?.closest("#emoji button");
  if (one) {
    write(one.textContent ?? "");
    close(true);
  } else if (at && !target?.closest("[data-emoji]")) close();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !at) return;
  event.preventDefault();
  event.stopPropagation();
  close(true);
}, true);
