// @ts-check
/** The board as it was after an entry of the log: to look at, until one comes back to now. */
import { address, all, around, body, bring } from "./shared.js";

/** @param {HTMLElement} entry */
async function show(entry) {
  leave();
  body.setAttribute("data-past", "");
  entry.setAttribute("aria-current", "true");
  await bring(address("moment", { decision: entry.dataset.decision ?? "0" }));
}

/** Back to now. */
export function leave() {
  body.removeAttribute("data-past");
  for (const old of all(".past")) old.remove();
  for (const entry of all("#log [aria-current]")) entry.removeAttribute("aria-current");
}

document.addEventListener("click", (event) => {
  const entry = around(event.target, "#log li[data-decision]");
  if (entry && !around(event.target, "a")) show(entry);
  else if (around(event.target, "[data-now], #prompt button") && body.hasAttribute("data-past")) leave();
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !body.hasAttribute("data-past")) return;
  event.stopImmediatePropagation();
  leave();
}, true);
