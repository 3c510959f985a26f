// @ts-check
/**
 * Keeps the screen awake while that is wanted and the browser can. On a plain-http address of the local network it cannot.
 * The browser drops the lock when the page is hidden; it is taken again when the page is visible again.
 */

/** @type {WakeLockSentinel | null} */
let lock = null;
/** @type {() => boolean} */
let wanted = () => false;
let asking = false;

/** @returns {boolean} whether this page can keep the screen awake */
export const canStayAwake = () => "wakeLock" in navigator;

/** Take the lock or release it, as is wanted now. To be called whenever that may have changed. */
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
    lock = null; // the battery is low, or the browser refuses: the screen goes dark as usual
  }
  asking = false;
  document.documentElement.dataset.awake = String(Boolean(lock));
}

/** @param {() => boolean} isWanted whether the screen is to stay on now, for example during a game */
export function startWake(isWanted) {
  wanted = isWanted;
  document.addEventListener("visibilitychange", () => void stayAwake());
  // Some browsers want a touch first.
  document.addEventListener("pointerup", () => void stayAwake());
  void stayAwake();
}
