// @ts-check
/** Trying it out: the step that is looked at is in sight in its list; the page itself stays where it is. */
import { find } from "./shared.js";

function showStep() {
  const list = find(".tried ol");
  const step = list?.querySelector("[aria-current]") ?? null;
  if (!list || !(step instanceof HTMLElement)) return;
  const [box, one] = [list, step].map((element) => element.getBoundingClientRect());
  if (one.top < box.top || one.bottom > box.bottom) list.scrollTop += one.bottom - box.bottom + one.height;
}

showStep();
document.addEventListener("htmx:after:swap", showStep);
