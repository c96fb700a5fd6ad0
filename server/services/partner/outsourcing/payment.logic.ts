/** Money for claims that are with partners, wherever it arrives: booked once, and told to the other. */
import { fault, invalid, notFound } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { fromDecimal, toDecimal } from '../../../../core/money.ts';
import { type CalendarDate, isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents, type StoredEvent } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { lockClaims } from '../../account/claim/balance.logic.ts';
import { PARTNER, settlePayment, startPayment } from '../../finance/payment/payment.logic.ts';
import { noteForPartners } from './notice.logic.ts';
import { requirePartner } from './partner.logic.ts';

/** Money that a partner says it has collected. */
export interface PartnerPayment {
  readonly partnerId: Uuid;
  /** The partner's own name of the payment: the same one is booked once, however often it is reported. */
  readonly reference: string;
  readonly externalClaimRef: string;
  /** Minor units, above zero. */
  readonly amount: bigint;
  readonly currency: string;
  readonly valueDate: CalendarDate;
}

/**
 * Books what a partner collected like any other payment, so that the ledger, promises and the claim's end follow. Money that comes after the claim
 * was recalled or paid is booked too: it is the debtor's.
 * @returns the payment, and whether it is new. @throws Fault NOT_FOUND for a claim that was never with the partner, INVALID_INPUT, CONFLICT for a
 * reference that stands for another payment
 */
export async function bookPartnerPayment(tx: Tx, input: PartnerPayment): Promise<{ readonly paymentId: Uuid; readonly isNew: boolean }> {
  const { partnerId, externalClaimRef, amount, currency, valueDate } = input;
  const reference = input.reference.trim();
  if (reference === '' || reference.length > 200) throw invalid('reference', 'charactersFromTo', { most: 200 });
  if (amount <= 0n) throw invalid('amount', 'amountZero');
  await requirePartner(tx, partnerId);
  // Two reports of the same payment come one after the other.
  const [claim] = await lockClaims(tx, [externalClaimRef]);
  const [assignment] = await tx.sql<{ assignment_id: Uuid }>(
    `select assignment_id from claim_assignment where client_id = $1 and external_claim_ref = $2 and partner_id = $3
     order by ended_at is null desc, created_at desc limit 1`,
    [tx.clientId, externalClaimRef, partnerId],
  );
  if (!claim || !assignment) throw notFound('claimNotFound');
  if (claim.currency !== currency)
    throw invalid('currency', 'claimCurrency', { claim: externalClaimRef, own: claim.currency, other: currency });
  const payment = await startPayment(tx, {
    accountId: claim.accountId,
    externalClaimRefs: [externalClaimRef],
    amount,
    providerName: PARTNER,
    method: PARTNER,
    idempotencyKey: `partner:${partnerId}:${reference}`,
    mayExceed: true,
  });
  const isSame = payment.amount === amount && payment.allocation.every((part) => part.externalClaimRef === externalClaimRef);
  if (!isSame) throw fault('CONFLICT', 'partnerPaymentDiffers', { reference }, 'reference');
  if (payment.status !== 'processing') return { paymentId: payment.paymentId, isNew: false };
  await settlePayment(tx, payment.paymentId, valueDate);
  await addCollected(tx, partnerId, [{ externalClaimRef, amount }]);
  return { paymentId: payment.paymentId, isNew: true };
}

/** Adds what a partner collected to the newest of its assignments of each claim. @param payments amounts in minor units */
export async function addCollected(
  tx: Tx,
  partnerId: Uuid,
  payments: readonly { readonly externalClaimRef: string; readonly amount: bigint }[],
): Promise<void> {
  if (payments.length === 0) return;
  await tx.sql(
    `with v as (select ref, sum(amount)::bigint as amount from unnest($3::text[], $4::bigint[]) as u(ref, amount) group by ref),
       newest as (select distinct on (a.external_claim_ref) a.assignment_id, v.amount from v
         join claim_assignment a on a.client_id = $1 and a.partner_id = $2 and a.external_claim_ref = v.ref
         order by a.external_claim_ref, a.ended_at is null desc, a.created_at desc)
     update claim_assignment c set collected = c.collected + n.amount from newest n where c.client_id = $1 and c.assignment_id = n.assignment_id`,
    [tx.clientId, partnerId, payments.map(({ externalClaimRef }) => externalClaimRef), payments.map(({ amount }) => amount)],
  );
}

interface Booked {
  readonly ref: string;
  readonly kind: string;
  /** Minor units as the ledger has them: below zero reduces what is owed. */
  readonly amount: bigint;
  readonly currency: string;
  readonly paymentId: Uuid | null;
}

const MONEY: readonly string[] = ['payment', 'chargeback', 'refund'];
/** Interest runs by itself at the partner too. */
const CHANGES: readonly string[] = ['fee', 'writeOff', 'correction'];

