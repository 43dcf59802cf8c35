// @ts-check
/**
 * Arrow keys on the board and in a grid of pictures: around a ring by the order of its places, elsewhere to the nearest
 * place in that direction. With Shift to any place of the board, to read what is there.
 */
import { focusOn } from "./keys.js";
import { all, around, at, find } from "./shared.js";
import { lineOf } from "./text.js";

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
const PLACES = "#ground [data-place]";
const PICTURES = ".pictures .choice";

/** Which place of a ring it is, from 1; or nothing. @param {HTMLElement} place */
const onRing = (place) => Number(place.dataset.order ?? 0);

/** @param {Element} place */
function middle(place) {
  const box = place.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** The next place in a direction. @param {HTMLElement[]} places @param {HTMLElement} from @param {string} key @returns {HTMLElement | undefined} */
function next(places, from, key) {
  const [right, down] = DIRECTIONS[key];
  const number = onRing(from);
  if (number && right) {
    const ring = places.filter(onRing).sort((one, other) => onRing(one) - onRing(other));
    const beyond = right > 0 ? ring.find((one) => onRing(one) > number) : ring.findLast((one) => onRing(one) < number);
    return beyond ?? (right > 0 ? ring[0] : ring.at(-1));
  }
  const [x, y] = middle(from);
  let best;
  let least = Infinity;
  for (const place of places) {
    const [toX, toY] = middle(place);
    const along = (toX - x) * right + (toY - y) * down;
    const aside = Math.abs((toX - x) * down) + Math.abs((toY - y) * right);
    const far = along + 2 * aside;
    if (place !== from && along > 2 && aside <= 2.2 * along && far < least) [best, least] = [place, far];
  }
  return best;
}

/** Read a place: its name says what is there now. @param {HTMLElement} place */
async function read(place) {
  const text = await lineOf(place.dataset.place ?? "");
  if (text) place.setAttribute("aria-label", text);
  place.setAttribute("tabindex", "-1");
  place.focus({ preventScroll: true });
  const said = find("#said");
  if (said && text) said.textContent = text;
}

document.addEventListener("keydown", (event) => {
  if (!(event.key in DIRECTIONS) || event.ctrlKey || event.metaKey || event.altKey || !find("#prompt")) return;
  const here = around(event.target, `#lit .lit, #ground [tabindex], ${PICTURES}`);
  const nowhere = event.target === document.body || around(event.target, "#ask");
  const begins = event.shiftKey ? nowhere || around(event.target, "#prompt") : nowhere && find(PICTURES);
  if (!here && !begins) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.shiftKey && !here?.matches(PICTURES)) {
    const places = all(PLACES);
    const from = here && find(`#ground ${at(here.dataset.place ?? "")}`);
    const target = from ? next(places, from, event.key) : places[0];
    if (target) read(target);
    return;
  }
  const stops = all(here && !here.matches(PICTURES) ? "#lit .lit" : PICTURES);
  const target = here ? next(stops, here, event.key) : stops.find((stop) => stop.tabIndex === 0);
  if (target) focusOn(stops, target);
}, true);
