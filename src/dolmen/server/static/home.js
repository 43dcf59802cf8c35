// @ts-check
/** Before the game: the name that all forms share, a file that is dropped, a link that is copied or shared, the title. */
import { all, around, find } from "./shared.js";

const COPIED = 3000;

const name = /** @type {HTMLInputElement | null} */ (find("#name"));

/* ------------------------------------------------------------------ a new table */

/** The name stands once, above all games. */
document.addEventListener("submit", (event) => {
  const form = around(event.target, "form[data-new-table]");
  const first = event.submitter?.hasAttribute("formnovalidate");
  if (!form || !name || first || name.reportValidity()) return;
  event.preventDefault();
  if (form.matches(":popover-open")) form.hidePopover();
});

document.addEventListener("formdata", (event) => {
  if (name && around(event.target, "form[data-new-table]")) event.formData.set("name", name.value);
});

/** A form that came back with a refusal is open, where forms are sheets. */
for (const refused of all("form[data-refused]")) {
  if (matchMedia("(max-width: 719px)").matches) refused.showPopover();
}

/* ------------------------------------------------------------------ a game from elsewhere */

const bring = find("#bring");

bring?.addEventListener("dragover", (event) => event.preventDefault());
bring?.addEventListener("drop", (event) => {
  const files = event.dataTransfer?.files;
  const field = /** @type {HTMLInputElement | null} */ (bring.querySelector("input[type=file]"));
  if (!files?.length || !field) return;
  event.preventDefault();
  field.files = files;
  /** @type {HTMLFormElement} */ (bring).requestSubmit();
});

/* ------------------------------------------------------------------ the own tables */

document.addEventListener("htmx:after:swap", () => {
  document.title = find("#mine")?.dataset.title || document.title;
  if (find("#lobby[data-begun]")) location.reload(); // the table is another page
});

/* ------------------------------------------------------------------ the link of a table */

const link = () => /** @type {HTMLInputElement | null} */ (find("input.link"));

/** It says for a while that it is done. @param {HTMLElement} button */
async function copy(button) {
  const field = link();
  if (!field) return;
  field.select();
  await navigator.clipboard?.writeText(field.value).catch(() => undefined);
  button.classList.add("done");
  setTimeout(() => button.classList.remove("done"), COPIED);
}

document.addEventListener("click", (event) => {
  const button = around(event.target, "[data-copy]");
  if (button) copy(button);
  const shared = around(event.target, "[data-share-page]") ? location.href : around(event.target, "[data-share]") && link()?.value;
  if (shared) navigator.share({ title: document.title, url: shared }).catch(() => undefined);
});

/** Where there is nothing to share with, there is no button. */
for (const share of all("[data-share], [data-share-page]")) share.hidden = !navigator.share;
