// @ts-check
/** A tooltip for what has a name: choices with their price and effect, tiles, goods. On touch it stays a moment. */
import { BOARDS } from "./board.js";
import { around, body, find } from "./shared.js";

const NAMED = `:is(${BOARDS}) [aria-label]:not([role=group]), .players .i[aria-label], .players .stones svg, .lit[data-choice], button:is([aria-label], [aria-description])`;
const FOCUSED = ":is(.lit[data-choice], .entry, .chip):focus-visible";
const LINGER = 2600;

const tip = document.createElement("div");
tip.id = "tip";
tip.hidden = true;
tip.setAttribute("aria-hidden", "true");
body.append(tip);

/** @type {number | undefined} */
let leaving;

/** @param {Element | null} named */
function show(named) {
  clearTimeout(leaving);
  const text = named && words(named);
  tip.hidden = !text;
  if (!named || !text) return;
  tip.textContent = text;
  const place = named.getBoundingClientRect();
  const own = tip.getBoundingClientRect();
  const beside = named.matches(".entry") ? place.left - own.width - 18 : 0; // so that the lines around it can be read
  if (beside > 8) {
    tip.style.left = `${beside}px`;
    tip.style.top = `${Math.min(place.top, innerHeight - own.height - 8)}px`;
    return;
  }
  const left = Math.min(Math.max(8, place.left + place.width / 2 - own.width / 2), innerWidth - own.width - 8);
  const above = place.top - own.height - 10;
  tip.style.left = `${left}px`;
  tip.style.top = `${above > 4 ? above : Math.min(place.bottom + 10, innerHeight - own.height - 4)}px`;
}

/** Its name, or what describes it; of a choice on a board also what the list adds. @param {Element} named */
function words(named) {
  const label = named.getAttribute("aria-label") ?? named.getAttribute("aria-description") ?? "";
  const choice = around(named, "[data-choice]")?.dataset.choice;
  if (!choice || around(named, ".choices")) return named.closest(".choices") ? "" : label;
  const more = find(`#choice-${choice} .dim`)?.textContent?.replace(/^[,\s]+/, "") ?? "";
  return more && !label.includes(more) ? `${label} ${more}` : label;
}

document.addEventListener("pointerover", (event) => {
  const named = around(event.target, NAMED);
  if (named || event.pointerType === "mouse") show(named);
  if (named && event.pointerType !== "mouse") leaving = setTimeout(() => show(null), LINGER);
});
document.addEventListener("pointerleave", () => show(null));
document.addEventListener("focusin", (event) => show(around(event.target, FOCUSED)));
document.addEventListener("scroll", () => { // a list scrolls to what is focused: its tip goes along
  if (!tip.hidden) show(around(document.activeElement, FOCUSED));
}, true);
for (const name of ["keydown", "htmx:before:swap", "wheel"]) document.addEventListener(name, () => show(null), true);
