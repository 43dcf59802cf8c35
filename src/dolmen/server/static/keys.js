// @ts-check
/** Playing without a pointer: numbers and letters, arrows among the choices, Enter, Escape. */
import { choose } from "./board.js";
import { all, around, at, find, remembered } from "./shared.js";
import { zoom } from "./zoom.js";

const WRITES = "input:not([type=range]):not([type=checkbox]), textarea, select";
/** Who tries something out goes from step to step with the arrows. */
const isTrying = document.body.hasAttribute("data-trying");
/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** The focus moves within one stop of the tab key. @param {HTMLElement[]} stops @param {HTMLElement} next */
export function focusOn(stops, next) {
  for (const one of stops) one.tabIndex = one === next ? 0 : -1;
  next.focus({ preventScroll: true });
  next.scrollIntoView?.({ block: "nearest", inline: "nearest" });
}

/** Along the list of choices. @param {HTMLElement} from @param {number} step */
function rove(from, step) {
  const stops = all(".choices .choice");
  const here = stops.indexOf(from);
  focusOn(stops, stops[(here + step + stops.length) % stops.length]);
}

document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches(WRITES)) return;
  const listed = around(target, ".choices .choice");
  if (listed && event.key in STEPS && !(isTrying && event.key.match(/Left|Right/))) {
    event.preventDefault();
    rove(listed, STEPS[event.key]);
    return;
  }
  if (event.key === "Enter" || event.key === " ") {
    const chosen = around(target, '[aria-checked="true"], .lit[aria-pressed="true"]');
    const confirm = find("[data-confirm]");
    const place = around(target, "g.lit, #ground [tabindex]");
    if (chosen && confirm) {
      event.preventDefault();
      confirm.click();
      return;
    }
    if (place) {
      event.preventDefault();
      choose(find(`#lit ${at(place.dataset.place ?? "")}`) ?? place);
      return;
    }
  }
  if (target.matches("[type=range]")) return;
  if (event.key === "Escape") {
    const menu = /** @type {HTMLDetailsElement | null} */ (find("details.menu[open]"));
    if (menu) menu.open = false;
    else if (document.body.hasAttribute("data-text")) find("#as-text [data-text-switch]")?.click();
    else (find('#prompt button[hx-get][data-key="b"]') ?? find("[data-leave]") ?? find('#prompt [data-key="b"]'))?.click();
    return;
  }
  if (event.key === "Enter" && !around(target, "button, a, summary")) {
    find("[data-confirm]")?.click();
    return;
  }
  if (event.key.length === 1 && remembered("letters", "on") === "off") return;
  if (/^[0-9]$/.test(event.key) && find(".choices .choice")) {
    numbered(Number(event.key));
    return;
  }
  if (event.key === "z") zoom("toggle");
  if (event.key === "p") find("#players")?.focus({ preventScroll: true });
  if (find("dialog[open]")) return;
  const keyed = all("[data-key]").find((one) => one.dataset.key === event.key && !one.closest("[hidden]"));
  if (keyed) {
    event.preventDefault();
    keyed.click();
  }
});

let page = 0;
document.addEventListener("htmx:after:swap", () => { page = 0; });

/** The numbered choice; 0 gives the next nine their numbers. @param {number} number */
function numbered(number) {
  const choices = all(".choices .choice");
  if (!number) {
    page = (page + 1) * 9 < choices.length ? page + 1 : 0;
    choices.forEach((choice, place) => {
      const key = place - 9 * page + 1;
      const label = choice.querySelector("kbd");
      if (label) label.textContent = key >= 1 && key <= 9 ? String(key) : "\u00a0";
    });
    choices[9 * page]?.scrollIntoView({ block: "start" });
    return;
  }
  choices[9 * page + number - 1]?.click();
}