/** Tells partners of what is booked on their claims: money that they did not report themselves, and what else changes what is owed. */
export async function tellOfBookings(tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  const booked = events.flatMap(({ externalClaimRef, payload }): Booked[] => {
    const { kind, amount, currency, paymentId } = payload as { kind: string; amount: string; currency: string; paymentId: Uuid | null };
    const minor = fromDecimal(amount, currency);
    return externalClaimRef && minor !== null ? [{ ref: externalClaimRef, kind, amount: minor, currency, paymentId }] : [];
  });
  const about = booked.filter(({ kind }) => MONEY.includes(kind) || CHANGES.includes(kind));
  if (about.length === 0) return;
  const rows = await tx.sql<{ ref: string; account_id: Uuid; partner_id: Uuid; name: string; status: string }>(
    `select distinct on (c.external_claim_ref) c.external_claim_ref as ref, c.account_id, c.partner_id, p.name, c.status
     from claim_assignment c join partner p on p.client_id = $1 and p.partner_id = c.partner_id
     where c.client_id = $1 and c.external_claim_ref = any($2::text[]) order by c.external_claim_ref, c.ended_at is null desc, c.created_at desc, c.assignment_id desc`,
    [tx.clientId, [...new Set(about.map(({ ref }) => ref))]],
  );
  // Whoever brought a claim to its end hears of the money that follows; whoever gave it back doesn't.
  const holders = new Map(rows.filter(({ status }) => status !== 'reverted' && status !== 'deleted').map((row) => [row.ref, row]));
  if (holders.size === 0) return;
  await tellOfMoney(tx, about, holders);
  await noteChanges(
    tx,
    about.filter(({ kind, paymentId }) => CHANGES.includes(kind) && paymentId === null),
    holders,
  );
}

type Holders = ReadonlyMap<string, { readonly account_id: Uuid; readonly partner_id: Uuid; readonly name: string }>;

/** One notice and one event a claim and payment: entries on costs, interest and principal are added up. */
async function tellOfMoney(tx: Tx, booked: readonly Booked[], holders: Holders): Promise<void> {
  const money = booked.filter(({ kind, ref, paymentId }) => holders.has(ref) && (MONEY.includes(kind) || paymentId !== null));
  if (money.length === 0) return;
  const theirs = await tx.sql<{ payment_id: Uuid }>(
    'select payment_id from published.payment where client_id = $1 and payment_id = any($2::uuid[]) and provider_name = $3',
    [tx.clientId, money.flatMap(({ paymentId }) => paymentId ?? []), PARTNER],
  );
  const own = new Set(theirs.map((row) => row.payment_id));
  const groups = Map.groupBy(
    money.filter(({ paymentId }) => paymentId === null || !own.has(paymentId)),
    ({ ref, paymentId }) => `${ref} ${paymentId}`,
  );
  const told = [...groups.values()].map((group) => {
    const { ref, currency, paymentId } = group[0]!;
    const { account_id: accountId, partner_id: partnerId, name } = holders.get(ref)!;
    const amount = -group.reduce((sum, each) => sum + each.amount, 0n);
    return { externalClaimRef: ref, currency, paymentId, accountId, partnerId, name, amount };
  });
  await noteForPartners(
    tx,
    told.map((each) => ({ ...each, kind: each.amount > 0n ? ('payment' as const) : ('chargeback' as const) })),
  );
  await appendEvents(
    tx,
    told.map(({ accountId, externalClaimRef, partnerId, name, paymentId, amount, currency }) => ({
      messageType: 'outsourcedClaimPaid',
      accountId,
      externalClaimRef,
      payload: { partnerId, partnerName: name, paymentId, amount: toDecimal(amount, currency), currency },
    })),
  );
}

/** What a partner has to collect is what was given, and what was added or taken off since otherwise than by payments. */
async function noteChanges(tx: Tx, booked: readonly Booked[], holders: Holders): Promise<void> {
  const sums = new Map<string, bigint>();
  for (const { ref, amount } of booked) if (holders.has(ref)) sums.set(ref, (sums.get(ref) ?? 0n) + amount);
  if (sums.size === 0) return;
  const changed = await tx.sql<{ ref: string; account_id: Uuid; partner_id: Uuid; currency: string; amount: bigint }>(
    `update claim_assignment c set amount = c.amount + v.amount, status = 'updated', updated_at = $4
     from unnest($2::text[], $3::bigint[]) as v(ref, amount) where c.client_id = $1 and c.external_claim_ref = v.ref and c.ended_at is null
     returning c.external_claim_ref as ref, c.account_id, c.partner_id, c.currency, c.amount`,
    [tx.clientId, [...sums.keys()], [...sums.values()], isoInstant(now())],
  );
  await noteForPartners(
    tx,
    changed.map(({ ref, account_id: accountId, partner_id: partnerId, currency, amount }) => ({
      externalClaimRef: ref,
      accountId,
      partnerId,
      currency,
      amount,
      kind: 'updated' as const,
    })),
  );
}
