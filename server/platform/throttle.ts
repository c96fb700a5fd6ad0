/** So often a minute and no more: for log entries that an attacker could otherwise write without end. Per process, bounded in memory. */
import { MINUTE } from '../../core/time.ts';

/** Keys known at once; of more, the oldest are forgotten. */
const MOST_KEYS = 10_000;

/** @param most times a minute per key. @returns asks whether it may happen once more now. */
export function createThrottle(most: number): (key: string) => boolean {
  const seen = new Map<string, { since: number; count: number }>();
  return (key) => {
    const at = Date.now();
    const known = seen.get(key);
    if (known && Math.abs(at - known.since) < MINUTE) return ++known.count <= most;
    seen.delete(key);
    seen.set(key, { since: at, count: 1 });
    if (seen.size > MOST_KEYS) seen.delete(seen.keys().next().value ?? '');
    return true;
  };
}
