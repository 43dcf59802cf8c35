// @ts-check
/**
 * Pieces glide when they move. The browser animates boxes (view transitions), but a piece inside a drawing has none: so
 * for each piece that changed place a carrier, a small drawing of its own, goes the way under the piece's name.
 */
import { all, body, find, still } from "./shared.js";
import { tap } from "./news.js";

/** What moves: every piece has an id that stays the same. */
const MOVING = "[data-piece][id]";
/** More pieces than these do not glide: a reader who missed that much sees the new position at once. */
const MOST = 12;

/** @typedef {{target: string | Element, fragment: DocumentFragment}} Task What htmx is about to put where. */

/** Ends the glide that is under way, with the position that it leads to. @type {(() => void) | undefined} */
let settle;

document.addEventListener("htmx:before:swap", (event) => {
  if (event.defaultPrevented) return;
  settle?.();
  const tasks = /** @type {CustomEvent<{tasks: Task[]}>} */ (event).detail.tasks;
  for (const task of tasks) {
    const { target } = task;
    if (target instanceof Element && target.id && !target.isConnected) task.target = `#${target.id}`; // settled meanwhile
  }
  /** @type {{task: Task, before: HTMLElement, after: HTMLElement, moved: string[]}[]} */
  const changes = [];
  for (const task of tasks) {
    const before = /** @type {HTMLElement | null} */ (typeof task.target === "string" ? find(task.target) : task.target);
    const after = /** @type {HTMLElement | null} */ (before?.id ? task.fragment.querySelector(`#${before.id}`) : null);
    if (!before || !after) continue;
    const moved = different(before, after);
    if (moved.length) changes.push({ task, before, after, moved });
  }
  const names = changes.flatMap((change) => change.moved);
  if (!names.length || names.length > MOST || still.matches || document.hidden || body.dataset.jumps || !document.startViewTransition) return;
  for (const change of changes) tasks.splice(tasks.indexOf(change.task), 1);
  glide(names, () => {
    for (const { before, after } of changes) before.replaceWith(after);
  });
});

/** The pieces that are in both drawings, but not at the same place. @param {Element} before @param {Element} after */
function different(before, after) {
  const now = new Map(all(MOVING, after).map((piece) => [piece.id, place(piece)]));
  return all(MOVING, before).map((piece) => piece.id).filter((id) => now.has(id) && now.get(id) !== place(document.getElementById(id)));
}

/** Where a piece is drawn, as its own place and its first coordinates say. @param {Element | null} piece */
const place = (piece) => (piece?.getAttribute("transform") ?? "") + (/(?:\bx|cx|points|\bd)="[^"]*"/.exec(piece?.innerHTML ?? "")?.[0] ?? "");

/** @param {string[]} names @param {() => void} change */
function glide(names, change) {
  const carriers = new Map(names.map((name) => [name, carrier(name)]));
  const carryAll = () => carriers.forEach(carry);
  let changed = false;
  const once = () => {
    if (!changed) change();
    changed = true;
  };
  const tidy = () => {
    for (const [name, one] of carriers) {
      one.remove();
      document.getElementById(name)?.classList.remove("carried");
    }
    carriers.clear();
    if (settle === end) settle = undefined;
  };
  carryAll();
  const transition = document.startViewTransition(() => {
    once();
    carryAll();
  });
  const end = () => {
    once();
    transition.skipTransition();
    tidy();
  };
  settle = end;
  tap();
  const promises = [transition.ready, transition.updateCallbackDone, transition.finished];
  for (const promise of promises) promise.catch(() => undefined); // a glide may be cut short, by a phone that turns, too
  transition.finished.finally(tidy).catch(() => undefined);
}

/** @param {string} name */
function carrier(name) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  made.classList.add("carrier");
  made.setAttribute("aria-hidden", "true");
  made.style.setProperty("view-transition-name", name);
  document.body.append(made);
  return made;
}

/** Put a carrier where a piece is, with the piece's looks, and hide the piece. @param {SVGSVGElement} one @param {string} name */
function carry(one, name) {
  const piece = /** @type {SVGGraphicsElement | null} */ (/** @type {unknown} */ (document.getElementById(name)));
  if (!piece) return;
  piece.classList.remove("carried");
  const box = piece.getBBox();
  const matrix = piece.getScreenCTM();
  if (!matrix || !box.width) return;
  const corner = new DOMPoint(box.x, box.y).matrixTransform(matrix);
  const scale = Math.hypot(matrix.a, matrix.b);
  const copy = /** @type {SVGGraphicsElement} */ (piece.cloneNode(true));
  copy.removeAttribute("id");
  copy.removeAttribute("transform");
  for (const inner of copy.querySelectorAll("[id]")) inner.removeAttribute("id");
  one.replaceChildren(copy);
  one.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  one.style.left = `${corner.x}px`;
  one.style.top = `${corner.y}px`;
  one.style.width = `${box.width * scale}px`;
  one.style.height = `${box.height * scale}px`;
  piece.classList.add("carried");
}
