// @ts-check
/** The list of open tables, which stays current while somebody looks at it. */

const LOOKS_EVERY = 8000;
const list = document.getElementById("open-tables");
const changed = document.getElementById("say-status");

async function look() {
  if (document.hidden || !list) return;
  if (changed) changed.textContent = "";  // or the same words would not be read again
  const answer = await fetch(location.pathname).catch(() => null);
  if (!answer?.ok) return;
  const now = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("open-tables");
  if (!now || now.innerHTML === list.innerHTML) return;
  const focused = list.contains(document.activeElement) ? document.activeElement : null;
  list.replaceChildren(...now.childNodes);
  if (changed) changed.textContent = list.dataset.changed ?? "";
  if (!focused) return;
  const links = [...list.querySelectorAll("a")];
  (links.find((one) => one.getAttribute("href") === focused.getAttribute("href")) ?? links[0])?.focus();
}

setInterval(look, LOOKS_EVERY);
document.addEventListener("visibilitychange", look);
