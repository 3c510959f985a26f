// @ts-check
/** Installs the service worker: the offline page, and messages. Browsers accept it only over https. */

/** @returns {Promise<ServiceWorkerRegistration>} */
export const register = () => navigator.serviceWorker.register(document.documentElement.dataset.worker ?? "", { scope: "/" });

export function startServiceWorker() {
  if (!document.documentElement.dataset.worker || !("serviceWorker" in navigator)) return;
  // After everything that the visitor waits for.
  addEventListener("load", () => {
    setTimeout(() => void register().catch(() => {}), 1000);
  });
}
