// @ts-check
/** Hints of a first game: fetched when the position has changed, put away one by one or all together. */
import { address, around, body, bring, find, htmx, remember, remembered } from "./shared.js";

const guide = find("#guide");
const box = /** @type {HTMLInputElement | null} */ (find("[data-hints]"));
const table = (body.dataset.table ?? "").split("/").pop() ?? "";
const setting = `hints-${table}`;
const read = new Set(remembered(`read-${table}`).split(" "));
let shown = "";

const on = () => remembered(setting, body.dataset.guide ?? "off") === "on";

/** Ask for the hint of this moment. */
function refresh() {
  const prompt = find("#prompt");
  if (!guide || !prompt) return;
  if (!on()) {
    guide.replaceChildren();
    return;
  }
  const moment = `${prompt.dataset.sequence}`;
  if (moment === shown) return;
  shown = moment;
  bring(address("hint"));
}

/** A hint that was read stays away. */
function hideRead() {
  const hint = guide?.querySelector("[data-hint]");
  if (guide && hint instanceof HTMLElement && read.has(hint.dataset.hint ?? "")) guide.replaceChildren();
}

/** On a phone a hint is a line that opens. */
function fold() {
  const hint = guide?.querySelector("details[data-hint]");
  if (hint && !hint.hasAttribute("data-folded") && matchMedia("(max-width: 719px)").matches) hint.removeAttribute("open");
  hint?.setAttribute("data-folded", "");
}

document.addEventListener("htmx:after:swap", () => {
  hideRead();
  fold();
  refresh();
});

document.addEventListener("click", (event) => {
  const hint = around(event.target, "[data-hint]");
  if (hint && around(event.target, "[data-hint-read]")) {
    read.add(hint.dataset.hint ?? "");
    remember(`read-${table}`, [...read].join(" ").trim());
    hideRead();
    find("#ask")?.focus({ preventScroll: true });
  }
  if (around(event.target, "[data-hints-off]")) switchTo(false);
  const advice = around(event.target, "[data-advice]")?.dataset.advice;
  if (advice) htmx().ajax("GET", address("prompt", { chosen: advice }), { target: "#prompt", swap: "outerMorph" });
});

/** @param {boolean} wanted */
function switchTo(wanted) {
  remember(setting, wanted ? "on" : "off");
  if (box) box.checked = wanted;
  shown = "";
  if (wanted) {
    read.clear();
    remember(`read-${table}`, "");
  }
  refresh();
}

box?.addEventListener("change", () => switchTo(box.checked));
if (box) box.checked = on();
refresh();
