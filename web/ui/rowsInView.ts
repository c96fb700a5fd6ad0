/** Which rows of a long list exist: those in view and a few around them. All rows have the same height. */
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';

/** Rows that exist beyond each edge, so that scrolling meets no gap. */
const BEYOND = 12;

/** Part of a list, `from` included, `to` not. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** @returns the rows to show for a position of the scroller. @param top pixels scrolled. @param height pixels in view. @param row pixels. */
export function rowsAt(top: number, height: number, row: number, count: number): Span {
  const from = Math.min(Math.floor(top / row), count) - BEYOND;
  const to = Math.ceil((top + height) / row) + BEYOND;
  return { from: Math.max(0, from), to: Math.max(0, Math.min(count, to)) };
}

/**
 * @returns where the scroller has to stand so that a row is in full view; where it stands, if it already is.
 * @param head pixels of what stays above the rows.
 */
export function topFor(index: number, at: { top: number; height: number; row: number; head: number }): number {
  const highest = index * at.row;
  const lowest = highest + at.row + at.head - at.height;
  return Math.max(lowest, Math.min(highest, at.top));
}

/**
 * Follows a scrolling element.
 * @param scroller scrolls; its `thead` stays on top. @param row height of a row, px.
 * @returns the rows to show, and what brings one into view.
 */
export function useRowsInView(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  row: number,
): { span: Span; scrollTo: (index: number) => void } {
  const [span, setSpan] = useState<Span>({ from: 0, to: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () => {
      const now = rowsAt(element.scrollTop, element.clientHeight, row, count);
      setSpan((old) => (old.from === now.from && old.to === now.to ? old : now));
    };
    look();
    const size = new ResizeObserver(look);
    size.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      size.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller, count, row]);
  const scrollTo = useCallback(
    (index: number) => {
      const element = scroller.current;
      if (!element) return;
      const head = element.querySelector('thead')?.offsetHeight ?? 0;
      element.scrollTop = topFor(index, { top: element.scrollTop, height: element.clientHeight, row, head });
    },
    [scroller, row],
  );
  return { span, scrollTo };
}
