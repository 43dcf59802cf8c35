// @ts-check
/** The page as an app: where the browser knows how, a worker answers while there is no line. */
import { find } from "./shared.js";

const manifest = /** @type {HTMLLinkElement | null} */ (find("link[rel=manifest]"));
if (manifest && "serviceWorker" in navigator) {
  navigator.serviceWorker.register(new URL("service-worker.js", manifest.href)).catch(() => undefined);
}
