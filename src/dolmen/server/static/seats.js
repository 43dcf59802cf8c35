// @ts-check
/** The clock of a table counts down. What follows when it has run out is the server's affair. */

const now = document.querySelector("#stream[data-now]");
/** How far this machine's clock is ahead of the server's. */
const ahead = now ? Date.now() - Number(/** @type {HTMLElement} */ (now).dataset.now) : 0;

/** Below an hour, minutes and seconds; longer times stay as the server wrote them. */
function count() {
  for (const shown of document.querySelectorAll("time[data-until]")) {
    const left = Math.max(0, Number(/** @type {HTMLElement} */ (shown).dataset.until) + ahead - Date.now()) / 1000;
    if (left < 3600) shown.textContent = `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}`;
  }
}

if (now) setInterval(count, 500);

const colours = /** @type {HTMLSelectElement[]} */ ([...document.querySelectorAll("select[data-colour-of]")]);
for (const one of colours) one.dataset.was = one.value;

/** Every colour is used once: the seat that had it takes the other's. */
document.addEventListener("change", (event) => {
  const chosen = /** @type {HTMLSelectElement} */ (event.target);
  if (!colours.includes(chosen)) return;
  const twin = colours.find((one) => one !== chosen && one.form === chosen.form && one.value === chosen.value);
  if (twin && chosen.value) twin.value = twin.dataset.was = chosen.dataset.was || "";
  chosen.dataset.was = chosen.value;
});
