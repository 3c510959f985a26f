// @ts-check
/** Hands the page that stands in for a server out of reach to the browser; not on a plain-http address, where it takes none. */

export function startWorker() {
  const address = document.documentElement.dataset.worker;
  if (!address || !("serviceWorker" in navigator)) return;
  // After everything that the visitor waits for.
  addEventListener("load", () => {
    setTimeout(() => void navigator.serviceWorker.register(address, { scope: "/" }).catch(() => {}), 1000);
  });
}
