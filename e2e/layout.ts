/** What a browser measures of a page: whether anything runs out of its place, and whether a key shows where words belong. */
import type { Page } from 'playwright-core';

/** @returns what runs out of the page, of the sidebar, of its card or of its list, each with its words. Empty when all is in its place. */
export function misplaced(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const root = document.documentElement;
    const wordsOf = (element: Element) =>
      (element.textContent ?? '').trim().slice(0, 50) || element.getAttribute('aria-label') || element.tagName;
    const shows = (element: Element) => {
      const box = element.getBoundingClientRect();
      return box.width > 1 && box.height > 1 && getComputedStyle(element).visibility !== 'hidden';
    };
    /** Whether something between an element and its frame scrolls: what is out of view there can be reached. */
    const scrolls = (element: Element, frame: Element) => {
      for (let at = element.parentElement; at && at !== frame; at = at.parentElement)
        if (['auto', 'scroll'].includes(getComputedStyle(at).overflowX)) return true;
      return false;
    };
    if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth} wide in ${root.clientWidth}`);
    const main = document.querySelector('main');
    if (main && main.scrollWidth > main.clientWidth) found.push(`the screen is ${main.scrollWidth} wide in ${main.clientWidth}`);

    const frames = document.querySelectorAll('nav[aria-label], [class*="_card_"], [class*="_tile_"], section, [role=dialog]');
    for (const frame of [...frames].filter(shows)) {
      const place = frame.getBoundingClientRect();
      for (const each of frame.querySelectorAll('a, button, h2, h3, p, span, strong, dd, dt, th, td, input')) {
        if (!shows(each) || each.closest('[aria-hidden=true]:not([class*="_axis_"]), svg') || scrolls(each, frame)) continue;
        if (getComputedStyle(each).position === 'fixed' || each.closest('[role=dialog]') !== frame.closest('[role=dialog]')) continue;
        const box = each.getBoundingClientRect();
        if (box.right > place.right + 1 || box.left < place.left - 1) found.push(`out of its frame: ${wordsOf(each)}`);
      }
    }
    // A list may scroll sideways on a narrow screen or with columns that were added; what acts on a row has to be seen all the same.
    const grid = document.querySelector('[role=grid]')?.parentElement;
    if (innerWidth >= 1280 && grid && grid.scrollWidth > grid.clientWidth)
      found.push(`the list is ${grid.scrollWidth} wide in ${grid.clientWidth}`);
    for (const each of document.querySelectorAll('[role=grid] td a, [role=grid] td button')) {
      const cell = each.closest('td')!.getBoundingClientRect();
      const box = each.getBoundingClientRect();
      if (each.tagName === 'BUTTON' && shows(each) && (box.right > innerWidth || box.right > cell.right + 1))
        found.push(`runs off its row: ${wordsOf(each)}`);
    }
    // The words alone: an arrow behind them shows only when it is pointed at.
    const words = document.createRange();
    for (const each of document.querySelectorAll('button, nav a, [role=tab]')) {
      const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text && shows(each); text = texts.nextNode()) {
        if (!shows(text.parentElement ?? each)) continue;
        words.selectNodeContents(text);
        if (words.getBoundingClientRect().right > each.getBoundingClientRect().right + 1) found.push(`cut: ${wordsOf(each)}`);
      }
    }
    return [...new Set(found)];
  });
}

/** @returns words of the page that look like keys of the program: camelCase, UPPER_CASE, area:key. Code and references may look so. */
export function keysOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (node.parentElement?.closest('code, pre, kbd, script, style, textarea, [class*="_reference_"], [class*="_mono_"]')) continue;
      for (const [word] of (node.textContent ?? '').matchAll(
        /(?<![\w@./-])(?:[a-z]+[A-Z][A-Za-z]+|[A-Z]{2,}(?:_[A-Z]+)+|[a-z-]+:[a-z]+\.[\w.]+)(?![\w@./-])/g,
      ))
        found.add(word);
    }
    return [...found];
  });
}
