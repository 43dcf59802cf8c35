// @ts-check
/** Whether somebody is called when it is his turn: by sound, by a notice. Nothing is promised that is not switched on. */
import { all, around, body, remember, remembered } from "./shared.js";

const WAYS = ["sound", "notify"];

/** `on`: called; `no`: not wished; `ask`: nobody has asked yet. The style sheet shows what fits. */
function tell() {
  const on = WAYS.some((way) => remembered(way) === "on");
  body.dataset.called = on ? "on" : remembered("call", "ask");
}

/** @param {string} way */
function choose(way) {
  remember(way || "call", way ? "on" : "no");
  for (const box of all(`input[data-remember="${way}"]`)) /** @type {HTMLInputElement} */ (box).checked = true;
  if (way === "notify" && "Notification" in window) Notification.requestPermission();
  tell();
}

document.addEventListener("click", (event) => {
  const button = around(event.target, "[data-call]");
  if (button) choose(button.dataset.call ?? "");
});
document.addEventListener("change", tell);
tell();
