/** Ends agreements before their time: by hand, or because another one takes their place. The claims are locked by the caller. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Uuid } from '../../../../core/id.ts';
import { toDecimal } from '../../../../core/money.ts';
import type { AgreementKind } from '../../../../engine/ledger/standing.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { promiseOf } from '../ground/coverage.ts';
import { instalment, instalmentsPlan, promiseToPay, settlementOffer } from '../ground/finance.tables.ts';
import { aboutPromise, reviewAgreements } from './agreement.logic.ts';
import { appendOfferEvent, type SettlementOffer } from './settlement.review.ts';
import { inTheWay, permitted } from './standing.logic.ts';

/** Why an agreement ended, for the timeline: by hand, by the debtor, or by what took its place. */
export type EndReason = 'canceled' | 'debtor' | 'replaced' | 'replacedByPlan' | 'replacedBySettlement';

/**
 * Ends promises, or what they say about some of their claims; their other parts stand.
 * @param rows active ones. @param reason why, for the timeline.
 */
export async function endPromises(tx: Tx, rows: readonly (typeof promiseToPay.$inferSelect)[], reason: EndReason): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map((row) => row.promiseToPayId);
  await tx.db
    .update(promiseToPay)
    .set({ status: 'invalidated', updatedAt: now() })
    .where(and(eq(promiseToPay.clientId, tx.clientId), inArray(promiseToPay.promiseToPayId, ids)));
  await reviewAgreements(tx, [...new Set(rows.map((row) => row.accountId))]);
  await appendEvents(
    tx,
    [...Map.groupBy(rows, promiseOf).values()].map((parts) => aboutPromise('promiseToPayInvalidated', parts, { reason })),
  );
}

/** Ends an active plan; what was paid stays paid. @returns the plan as it is now. */
export async function endPlan(tx: Tx, plan: typeof instalmentsPlan.$inferSelect, reason: EndReason) {
  const { instalmentsPlanId, claimRefs, currency } = plan;
  const ended = { ...plan, status: 'canceled' as const, updatedAt: now() };
  await tx.db
    .update(instalmentsPlan)
    .set({ status: ended.status, updatedAt: ended.updatedAt })
    .where(and(eq(instalmentsPlan.clientId, tx.clientId), eq(instalmentsPlan.instalmentsPlanId, instalmentsPlanId)));
  await tx.db
    .update(instalment)
    .set({ status: 'canceled' })
    .where(
      and(
        eq(instalment.clientId, tx.clientId),
        eq(instalment.instalmentsPlanId, instalmentsPlanId),
        inArray(instalment.status, ['pending', 'missed']),
      ),
    );
  await reviewAgreements(tx, [plan.accountId]);
  await appendEvents(tx, [
    {
      messageType: 'instalmentsPlanCanceled',
      accountId: plan.accountId,
      externalClaimRef: claimRefs.length === 1 ? (claimRefs[0] ?? null) : null,
      payload: { instalmentsPlanId, claimRefs, amount: toDecimal(plan.amount, currency), currency, reason },
    },
  ]);
  return ended;
}

/** Withdraws an offer that is not paid. @returns the offer as it is now. */
export async function endSettlement(tx: Tx, offer: SettlementOffer, reason: EndReason): Promise<SettlementOffer> {
  const ended = { ...offer, status: 'withdrawn' as const, updatedAt: now() };
  await tx.db
    .update(settlementOffer)
    .set({ status: ended.status, updatedAt: ended.updatedAt })
    .where(and(eq(settlementOffer.clientId, tx.clientId), eq(settlementOffer.settlementOfferId, offer.settlementOfferId)));
  await reviewAgreements(tx, [offer.accountId]);
  await appendOfferEvent(tx, ended, 'withdrawn', offer.paidAmount, reason);
  return ended;
}

/**
 * Ends what a plan or a settlement takes the place of, as engine/ledger/standing.ts has it.
 * @param mayEnd whoever agrees was told what ends. @throws Fault CONFLICT when it is refused, or nobody was told
 */
export async function endReplacedAgreements(
  tx: Tx,
  kind: Exclude<AgreementKind, 'promise'>,
  accountId: Uuid,
  claimRefs: readonly string[],
  mayEnd: boolean,
): Promise<void> {
  const ends = permitted(await inTheWay(tx, kind, accountId, claimRefs), mayEnd);
  const reason: EndReason = kind === 'plan' ? 'replacedByPlan' : 'replacedBySettlement';
  const idsOf = (wanted: AgreementKind) => ends.filter((each) => each.kind === wanted).map((each) => each.id as Uuid);
  if (idsOf('promise').length > 0) {
    const active = and(eq(promiseToPay.clientId, tx.clientId), eq(promiseToPay.accountId, accountId), eq(promiseToPay.status, 'active'));
    const rows = await tx.db
      .select()
      .from(promiseToPay)
      .where(and(active, inArray(promiseToPay.externalClaimRef, [...claimRefs])));
    await endPromises(tx, rows, reason);
  }
  if (idsOf('plan').length > 0)
    for (const plan of await tx.db
      .select()
      .from(instalmentsPlan)
      .where(and(eq(instalmentsPlan.clientId, tx.clientId), inArray(instalmentsPlan.instalmentsPlanId, idsOf('plan')))))
      await endPlan(tx, plan, reason);
  if (idsOf('settlement').length > 0)
    for (const offer of await tx.db
      .select()
      .from(settlementOffer)
      .where(and(eq(settlementOffer.clientId, tx.clientId), inArray(settlementOffer.settlementOfferId, idsOf('settlement')))))
      await endSettlement(tx, offer, reason);
}
