// @ts-check
/** What opens over the page, the marks at the seats and the table menu: a tap elsewhere or Escape shuts it. Opens without scripts, too. */

const OPEN = "details.badge[open], details.menu[open]";

export function startFlaps() {
  document.addEventListener("click", (event) => {
    for (const flap of document.querySelectorAll(OPEN)) {
      if (flap instanceof HTMLDetailsElement && event.target instanceof Node && event.target.isConnected && !flap.contains(event.target)) flap.open = false;
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const flap = document.querySelector(OPEN);
    if (!(flap instanceof HTMLDetailsElement)) return;
    flap.open = false;
    flap.querySelector("summary")?.focus();
  });
}
