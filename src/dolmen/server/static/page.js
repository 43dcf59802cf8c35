// @ts-check
/**
 * What HTML cannot do, module by module: the board and its list move together, zoom, keys, gliding pieces, the theme,
 * calls. No rule of any game is here; the server decides everything.
 */
import "./arrows.js";
import "./board.js";
import "./call.js";
import "./glide.js";
import "./guide.js";
import "./home.js";
import "./install.js";
import "./keys.js";
import "./log.js";
import "./more.js";
import "./names.js";
import "./news.js";
import "./notes.js";
import "./opened.js";
import "./past.js";
import "./planner.js";
import "./players.js";
import "./pulse.js";
import "./push.js";
import "./replay.js";
import "./rules.js";
import "./text.js";
import "./tips.js";
import "./turns.js";
import "./zoom.js";
import { all, around, body, find, remember, remembered } from "./shared.js";

document.addEventListener("click", (event) => {
  const { target } = event;
  if (around(target, "[data-theme-switch]")) switchTheme();
  const tab = around(target, "[data-show]");
  if (tab) showTab(tab.dataset.show ?? "choices");
  const records = around(target, "[data-log]");
  if (records) showRecords(records.dataset.log ?? "log");
  const menu = /** @type {HTMLDetailsElement | null} */ (find("details.menu[open]"));
  if (menu && !around(target, "details.menu")) menu.open = false;
});

document.addEventListener("change", (event) => {
  const { target } = event;
  const submits = target instanceof HTMLSelectElement || target instanceof HTMLInputElement;
  if (submits && target.matches("[data-submit]")) target.form?.requestSubmit();
  if (target instanceof HTMLInputElement && target.dataset.remember) {
    remember(target.dataset.remember, target.checked ? "on" : "off");
    if (target.dataset.remember === "notify" && target.checked && "Notification" in window) Notification.requestPermission();
  }
});

for (const box of all("input[data-remember]")) {
  /** @type {HTMLInputElement} */ (box).checked = remembered(box.dataset.remember ?? "", box.dataset.otherwise ?? "off") === "on";
}

/* ------------------------------------------------------------------ theme */

function switchTheme() {
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const theme = (document.documentElement.dataset.theme || system) === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  document.cookie = `dolmen_theme=${theme}; path=/; max-age=31536000; samesite=lax`;
}

/* ------------------------------------------------------------------ tabs */

/** On a phone: one part of the table at a time. @param {string} name */
function showTab(name) {
  body.dataset.tab = name;
  for (const tab of all("[data-show]")) tab.setAttribute("aria-selected", String(tab.dataset.show === name));
  const shown = find(`[data-show="${name}"]`)?.dataset.opens;
  if (shown) showRecords(shown);
}

/** Log, chat, notes or boards. @param {string} name */
function showRecords(name) {
  body.dataset.records = name;
  for (const tab of all("[data-log]")) tab.setAttribute("aria-selected", String(tab.dataset.log === name));
  if (name === "chat") find("#talk input[name=text]")?.focus({ preventScroll: true });
  if (name === "notes") find("#notes textarea")?.focus({ preventScroll: true });
}
