/** Money that has arrived at a bank: many payments at once, each settled the moment it is known. */
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { toDecimal } from '../../../../core/money.ts';
import { type CalendarDate, isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { type LockedClaim, lockClaims } from '../../account/claim/balance.logic.ts';
import { bookPayments } from './payment.book.logic.ts';

/** The provider of money that a bank statement tells of. */
export const BANK = 'bank';

export interface Arrival {
  readonly accountId: Uuid;
  /** The money goes on these, one after the other; what none of them takes stays as a credit on the first. */
  readonly externalClaimRefs: readonly string[];
  /** Minor units, more than zero. */
  readonly amount: bigint;
  readonly currency: string;
  readonly valueDate: CalendarDate;
  /** A second arrival with the same key books nothing. */
  readonly key: string;
  /** For people: how it came. */
  readonly method: string;
  /** The bank's own name of it. */
  readonly externalRef: string | null;
}

export interface Arrived {
  readonly paymentId: Uuid | null;
  /** What kept it from being booked: more than is due, or claims of another account or currency. */
  readonly refused: 'moreThanDue' | 'otherClaims' | null;
}

/**
 * Books arrivals set-based, like startPayment and settlePayment one after the other. Accounts are locked first, in order.
 * @param mayExceed whether more than is due is booked, too: a person decided so. @returns in the order of the arrivals; a payment that the
 * key already has is returned, not booked again.
 */
export async function bookArrivals(tx: Tx, arrivals: readonly Arrival[], mayExceed: boolean): Promise<Arrived[]> {
  if (arrivals.length === 0) return [];
  const claims = new Map(
    (
      await lockClaims(
        tx,
        arrivals.flatMap((each) => each.externalClaimRefs),
        'all',
      )
    ).map((claim) => [claim.externalClaimRef, claim]),
  );
  // Whoever booked the same entry meanwhile has let go of the lock.
  const known = new Map(
    (
      await tx.sql<{ idempotency_key: string; payment_id: Uuid }>(
        'select idempotency_key, payment_id from payment where client_id = $1 and idempotency_key = any($2)',
        [tx.clientId, arrivals.map((each) => each.key)],
      )
    ).map((row) => [row.idempotency_key, row.payment_id]),
  );
  const rest = new Map([...claims].map(([ref, claim]) => [ref, claim.balance]));
  const fresh: (Arrival & { paymentId: Uuid; parts: Map<string, bigint>; overpaid: bigint })[] = [];
  const answers = arrivals.map((arrival): Arrived => {
    const earlier = known.get(arrival.key);
    if (earlier) return { paymentId: earlier, refused: null };
    const own = [...new Set(arrival.externalClaimRefs)].flatMap((ref) => claims.get(ref) ?? []);
    if (own.length === 0 || own.some((claim) => claim.accountId !== arrival.accountId || claim.currency !== arrival.currency))
      return { paymentId: null, refused: 'otherClaims' };
    const { parts, overpaid } = spread(own, rest, arrival.amount);
    if (overpaid > 0n && !mayExceed) return { paymentId: null, refused: 'moreThanDue' };
    for (const [ref, part] of parts) rest.set(ref, (rest.get(ref) ?? 0n) - part);
    const paymentId = uuidv7();
    known.set(arrival.key, paymentId);
    fresh.push({ ...arrival, paymentId, parts, overpaid });
    return { paymentId, refused: null };
  });
  if (fresh.length === 0) return answers;

  const at = now();
  await tx.sql(
    `insert into payment (client_id, payment_id, account_id, provider_name, provider_ref, method, amount, currency, allocation, status, idempotency_key, external_ref, created_at, updated_at)
     select $1, v.id, v.account, $2, $2 || '-' || v.id, v.method, v.amount, v.currency, v.allocation::jsonb, 'settled', v.key, v.ref, $3, $3
     from unnest($4::uuid[], $5::uuid[], $6::text[], $7::bigint[], $8::text[], $9::text[], $10::text[], $11::text[]) as v(id, account, method, amount, currency, allocation, key, ref)`,
    [
      tx.clientId,
      BANK,
      isoInstant(at),
      fresh.map((each) => each.paymentId),
      fresh.map((each) => each.accountId),
      fresh.map((each) => each.method),
      fresh.map((each) => each.amount),
      fresh.map((each) => each.currency),
      fresh.map((each) =>
        JSON.stringify(
          [...each.parts].map(([externalClaimRef, amount]) => ({ externalClaimRef, amount: toDecimal(amount, each.currency) })),
        ),
      ),
      fresh.map((each) => each.key),
      fresh.map((each) => each.externalRef),
    ],
  );
  await appendEvents(
    tx,
    fresh.map((each) => ({
      messageType: 'paymentSettled',
      accountId: each.accountId,
      externalClaimRef: each.parts.size === 1 ? ([...each.parts.keys()][0] ?? null) : null,
      emitTime: at,
      payload: {
        paymentId: each.paymentId,
        amount: toDecimal(each.amount, each.currency),
        currency: each.currency,
        providerName: BANK,
        method: each.method,
        claimRefs: [...each.parts.keys()],
        ...(each.overpaid > 0n ? { overpaidAmount: toDecimal(each.overpaid, each.currency) } : {}),
      },
    })),
  );
  await bookPayments(
    tx,
    fresh.map(({ parts, valueDate, ...row }) => ({ row, parts, valueDate })),
  );
  return answers;
}

function spread(
  claims: readonly LockedClaim[],
  due: ReadonlyMap<string, bigint>,
  amount: bigint,
): { parts: Map<string, bigint>; overpaid: bigint } {
  const parts = new Map<string, bigint>();
  let left = amount;
  for (const { externalClaimRef } of claims) {
    const open = due.get(externalClaimRef) ?? 0n;
    const part = open <= 0n ? 0n : open < left ? open : left;
    if (part > 0n) parts.set(externalClaimRef, part);
    left -= part;
  }
  const first = claims[0]?.externalClaimRef;
  if (left > 0n && first !== undefined) parts.set(first, (parts.get(first) ?? 0n) + left);
  return { parts, overpaid: left };
}
