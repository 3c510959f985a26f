// @ts-check
/** The marks at the seats and the table menu open over the page, also without scripts. A tap elsewhere or Escape closes them. */

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
