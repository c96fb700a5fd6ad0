/** Keeps the log of deliveries up to date while it is open. Tries are no events, so it also looks when what waits may have left. */
import { useEffect, useEffectEvent, useRef } from 'react';
import { useEvents } from '../../../shell/useEvents.ts';
import type { Delivery } from './webhook.ts';

/** After an event it takes so long until it has been sent, as a rule, ms. */
const SOON = 1_000;
/** Between two looks there is at least so much, however much happens, and at most so much while something waits, ms. */
const [LEAST, MOST] = [3_000, 10_000];

/** @param rows those that show @param reload reads them again */
export function useFreshLog(rows: readonly Delivery[], reload: () => void): void {
  const lookedAt = useRef(Number.NEGATIVE_INFINITY);
  const planned = useRef<{ at: number; timer: ReturnType<typeof setTimeout> } | null>(null);
  const plan = useEffectEvent((wanted: number) => {
    const at = Math.max(wanted, lookedAt.current + LEAST);
    if (planned.current && planned.current.at <= at) return;
    if (planned.current) clearTimeout(planned.current.timer);
    planned.current = { at, timer: setTimeout(look, at - Date.now()) };
  });
  const isMissed = useRef(false);
  const look = useEffectEvent(() => {
    planned.current = null;
    isMissed.current = document.hidden;
    if (document.hidden) return;
    lookedAt.current = Date.now();
    reload();
  });
  useEvents({}, () => plan(Date.now() + SOON));
  useEffect(() => {
    const waiting = rows.filter(({ state }) => state === 'waiting');
    const next = Math.min(...waiting.map(({ nextAt }) => (nextAt ? Date.parse(nextAt) + SOON : Number.POSITIVE_INFINITY)));
    if (waiting.length > 0) plan(Math.min(next, Date.now() + MOST));
  }, [rows]);
  useEffect(() => {
    // While nobody sees it, it isn't read; whoever comes back sees what is.
    const back = () => isMissed.current && look();
    document.addEventListener('visibilitychange', back);
    return () => {
      document.removeEventListener('visibilitychange', back);
      clearTimeout(planned.current?.timer);
    };
  }, []);
}
