// @ts-check
/** The names of places on the board: at what is pointed at, has the focus or is chosen; or all of them. */
import { all, around, at, body, find } from "./shared.js";

const SVG = "http://www.w3.org/2000/svg";
const HIGH = 18;

/** @type {Set<string>} What is pointed at, or has the focus. */
const near = new Set();
/** @type {string[]} What something else on the page tells of. */
let told = [];

/** The place that an element of the board means. @param {EventTarget | null} target */
const placeOf = (target) => around(target, ".board [data-place]")?.dataset.place;

/** A plate with the name of a place, over its upper edge. @param {Element} printed */
function plate(printed) {
  const name = printed.querySelector(".place-name")?.textContent ?? "";
  const { x, y, width } = /** @type {SVGGraphicsElement} */ (printed).getBBox();
  const wide = 10 + 8 * name.length;
  const made = document.createElementNS(SVG, "g");
  made.classList.add("name-plate");
  const back = made.appendChild(document.createElementNS(SVG, "rect"));
  const text = made.appendChild(document.createElementNS(SVG, "text"));
  const box = { x: x + (width - wide) / 2, y: y - HIGH / 3, width: wide, height: HIGH, rx: HIGH / 2 };
  for (const [key, value] of Object.entries(box)) back.setAttribute(key, String(value));
  text.setAttribute("x", String(x + width / 2));
  text.setAttribute("y", String(box.y + 13));
  text.textContent = name;
  return made;
}

/** Show the names that are to be seen now. */
function show() {
  const names = find("#names");
  if (!names) return;
  const chosen = all('#lit [aria-pressed="true"]').map((one) => one.dataset.place ?? "");
  const places = body.hasAttribute("data-names") ? all("#ground [data-place]").map((one) => one.dataset.place ?? "") : [...near, ...told, ...chosen];
  const printed = [...new Set(places)].map((place) => find(`#ground ${at(place)}`));
  names.replaceChildren(...printed.flatMap((one) => (one?.querySelector(".place-name") ? [plate(one)] : [])));
}

/** Name these places until others are told of. @param {string[]} places */
export function name(places) {
  if (!places.length && !told.length) return;
  told = places;
  show();
}

for (const [event, comes] of /** @type {[string, boolean][]} */ ([["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]])) {
  document.addEventListener(event, ({ target }) => {
    const place = placeOf(target);
    if (!place) return;
    if (comes) near.add(place);
    else near.delete(place);
    show();
  });
}

document.addEventListener("click", (event) => {
  if (!around(event.target, "[data-names-switch]")) return;
  body.toggleAttribute("data-names");
  show();
});
document.addEventListener("htmx:after:swap", show);
show();
