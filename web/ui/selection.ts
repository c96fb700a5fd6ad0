/** Which rows of a list are selected: some by id, or all that match the search except some. */
export type Selection =
  | { readonly mode: 'some'; readonly ids: ReadonlySet<string> }
  | { readonly mode: 'all'; readonly except: ReadonlySet<string> };

export const NOTHING: Selection = { mode: 'some', ids: new Set() };
/** Everything that matches, loaded or not. */
export const EVERYTHING: Selection = { mode: 'all', except: new Set() };

/** @returns whether the row is selected. */
export function isSelected(selection: Selection, id: string): boolean {
  return selection.mode === 'some' ? selection.ids.has(id) : !selection.except.has(id);
}

/** @param total how many rows match in all. @returns how many are selected. */
export function selectedCount(selection: Selection, total: number): number {
  return selection.mode === 'some' ? selection.ids.size : Math.max(0, total - selection.except.size);
}

/** @returns the selection with these rows selected, or not. */
export function select(selection: Selection, ids: readonly string[], on: boolean): Selection {
  const set = new Set(selection.mode === 'some' ? selection.ids : selection.except);
  for (const id of ids) {
    if (on === (selection.mode === 'some')) set.add(id);
    else set.delete(id);
  }
  return selection.mode === 'some' ? { mode: 'some', ids: set } : { mode: 'all', except: set };
}

/** @returns the selection after a click on a row's box: that row turned, or with an anchor (Shift) all from the anchor to it set alike. */
export function toggle(selection: Selection, order: readonly string[], id: string, anchor: string | null): Selection {
  const on = !isSelected(selection, id);
  const from = anchor === null ? -1 : order.indexOf(anchor);
  const to = order.indexOf(id);
  if (from < 0 || to < 0) return select(selection, [id], on);
  return select(selection, order.slice(Math.min(from, to), Math.max(from, to) + 1), on);
}
