// @ts-check
/** The board as it was after an entry of the log: to look at, until one comes back to now. */
import { address, all, around, body, bring } from "./shared.js";

/** @param {HTMLElement} entry */
async function show(entry) {
  leave();
  body.setAttribute("data-past", "");
  const { decision = "0", part = "0" } = entry.dataset;
  for (const one of all(`[data-decision="${decision}"][data-part="${part}"]`)) one.setAttribute("aria-current", "true");
  await bring(address("moment", { decision, part }));
}

/** Back to now. */
export function leave() {
  body.removeAttribute("data-past");
  for (const old of all(".past")) old.remove();
  for (const entry of all("[data-decision][aria-current]")) entry.removeAttribute("aria-current");
}

document.addEventListener("click", (event) => {
  const entry = body.dataset.page === "table" && around(around(event.target, "button.entry, .chip"), "[data-decision]");
  if (entry) show(entry);
  else if (around(event.target, "[data-now], #prompt button") && body.hasAttribute("data-past")) leave();
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !body.hasAttribute("data-past")) return;
  event.stopImmediatePropagation();
  leave();
}, true);
