// @ts-check
/** The board and the list of choices move together; a place that cannot be chosen says why. */
import { address, all, around, body, bring, find } from "./shared.js";

/** Where places are: the main board, and the boards beside it. */
export const BOARDS = ".board, [id^=board-]";
const GROUND = "#ground [data-place], #pieces [data-piece]";

document.addEventListener("click", (event) => {
  if (around(event.target, BOARDS) && !body.hasAttribute("data-past")) choose(event.target);
});

/** Choose a lit place, or ask why another one cannot be chosen. @param {EventTarget | null} target */
export function choose(target) {
  const lit = around(target, "[data-choice]");
  if (lit) {
    find(`#choice-${lit.dataset.choice}`)?.click();
    return;
  }
  if (find("#prompt")?.dataset.kind !== "ask") return;
  const place = around(target, GROUND);
  if (place) bring(address("why", { place: place.dataset.place ?? place.id }));
}

for (const name of ["mouseover", "mouseout", "focusin", "focusout"]) {
  const on = name === "mouseover" || name === "focusin";
  document.addEventListener(name, (event) => {
    const choice = around(event.target, "[data-choice]");
    if (choice) {
      for (const twin of all(`[data-choice="${choice.dataset.choice}"]`)) twin.classList.toggle("twin", on);
    }
    const entry = around(event.target, "li[data-places]");
    for (const place of (entry?.dataset.places ?? "").split(" ")) {
      if (place) document.getElementById(place)?.classList.toggle("place-marked", on);
    }
  });
}

/** A dot at each tab behind which something may be chosen. */
export function markTabs() {
  for (const tab of all("[data-show]")) {
    tab.classList.toggle("has-lit", Boolean(find(`#board-${tab.dataset.show} .lit`)));
  }
  find("[data-log=boards]")?.classList.toggle("has-lit", Boolean(find(".tabbed .lit")));
}

/** The chosen one is in sight in its list, wherever it was chosen; the page itself stays where it is. */
function showChosen() {
  const chosen = find(".choices [aria-checked=true]");
  const list = chosen?.closest(".choices");
  if (!chosen || !list) return;
  const [one, box] = [chosen.getBoundingClientRect(), list.getBoundingClientRect()];
  const top = box.top + (find(".choices .kind")?.offsetHeight ?? 0);
  if (one.top < top) list.scrollTop -= top - one.top;
  else if (one.bottom > box.bottom) list.scrollTop += one.bottom - box.bottom;
}

markTabs();
document.addEventListener("htmx:after:swap", () => {
  markTabs();
  showChosen();
});
