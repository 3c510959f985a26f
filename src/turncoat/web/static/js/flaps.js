// @ts-check
/** Marks at the seats that open to tell what they do: a tap elsewhere or Escape shuts them. They open without scripts, too. */

const OPEN = "details.badge[open]";

export function startFlaps() {
  document.addEventListener("click", (event) => {
    for (const flap of document.querySelectorAll(OPEN)) {
      if (flap instanceof HTMLDetailsElement && event.target instanceof Node && !flap.contains(event.target)) flap.open = false;
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
