/** A sum of money spread over claims. */
import type { CalendarDate } from '../../core/time.ts';

/** A claim that money can be put on: minor units due and since when. */
export interface Payable {
  readonly externalClaimRef: string;
  readonly balance: bigint;
  readonly dueDate: CalendarDate | null;
}

/**
 * @param mayExceed whether what is more than is due goes on the first claim, as a credit; it stays out otherwise.
 * @returns how a sum is spread over claims, oldest due date first, none above what is due on it.
 */
export function spread(claims: readonly Payable[], amount: bigint, mayExceed = false): { externalClaimRef: string; amount: bigint }[] {
  let rest = amount;
  const parts = [...claims]
    .sort((a, b) => (a.dueDate ?? '9999').localeCompare(b.dueDate ?? '9999') || a.externalClaimRef.localeCompare(b.externalClaimRef))
    .map((claim) => {
      const due = claim.balance > 0n ? claim.balance : 0n;
      const part = rest < due ? rest : due;
      rest -= part;
      return { externalClaimRef: claim.externalClaimRef, amount: part };
    });
  return parts
    .map((part, index) => (mayExceed && index === 0 ? { ...part, amount: part.amount + rest } : part))
    .filter((part) => part.amount > 0n);
}
