/** What every list keeps in its address: its order, its columns, and changes of both. */
import type { SetURLSearchParams } from 'react-router';
import type { Sort } from '../ui/DataTable.tsx';

/** @returns the order the address asks for ("-pastDue"), else the list's own. @param sortable keys of columns that sort. */
export function sortOf(params: URLSearchParams, sortable: object, own: Sort): Sort {
  const text = params.get('sort')?.split(',')[0] ?? '';
  const key = text.replace(/^-/, '');
  return Object.hasOwn(sortable, key) ? { key, descending: text.startsWith('-') } : own;
}

/** @returns the address's text of an order; none of the list's own. */
export const writeSort = (sort: Sort, own: Sort): string[] =>
  sort.key === own.key && sort.descending === own.descending ? [] : [`${sort.descending ? '-' : ''}${sort.key}`];

/** @returns the address's text of the columns; none of those that show before anybody chooses. */
export const writeColumns = (shown: readonly string[], own: readonly string[]): string[] =>
  shown.length === 0 || shown.join() === own.join() ? [] : [shown.join()];

/** Puts values of parameters into the address; an empty list takes one away. */
export function changeParams(setParams: SetURLSearchParams, values: Readonly<Record<string, readonly string[]>>): void {
  setParams(
    (old) => {
      const next = new URLSearchParams(old);
      for (const [name, list] of Object.entries(values)) {
        next.delete(name);
        for (const value of list) next.append(name, value);
      }
      return next;
    },
    { replace: true },
  );
}
