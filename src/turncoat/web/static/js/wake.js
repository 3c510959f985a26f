// @ts-check
/**
 * Keeps the screen awake while it is wanted, where the browser can: it cannot on a plain-http address of the local network.
 * The lock goes by itself when the page is hidden, and is taken again when the page is seen again.
 */

/** @type {WakeLockSentinel | null} */
let lock = null;
/** @type {() => boolean} */
let wanted = () => false;
let asking = false;

/** @returns {boolean} whether this page can keep the screen awake */
export const canStayAwake = () => "wakeLock" in navigator;

/** Take the lock or let it go, as it is wanted now. To be called whenever that may have changed. */
export async function stayAwake() {
  if (!canStayAwake() || asking) return;
  if (!wanted() || document.hidden) {
    const held = lock;
    lock = null;
    await held?.release().catch(() => {});
    return;
  }
  if (lock && !lock.released) return;
  asking = true;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    lock = null; // the battery is low, or the browser does not want to: the screen goes dark as it would anyway
  }
  asking = false;
  document.documentElement.dataset.awake = String(Boolean(lock));
}

/** @param {() => boolean} isWanted whether the screen is to stay on now: a game is under way, say */
export function startWake(isWanted) {
  wanted = isWanted;
  document.addEventListener("visibilitychange", () => void stayAwake());
  // Some browsers want a touch first.
  document.addEventListener("pointerup", () => void stayAwake());
  void stayAwake();
}
