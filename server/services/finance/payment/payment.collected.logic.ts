/** Payments that somebody else has collected, as they are reported by the thousand: each is booked once, whoever reports it again. */
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { fromDecimal, toDecimal } from '../../../../core/money.ts';
import { type CalendarDate, isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { PARTNER, settlePayments } from './payment.logic.ts';
import { STARTED } from './payment.read.logic.ts';

export interface CollectedPayment {
  readonly accountId: Uuid;
  readonly externalClaimRef: string;
  /** Minor units, above zero. */
  readonly amount: bigint;
  readonly currency: string;
  readonly valueDate: CalendarDate;
  /** What makes it happen once within the client (collectedKey). */
  readonly key: string;
}

/** @returns the key of a payment that a partner names by a reference of its own. */
export const collectedKey = (partnerId: Uuid, reference: string): string => `partner:${partnerId}:${reference}`;

/**
 * Books payments like any others, with a few statements for all of them: the ledger, promises and the claims' end follow. One whose key is
 * known changes nothing, whatever it says; the claims must be the accounts' and in the payments' currency.
 * @returns the keys of those that are new.
 */
export async function bookCollected(tx: Tx, payments: readonly CollectedPayment[]): Promise<ReadonlySet<string>> {
  if (payments.length === 0) return new Set();
  const ids = payments.map(() => uuidv7());
  const added = await tx.sql<{ payment_id: Uuid; idempotency_key: string }>(
    `insert into payment (client_id, payment_id, account_id, provider_name, provider_ref, method, amount, currency, allocation, status, status_reason, idempotency_key, created_at, updated_at)
     select $1, v.id, v.account, '${PARTNER}', '${PARTNER}-' || v.id, '${PARTNER}', v.amount, v.currency,
       jsonb_build_array(jsonb_build_object('externalClaimRef', v.claim, 'amount', v.decimal)), 'processing', '${STARTED}', v.key, $2, $2
     from unnest($3::uuid[], $4::uuid[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[]) as v(id, account, amount, currency, claim, decimal, key)
     on conflict (client_id, idempotency_key) do nothing returning payment_id, idempotency_key`,
    [
      tx.clientId,
      isoInstant(now()),
      ids,
      payments.map(({ accountId }) => accountId),
      payments.map(({ amount }) => amount),
      payments.map(({ currency }) => currency),
      payments.map(({ externalClaimRef }) => externalClaimRef),
      payments.map(({ amount, currency }) => toDecimal(amount, currency)),
      payments.map(({ key }) => key),
    ],
  );
  const days = new Map(payments.map(({ key, valueDate }) => [key, valueDate]));
  await settlePayments(
    tx,
    added.map(({ payment_id, idempotency_key }) => ({ paymentId: payment_id, valueDate: days.get(idempotency_key)! })),
  );
  return new Set(added.map(({ idempotency_key }) => idempotency_key));
}

/** @returns payments by their keys, as far as they were booked. Minor units. */
export async function readCollected(
  tx: Tx,
  keys: readonly string[],
): Promise<Map<string, { readonly amount: bigint; readonly currency: string; readonly externalClaimRef: string }>> {
  if (keys.length === 0) return new Map();
  const rows = await tx.sql<{ key: string; currency: string; ref: string; amount: string }>(
    `select idempotency_key as key, currency, allocation -> 0 ->> 'externalClaimRef' as ref, allocation -> 0 ->> 'amount' as amount
     from payment where client_id = $1 and idempotency_key = any($2::text[])`,
    [tx.clientId, keys],
  );
  return new Map(
    rows.map(({ key, currency, ref, amount }) => [key, { currency, externalClaimRef: ref, amount: fromDecimal(amount, currency) ?? 0n }]),
  );
}
