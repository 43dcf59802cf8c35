// @ts-check
/** What every module needs: finding elements, what the browser remembers, the table's address. */

/** @param {string} selector @returns {HTMLElement | null} */
export const find = (selector) => document.querySelector(selector);

/** @param {string} selector @param {ParentNode} [within] @returns {HTMLElement[]} */
export const all = (selector, within = document) => [...within.querySelectorAll(selector)].map((one) => /** @type {HTMLElement} */ (one));

/** The nearest element around a target that fits. @param {EventTarget | null} target @param {string} selector @returns {HTMLElement | null} */
export const around = (target, selector) => (target instanceof Element ? target.closest(selector) : null);

/** What stands for a place: the place itself on the ground, its ring where it may be chosen, its line in the text. @param {string} place */
export const at = (place) => `[data-place="${CSS.escape(place)}"]`;

/** The nearest element around another one that scrolls. @param {Element} inner @returns {HTMLElement | null} */
export function scroller(inner) {
  let box = inner.parentElement;
  while (box && !["auto", "scroll"].includes(getComputedStyle(box).overflowY)) box = box.parentElement;
  return box;
}

export const body = document.body;

/** Whether pieces may move: not for readers who asked for stillness. */
export const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {{ajax: (method: string, address: string, how: {target: string, swap: string}) => Promise<void>}} Htmx */

/** @returns {Htmx} */
export const htmx = () => /** @type {{htmx: Htmx}} */ (/** @type {unknown} */ (window)).htmx;

/** What this browser remembers; nothing of it reaches the server. @param {string} name @param {string} [otherwise] */
export function remembered(name, otherwise = "") {
  try {
    return localStorage.getItem(`dolmen-${name}`) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {string} value */
export function remember(name, value) {
  try {
    if (value) localStorage.setItem(`dolmen-${name}`, value);
    else localStorage.removeItem(`dolmen-${name}`);
  } catch {
    // a browser that keeps nothing still plays
  }
}

/** The seat that this page looks for, or nothing. */
export const seat = () => body.dataset.ownSeat ?? "";

/** The address of a part of this table, with the seat that looks. @param {string} part @param {Record<string, string>} [query] */
export function address(part, query = {}) {
  const asked = new URLSearchParams(query);
  if (seat()) asked.set("seat", seat());
  return `${body.dataset.table ?? location.pathname}/${part}${asked.size ? `?${asked}` : ""}`;
}

/** Fetch what an element holds; of those wished for meanwhile, the last is fetched next. @param {string} target @param {string} from */
export const fill = (target, from) => htmx().ajax("GET", from, { target, swap: "outerMorph" });

/** Fetch a part of the page; it says itself where it goes. @param {string} from */
export const bring = (from) => htmx().ajax("GET", from, { target: "#notice", swap: "none" });
