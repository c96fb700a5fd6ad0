/**
 * A new version of the product takes the old one's files away. A tab that still runs the old one then reloads itself: at
 * most three times in five minutes (specification 1, section 4.4), after that it asks the user.
 */
const WINDOW = 5 * 60_000;
const TRIES = 3;
const KEY = 'quittance-asset-refresh';

/** @param earlier moments of earlier reloads @returns the moments to remember when it may reload once more, else null. */
export function nextReload(earlier: readonly number[], now: number): number[] | null {
  const recent = earlier.filter((at) => now - at < WINDOW);
  return recent.length < TRIES ? [...recent, now] : null;
}

/** Watches for files that are gone. @param giveUp tells the user to load the page by hand. */
export function watchAssets(giveUp: () => void): void {
  let leaving = false;
  const gone = () => {
    // One file that is gone is told more than once: by its tag, and by whoever wanted it.
    if (leaving) return;
    const reloads = nextReload(JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as number[], Date.now());
    if (reloads === null) return giveUp();
    leaving = true;
    sessionStorage.setItem(KEY, JSON.stringify(reloads));
    window.location.reload();
  };
  window.addEventListener('vite:preloadError', (event) => {
    event.preventDefault();
    gone();
  });
  window.addEventListener(
    'error',
    (event) => {
      const source =
        event.target instanceof HTMLScriptElement ? event.target.src : event.target instanceof HTMLLinkElement ? event.target.href : '';
      if (source.startsWith(`${window.location.origin}/assets/`)) gone();
    },
    true,
  );
}
