// @ts-check
/** A rule in a dialog beside the table, with the map of keys; without a script the link leads to the page of rules. */
import { around, bring, find } from "./shared.js";

const dialog = /** @type {HTMLDialogElement | null} */ (find("#rule"));

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (around(event.target, "a[data-rule]"));
  if (link && dialog && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    bring(link.dataset.rule ?? "").then(() => dialog.open || dialog.showModal());
  }
  if (event.target === dialog) dialog?.close(); // a click beside it
});
