/** Words of the contract that are one of a few. */
import { type FaultValue, invalid, words } from '../../../../core/fault.ts';
import { INTERVALS, type Interval } from '../../../../engine/ledger/plan.ts';

/** @throws Fault INVALID_INPUT (interval) */
export function intervalOf(interval: string): Interval {
  const known = INTERVALS.find((each) => each === interval);
  if (!known) throw invalid('interval', 'oneOf', { choices: INTERVALS.join(', ') });
  return known;
}

const STATES = {
  completed: 'stateCompleted',
  broken: 'stateBroken',
  canceled: 'stateCanceled',
  kept: 'stateKept',
  accepted: 'stateAccepted',
  applied: 'stateApplied',
  expired: 'stateExpired',
  withdrawn: 'stateWithdrawn',
} as const;

/** @returns what an agreement's state is called, to be filled into a refusal. */
export function stateOf(status: string): FaultValue {
  const known = (Object.keys(STATES) as (keyof typeof STATES)[]).find((each) => each === status);
  return known ? words(STATES[known]) : status;
}
