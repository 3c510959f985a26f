// @ts-check
/** Gives the browser the page for a server out of reach. On a plain-http address browsers take none. */

export function startServiceWorker() {
  const address = document.documentElement.dataset.worker;
  if (!address || !("serviceWorker" in navigator)) return;
  // Only after everything that the visitor waits for.
  addEventListener("load", () => {
    setTimeout(() => void navigator.serviceWorker.register(address, { scope: "/" }).catch(() => {}), 1000);
  });
}
