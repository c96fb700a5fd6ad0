/** "Explain this balance": any figure as of any day, with the entries, rules and agreements behind it. */
import { invalid, notFound } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import type { CalendarDate } from '../../../../core/time.ts';
import { localDate } from '../../../../core/zone.ts';
import { COMPONENTS, NOTHING, type Owed } from '../../../../engine/ledger/allocate.ts';
import { type By, explain } from '../../../../engine/ledger/explain.ts';
import { interestPerDay, ratesWith } from '../../../../engine/ledger/interest.ts';
import { type AllocationOrder, USUAL_ORDER } from '../../../../engine/ledger/orders.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { type LockedClaim, readMoneyClaims } from '../../account/claim/balance.logic.ts';
import { readClient } from '../../backoffice/backoffice.logic.ts';
import { clientToday } from '../agreement/agreement.logic.ts';
import { listAccountPlans } from '../agreement/instalments.logic.ts';
import { readAccountPromiseHistory, wholePromises } from '../agreement/promise.logic.ts';
import { listSettlementOffers } from '../agreement/settlement.logic.ts';
import { orderChooser } from '../ground/component.logic.ts';
import { readEntries } from '../ground/read.logic.ts';
import { readFinanceSetting } from '../ground/setting.logic.ts';
import { unbookedInterest } from '../ledger/interest.logic.ts';
import type { LedgerEntry } from '../ledger/ledger.logic.ts';

/** Entries one answer shows; the figures count all of them. */
const MAX_LINES = 2000;

export interface ExplainedClaim {
  readonly claim: LockedClaim;
  readonly owed: Owed;
  readonly balance: bigint;
  readonly order: AllocationOrder;
  readonly accrued: bigint;
  /** Interest of the day after, in minor units with four decimals, as text. */
  readonly perDay: string;
}

export interface ExplainedAgreement {
  readonly kind: 'promise' | 'plan' | 'settlement';
  readonly id: Uuid;
  readonly amount: bigint;
  readonly status: string;
  readonly from: CalendarDate;
  readonly until: CalendarDate;
  readonly claimRefs: readonly string[];
}

/** An entry with the day it entered the books in the client's zone, and the balance after it. */
export interface ExplainedLine {
  readonly entry: LedgerEntry & { readonly bookedOn: CalendarDate };
  readonly runningBalance: bigint;
}

export interface ExplainedPayment {
  readonly paymentId: Uuid;
  readonly externalClaimRef: string;
  readonly valueDate: CalendarDate;
  readonly amount: bigint;
  readonly parts: readonly { readonly component: LedgerEntry['component']; readonly amount: bigint }[];
  readonly order: AllocationOrder;
}

export interface BalanceExplanation {
  readonly accountId: Uuid;
  readonly externalClaimRef: string | null;
  readonly currency: string;
  readonly asOf: CalendarDate;
  readonly by: By;
  readonly balance: bigint;
  readonly accrued: bigint;
  readonly components: Owed;
  readonly claims: readonly ExplainedClaim[];
  readonly lines: readonly ExplainedLine[];
  readonly lineCount: number;
  readonly payments: readonly ExplainedPayment[];
  readonly agreements: readonly ExplainedAgreement[];
  /** Which entry takes another one back. */
  readonly takenBackBy: ReadonlyMap<Uuid, Uuid>;
}

/**
 * @param externalClaimRef one claim; all of the account when null. @param asOf today in the client's zone when null.
 * @param skip so many of the newest entries are left out of the lines. @throws Fault NOT_FOUND, INVALID_INPUT (by, skip)
 */
