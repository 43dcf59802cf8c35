// @ts-check
/** Pinch, wheel, double tap and drag: a nearer look at the board. The picture is vectors, so only its view box changes. */
import { all, around, find } from "./shared.js";

const MOST = 5;
const STEP = 1.5;
const DRAGGED = 6;

/** The look at one board. */
class Look {
  /** @param {HTMLElement} board */
  constructor(board) {
    this.board = board;
    this.svg = /** @type {SVGSVGElement} */ (board.querySelector("svg"));
    const [x, y, width, height] = (this.svg.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
    this.whole = { x, y, width, height };
    this.near = 1;
    this.left = x;
    this.top = y;
    /** @type {Map<number, {x: number, y: number}>} The fingers on the board. */
    this.fingers = new Map();
    this.moved = 0;
  }

  /** The point of the picture under a point of the screen. @param {number} x @param {number} y */
  point(x, y) {
    const matrix = this.svg.getScreenCTM()?.inverse();
    return new DOMPoint(x, y).matrixTransform(matrix);
  }

  /** Look so near, with the point of the screen staying where it is. @param {number} near @param {number} x @param {number} y */
  zoom(near, x, y) {
    const kept = this.point(x, y);
    const next = Math.min(MOST, Math.max(1, near));
    const share = this.near / next;
    this.left = kept.x - (kept.x - this.left) * share;
    this.top = kept.y - (kept.y - this.top) * share;
    this.near = next;
    this.draw();
  }

  /** From the middle of what is seen, or of what has the focus. @param {number} near */
  zoomHere(near) {
    const focus = around(document.activeElement, "#lit .lit") ?? this.board;
    const box = focus.getBoundingClientRect();
    this.zoom(near, box.x + box.width / 2, box.y + box.height / 2);
  }

  /** Look so near that an element of the picture is in the middle. @param {number} near @param {DOMRect} box */
  aim(near, box) {
    const middle = this.point(box.x + box.width / 2, box.y + box.height / 2);
    this.near = Math.min(MOST, Math.max(1, near));
    this.left = middle.x - this.whole.width / this.near / 2;
    this.top = middle.y - this.whole.height / this.near / 2;
    this.draw();
  }

  /** Move the picture by so many pixels of the screen. @param {number} x @param {number} y */
  pan(x, y) {
    const scale = this.svg.getScreenCTM()?.a || 1;
    this.left -= x / scale;
    this.top -= y / scale;
    this.draw();
  }

  draw() {
    const { x, y, width, height } = this.whole;
    const wide = width / this.near;
    const tall = height / this.near;
    this.left = Math.min(x + width - wide, Math.max(x, this.left));
    this.top = Math.min(y + height - tall, Math.max(y, this.top));
    const box = [this.left, this.top, wide, tall].map((number) => Math.round(number * 100) / 100);
    this.svg.setAttribute("viewBox", box.join(" "));
    this.board.toggleAttribute("data-near", this.near > 1.01);
  }
}

const board = find(".board");
const look = board?.querySelector("svg") ? new Look(board) : null;

/** Nearer, farther or whole. @param {string} how */
export function zoom(how) {
  if (!look) return;
  if (how === "whole" || (how === "toggle" && look.near > 1.01)) look.zoomHere(1);
  else look.zoomHere(how === "out" ? look.near / STEP : look.near * (how === "toggle" ? 2 : STEP));
}

/** On a phone, a chosen place narrower than this is looked at from so near that it is about twice that. */
const NARROW = 24;
const phone = matchMedia("(max-width: 719px)");
let aimed = false;

/** The board shows the chosen place large enough, and is whole again when nothing is chosen any more. */
function aimAtChosen() {
  if (!look) return;
  const box = phone.matches ? find('#lit [aria-pressed="true"] .lit-ring')?.getBoundingClientRect() : undefined;
  if (box?.width && box.width < NARROW) {
    look.aim((look.near * 2 * NARROW) / box.width, box);
    aimed = true;
  } else if (!box && aimed) {
    look.zoomHere(1);
    aimed = false;
  }
}

document.addEventListener("htmx:after:swap", aimAtChosen);

document.addEventListener("click", (event) => {
  const button = around(event.target, "[data-zoom]");
  if (button) zoom(button.dataset.zoom ?? "whole");
});

if (look && board) {
  board.addEventListener("wheel", (event) => {
    const scrolls = document.documentElement.scrollHeight > innerHeight + 1;
    if (scrolls && !event.ctrlKey) return; // the page itself scrolls: only pinching on a touchpad zooms
    event.preventDefault();
    look.zoom(look.near * Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0018)), event.clientX, event.clientY);
  }, { passive: false });

  board.addEventListener("pointerdown", (event) => {
    if (!look.fingers.size) look.moved = 0;
    if (around(event.target, ".zoomer")) return;
    look.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });

  board.addEventListener("pointermove", (event) => {
    const before = look.fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const others = [...look.fingers].filter(([id]) => id !== event.pointerId);
    if (others.length) {
      const other = others[0][1];
      const ratio = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
      look.zoom(look.near * ratio, (now.x + other.x) / 2, (now.y + other.y) / 2);
      look.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
      look.moved = DRAGGED;
    } else {
      look.moved += Math.hypot(now.x - before.x, now.y - before.y);
      if (look.near > 1.01 && look.moved >= DRAGGED) {
        if (!board.hasPointerCapture(event.pointerId)) board.setPointerCapture(event.pointerId);
        look.pan(now.x - before.x, now.y - before.y);
      }
    }
    look.fingers.set(event.pointerId, now);
  });

  for (const name of ["pointerup", "pointercancel"]) {
    board.addEventListener(name, (event) => look.fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
  }
  // a drag is no click
  board.addEventListener("click", (event) => {
    if (look.near > 1.01 && look.moved >= DRAGGED && event.detail) event.stopPropagation();
  }, true);
  board.addEventListener("dblclick", (event) => {
    if (around(event.target, ".lit, .zoomer")) return;
    if (look.near > 1.01) look.zoomHere(1);
    else look.zoom(2.2, event.clientX, event.clientY);
  });
}

for (const button of all(".zoomer")) button.hidden = !look;
