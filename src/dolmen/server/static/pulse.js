// @ts-check
/** What an entry of the log or a chip of the news tells of pulses on the board while one points at it. */
import { around, find } from "./shared.js";
import { name } from "./names.js";

const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 4;

/** The outline of a place or a piece, to be drawn over all that stands there. @param {Element} shown */
function outline(shown) {
  const path = shown.matches("path") ? shown : shown.querySelector(":scope > path");
  const drawn = document.createElementNS(SVG, path ? "path" : "rect");
  if (path) {
    drawn.setAttribute("d", path.getAttribute("d") ?? "");
  } else {
    const { x, y, width, height } = /** @type {SVGGraphicsElement} */ (shown).getBBox();
    const box = { x: x - MARGIN, y: y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN, rx: 2 * MARGIN };
    for (const [key, value] of Object.entries(box)) drawn.setAttribute(key, String(value));
  }
  drawn.classList.add("place-mark");
  return drawn;
}

/** @param {HTMLElement | null} teller */
function pulse(teller) {
  const places = (teller?.dataset.places ?? "").split(" ").filter(Boolean);
  const shown = places.map((place) => document.getElementById(place));
  find("#pulses")?.replaceChildren(...shown.flatMap((one) => (one ? [outline(one)] : [])));
  name(places);
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "mouse") pulse(around(event.target, "[data-places]"));
});
document.addEventListener("focusin", (event) => pulse(around(event.target, "[data-places] :focus-visible, [data-places]:focus-visible")?.closest("[data-places]") ?? null));
