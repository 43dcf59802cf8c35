// @ts-check
/** What somebody opened stays open when the news write it anew: headings of the log, deeds of a tournament. */
import { find } from "./shared.js";

/** What is open, by its id. @type {Set<string>} */
const opened = new Set();

document.addEventListener("toggle", (event) => {
  const head = event.target;
  if (!(head instanceof HTMLDetailsElement) || !head.id || !head.closest("#log, #tournament")) return;
  if (head.open) opened.add(head.id);
  else opened.delete(head.id);
}, true);

document.addEventListener("htmx:after:swap", () => {
  for (const id of opened) find(`#${CSS.escape(id)}`)?.setAttribute("open", "");
});
