/** Money for claims that are with partners, wherever it arrives: booked once, and told to the other. */
import type { Uuid } from '../../../../core/id.ts';
import { fromDecimal, toDecimal } from '../../../../core/money.ts';
import { isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents, type StoredEvent } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { bookCollected, type CollectedPayment } from '../../finance/payment/payment.collected.logic.ts';
import { PARTNER } from '../../finance/payment/payment.logic.ts';

/**
 * Books what a partner collected like any other payment, so that the ledger, promises and the claim's end follow; each key once, however often it is
 * reported. Money that comes after the claim was recalled or paid is booked too: it is the debtor's. The claims' accounts are locked by the caller.
 */
export async function bookReported(tx: Tx, partnerId: Uuid, payments: readonly CollectedPayment[]): Promise<void> {
  const added = await bookCollected(tx, payments);
  await addCollected(
    tx,
    partnerId,
    payments.filter(({ key }) => added.has(key)),
  );
}

/** Adds what a partner collected to the newest of its assignments of each claim. @param payments amounts in minor units */
async function addCollected(tx: Tx, partnerId: Uuid, payments: readonly CollectedPayment[]): Promise<void> {
  if (payments.length === 0) return;
  await tx.sql(
    `with v as (select ref, sum(amount)::bigint as amount from unnest($3::text[], $4::bigint[]) as u(ref, amount) group by ref),
       newest as (select a.assignment_id, v.amount from v cross join lateral (
         select assignment_id from claim_assignment where client_id = $1 and partner_id = $2 and external_claim_ref = v.ref
         order by ended_at is null desc, created_at desc limit 1) a)
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

/** One event a claim and payment: entries on costs, interest and principal are added up. */
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
  await tx.sql(
    `update claim_assignment c set amount = c.amount + v.amount, status = 'updated', updated_at = $4
     from unnest($2::text[], $3::bigint[]) as v(ref, amount) where c.client_id = $1 and c.external_claim_ref = v.ref and c.ended_at is null`,
    [tx.clientId, [...sums.keys()], [...sums.values()], isoInstant(now())],
  );
}
