/** Words of the contract that are one of a few. */
import { invalid } from '../../../../core/fault.ts';
import { INTERVALS, type Interval } from '../../../../engine/ledger/plan.ts';

/** @throws Fault INVALID_INPUT (interval) */
export function intervalOf(interval: string): Interval {
  const known = INTERVALS.find((each) => each === interval);
  if (!known) throw invalid('interval', 'oneOf', { choices: INTERVALS.join(', ') });
  return known;
}
