// @ts-check
/**
 * Service worker: displays an offline page when the server is out of reach, and messages that it is somebody's turn. It stores that
 * page and its files and nothing else: no table, and no secret.
 *
 * The server puts `KEEP` before this text: the address of the page, those of its files, a hash of their contents, and an icon.
 */

const worker = /** @type {any} */ (self);
/** @type {{ mark: string, page: string, files: string[], icon: string }} */
const keep = worker.KEEP;
const PREFIX = "turncoat-";
const SHELF = PREFIX + keep.mark;
/** Status codes of a proxy whose server is not running. */
const OUT_OF_REACH = [502, 503, 504];

const lost = () => caches.match(keep.page, { cacheName: SHELF });

/** @param {Request} request */
async function goTo(request) {
  try {
    const answer = await fetch(request);
    return OUT_OF_REACH.includes(answer.status) ? (await lost()) ?? answer : answer;
  } catch (error) {
    const page = await lost();
    if (page) return page;
    throw error;
  }
}

worker.addEventListener("install", (/** @type {any} */ event) => {
  // Forms go straight to the server, without starting this worker.
  event.waitUntil(Promise.resolve(event.addRoutes?.({ condition: { requestMethod: "POST", requestMode: "cors" }, source: "network" })).catch(() => {}));
  event.waitUntil(caches.open(SHELF).then((shelf) => shelf.addAll([keep.page, ...keep.files])).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const old = (/** @type {string} */ name) => name.startsWith(PREFIX) && name !== SHELF;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { pathname, search } = new URL(request.url);
  if (request.mode === "navigate") event.respondWith(goTo(request));
  else if (keep.files.includes(pathname + search)) {
    event.respondWith(caches.match(request, { cacheName: SHELF }).then((kept) => kept ?? fetch(request)));
  }
});

/** @param {string} path of a table @returns {Promise<any[]>} windows that display it */
const pagesOf = async (path) =>
  (await worker.clients.matchAll({ type: "window", includeUncontrolled: true })).filter((/** @type {any} */ page) => new URL(page.url).pathname === path);

worker.addEventListener("push", (/** @type {any} */ event) => {
  const { title, body, url, tag } = event.data.json();
  const show = async () => {
    if ((await pagesOf(url)).some((page) => page.visibilityState === "visible")) return; // they see it already
    await worker.registration.showNotification(title, { body, tag, renotify: true, data: { url }, icon: keep.icon, badge: keep.icon });
  };
  event.waitUntil(show());
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  const { url } = event.notification.data;
  event.notification.close();
  event.waitUntil(pagesOf(url).then(([page]) => page ? page.focus() : worker.clients.openWindow(url)));
});
