// @ts-check
/** The board and the list of choices move together; a place that cannot be chosen says why. */
import { address, all, around, body, bring, find, htmx, scroller } from "./shared.js";

/** Where places are: the main board, and the boards beside it. */
export const BOARDS = ".board, [id^=board-]";
/** So much of a list's foot and head may be under the signs that it goes on, see more.js. */
const FOOT = 34;
const HEAD = 6;
const GROUND = "#ground [data-place], #pieces [data-piece]";

document.addEventListener("click", (event) => {
  if (around(event.target, BOARDS) && !body.hasAttribute("data-past")) choose(event.target);
});

/** Choose a lit place, or ask why another one cannot be chosen. @param {EventTarget | null} target */
export function choose(target) {
  const lit = around(target, "[data-choice]");
  if (lit) {
    const listed = find(`#choice-${lit.dataset.choice}`);
    if (listed) listed.click();
    else bringPick(lit.dataset.choice ?? "");
    return;
  }
  if (find("#prompt")?.dataset.kind !== "ask") return;
  const place = around(target, GROUND);
  if (place) bring(address("why", { place: place.dataset.place ?? place.id }));
}

/** Ask again with another place picked, where the list shows the ways to one. @param {string} choice */
function bringPick(choice) {
  const pick = find("#prompt")?.dataset.pick;
  if (pick) htmx().ajax("GET", pick.replace("CHOICE", choice), { target: "#prompt", swap: "outerMorph" });
}

for (const name of ["mouseover", "mouseout", "focusin", "focusout"]) {
  const on = name === "mouseover" || name === "focusin";
  document.addEventListener(name, (event) => {
    const choice = around(event.target, "[data-choice]");
    if (choice) {
      for (const twin of all(`[data-choice="${choice.dataset.choice}"]`)) twin.classList.toggle("twin", on);
    }
  });
}

/** A dot at each tab behind which something may be chosen. */
export function markTabs() {
  for (const tab of all("[role=tab][data-show]")) {
    tab.classList.toggle("has-lit", Boolean(find(`#board-${tab.dataset.show} .lit`)));
  }
  find("[data-log=boards]")?.classList.toggle("has-lit", Boolean(find(".tabbed .lit")));
}

/** The chosen one is in sight in its list, with what opens below it; the page itself stays where it is. */
function showChosen() {
  const chosen = find(".choices [aria-checked=true]");
  const list = chosen && scroller(chosen);
  if (!chosen || !list) return;
  const opened = list.querySelector(".preview") ?? chosen;
  const [one, box, end] = [chosen, list, opened].map((element) => element.getBoundingClientRect());
  const top = box.top + HEAD;
  const bottom = box.bottom - FOOT;
  if (one.top < top) list.scrollTop -= top - one.top;
  else if (end.bottom > bottom) list.scrollTop += Math.min(end.bottom - bottom, one.top - top);
}

markTabs();
document.addEventListener("htmx:after:swap", () => {
  markTabs();
  showChosen();
});
