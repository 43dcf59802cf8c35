// @ts-check
/**
 * Without a line, a page that says so kindly. That page and what it needs are kept, and nothing else.
 * Messages of the server become notices, also while no tab is open; a click leads to the table.
 */

const worker = /** @type {any} */ (self);
const KEPT = "dolmen-offline";
const PAGE = "offline";

/** The page, and the files that it names. */
async function keep() {
  const cache = await caches.open(KEPT);
  const page = await fetch(PAGE, { cache: "reload" });
  const html = await page.clone().text();
  const files = new Set([...html.matchAll(/(?:href|src)="([^"]*\/static\/[^"]+)"/g)].map((found) => found[1])); // twice is an error
  for (const old of await cache.keys()) await cache.delete(old);
  await Promise.all([cache.put(PAGE, page), cache.addAll([...files])]);
}

/** What the server says; where it says nothing, what is kept. @param {Request} request @param {RequestInfo} otherwise */
async function answer(request, otherwise) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(otherwise)) ?? Response.error();
  }
}

/** What the server says; one notice for each table, the last one. @param {any} data */
function show(data) {
  const { title = "Dolmen", body = "", path = "", tag = "" } = data?.json() ?? {};
  return worker.registration.showNotification(title, { body, tag, data: path, icon: "static/icon-192.png", badge: "static/icon-192.png" });
}

/** Go to a page of ours: in a tab that shows it, else in a new one. @param {string} path */
async function lead(path) {
  const address = new URL(path, worker.registration.scope).href;
  const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = tabs.find((/** @type {any} */ tab) => tab.url.split(/[?#]/)[0] === address);
  return open ? open.focus() : worker.clients.openWindow(address);
}

/** A browser that changes its address stays subscribed; the next page of ours tells the server. @param {any} event */
function renew(event) {
  const { oldSubscription: old, newSubscription: made } = event;
  return made ?? (old && worker.registration.pushManager.subscribe(old.options));
}

worker.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(show(event.data)));
worker.addEventListener("pushsubscriptionchange", (/** @type {any} */ event) => event.waitUntil(renew(event)));
worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data ?? ""));
});
worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.mode === "navigate" && request.method === "GET") event.respondWith(answer(request, PAGE));
  else if (request.destination === "style" || request.url.includes("/static/icon.svg")) event.respondWith(answer(request, request));
});
