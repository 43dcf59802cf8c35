// @ts-check
/**
 * A list that goes on below its edge says so: a fade, and how many more there are. A tap shows the next ones.
 * A row that goes on beyond its right edge fades there; the wheel turns it.
 */
import { all, around, scroller } from "./shared.js";

/** What is counted: choices, and entries of the log. */
const COUNTED = ".choice, li[data-decision]";

/** How many are out of sight, or mostly so, below an edge. @param {HTMLElement} box @param {number} edge */
function below(box, edge) {
  const boxes = all(COUNTED, box).map((one) => one.getBoundingClientRect());
  return boxes.filter((one) => one.height && (one.top + one.bottom) / 2 > edge).length;
}

/** @param {HTMLElement} sign */
function count(sign) {
  const box = scroller(sign);
  const button = sign.querySelector("button");
  if (!box || !button) return;
  box.toggleAttribute("data-above", box.scrollTop > 4);
  const goesOn = box.scrollHeight - box.clientHeight - box.scrollTop > 4;
  sign.hidden = !goesOn;
  const number = goesOn ? below(box, box.getBoundingClientRect().bottom - sign.offsetHeight) : 0;
  sign.toggleAttribute("data-none", !number); // what goes on is no list: the fade alone
  const text = (button.dataset.moreText ?? "{}").replace("{}", String(number));
  if (button.textContent !== text) button.textContent = text;
}

/** All lists and rows of the page. */
export function countAll() {
  all("[data-more]").forEach(count);
  for (const row of all("[data-row]")) row.toggleAttribute("data-beyond", row.scrollWidth - row.clientWidth - row.scrollLeft > 4);
}

const sizes = new ResizeObserver(countAll);

/** Lists come and go with the question; each is watched, for it may change its size alone. */
function watch() {
  for (const sign of all("[data-more]")) {
    const box = scroller(sign);
    if (box) sizes.observe(box);
  }
  countAll();
}

document.addEventListener("click", (event) => {
  const sign = around(event.target, "[data-more]");
  const box = sign && scroller(sign);
  if (sign && box) box.scrollBy({ top: box.clientHeight - sign.offsetHeight - 8, behavior: "smooth" });
});
document.addEventListener("wheel", (event) => {
  const row = around(event.target, "[data-row]");
  if (!row || row.scrollWidth <= row.clientWidth || event.deltaX) return;
  event.preventDefault();
  row.scrollLeft += event.deltaY;
}, { passive: false });
document.addEventListener("scroll", countAll, { capture: true, passive: true });
document.addEventListener("htmx:after:swap", watch);
watch();