export async function explainBalance(
  tx: Tx,
  accountId: Uuid,
  externalClaimRef: string | null,
  asOf: CalendarDate | null,
  by: string | null,
  skip = 0,
): Promise<BalanceExplanation> {
  if (skip < 0) throw invalid('skip', 'metaMinimum', { limit: 0 });
  const how = by ?? 'valueDate';
  if (how !== 'valueDate' && how !== 'bookedAt') throw invalid('by', 'oneOf', { choices: 'valueDate, bookedAt' });
  const all = (await readMoneyClaims(tx, accountId)).filter((claim) => claim.status !== 'deleted');
  const claims = externalClaimRef === null ? all : all.filter((claim) => claim.externalClaimRef === externalClaimRef);
  const currency = claims[0]?.currency;
  if (currency === undefined) throw notFound(externalClaimRef === null ? 'accountNotFound' : 'claimNotFound');
  const refs = new Set(claims.map((claim) => claim.externalClaimRef));
  const { timezone } = await readClient(tx);
  const day = asOf ?? (await clientToday(tx));
  const entries = (await readEntries(tx, accountId, externalClaimRef))
    .filter((entry) => refs.has(entry.externalClaimRef))
    .map((entry) => ({ ...entry, bookedOn: localDate(entry.bookedAt, timezone) }));
  const [orderOf, { settings }] = [await orderChooser(tx), await readFinanceSetting(tx)];
  const orders = new Map(claims.map((claim) => [claim.externalClaimRef, orderOf(claim)]));
  const orderOfRef = (ref: string) => orders.get(ref) ?? USUAL_ORDER;
  const explained = explain(entries, day, how, orderOfRef);
  const rates = ratesWith(settings.baseRates);
  const known = explained.lines.map((line) => line.entry);

  const explainedClaims = claims.map((claim): ExplainedClaim => {
    const order = orderOfRef(claim.externalClaimRef);
    const owed = explained.claims.get(claim.externalClaimRef) ?? NOTHING;
    const own = known.filter((entry) => entry.externalClaimRef === claim.externalClaimRef);
    const balance = owed.costs + owed.interest + owed.principal - owed.credit;
    return {
      claim,
      owed,
      balance,
      order,
      accrued: unbookedInterest(claim, own, order, rates, day),
      perDay: claim.interestTerms ? interestPerDay(owed.principal, claim.interestTerms, rates, day) : '0',
    };
  });
  const sum = (of: (claim: ExplainedClaim) => bigint) => explainedClaims.reduce((all, claim) => all + of(claim), 0n);
  return {
    accountId,
    externalClaimRef,
    currency,
    asOf: day,
    by: how,
    balance: explained.balance,
    accrued: sum((claim) => claim.accrued),
    components: {
      costs: sum((claim) => claim.owed.costs),
      interest: sum((claim) => claim.owed.interest),
      principal: sum((claim) => claim.owed.principal),
      credit: sum((claim) => claim.owed.credit),
    },
    claims: explainedClaims,
    lines: explained.lines.slice(0, Math.max(0, explained.lines.length - skip)).slice(-MAX_LINES),
    lineCount: explained.lines.length,
    payments: paymentsOf(known, orderOfRef),
    agreements: (await agreementsOn(tx, accountId, day, timezone)).filter((each) => each.claimRefs.some((ref) => refs.has(ref))),
    takenBackBy: new Map(
      known.flatMap((entry) => (entry.reversesEntryId === null ? [] : [[entry.reversesEntryId, entry.entryId] as const])),
    ),
  };
}

/** @returns what each payment was put on, claim by claim, in the order of booking. */
function paymentsOf(entries: readonly LedgerEntry[], orderOf: (ref: string) => AllocationOrder): ExplainedPayment[] {
  const byPayment = new Map<string, LedgerEntry[]>();
  for (const entry of entries) {
    if (entry.kind !== 'payment') continue;
    const key = `${entry.paymentId ?? entry.entryId} ${entry.externalClaimRef}`;
    byPayment.set(key, [...(byPayment.get(key) ?? []), entry]);
  }
  return [...byPayment.values()].flatMap((parts) => {
    const [first] = parts;
    if (!first) return [];
    const amountOf = (component: LedgerEntry['component']) =>
      parts.filter((entry) => entry.component === component).reduce((sum, entry) => sum - entry.amount, 0n);
    return [
      {
        paymentId: first.paymentId ?? first.entryId,
        externalClaimRef: first.externalClaimRef,
        valueDate: first.valueDate,
        amount: parts.reduce((sum, entry) => sum - entry.amount, 0n),
        parts: COMPONENTS.map((component) => ({ component, amount: amountOf(component) })).filter((part) => part.amount !== 0n),
        order: orderOf(first.externalClaimRef),
      },
    ];
  });
}

/** @returns the agreements that held on a day: made by then, and neither past nor ended before it. */
async function agreementsOn(tx: Tx, accountId: Uuid, day: CalendarDate, timezone: string): Promise<ExplainedAgreement[]> {
  const promises = wholePromises(await readAccountPromiseHistory(tx, accountId)).map((promise) => ({
    kind: 'promise' as const,
    ...promise,
    from: promise.startDate,
    until: promise.dueDate,
    isOver: promise.status === 'invalidated' || promise.status === 'kept',
  }));
  const plans = (await listAccountPlans(tx, accountId)).map((plan) => ({
    kind: 'plan' as const,
    id: plan.instalmentsPlanId,
    ...plan,
    from: localDate(plan.createdAt, timezone),
    until: plan.instalments.at(-1)?.dueDate ?? localDate(plan.createdAt, timezone),
    isOver: plan.status !== 'active',
  }));
  const offers = (await listSettlementOffers(tx, accountId)).map((offer) => ({
    kind: 'settlement' as const,
    id: offer.settlementOfferId,
    ...offer,
    from: localDate(offer.createdAt, timezone),
    until: offer.validUntil,
    isOver: offer.status === 'withdrawn',
  }));
  return [...promises, ...plans, ...offers]
    .filter((each) => localDate(each.createdAt, timezone) <= day && day <= each.until)
    .filter((each) => !each.isOver || localDate(each.updatedAt, timezone) > day)
    .map(({ kind, id, amount, status, from, until, claimRefs }) => ({ kind, id, amount, status, from, until, claimRefs }));
}
