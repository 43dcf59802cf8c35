// @ts-check
/**
 * A replay: play and pause, steps by turn and by round, the line of turns, a log that jumps, any seat's view, a link to
 * the moment. Every moment is drawn by the server; without this module its links lead from one to the next.
 */
import { all, around, body, find, htmx } from "./shared.js";

const SECOND_A_TURN = 2000;
const COPIED = 3000;
/** Milliseconds after which a moment gives the page its address: whoever hurries through names none. */
const STILL = 300;
const WRITES = "input:not([type=range]):not([type=checkbox]), textarea, select";

/** @type {Record<string, string>} */
const KEYS = { Home: "first", End: "last", ArrowLeft: "turn-back", ArrowRight: "turn-on" };
/** @type {Record<string, string>} */
const SHIFTED = { ArrowLeft: "round-back", ArrowRight: "round-on" };

const isReplay = body.dataset.page === "replay";
let speed = 1;
let playing = false;
/** While the reader drags the line, it stays under the pointer. */
let dragging = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let named;
/** The moment that is on its way: three presses are three turns, however long the server takes. @type {number | undefined} */
let wished;

const moment = () => /** @type {HTMLElement} */ (find("#moment"));
const now = () => Number(moment().dataset.at);
const step = (/** @type {string} */ name) => find(`[data-go="${name}"]`);
const scrubber = () => /** @type {HTMLInputElement} */ (find("#scrubber"));
/** The moments at which turns or rounds have ended, from the first on. @param {"moments" | "rounds"} kind */
const ends = (kind) => (scrubber().dataset[kind] ?? "").split(" ").map(Number);

/** Where a step leads to from what is shown, or on its way. @param {string} name */
function goal(name) {
  const [kind, direction] = name.split("-");
  if (!direction) return Number(step(name)?.dataset.at);
  const at = wished ?? now();
  const stops = ends(kind === "round" ? "rounds" : "moments");
  return direction === "on" ? stops.find((one) => one > at) ?? at : stops.findLast((one) => one < at) ?? 0;
}

/** The address of a moment, as it is shown and copied. @param {number | string} at @param {string} [seat] */
function addressOf(at, seat = moment().dataset.seat ?? "") {
  const address = new URL(location.href);
  address.hash = "";
  address.search = String(new URLSearchParams({ at: String(at), ...(seat ? { seat } : {}) }));
  return address.href;
}

/** Show a moment; of those wished for meanwhile, the last is shown next. @param {number | string} at @param {string} [seat] */
function show(at, seat = moment().dataset.seat ?? "") {
  const next = [step("turn-on"), step("turn-back")].some((one) => one?.dataset.at === String(at));
  body.dataset.jumps = next && !dragging ? "" : "over turns"; // pieces glide from turn to turn, not over many
  const asked = new URLSearchParams({ part: "1", at: String(at), ...(seat ? { seat } : {}) });
  wished = Number(at);
  return htmx().ajax("GET", `${body.dataset.table}/replay?${asked}`, { target: "#moment", swap: "none" });
}

/* ------------------------------------------------------------------ playing */

/** @param {boolean} wish */
function play(wish) {
  clearTimeout(timer);
  playing = wish;
  if (playing) timer = setTimeout(goOn, SECOND_A_TURN / speed);
  dress();
}

/** The next turn; at the end it stops. */
function goOn() {
  const next = goal("turn-on");
  if (next <= now()) {
    play(false);
    return;
  }
  timer = undefined; // the next turn waits until this one is shown
  show(next);
}

/** Play, or pause; from the end it begins anew. */
function toggle() {
  if (!playing && now() >= Number(step("last")?.dataset.at)) show(0);
  play(!playing);
}

/* ------------------------------------------------------------------ what is shown */

/** What the server does not know: that there is a script, whether it plays, what of the log is still to come. */
function dress() {
  for (const one of all("#play, #speeds, #copy-moment, #scrubber")) one.hidden = false;
  find("#play")?.setAttribute("aria-pressed", String(playing));
  for (const one of all("[data-speed]")) one.setAttribute("aria-pressed", String(Number(one.dataset.speed) === speed));
  const at = now();
  const turns = ends("moments");
  const turn = turns.findIndex((one) => one >= at);
  if (!dragging) scrubber().value = String(turn < 0 ? turns.length - 1 : turn);
  scrubber().setAttribute("aria-valuetext", find("#moment-where")?.textContent?.trim() ?? "");
  markLog(at);
}

/** The entries that have not happened yet, and the last one that has. @param {number} at */
function markLog(at) {
  const entries = all("#log li[data-decision]");
  const current = entries.find((entry) => Number(entry.dataset.decision) <= at);
  for (const entry of entries) {
    entry.classList.toggle("to-come", Number(entry.dataset.decision) > at);
    if (entry === current) entry.setAttribute("aria-current", "step");
    else entry.removeAttribute("aria-current");
  }
  const list = find("#log");
  const shown = current ?? entries.at(-1);
  if (!list || !shown) return;
  const above = shown.getBoundingClientRect().top - list.getBoundingClientRect().top;
  list.scrollTop += above - list.clientHeight / 3;
}

document.addEventListener("htmx:after:swap", () => {
  if (!isReplay) return;
  if (now() === wished) wished = undefined;
  dress();
  clearTimeout(named);
  named = setTimeout(() => history.replaceState(history.state, "", addressOf(now())), STILL);
  if (playing && timer === undefined) timer = setTimeout(goOn, SECOND_A_TURN / speed);
});

/* ------------------------------------------------------------------ what a person does */

document.addEventListener("click", (event) => {
  if (!isReplay || event.ctrlKey || event.metaKey) return;
  const { target } = event;
  const go = around(target, "[data-go]");
  const seen = around(target, "[data-seen-by]");
  const entry = around(around(target, "#log button.entry, #news button.chip"), "[data-decision]");
  if (go || seen) event.preventDefault();
  if (go || entry) play(false);
  if (go) show(goal(go.dataset.go ?? ""));
  else if (seen) show(now(), seen.dataset.seenBy ?? "");
  else if (entry) show(entry.dataset.decision ?? "0");
  else if (around(target, "[data-play]")) toggle();
  const quicker = around(target, "[data-speed]");
  if (quicker) {
    speed = Number(quicker.dataset.speed);
    play(playing);
  }
  const copies = around(target, "[data-copy-moment]");
  if (copies) copy(copies);
});

/** It says for a while that it is done. @param {HTMLElement} button */
async function copy(button) {
  await navigator.clipboard?.writeText(addressOf(now())).catch(() => undefined);
  button.classList.add("done");
  setTimeout(() => button.classList.remove("done"), COPIED);
}

for (const [name, begins] of /** @type {[string, boolean][]} */ ([["pointerdown", true], ["pointerup", false], ["pointercancel", false]])) {
  document.addEventListener(name, (event) => { dragging = begins && around(event.target, "#scrubber") !== null; });
}

document.addEventListener("input", (event) => {
  if (!isReplay || event.target !== scrubber()) return;
  play(false);
  show(ends("moments")[Number(scrubber().value)]);
});

document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (!isReplay || event.ctrlKey || event.metaKey || event.altKey || target.matches(WRITES)) return;
  if (event.key === " " && !around(target, "button, a, summary")) {
    event.preventDefault();
    toggle();
    return;
  }
  const name = (event.shiftKey ? SHIFTED : KEYS)[event.key];
  if (!name || around(target, ".board")) return;
  event.preventDefault();
  step(name)?.click();
});

if (isReplay) dress();
