// @ts-check
/** Offline page: loads the requested page as soon as the server answers again. */

const EVERY = 4000;

async function look() {
  try {
    const answer = await fetch("/healthz", { cache: "no-store" });
    if (answer.ok) location.reload();
  } catch { /* not yet */ }
}

setInterval(() => { if (!document.hidden) void look(); }, EVERY);
addEventListener("online", () => void look());
