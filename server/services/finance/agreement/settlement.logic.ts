/** Settlement offers: a debtor pays less in time, and the rest is forgiven. */
import { and, desc, eq } from 'drizzle-orm';
import { collectFaults } from '../../../../core/collectFaults.ts';
import { fault, invalid, notFound } from '../../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { toDecimal } from '../../../../core/money.ts';
import { addDays, type CalendarDate } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { defineStatement } from '../../../platform/statements.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { lockClaims } from '../../account/claim/balance.logic.ts';
import { settlementOffer } from '../ground/finance.tables.ts';
import { readFinanceSetting } from '../ground/setting.logic.ts';
import { stateOf } from '../ground/words.ts';
import { clientToday, paidTotal, reviewAgreements } from './agreement.logic.ts';
import { endReplacedAgreements, endSettlement } from './ending.logic.ts';
import { appendOfferEvent, type SettlementOffer } from './settlement.review.ts';

export interface NewSettlement {
  readonly accountId: Uuid;
  readonly externalClaimRefs: readonly string[];
  /** Minor units; less than what is due. */
  readonly amount: bigint;
  readonly validUntil: CalendarDate;
  readonly note: string;
  readonly offeredBy: string;
  readonly idempotencyKey: string;
}

/**
 * Offers to settle claims for less.
 * @throws Fault NOT_FOUND, INVALID_INPUT (amount, validUntil), CONFLICT (nothing due, disputed, or in another living offer)
 */
export async function createSettlementOffer(tx: Tx, input: NewSettlement): Promise<SettlementOffer> {
  const refs = [...new Set(input.externalClaimRefs)];
  if (refs.length === 0) throw invalid('externalClaimRefs', 'chooseClaim');
  const claims = await lockClaims(tx, refs);
  if (claims.some((claim) => claim.accountId !== input.accountId)) throw notFound('claimNotFound');
  const offers = await listSettlementOffers(tx, input.accountId);
  const earlier = offers.find((offer) => offer.idempotencyKey === input.idempotencyKey);
  if (earlier) return earlier;

  const open = claims.filter((claim) => claim.balance > 0n);
  const currency = open[0]?.currency;
  if (!currency) throw fault('CONFLICT', 'nothingDue');
  if (open.some((claim) => claim.disputedAt !== null)) throw fault('CONFLICT', 'chosenDisputed');
  const openRefs = open.map((claim) => claim.externalClaimRef);
  if (offers.some((offer) => isLiving(offer) && offer.claimRefs.some((ref) => openRefs.includes(ref))))
    throw fault('CONFLICT', 'offerOther');
  const due = open.reduce((sum, claim) => sum + claim.balance, 0n);
  const { settings } = await readFinanceSetting(tx);
  const least = (due * BigInt(100 - settings.settlements.maxDiscountPercent) + 99n) / 100n;
  const today = await clientToday(tx);
  const last = addDays(today, settings.settlements.maxDays);
  collectFaults((check) => {
    check(() => {
      if (input.amount <= 0n) throw invalid('amount', 'amountZero');
      if (input.amount >= due) throw invalid('amount', 'offerLess', { amount: toDecimal(due, currency), currency });
      if (input.amount < least) throw invalid('amount', 'offerLeast', { amount: toDecimal(least, currency), currency });
    });
    check(() => {
      if (input.validUntil < today || input.validUntil > last) throw invalid('validUntil', 'offerDay', { first: today, last });
    });
  });

  const at = now();
  const row: SettlementOffer = {
    clientId: tx.clientId,
    settlementOfferId: uuidv7(),
    accountId: input.accountId,
    claimRefs: openRefs,
    amount: input.amount,
    dueAmount: due,
    currency,
    validUntil: input.validUntil,
    status: 'offered',
    paidBefore: await paidTotal(tx, input.accountId, openRefs),
    paidAmount: 0n,
    offeredBy: input.offeredBy,
    note: input.note.trim().slice(0, 1000),
    idempotencyKey: input.idempotencyKey,
    createdAt: at,
    updatedAt: at,
  };
  await tx.db.insert(settlementOffer).values(row);
  await appendOfferEvent(tx, row, 'offered', 0n);
  return row;
}

const isLiving = (offer: SettlementOffer) => offer.status === 'offered' || offer.status === 'accepted';

/**
 * The debtor agrees; promises and plans on its claims end. An offer that is accepted already stays so.
 * @param mayEnd whoever accepts was told what ends. @throws Fault NOT_FOUND, CONFLICT when it is over, or (field endsAgreements) it ends
 * something and nobody was told
 */
export async function acceptSettlementOffer(tx: Tx, settlementOfferId: Uuid, mayEnd: boolean): Promise<SettlementOffer> {
  const offer = await lockedOffer(tx, settlementOfferId);
  if (offer.status === 'accepted') return offer;
  const isOver = (await clientToday(tx)) > offer.validUntil;
  if (offer.status !== 'offered' || isOver) throw over(isOver ? 'expired' : offer.status);
  await endReplacedAgreements(tx, 'settlement', offer.accountId, offer.claimRefs, mayEnd);
  const accepted = { ...offer, status: 'accepted' as const, updatedAt: now() };
  await tx.db
    .update(settlementOffer)
    .set({ status: accepted.status, updatedAt: accepted.updatedAt })
    .where(and(eq(settlementOffer.clientId, tx.clientId), eq(settlementOffer.settlementOfferId, settlementOfferId)));
  // An accepted offer holds its claims until its day, as a promise does.
  await reviewAgreements(tx, [offer.accountId]);
  await appendOfferEvent(tx, accepted, 'accepted', offer.paidAmount);
  return accepted;
}

/** Takes an offer back that nobody has paid. One that is withdrawn already stays so. @throws Fault NOT_FOUND, CONFLICT when it is over */
export async function withdrawSettlementOffer(tx: Tx, settlementOfferId: Uuid): Promise<SettlementOffer> {
  const offer = await lockedOffer(tx, settlementOfferId);
  if (offer.status === 'withdrawn') return offer;
  if (!isLiving(offer) && offer.status !== 'expired') throw over(offer.status);
  return endSettlement(tx, offer, 'canceled');
}

const over = (status: string) => fault('CONFLICT', 'offerAlready', { status: stateOf(status) });

async function lockedOffer(tx: Tx, settlementOfferId: Uuid): Promise<SettlementOffer> {
  await lockClaims(tx, (await readSettlementOffer(tx, settlementOfferId)).claimRefs, 'all');
  return readSettlementOffer(tx, settlementOfferId);
}

/** @throws Fault NOT_FOUND */
export async function readSettlementOffer(tx: Tx, settlementOfferId: Uuid): Promise<SettlementOffer> {
  const [row] = await tx.db
    .select()
    .from(settlementOffer)
    .where(and(eq(settlementOffer.clientId, tx.clientId), eq(settlementOffer.settlementOfferId, settlementOfferId)));
  if (!row) throw notFound('offerNotFound');
  return row;
}

const accountOffers = defineStatement((db, given) =>
  db
    .select()
    .from(settlementOffer)
    .where(and(eq(settlementOffer.clientId, given('clientId')), eq(settlementOffer.accountId, given('accountId'))))
    .orderBy(desc(settlementOffer.createdAt), desc(settlementOffer.settlementOfferId)),
);

/** @returns all offers of an account, newest first. */
export const listSettlementOffers = (tx: Tx, accountId: Uuid): Promise<SettlementOffer[]> => accountOffers(tx, { accountId });
