// @ts-check
/** Private notes, one sheet a seat; they stay in this browser. */
import { body, find, remember, remembered, seat } from "./shared.js";

const sheet = /** @type {HTMLTextAreaElement | null} */ (find("#notes textarea"));
const name = `notes-${(body.dataset.table ?? "").split("/").pop()}-${seat()}`;

if (sheet) {
  sheet.value = remembered(name);
  sheet.addEventListener("input", () => remember(name, sheet.value));
}
