/** A balance as of a day, and every entry it comes from. Minor units. */
import type { CalendarDate } from '../../core/time.ts';
import { add, balanceOf, type Component, NOTHING, type Owed, owed, type Sums } from './allocate.ts';
import type { AllocationOrder } from './orders.ts';

export interface Booked {
  readonly entryId: string;
  readonly externalClaimRef: string;
  readonly component: Component;
  readonly amount: bigint;
  readonly valueDate: CalendarDate;
  /** The day it entered the books, in the client's zone. */
  readonly bookedOn: CalendarDate;
}

/** By which of its days an entry counts: when it took effect, or when it became known. */
export type By = 'valueDate' | 'bookedAt';

export interface Explained<Entry extends Booked> {
  readonly balance: bigint;
  /** What is owed by claim, net of credits. */
  readonly claims: ReadonlyMap<string, Owed>;
  /** The entries behind the balance, each with the balance after it, in the order of that day. */
  readonly lines: readonly { readonly entry: Entry; readonly runningBalance: bigint }[];
}

/** @param entries in the order of booking. @param orderOf the order of a claim. @returns what counts until the day, that day included. */
export function explain<Entry extends Booked>(
  entries: readonly Entry[],
  asOf: CalendarDate,
  by: By,
  orderOf: (externalClaimRef: string) => AllocationOrder,
): Explained<Entry> {
  const dayOf = (entry: Booked) => (by === 'valueDate' ? entry.valueDate : entry.bookedOn);
  const counted = entries
    .map((entry, place) => ({ entry, place }))
    .filter(({ entry }) => dayOf(entry) <= asOf)
    .sort((a, b) => dayOf(a.entry).localeCompare(dayOf(b.entry)) || a.place - b.place);
  const sums = new Map<string, Sums>();
  let runningBalance = 0n;
  const lines = counted.map(({ entry }) => {
    sums.set(entry.externalClaimRef, add(sums.get(entry.externalClaimRef) ?? NOTHING, entry.component, entry.amount));
    runningBalance += entry.amount;
    return { entry, runningBalance };
  });
  return {
    balance: [...sums.values()].reduce((sum, each) => sum + balanceOf(each), 0n),
    claims: new Map([...sums].map(([ref, each]) => [ref, owed(each, orderOf(ref))])),
    lines,
  };
}
