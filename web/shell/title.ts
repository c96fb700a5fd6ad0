/** The page's title (specification 1, section 2.2): the product, then the titles of all routes that matched, the widest first. */
import type { ScreenName } from '../../core/screens.ts';

const SEPARATOR = ' · ';
/** First parts of addresses that are no screen of their own. */
const AREAS = ['account', 'AI', 'asset', 'configuration', 'content', 'dashboard', 'strategy'] as const;
export type Area = (typeof AREAS)[number];

/** @returns the area of a route's path, and the routes that begin it or are it, the shortest first. */
export function matched<R extends { readonly path: string; readonly name: ScreenName }>(
  routes: readonly R[],
  route: R,
): { area: Area | null; routes: R[] } {
  const begins = routes.filter((each) => route.path === each.path || route.path.startsWith(`${each.path}/`));
  const area = AREAS.find((each) => route.path.startsWith(`${each}/`)) ?? null;
  return { area, routes: begins.filter((each) => each !== route).concat(route) };
}

/** @param titles the same word twice in a row stands once. @returns the whole title. */
export function titleOf(product: string, titles: readonly string[]): string {
  return [product, ...titles].filter((title, index, all) => title !== all[index - 1]).join(SEPARATOR);
}
