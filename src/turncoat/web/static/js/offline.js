// @ts-check
/** The page for a server out of reach: as soon as the server answers again, it loads the page that the visitor wanted. */

const EVERY = 4000;

async function look() {
  try {
    const answer = await fetch("/healthz", { cache: "no-store" });
    if (answer.ok) location.reload();
  } catch { /* not yet */ }
}

setInterval(() => { if (!document.hidden) void look(); }, EVERY);
addEventListener("online", () => void look());
