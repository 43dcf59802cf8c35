// @ts-check
/**
 * What HTML cannot do: the board and its list move together, keys, gliding pieces, tabs, the theme, calls.
 * No rule of any game is here; the server decides everything.
 */

/** @param {string} selector @returns {HTMLElement | null} */
const find = (selector) => document.querySelector(selector);
const body = document.body;
const store = window.localStorage;

/* ------------------------------------------------------------------ theme */

/** @param {string} theme */
function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  document.cookie = `dolmen_theme=${theme}; path=/; max-age=31536000; samesite=lax`;
}

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (target.closest("[data-theme-switch]")) {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    setTheme((document.documentElement.dataset.theme || dark) === "dark" ? "light" : "dark");
  }
  const tab = /** @type {HTMLElement | null} */ (target.closest("[data-show]"));
  if (tab) showTab(tab.dataset.show || "choices");
  const log = /** @type {HTMLElement | null} */ (target.closest("[data-log]"));
  if (log) showLog(log.dataset.log || "log");
  const step = /** @type {HTMLElement | null} */ (target.closest("[data-step]"));
  if (step) scrub(Number(step.dataset.step));
  const copy = target.closest("[data-copy]");
  if (copy) copyLink(/** @type {HTMLElement} */ (copy));
  const invite = target.closest("[data-invite]");
  if (invite) inviteFriends(/** @type {HTMLElement} */ (invite));
  clickBoard(target);
});

document.addEventListener("change", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.matches("[data-submit]")) /** @type {HTMLSelectElement} */ (target).form?.requestSubmit();
  for (const name of ["sound", "notify", "letters"]) {
    if (target.matches(`[data-${name}]`)) {
      store.setItem(`dolmen-${name}`, /** @type {HTMLInputElement} */ (target).checked ? "on" : "off");
      if (name === "notify" && "Notification" in window) Notification.requestPermission();
    }
  }
});

for (const name of ["sound", "notify", "letters"]) {
  const box = /** @type {HTMLInputElement | null} */ (find(`[data-${name}]`));
  if (box) box.checked = (store.getItem(`dolmen-${name}`) ?? (name === "letters" ? "on" : "off")) === "on";
}

/* ------------------------------------------------------------------ home */

/** Turns bots into friends. @param {HTMLElement} button */
function inviteFriends(button) {
  const form = button.closest("form");
  if (!form || !form.reportValidity()) return;
  for (const select of form.querySelectorAll("select[name^=seat]")) {
    const seat = /** @type {HTMLSelectElement} */ (select);
    if (seat.value.startsWith("bot")) seat.value = "friend";
  }
  form.requestSubmit();
}

/** @param {HTMLElement} button */
function copyLink(button) {
  const field = /** @type {HTMLInputElement | null} */ (button.parentElement?.querySelector(".link"));
  if (!field) return;
  field.select();
  navigator.clipboard?.writeText(field.value).catch(() => undefined);
}

/* ------------------------------------------------------------------ tabs */

/** @param {string} name */
function showTab(name) {
  body.dataset.tab = name;
  for (const tab of document.querySelectorAll("[data-show]")) {
    tab.setAttribute("aria-selected", String(/** @type {HTMLElement} */ (tab).dataset.show === name));
  }
}

/** @param {string} name */
function showLog(name) {
  body.dataset.records = name;
  for (const tab of document.querySelectorAll("[data-log]")) {
    tab.setAttribute("aria-selected", String(/** @type {HTMLElement} */ (tab).dataset.log === name));
  }
  if (name === "chat") /** @type {HTMLElement | null} */ (find("#talk input[name=text]"))?.focus();
}

/* ------------------------------------------------------------------ board and list move together */

