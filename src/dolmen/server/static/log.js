// @ts-check
/** The log: what others did since the own turn is marked, and headings stay open when the news write it anew. */
import { all, find, seat } from "./shared.js";

/** The headings that somebody opened. @type {Set<string>} */
const opened = new Set();

/** Mark what is new to the seat that looks. */
function mark() {
  const since = find("#news")?.dataset.since;
  for (const line of all("#log [data-by]")) {
    const fresh = since !== undefined && Number(line.dataset.decision) > Number(since) && line.dataset.by !== seat();
    line.classList.toggle("fresh", fresh);
  }
}

/** Open again what was open. */
function open() {
  for (const id of opened) find(`#${CSS.escape(id)}`)?.setAttribute("open", "");
}

document.addEventListener("toggle", (event) => {
  const head = event.target;
  if (!(head instanceof HTMLDetailsElement) || !head.closest("#log")) return;
  if (head.open) opened.add(head.id);
  else opened.delete(head.id);
}, true);

document.addEventListener("htmx:after:swap", () => {
  mark();
  open();
});
mark();
