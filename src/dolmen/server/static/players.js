// @ts-check
/**
 * Looking at the players: the board of one in the place of the own one, what is his on the main board, all side by side,
 * and what the final scoring would bring them.
 * What is shown stays until one goes back, and is fetched anew with the news.
 */
import { address, all, around, body, fill, find, remembered, seat } from "./shared.js";

const LINES = "#players button.player";
const PAUSE = 120;
const NUMBERING = 2500;

let sequence = find("#prompt")?.dataset.sequence;
/** @type {number | undefined} */
let pointing;
/** @type {number | undefined} */
let numbering;

/** The seat whose board is shown, or nothing. */
const shown = () => body.dataset.shown ?? "";

/** The lines that can be seen, from the top. */
const lines = () => all(LINES).filter((line) => line.offsetParent !== null);

/** Show the board of a seat; that of the own seat is there already. @param {string} of */
function show(of) {
  if (of === shown() || of === seat()) {
    back();
    return;
  }
  body.dataset.shown = of;
  press();
  fill("#seat-board", address("seat-board", { of }));
  const tab = find(`[data-show="${find(".below > [id^=board-]")?.id.slice("board-".length)}"]`);
  if (tab?.offsetParent) tab.click(); // on a phone the boards are a tab
}

/** The own board again. */
function back() {
  const line = find(`${LINES}[data-board-of="${shown()}"]`);
  delete body.dataset.shown;
  press();
  if (around(document.activeElement, "#seat-board")) line?.focus({ preventScroll: true });
}

/** Say which line is shown; the news write the lines anew. */
function press() {
  for (const line of all(LINES)) line.setAttribute("aria-pressed", String(line.dataset.boardOf === shown()));
}

/** Ring what is a seat's on the main board; without one, what belongs to the board that is shown. @param {string} of */
function mark(of) {
  clearTimeout(pointing);
  if (of) body.dataset.marked = of;
  else delete body.dataset.marked;
  const wanted = of || shown();
  if (wanted && find("#marks")?.dataset.of !== wanted) fill("#marks", address("seat-marks", { of: wanted }));
}

/** Lay a sheet over the main board, all players side by side or a forecast; what lies there already is taken away. @param {string} wish */
function lay(wish) {
  const shows = wish === body.dataset.sheet ? "" : wish;
  if (shows) body.dataset.sheet = shows;
  else delete body.dataset.sheet;
  if (shows) fill("#sheet", address(shows));
  find("details.menu[open]")?.removeAttribute("open");
  for (const tab of all("[role=tab][data-sheet-switch]")) tab.setAttribute("aria-selected", String(tab.dataset.sheetSwitch === shows));
}

document.addEventListener("click", (event) => {
  const line = around(event.target, LINES);
  if (line) show(line.dataset.boardOf ?? "");
  else if (around(event.target, "[data-board-back]")) back();
  else if (around(event.target, "[data-sheet-close]")) lay("");
  const opens = around(event.target, "[data-sheet-switch]");
  if (opens) lay(opens.dataset.sheetSwitch ?? "");
});

/** Whose line is pointed at, if any: after a pause, so that who only passes over it sees no flicker. @param {HTMLElement | null} line */
function point(line) {
  clearTimeout(pointing);
  if (line) pointing = setTimeout(() => mark(line.dataset.boardOf ?? ""), PAUSE);
  else if (body.dataset.marked) mark("");
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "mouse") point(around(event.target, LINES));
});
document.addEventListener("focusin", (event) => point(around(event.target, `${LINES}:focus-visible`)));

document.addEventListener("htmx:after:swap", () => {
  press();
  const now = find("#prompt")?.dataset.sequence;
  if (now === sequence) return;
  sequence = now;
  if (shown()) fill("#seat-board", address("seat-board", { of: shown() }));
  else find("#marks")?.removeAttribute("data-of"); // it may have changed
  if (body.dataset.sheet) fill("#sheet", address(body.dataset.sheet));
});

/** What Escape ends, the uppermost first. */
function leave() {
  if (body.dataset.sheet) lay("");
  else if (shown()) back();
  else return false;
  return true;
}

/** After `p` the lines have numbers for a moment. @param {boolean} on */
function number(on) {
  clearTimeout(numbering);
  body.toggleAttribute("data-numbering", on);
  if (on) numbering = setTimeout(() => number(false), NUMBERING);
}

document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, textarea, select") || find("dialog[open], details.menu[open]")) return;
  if (event.key === "Escape" && leave()) {
    event.stopImmediatePropagation();
  } else if (body.hasAttribute("data-numbering")) {
    number(false);
    const line = /^[1-9]$/.test(event.key) && lines()[Number(event.key) - 1];
    if (!line) return;
    event.stopImmediatePropagation();
    line.click();
  } else if (event.key === "p" && remembered("letters", "on") === "on" && lines().length) {
    number(true);
  }
}, true);
