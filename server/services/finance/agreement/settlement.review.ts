/** Brings settlement offers to what the ledger says about them: after every booking, and each day when their last day passes. */
import { and, eq, inArray } from 'drizzle-orm';
import type { EventTypeOf } from '../../../../core/events/catalogue.ts';
import type { EventPayload } from '../../../../core/events/events.ts';
import type { Uuid } from '../../../../core/id.ts';
import { toDecimal } from '../../../../core/money.ts';
import type { CalendarDate } from '../../../../core/time.ts';
import { COMPONENTS, NOTHING, owed } from '../../../../engine/ledger/allocate.ts';
import { judgeSettlement, type SettlementStatus } from '../../../../engine/ledger/settlement.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { lockClaims } from '../../account/claim/balance.logic.ts';
import { orderChooser, readSums } from '../ground/component.logic.ts';
import { paidUntil } from '../ground/coverage.ts';
import { ledgerEntry, settlementOffer } from '../ground/finance.tables.ts';
import { SETTLEMENT_LOSS } from '../ground/read.logic.ts';
import { clientToday, paidEntries } from './agreement.logic.ts';

export type SettlementOffer = typeof settlementOffer.$inferSelect;

/** What a settlement books. */
type NewEntry = Pick<
  typeof ledgerEntry.$inferSelect,
  'accountId' | 'externalClaimRef' | 'kind' | 'component' | 'contra' | 'amount' | 'currency' | 'valueDate' | 'key' | 'description'
> & { readonly reversesEntryId?: Uuid };
/** ledger/ledger.logic.ts's `book`, which calls this room and so is handed to it. */
type Book = (tx: Tx, entries: readonly NewEntry[]) => Promise<unknown>;

/**
 * Judges the offers of accounts anew. The sum in time writes the rest off; money that went back takes that back again, entry by entry.
 * @param book ledger/ledger.logic.ts's.
 */
export async function reviewSettlements(tx: Tx, accountIds: readonly Uuid[], book: Book): Promise<void> {
  const offers = await tx.db
    .select()
    .from(settlementOffer)
    .where(and(eq(settlementOffer.clientId, tx.clientId), inArray(settlementOffer.accountId, [...accountIds])));
  if (offers.length === 0) return;
  const today = await clientToday(tx);
  for (const offer of offers) {
    if (offer.status === 'withdrawn') continue;
    const paid = [...(await paidEntries(tx, [offer.accountId], offer.claimRefs)).values()].flat();
    const paidInTime = paidUntil(paid, offer.validUntil) - offer.paidBefore;
    const status = judgeSettlement({ ...offer, paidInTime, today });
    if (status === offer.status && paidInTime === offer.paidAmount) continue;
    await writeOffer(tx, offer, status, paidInTime);
    if (status === offer.status) continue;
    if (status === 'applied') await book(tx, await forgiving(tx, offer, today));
    if (status === 'broken') await book(tx, await taking(tx, offer, today));
    await appendOfferEvent(tx, offer, status, paidInTime);
  }
}

async function writeOffer(tx: Tx, offer: SettlementOffer, status: SettlementStatus, paidAmount: bigint): Promise<void> {
  await tx.db
    .update(settlementOffer)
    .set({ status, paidAmount, updatedAt: now() })
    .where(and(eq(settlementOffer.clientId, tx.clientId), eq(settlementOffer.settlementOfferId, offer.settlementOfferId)));
}

const EVENTS = {
  offered: 'settlementOffered',
  accepted: 'settlementAccepted',
  applied: 'settlementApplied',
  expired: 'settlementExpired',
  withdrawn: 'settlementWithdrawn',
  broken: 'settlementBroken',
} as const satisfies Readonly<Record<SettlementStatus, EventTypeOf<'money'>>>;

