/** What the ledger says about an offer to settle for less. Minor units. */
import type { CalendarDate } from '../../core/time.ts';

export type SettlementStatus = 'offered' | 'accepted' | 'applied' | 'expired' | 'withdrawn' | 'broken';

export interface SettlementFacts {
  readonly status: SettlementStatus;
  /** The sum that settles. */
  readonly amount: bigint;
  readonly validUntil: CalendarDate;
  /** Paid since the offer with a value date until validUntil, and not taken back. */
  readonly paidInTime: bigint;
  readonly today: CalendarDate;
}

/**
 * Judges an offer from what was paid alone, so that the order in which payments and returns become known decides nothing. The sum in time
 * settles, accepted or not (paying it accepts it); money that went back breaks what was settled; a withdrawn offer stays withdrawn.
 */
export function judgeSettlement({ status, amount, validUntil, paidInTime, today }: SettlementFacts): SettlementStatus {
  if (status === 'withdrawn') return status;
  if (paidInTime >= amount) return 'applied';
  if (status === 'applied' || status === 'broken') return 'broken';
  return today > validUntil ? 'expired' : status;
}
