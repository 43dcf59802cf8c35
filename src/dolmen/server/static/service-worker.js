// @ts-check
/** Without a line, a page that says so kindly. That page and what it needs are kept, and nothing else. */

const worker = /** @type {any} */ (self);
const KEPT = "dolmen-offline";
const PAGE = "offline";

/** The page, and the files that it names. */
async function keep() {
  const cache = await caches.open(KEPT);
  const page = await fetch(PAGE, { cache: "reload" });
  const html = await page.clone().text();
  const files = [...html.matchAll(/(?:href|src)="([^"]*\/static\/[^"]+)"/g)].map((found) => found[1]);
  for (const old of await cache.keys()) await cache.delete(old);
  await Promise.all([cache.put(PAGE, page), cache.addAll(files)]);
}

/** What the server says; where it says nothing, what is kept. @param {Request} request @param {RequestInfo} otherwise */
async function answer(request, otherwise) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(otherwise)) ?? Response.error();
  }
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.mode === "navigate" && request.method === "GET") event.respondWith(answer(request, PAGE));
  else if (request.destination === "style" || request.url.includes("/static/icon.svg")) event.respondWith(answer(request, request));
});
