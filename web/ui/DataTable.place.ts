import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { usePlace } from './place.ts';

/** Keeps how far a list is scrolled and the row one stands on; Back to its screen leads there again, once its rows are there. */
export function usePlaceInTable(
  scroller: RefObject<HTMLElement | null>,
  label: string,
  order: readonly string[],
  { active, setActive }: { active: number; setActive: (index: number) => void },
): void {
  const place = usePlace<{ top: number; id: string | null }>(`table ${label}`);
  const wanted = useRef(place.found);
  const keep = useEffectEvent(() => {
    if (wanted.current === null) place.keep({ top: scroller.current?.scrollTop ?? 0, id: order[active] ?? null });
  });
  useLayoutEffect(() => {
    const { current } = wanted;
    if (current === null || order.length === 0 || !scroller.current) return;
    wanted.current = null;
    scroller.current.scrollTop = current.top;
    if (current.id !== null) setActive(order.indexOf(current.id));
  }, [order, scroller, setActive]);
  useEffect(() => keep());
  useEffect(() => {
    const element = scroller.current;
    const look = () => keep();
    element?.addEventListener('scroll', look, { passive: true });
    return () => element?.removeEventListener('scroll', look);
  }, [scroller]);
}
