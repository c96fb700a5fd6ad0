/**
 * The pages of the drawer (specification 3, section 9): twenty when it opens, then ten at a time. Ten a page, the first twenty are pages one
 * and two, so the first "more" goes from 1 to 3. There are no more when the first page has fewer than twenty, or a later one fewer than ten.
 */
export const FIRST_LIMIT = 20;
export const MORE_LIMIT = 10;

/** @returns whether there may be more after the page that opening asked for. */
export function mayHaveMore(onPage: number, limit: number): boolean {
  return onPage >= limit;
}

/**
 * @param listed how many of the list's are here. What was dismissed meanwhile moved the others up: the page that holds the next one is asked
 * for, even when it repeats some. @returns the page of ten.
 */
export function nextPage(listed: number): number {
  return Math.floor(listed / MORE_LIMIT) + 1;
}

/** @returns the new ones on top, then what was there; each once, the newer word of it counting. */
export function merge<Item extends { readonly notificationId: string }>(first: readonly Item[], then: readonly Item[]): Item[] {
  const known = new Set(first.map((item) => item.notificationId));
  return [...first, ...then.filter((item) => !known.has(item.notificationId))];
}
