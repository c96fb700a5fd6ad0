import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { usePlaceInTable } from './DataTable.place.ts';
import type { DataTableProps } from './DataTable.props.ts';
import { useHotkeys } from './hotkeys.ts';
import { useRowsInView } from './rowsInView.ts';
import { NOTHING, select, toggle } from './selection.ts';

/** Rows before the end at which more are asked for. */
const AHEAD = 10;

/**
 * Walks through a list's rows, by keys and by mouse: the row one stands on, the rows in view, opening and selecting.
 * @param order the rows' ids.
 */
export function useWalk<Row>(
  props: DataTableProps<Row>,
  order: readonly string[],
  scroller: RefObject<HTMLDivElement | null>,
  rowHeight: number,
) {
  const { rows, rowId, onSelect, onOpen, selection = NOTHING } = props;
  const anchor = useRef<string | null>(null);
  const [active, setActive] = useState(-1);
  const { span, scrollTo } = useRowsInView(scroller, rows.length, rowHeight);
  const lastSeen = span.to - 1;
  const endReached = useEffectEvent(() => props.onEndReached?.());
  useEffect(() => {
    if (rows.length > 0 && lastSeen >= rows.length - AHEAD) endReached();
  }, [lastSeen, rows.length]);
  useEffect(() => setActive((index) => Math.min(index, rows.length - 1)), [rows.length]);
  usePlaceInTable(scroller, props.label, order, { active, setActive });

  function move(by: number) {
    if (rows.length === 0) return;
    const next = Math.max(0, Math.min(rows.length - 1, active + by));
    setActive(next);
    scrollTo(next);
    const row = rows[next];
    if (row !== undefined) props.onActive?.(row);
  }
  function turn(id: string, range: boolean) {
    onSelect?.(toggle(selection, order, id, range ? anchor.current : null));
    anchor.current = id;
  }
  function turnActive(range: boolean) {
    const row = rows[active];
    if (row !== undefined) turn(rowId(row), range);
  }
  function openActive(event: globalThis.KeyboardEvent) {
    // Enter on a focused link or button belongs to that.
    if (event.target instanceof HTMLElement && event.target.closest('a, button, [role="tab"]')) (event.target as HTMLElement).click();
    else if (rows[active] !== undefined) onOpen?.(rows[active], event);
  }
  function clicked(event: MouseEvent) {
    const target = event.target as HTMLElement;
    const index = Number(target.closest<HTMLElement>('tr[data-index]')?.dataset.index ?? -1);
    const row = rows[index];
    if (row === undefined) return;
    setActive(index);
    if (!target.closest('a, button, input, label')) onOpen?.(row, event);
  }
  /** Paging belongs to whoever has the focus; J, K and the arrows work from anywhere on the screen. */
  function pressed(event: KeyboardEvent<HTMLTableElement>) {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
    const by = { PageDown: page, PageUp: -page, Home: -rows.length, End: rows.length }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(by);
  }
  useHotkeys(
    {
      j: () => move(1),
      ArrowDown: () => move(1),
      k: () => move(-1),
      ArrowUp: () => move(-1),
      ...(onOpen && active >= 0 && { Enter: openActive }),
      ...Object.fromEntries(
        Object.entries(props.rowKeys ?? {}).map(([key, act]) => [key, () => rows[active] !== undefined && act(rows[active])]),
      ),
      ...(onSelect && {
        x: () => turnActive(false),
        'shift+x': () => turnActive(true),
        'mod+a': () => onSelect(select(selection, order, true)),
      }),
    },
    { enabled: props.keyboard ?? true, ofList: true },
  );
  return { active, span, turn, clicked, pressed };
}