/** Says on the timeline what became of an offer. @param reason why it was withdrawn. */
export async function appendOfferEvent(
  tx: Tx,
  offer: SettlementOffer,
  status: SettlementStatus,
  paidAmount: bigint,
  reason?: EventPayload<'settlementWithdrawn'>['reason'],
): Promise<void> {
  const { accountId, claimRefs, currency } = offer;
  await appendEvents(tx, [
    {
      messageType: EVENTS[status],
      accountId,
      externalClaimRef: claimRefs.length === 1 ? (claimRefs[0] ?? null) : null,
      payload: {
        settlementOfferId: offer.settlementOfferId,
        claimRefs,
        amount: toDecimal(offer.amount, currency),
        dueAmount: toDecimal(offer.dueAmount, currency),
        paidAmount: toDecimal(paidAmount, currency),
        currency,
        validUntil: offer.validUntil,
        ...(reason === undefined ? {} : { reason }),
      },
    },
  ]);
}

/** @returns what a settlement has written off and not taken back. */
async function forgiven(tx: Tx, offer: SettlementOffer) {
  const prefix = `settlement:${offer.settlementOfferId}:`;
  const rows = await tx.db
    .select()
    .from(ledgerEntry)
    .where(and(eq(ledgerEntry.clientId, tx.clientId), eq(ledgerEntry.accountId, offer.accountId), eq(ledgerEntry.contra, SETTLEMENT_LOSS)));
  const taken = new Set(rows.map((row) => row.reversesEntryId));
  const own = rows.filter((row) => row.key.startsWith(prefix) && row.kind === 'writeOff');
  return { standing: own.filter((row) => !taken.has(row.entryId)), rounds: new Set(own.map((row) => row.key.split(':')[2])).size };
}

/** The rest of each claim, component by component. A key names the round: what was broken and then paid in time after all settles again. */
async function forgiving(tx: Tx, offer: SettlementOffer, day: CalendarDate): Promise<NewEntry[]> {
  const { standing, rounds } = await forgiven(tx, offer);
  if (standing.length > 0) return [];
  const claims = await lockClaims(tx, offer.claimRefs, 'all');
  const [sums, orderOf] = [await readSums(tx, [offer.accountId], offer.claimRefs), await orderChooser(tx)];
  return claims.flatMap((claim) => {
    const due = owed(sums.get(claim.externalClaimRef) ?? NOTHING, orderOf(claim));
    return COMPONENTS.filter((component) => component !== 'credit' && due[component] > 0n).map((component) => ({
      accountId: offer.accountId,
      externalClaimRef: claim.externalClaimRef,
      kind: 'writeOff' as const,
      component,
      contra: SETTLEMENT_LOSS,
      amount: -due[component],
      currency: offer.currency,
      valueDate: day,
      key: `settlement:${offer.settlementOfferId}:${rounds + 1}:${claim.externalClaimRef}:${component}`,
      description: 'settlement',
    }));
  });
}

async function taking(tx: Tx, offer: SettlementOffer, day: CalendarDate): Promise<NewEntry[]> {
  const { standing } = await forgiven(tx, offer);
  return standing.map((entry) => ({
    accountId: entry.accountId,
    externalClaimRef: entry.externalClaimRef,
    kind: 'correction' as const,
    component: entry.component,
    contra: SETTLEMENT_LOSS,
    amount: -entry.amount,
    currency: entry.currency,
    valueDate: day,
    key: `${entry.key}:takenBack`,
    description: 'settlement',
    reversesEntryId: entry.entryId,
  }));
}

/** @returns accounts with an offer whose last day has passed, at most `limit`. */
export async function accountsWithEndedOffers(tx: Tx, today: CalendarDate, limit: number): Promise<Uuid[]> {
  const rows = await tx.sql<{ account_id: Uuid }>(
    `select distinct account_id from settlement_offer where client_id = $1 and status in ('offered', 'accepted') and valid_until < $2 order by 1 limit $3`,
    [tx.clientId, today, limit],
  );
  return rows.map((row) => row.account_id);
}
