// @ts-check
/** Installs the offline page. Browsers accept it only over https. */

export function startServiceWorker() {
  const address = document.documentElement.dataset.worker;
  if (!address || !("serviceWorker" in navigator)) return;
  // After everything that the visitor waits for.
  addEventListener("load", () => {
    setTimeout(() => void navigator.serviceWorker.register(address, { scope: "/" }).catch(() => {}), 1000);
  });
}
