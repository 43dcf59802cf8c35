// @ts-check
/** Whether somebody is called when it is his turn: by sound, by a notice. Nothing is promised that is not switched on. */
import { all, around, body, find, remember, remembered } from "./shared.js";

const WAYS = ["sound", "notify"];

/** `on`: called; `no`: not wished; `ask`: nobody has asked yet. The style sheet shows what fits. */
function tell() {
  const on = "byHost" in body.dataset || WAYS.some((way) => remembered(way) === "on");
  body.dataset.called = on ? "on" : remembered("call", "ask");
}

/** @param {string} way */
function choose(way) {
  remember(way || "call", way ? "on" : "no");
  for (const box of all(`input[data-remember="${way}"]`)) /** @type {HTMLInputElement} */ (box).checked = true;
  if (way === "notify" && "Notification" in window) Notification.requestPermission();
  tell();
}

/** A notice of this page: by its worker, as phones want it, or by itself. @param {string} title */
export async function notice(title) {
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) await worker.showNotification(title, { tag: location.pathname, data: location.href });
  else new Notification(title);
}

/** Who is called by the host, and not by this page, does not look while the tab is hidden: then it does not listen. */
const stream = find("#stream[hx-config]");
if (stream && "byHost" in body.dataset && !WAYS.some((way) => remembered(way) === "on")) {
  stream.setAttribute("hx-config", (stream.getAttribute("hx-config") ?? "").replace('"pauseOnBackground": false', '"pauseOnBackground": true'));
}

document.addEventListener("click", (event) => {
  const button = around(event.target, "[data-call]");
  if (button) choose(button.dataset.call ?? "");
});
document.addEventListener("change", tell);
tell();
