// @ts-check
/** This browser is called while no tab is open: it subscribes, and the server is told where it is reached. */
import { all, around, find, remember, remembered } from "./shared.js";

const section = find("[data-push]");
const supported = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** @param {string} what */
function say(what) {
  for (const text of all("[data-push-says]")) text.hidden = text.dataset.pushSays !== what;
}

/** @param {PushSubscription} subscription @returns {Record<string, string>} */
function told(subscription) {
  const { endpoint = "", keys = {} } = subscription.toJSON();
  return { endpoint, p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" };
}

/** What the browser has subscribed to so far. */
async function subscription() {
  const worker = await navigator.serviceWorker.ready;
  return worker.pushManager.getSubscription();
}

/** Subscribe, and tell the server by a plain form. */
async function switchOn() {
  say("");
  if ((await Notification.requestPermission()) !== "granted") return say("denied");
  try {
    const worker = await navigator.serviceWorker.ready;
    const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: section?.dataset.push });
    send(made);
  } catch {
    say("failed");
  }
}

/** @param {PushSubscription} made */
function send(made) {
  const form = /** @type {HTMLFormElement | null} */ (find("form#push"));
  if (!form) return;
  const fields = told(made);
  for (const [name, value] of Object.entries(fields)) /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value = value;
  remember("push", fields.endpoint);
  form.requestSubmit();
}

/** Which of the browsers in the list is this one; without it there, it may be added. */
async function show() {
  const form = find("form#push");
  if (!section || !form) return;
  if (!supported) return say("unsupported");
  const own = await subscription().catch(() => null);
  const row = all("li[data-address]", section).find((one) => one.dataset.address === own?.endpoint);
  row?.toggleAttribute("data-here", true);
  form.hidden = row?.dataset.status === "on";
}

/** A browser may change its address by itself: then the server is told the new one. */
async function renew() {
  const known = remembered("push");
  const csrf = /** @type {HTMLInputElement | null} */ (find("input[name=csrf]"))?.value;
  const manifest = /** @type {HTMLLinkElement | null} */ (find("link[rel=manifest]"));
  if (!known || !supported || !csrf || !manifest || section) return;
  const own = await subscription();
  if (!own || own.endpoint === known) return;
  const body = new URLSearchParams({ csrf, ...told(own) });
  await fetch(new URL("account/called/push", manifest.href), { method: "POST", body });
  remember("push", own.endpoint);
}

document.addEventListener("click", (event) => {
  if (around(event.target, "[data-push-on]")) switchOn();
});

/** Who ends it here takes it back from the browser, too. */
document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement | null} */ (around(event.target, "li[data-here] form[action$='/end']"));
  if (!form) return;
  event.preventDefault();
  remember("push", "");
  await (await subscription())?.unsubscribe().catch(() => false);
  form.submit();
});

show();
renew().catch(() => undefined);

/** The link of a mail is one click: its page sends what it is for. */
/** @type {HTMLFormElement | null} */ (find("form[data-at-once]"))?.requestSubmit();
