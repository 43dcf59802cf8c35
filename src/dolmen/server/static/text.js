// @ts-check
/** The board as text: shown instead of the picture when asked for, and always at hand for reading a single place. */
import { address, around, at, body, bring, find } from "./shared.js";

const text = find("#as-text");
let told = "";

const moment = () => find("#prompt")?.dataset.sequence ?? "";

/** Fetch the text of this moment, if it is not here yet. */
async function refresh() {
  if (!text || told === moment()) return;
  told = moment();
  await bring(address("text"));
}

/** What is at a place now. @param {string} place */
export async function lineOf(place) {
  await refresh();
  return text?.querySelector(at(place))?.textContent ?? "";
}

document.addEventListener("click", async (event) => {
  if (!text || !around(event.target, "[data-text-switch]")) return;
  event.preventDefault();
  const on = body.toggleAttribute("data-text");
  const menu = /** @type {HTMLDetailsElement | null} */ (find("details.menu[open]"));
  if (menu) menu.open = false;
  if (!on) return;
  await refresh();
  text.focus();
});

document.addEventListener("htmx:after:swap", () => {
  if (body.hasAttribute("data-text")) refresh();
});