/** @param {Element} target */
function clickBoard(target) {
  if (!target.closest(".board")) return;
  const lit = /** @type {HTMLElement | null} */ (target.closest("[data-choice]"));
  if (lit) {
    find(`#choice-${lit.dataset.choice}`)?.click();
    return;
  }
  if (find("#prompt")?.dataset.kind !== "ask") return;
  const place = target.closest("#ground [id^=field-], #ground [id^=plain-], #pieces [id^=built-], #pieces [id^=bonus-]");
  if (place) askWhy(place.id.replace(/^(built|bonus)-/, "field-"));
}

/** @param {string} place */
function askWhy(place) {
  const address = `${location.pathname}/why?place=${encodeURIComponent(place)}${seatQuery("&")}`;
  htmx().ajax("GET", address, { target: "#notice", swap: "none" });
}

/** The seat that this page looks for, as a part of an address. @param {string} mark */
function seatQuery(mark) {
  const seat = new URLSearchParams(find("#stream")?.getAttribute("hx-sse:connect")?.split("?")[1]).get("seat");
  return seat ? `${mark}seat=${seat}` : "";
}

/** @returns {any} */
const htmx = () => /** @type {any} */ (window).htmx;

for (const [name, on] of /** @type {[string, boolean][]} */ ([["mouseover", true], ["mouseout", false], ["focusin", true], ["focusout", false]])) {
  document.addEventListener(name, (event) => {
    const target = /** @type {Element} */ (event.target);
    const choice = /** @type {HTMLElement | null} */ (target.closest?.("[data-choice]"));
    if (choice) {
      for (const twin of document.querySelectorAll(`#lit .lit[data-choice="${choice.dataset.choice}"]`)) {
        twin.classList.toggle("twin", on);
      }
    }
    const entry = /** @type {HTMLElement | null} */ (target.closest?.("li[data-places]"));
    if (entry) markPlaces((entry.dataset.places || "").split(" "), on);
  });
}

/** @param {string[]} places @param {boolean} on */
function markPlaces(places, on) {
  for (const place of places) {
    if (place) document.getElementById(place)?.classList.toggle("place-marked", on);
  }
}

/* ------------------------------------------------------------------ keys */

/** @param {number} step */
function scrub(step) {
  const scrubber = /** @type {HTMLInputElement | null} */ (find("#scrubber"));
  if (!scrubber) return;
  scrubber.value = String(Number(scrubber.value) + step);
  scrubber.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Roving focus among the choices of the list or of the board. @param {Element} from @param {number} step */
function rove(from, step) {
  const board = from.closest("#lit");
  const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(board ? "#lit .lit" : ".choices .choice")]);
  if (!all.length) return;
  const here = all.findIndex((one) => one === from.closest("[data-choice]"));
  const next = all[(here + step + all.length) % all.length];
  for (const one of all) one.tabIndex = one === next ? 0 : -1;
  next.focus();
  next.scrollIntoView?.({ block: "nearest" });
}

document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.matches("input:not([type=range]):not([type=checkbox]), textarea, select")) return;
  const choice = target.closest(".choices .choice, #lit .lit");
  const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
  if (choice && event.key in steps) {
    event.preventDefault();
    rove(target, /** @type {Record<string, number>} */ (steps)[event.key]);
    return;
  }
  if (target.closest("#lit .lit") && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    clickBoard(target);
    return;
  }
  if (target.matches("[type=range]")) return;
  if (event.key === "Escape") {
    const open = /** @type {HTMLDetailsElement | null} */ (find("details.menu[open]"));
    if (open) open.open = false;
    else find('#prompt [data-key="b"]')?.click();
    return;
  }
  if (event.key === "Enter" && !target.closest("button, a, summary")) {
    find("[data-confirm]")?.click();
    return;
  }
  if ((store.getItem("dolmen-letters") ?? "on") === "off" && event.key.length === 1) return;
  if (/^[1-9]$/.test(event.key)) {
    find(`#choice-${event.key}`)?.click();
    return;
  }
  if (event.key === "z") body.toggleAttribute("data-zoom");
  if (event.key === "p") find("#players")?.focus();
  const keyed = [...document.querySelectorAll("[data-key]")].find(
    (one) => /** @type {HTMLElement} */ (one).dataset.key === event.key && !one.closest("[hidden]"),
  );
  if (keyed) {
    event.preventDefault();
    /** @type {HTMLElement} */ (keyed).click();
  }
});

