// @ts-check
/** One page fades into the next; where that is cut short, there is nothing to report. Runs before a page is drawn. */

for (const name of ["pageswap", "pagereveal"]) {
  addEventListener(name, (event) => {
    const { viewTransition } = /** @type {{viewTransition?: ViewTransition | null}} */ (/** @type {unknown} */ (event));
    for (const promise of [viewTransition?.ready, viewTransition?.updateCallbackDone, viewTransition?.finished]) promise?.catch(() => undefined);
  });
}

export {};
