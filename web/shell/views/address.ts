/** A view is an address: the parameters of a list without those that say where one is in it. */
import type { SavedViewsQuery } from './layout.graphql.ts';

export type View = SavedViewsQuery['getSavedViews'][number];

/** Names the view that the list was opened with. */
export const VIEW = 'view';
/** Where one is in a list, not how one wants to see it. */
const PASSING: readonly string[] = [VIEW, 'page', 'form', 'about', 'of'];

/** @returns the parameters of a list as a view keeps them, in one order, so that equal ones are equal texts. */
export function searchOfView(params: URLSearchParams): string {
  const kept = [...params].filter(([name]) => !PASSING.includes(name));
  return new URLSearchParams(kept.sort(([a, one], [b, other]) => a.localeCompare(b) || one.localeCompare(other))).toString();
}

/** @returns the address that opens a view. */
export function openView({ viewId, search }: { readonly viewId: string; readonly search: string }): URLSearchParams {
  const params = new URLSearchParams(search);
  params.set(VIEW, viewId);
  return params;
}
