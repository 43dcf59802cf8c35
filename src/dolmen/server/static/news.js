// @ts-check
/** What happens when news arrive: focus, title, calls, and the line that is down. */
import { notice } from "./call.js";
import { address, around, body, bring, find, remembered } from "./shared.js";

let sequence = find("#prompt")?.dataset.sequence;
const stage = find("#prompt")?.dataset.stage;
let wasAsked = find("#prompt")?.dataset.kind === "ask";

/** After a command the stream brings the news; if it is late, we ask. */
document.addEventListener("htmx:after:request", (event) => {
  const form = around(event.target, "form[hx-post]");
  if (!form) return;
  const before = sequence;
  if (form.matches("[data-reset]")) /** @type {HTMLFormElement} */ (form).reset();
  if (!sequence) return; // before the game there is no question
  setTimeout(() => {
    if (sequence === before) bring(address("update"));
  }, 1500);
});

/** An answer may arrive after newer news from the stream: the older one is dropped. @param {any} event */
function isOld(event) {
  const arriving = /data-sequence="(\d+)"/.exec(event.detail?.ctx?.text || "");
  return Boolean(arriving && sequence && Number(arriving[1]) < Number(sequence));
}

document.addEventListener("htmx:before:swap", (event) => {
  if (isOld(event)) event.preventDefault();
});

document.addEventListener("htmx:after:swap", () => {
  const prompt = find("#prompt");
  if (!prompt) return;
  if (prompt.dataset.stage !== stage) location.assign(body.dataset.table || ""); // after an auction, everybody sits elsewhere
  document.title = prompt.dataset.title || document.title;
  const asked = prompt.dataset.kind === "ask";
  if (prompt.dataset.sequence !== sequence) {
    sequence = prompt.dataset.sequence;
    if (asked && !wasAsked) called();
    if (document.activeElement === body || !document.activeElement?.isConnected) {
      if (asked) find(".choices .choice[tabindex='0']")?.focus({ preventScroll: true });
    }
  } else if (find("[data-confirm]") && around(document.activeElement, "#lit")) {
    find("#confirm-button")?.focus({ preventScroll: true });
  }
  wasAsked = asked;
});

/** It became your turn. */
function called() {
  if (remembered("sound") === "on") tone(330, 0.4);
  if (document.hidden && remembered("notify") === "on" && "Notification" in window && Notification.permission === "granted") {
    notice(document.title);
  }
}

/* ------------------------------------------------------------------ sound */

/** @type {AudioContext | undefined} */
let audio;

/** A piece is put down. */
export function tap() {
  if (remembered("sound") === "on") tone(170, 0.05);
}

/** A small tone. @param {number} pitch @param {number} seconds */
function tone(pitch, seconds) {
  audio ??= new AudioContext();
  const voice = audio.createOscillator();
  const loudness = audio.createGain();
  voice.frequency.value = pitch;
  loudness.gain.setValueAtTime(0.08, audio.currentTime);
  loudness.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + seconds);
  voice.connect(loudness).connect(audio.destination);
  voice.start();
  voice.stop(audio.currentTime + seconds);
}

/* ------------------------------------------------------------------ the line */

document.addEventListener("htmx:sse:error", () => find("#line")?.removeAttribute("hidden"));
document.addEventListener("htmx:sse:after:connection", () => find("#line")?.setAttribute("hidden", ""));
