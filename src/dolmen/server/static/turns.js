// @ts-check
/** The end of a turn: a ring shows how long it may be taken back; what needs no confirming is sent at once. */
import { around, find } from "./shared.js";

let counted = "";
let sent = "";

/** The ring of a turn that goes on by itself empties once, whatever else arrives meanwhile. */
function countDown() {
  const ring = find(".countdown");
  const sequence = find("#prompt")?.dataset.sequence ?? "";
  if (!ring || counted === sequence) return;
  counted = sequence;
  const duration = Number(ring.dataset.milliseconds);
  ring.querySelector(".left")?.animate([{ strokeDashoffset: "0" }, { strokeDashoffset: "100" }], { duration, fill: "forwards" });
  for (let second = Math.ceil(duration / 1000) - 1; second > 0; second -= 1) {
    setTimeout(() => {
      const figure = counted === sequence ? find(".countdown text") : null;
      if (figure) figure.textContent = String(second);
    }, duration - 1000 * second);
  }
}

/** Whoever confirms turns or nothing at all makes a deed by choosing it. */
function makeAtOnce() {
  const button = find("#prompt [data-at-once]");
  const deed = button ? `${find("#prompt")?.dataset.sequence} ${button.getAttribute("value")}` : "";
  if (!button || deed === sent) return;
  sent = deed;
  button.click();
}

/** A second click on what is chosen is the green button. */
document.addEventListener("click", (event) => {
  const chosen = around(event.target, '.choices [aria-checked="true"], .lit[aria-pressed="true"]');
  const confirm = find("#prompt [data-confirm]");
  if (!chosen || !confirm || !event.isTrusted) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  confirm.click();
}, { capture: true });

countDown();
document.addEventListener("htmx:after:swap", () => {
  countDown();
  makeAtOnce();
});
