/** Default interest of claims: reckoned from the ledger, booked up to a day. */
import type { CalendarDate } from '../../../../core/time.ts';
import { add, NOTHING, owed, type Sums } from '../../../../engine/ledger/allocate.ts';
import { type BaseRate, interestUntil, type PrincipalChange, ratesWith } from '../../../../engine/ledger/interest.ts';
import type { AllocationOrder } from '../../../../engine/ledger/orders.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { type LockedClaim, lockClaims, setInterestBookedUntil } from '../../account/claim/balance.logic.ts';
import { clientToday } from '../agreement/agreement.logic.ts';
import { orderChooser } from '../ground/component.logic.ts';
import type { Component, EntryKind } from '../ground/finance.tables.ts';
import { interestKey } from '../ground/keys.ts';
import { readFinanceSetting } from '../ground/setting.logic.ts';
import { book, type LedgerEntry } from './ledger.logic.ts';

/** An entry as interest sees it. */
export interface InterestEntry {
  readonly kind: EntryKind;
  readonly component: Component;
  readonly amount: bigint;
  readonly valueDate: CalendarDate;
}

/**
 * @param entries all of one claim. @returns its principal from day to day. The capital itself counts from the beginning, whenever it was
 * taken over; everything else from its value date on.
 */
export function principalChanges(entries: readonly InterestEntry[], from: CalendarDate, order: AllocationOrder): PrincipalChange[] {
  const dayOf = (entry: InterestEntry) =>
    entry.kind === 'principal' && entry.valueDate > from ? ('0001-01-01' as CalendarDate) : entry.valueDate;
  const byDay = new Map<CalendarDate, InterestEntry[]>();
  for (const entry of entries) byDay.set(dayOf(entry), [...(byDay.get(dayOf(entry)) ?? []), entry]);
  let sums: Sums = NOTHING;
  return [...byDay.keys()].sort().map((day) => {
    for (const entry of byDay.get(day) ?? []) sums = add(sums, entry.component, entry.amount);
    return { day, principal: owed(sums, order).principal };
  });
}

/**
 * @param entries all of the claim, booked or not. @returns minor units of interest until a day that are not booked yet; below zero when
 * money with an earlier value date became known after more was booked.
 */
export function unbookedInterest(
  claim: Pick<LockedClaim, 'interestTerms'>,
  entries: readonly InterestEntry[],
  order: AllocationOrder,
  rates: readonly BaseRate[],
  until: CalendarDate,
): bigint {
  const terms = claim.interestTerms;
  if (!terms) return 0n;
  const booked = entries.filter((entry) => entry.kind === 'interest').reduce((sum, entry) => sum + entry.amount, 0n);
  return interestUntil(principalChanges(entries, terms.from, order), terms, rates, until) - booked;
}

/** @returns the entries of claims as interest sees them, by claim. */
async function interestEntries(tx: Tx, claims: readonly LockedClaim[]): Promise<Map<string, InterestEntry[]>> {
  const rows = await tx.sql<{ ref: string; kind: EntryKind; component: Component; amount: bigint; value_date: CalendarDate }>(
    `select external_claim_ref as ref, kind, component, amount, value_date from ledger_entry
     where client_id = $1 and account_id = any($2::uuid[]) and external_claim_ref = any($3) order by booked_at, entry_id`,
    [tx.clientId, [...new Set(claims.map((claim) => claim.accountId))], claims.map((claim) => claim.externalClaimRef)],
  );
  const byClaim = new Map<string, InterestEntry[]>();
  for (const { ref, value_date: valueDate, ...entry } of rows) byClaim.set(ref, [...(byClaim.get(ref) ?? []), { ...entry, valueDate }]);
  return byClaim;
}

const bearsInterest = (claim: LockedClaim) => claim.interestTerms !== null && claim.status !== 'deleted';

/**
 * Books the interest of claims until a day, that day included. What is booked is always the difference to what was booked before, so doing
 * it again, sooner or later, changes no sum. Claims without terms, and days already booked, are passed over unless money became known since.
 * @param locked claims that are locked. @returns the entries that were booked.
 */
export async function accrueInterest(
  tx: Tx,
  locked: readonly LockedClaim[],
  until: CalendarDate,
  description = '',
): Promise<LedgerEntry[]> {
  const claims = locked.filter(bearsInterest);
  if (claims.length === 0) return [];
  const entries = await interestEntries(tx, claims);
  const [orderOf, { settings }] = [await orderChooser(tx), await readFinanceSetting(tx)];
  const rates = ratesWith(settings.baseRates);
  const due = claims.flatMap((claim) => {
    // Never back to an earlier day: what is booked until later stays, and only what has changed before it is set right.
    const day = claim.interestBookedUntil !== null && claim.interestBookedUntil > until ? claim.interestBookedUntil : until;
    const amount = unbookedInterest(claim, entries.get(claim.externalClaimRef) ?? [], orderOf(claim), rates, day);
    return amount === 0n ? [] : [{ claim, day, amount }];
  });
  const booked = await book(
    tx,
    due.map(({ claim, day, amount }) => ({
      accountId: claim.accountId,
      externalClaimRef: claim.externalClaimRef,
      kind: 'interest' as const,
      amount,
      currency: claim.currency,
      valueDate: day,
      key: interestKey(claim.externalClaimRef, day),
      description,
    })),
  );
  await setInterestBookedUntil(
    tx,
    claims.map((claim) => claim.externalClaimRef),
    until,
  );
  return booked;
}

/**
 * Locks claims with the interest booked that has run on them until today: whoever pays all that is due on them pays that as well.
 * @returns oldest due date first. @throws Fault NOT_FOUND
 */
export async function lockDue(tx: Tx, externalClaimRefs: readonly string[]): Promise<LockedClaim[]> {
  const claims = await lockClaims(tx, externalClaimRefs);
  if (!claims.some(bearsInterest)) return claims;
  const booked = await accrueInterest(tx, claims, await clientToday(tx));
  return booked.length > 0 ? lockClaims(tx, externalClaimRefs) : claims;
}