/* ------------------------------------------------------------------ updates: gliding, focus, title, calls */

/** @type {Map<string, DOMRect>} */
let places = new Map();
const still = matchMedia("(prefers-reduced-motion: reduce)");
let sequence = find("#prompt")?.dataset.sequence;
let wasAsked = find("#prompt")?.dataset.kind === "ask";

/** After a command the stream brings the news; if it is late, we ask. */
document.addEventListener("htmx:after:request", (event) => {
  const form = /** @type {Element} */ (event.target).closest?.("form[hx-post]");
  if (!form) return;
  const before = sequence;
  if (form.matches("[data-reset]")) /** @type {HTMLFormElement} */ (form).reset();
  setTimeout(() => {
    if (sequence === before) htmx().ajax("GET", `${location.pathname}/update${seatQuery("?")}`, { target: "#notice", swap: "none" });
  }, 1500);
});

/** An answer may arrive after newer news from the stream: the older one is dropped. @param {any} event */
function isOld(event) {
  const arriving = /data-sequence="(\d+)"/.exec(event.detail?.ctx?.text || "");
  return Boolean(arriving && sequence && Number(arriving[1]) < Number(sequence));
}

document.addEventListener("htmx:before:swap", (event) => {
  if (isOld(event)) {
    event.preventDefault();
    return;
  }
  places = new Map([...document.querySelectorAll("#pieces > [id]")].map((one) => [one.id, one.getBoundingClientRect()]));
});

document.addEventListener("htmx:after:swap", () => {
  const prompt = find("#prompt");
  if (!prompt) {
    if (!still.matches) glide();
    return;
  }
  document.title = prompt.dataset.title || document.title;
  const asked = prompt.dataset.kind === "ask";
  if (prompt.dataset.sequence !== sequence) {
    sequence = prompt.dataset.sequence;
    if (!document.hidden && !still.matches) glide();
    if (asked && !wasAsked) called();
    if (document.activeElement === body || !document.activeElement?.isConnected) {
      if (asked) find(".choices .choice[tabindex='0']")?.focus({ preventScroll: true });
    }
  } else if (find("[data-confirm]") && document.activeElement?.closest("#lit")) {
    find("#confirm-button")?.focus({ preventScroll: true });
  }
  wasAsked = asked;
});

/** Pieces that changed place glide there. */
function glide() {
  let moved = 0;
  for (const piece of document.querySelectorAll("#pieces > [id]")) {
    const before = places.get(piece.id);
    if (!before) continue;
    const after = piece.getBoundingClientRect();
    const x = before.x - after.x;
    const y = before.y - after.y;
    if (Math.abs(x) + Math.abs(y) < 2 || moved > 12) continue;
    moved += 1;
    const matrix = /** @type {SVGGraphicsElement} */ (piece).getScreenCTM?.();
    const scale = matrix ? Math.hypot(matrix.a, matrix.b) : 1;
    piece.animate([{ transform: `translate(${x / scale}px, ${y / scale}px)` }, { transform: "none" }], {
      duration: 420,
      easing: "cubic-bezier(.3, .7, .2, 1)",
      composite: "add",
    });
  }
  if (moved && store.getItem("dolmen-sound") === "on") tone(170, 0.05);
}

/** It became your turn. */
function called() {
  if (store.getItem("dolmen-sound") === "on") tone(330, 0.4);
  if (document.hidden && store.getItem("dolmen-notify") === "on" && "Notification" in window && Notification.permission === "granted") {
    new Notification(document.title);
  }
}

/** @type {AudioContext | undefined} */
let audio;

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
