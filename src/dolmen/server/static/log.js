// @ts-check
/** The log: what others did since the own turn is marked. */
import { all, find, seat } from "./shared.js";

/** Mark what is new to the seat that looks. */
function mark() {
  const since = find("#news")?.dataset.since;
  for (const line of all("#log [data-by]")) {
    const fresh = since !== undefined && Number(line.dataset.decision) > Number(since) && line.dataset.by !== seat();
    line.classList.toggle("fresh", fresh);
  }
}

document.addEventListener("htmx:after:swap", mark);
mark();
