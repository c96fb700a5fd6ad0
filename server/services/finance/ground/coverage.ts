/**
 * What payments mean for agreements. Everything is derived from the ledger's entries, so the answer does not depend on the order in which
 * payments, chargebacks and promises became known, and saying it again changes nothing.
 */
import { addDays, type CalendarDate, type Instant } from '../../../../core/time.ts';
import type { instalment, instalmentsPlan, promiseToPay } from './finance.tables.ts';

type PromiseToPay = typeof promiseToPay.$inferSelect;
type InstalmentsPlan = typeof instalmentsPlan.$inferSelect;
type Instalment = typeof instalment.$inferSelect;

/** A payment entry or a positive one that takes money back; `amount` in minor units as booked. */
export interface PaidEntry {
  readonly entryId: string;
  readonly amount: bigint;
  readonly valueDate: CalendarDate;
  readonly reversesEntryId: string | null;
  readonly kind: string;
  readonly bookedAt: Instant;
  readonly description: string;
}

const max = (a: bigint, b: bigint) => (a > b ? a : b);
const clamp = (value: bigint, top: bigint) => (value < 0n ? 0n : value > top ? top : value);

/**
 * @returns minor units paid and not taken back, counting only payments with a value date until `until` (all when null). What was taken back
 * and given again, as by a dispute that was won, counts as of the day it was first paid.
 */
export function paidUntil(entries: readonly PaidEntry[], until: CalendarDate | null): bigint {
  const takenBy = new Map(entries.map((entry) => [entry.reversesEntryId, entry]));
  const stands = (entry: PaidEntry): boolean => {
    const taking = takenBy.get(entry.entryId);
    return !taking || !stands(taking);
  };
  let paid = 0n;
  for (const entry of entries)
    if (entry.reversesEntryId === null && stands(entry) && (entry.amount > 0n || until === null || entry.valueDate <= until))
      paid -= entry.amount;
  return paid;
}

export interface PromiseVerdict {
  readonly promiseToPayId: string;
  /** What was paid towards it on its claim. */
  readonly paidAmount: bigint;
  /** Minor units that came on the claim in time beyond this promise and every other of the claim. */
  readonly beyond: bigint;
  readonly status: PromiseToPay['status'];
}

/**
 * Judges the promises of one claim. A promise is kept when payments with a value date until its due date reach its sum above the level that
 * was paid when it was made; promises of one claim are filled in the order of their due dates. After the due date it is broken; when
 * nothing is due on the claim any more, it is invalidated.
 * @param balance minor units still due. @param today in the client's zone.
 */
export function judgePromises(
  promises: readonly PromiseToPay[],
  entries: readonly PaidEntry[],
  balance: bigint,
  today: CalendarDate,
): PromiseVerdict[] {
  let filled = 0n;
  return promises
    .filter((promise) => promise.status !== 'invalidated')
    .sort((a, b) => a.dueDate.localeCompare(b.dueDate) || a.promiseToPayId.localeCompare(b.promiseToPayId))
    .map((promise, index, all): PromiseVerdict => {
      const from = max(promise.paidBefore, filled);
      const paid = paidUntil(entries, promise.dueDate) - from;
      const paidAmount = clamp(paid, promise.amount);
      const kept = paidAmount >= promise.amount;
      const status = kept ? 'kept' : today > promise.dueDate ? 'broken' : balance <= 0n ? 'invalidated' : 'active';
      if (status === 'kept' || status === 'active') filled = from + promise.amount;
      const beyond = index === all.length - 1 ? max(paid - promise.amount, 0n) : 0n;
      return { promiseToPayId: promise.promiseToPayId, paidAmount, beyond, status };
    });
}

/** @returns what names the promise that a row is a part of: rows of one promise answer alike. */
export const promiseOf = (row: Pick<PromiseToPay, 'promiseId' | 'promiseToPayId'>) => row.promiseId ?? row.promiseToPayId;

/**
 * Judges promises that are about several claims, by their sums: all parts are kept when what was paid in time on their claims reaches what
 * was promised in all, and are broken together. A part whose claim needs no money any more falls away without ending the others.
 * @param verdicts of judgePromises for all claims of the promises. @returns them, alike for the parts of one promise.
 */
export function judgeTogether(promises: readonly PromiseToPay[], verdicts: readonly PromiseVerdict[]): PromiseVerdict[] {
  const rows = new Map(promises.map((promise) => [promise.promiseToPayId as string, promise]));
  const keyOf = (verdict: PromiseVerdict) => {
    const row = rows.get(verdict.promiseToPayId);
    return row && promiseOf(row);
  };
  const parts = Map.groupBy(verdicts, keyOf);
  return verdicts.map((verdict): PromiseVerdict => {
    const all = parts.get(keyOf(verdict)) ?? [];
    const standing = all.filter((each) => each.status !== 'invalidated');
    if (all.length < 2 || standing.length === 0) return verdict;
    const promised = all.reduce((sum, each) => sum + (rows.get(each.promiseToPayId)?.amount ?? 0n), 0n);
    const paid = all.reduce((sum, each) => sum + each.paidAmount + each.beyond, 0n);
    if (paid >= promised) return { ...verdict, status: 'kept' };
    if (verdict.status === 'invalidated') return verdict;
    const open = standing.filter((each) => each.status !== 'kept');
    return open.length === 0 ? verdict : { ...verdict, status: open.some((each) => each.status === 'broken') ? 'broken' : 'active' };
  });
}

export interface PlanVerdict {
  readonly status: InstalmentsPlan['status'];
  readonly instalments: readonly { readonly position: number; readonly paidAmount: bigint; readonly status: Instalment['status'] }[];
}

/**
 * Judges a plan: payments on its claims fill its instalments from the first on. An unpaid instalment is missed after its due date; when the
 * days of grace have passed too, the plan is broken and what was not due yet is canceled. When all instalments are paid, or nothing is due on its claims, it is completed.
 * Broken and canceled plans stay so; a completed one lives again when money of a paid instalment was taken back.
 * @param balance minor units still due on all its claims. @param today in the client's zone. @param graceDays after the due date.
 */
export function judgePlan(
  plan: InstalmentsPlan,
  instalments: readonly Instalment[],
  entries: readonly PaidEntry[],
  balance: bigint,
  today: CalendarDate,
  graceDays: number,
): PlanVerdict {
  const paid = paidUntil(entries, null) - plan.paidBefore;
  let before = 0n;
  const ordered = [...instalments].sort((a, b) => a.position - b.position);
  const filled = ordered.map((each) => {
    const paidAmount = clamp(paid - before, each.amount);
    before += each.amount;
    return { each, paidAmount, isPaid: paidAmount >= each.amount };
  });
  const final = plan.status === 'broken' || plan.status === 'canceled';
  const untouched = plan.status === 'completed' && filled.every(({ each, isPaid }) => each.status !== 'paid' || isPaid);
  if (final || untouched)
    return {
      status: plan.status,
      instalments: filled.map(({ each, paidAmount }) => ({ position: each.position, paidAmount, status: each.status })),
    };

  const settled = balance <= 0n;
  const broken = !settled && filled.some(({ each, isPaid }) => !isPaid && today > addDays(each.dueDate, graceDays));
  const status = settled || filled.every(({ isPaid }) => isPaid) ? 'completed' : broken ? 'broken' : 'active';
  return {
    status,
    instalments: filled.map(({ each, paidAmount, isPaid }) => ({
      position: each.position,
      paidAmount,
      status: isPaid ? 'paid' : settled ? 'canceled' : today > each.dueDate ? 'missed' : broken ? 'canceled' : 'pending',
    })),
  };
}
