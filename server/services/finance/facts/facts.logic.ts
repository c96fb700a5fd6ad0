/** What strategies may know about payments and promises, for a whole batch of claims. */
import type { Uuid } from '../../../../core/id.ts';
import type { CalendarDate, Instant } from '../../../../core/time.ts';
import type { Facts } from '../../../../engine/types.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { countActiveMandates } from '../debit/mandate.logic.ts';

/** @returns the 'money' facts by claim reference, for every given claim. A disputed payment is one that was charged back. */
export async function loadMoneyFacts(
  tx: Tx,
  refs: readonly { readonly accountId: Uuid; readonly externalClaimRef: string }[],
): Promise<Map<string, NonNullable<Facts['money']>>> {
  if (refs.length === 0) return new Map();
  const claimRefs = refs.map((ref) => ref.externalClaimRef);
  const payments = await tx.sql<{
    external_claim_ref: string;
    settled: Instant | null;
    canceled: Instant | null;
    processing: Instant | null;
    disputed: Instant | null;
  }>(
    `select part ->> 'externalClaimRef' as external_claim_ref,
       (extract(epoch from max(p.updated_at) filter (where p.status = 'settled')) * 1000)::float8 as settled,
       (extract(epoch from max(p.updated_at) filter (where p.status = 'canceled')) * 1000)::float8 as canceled,
       (extract(epoch from max(p.updated_at) filter (where p.status = 'processing')) * 1000)::float8 as processing,
       (extract(epoch from max(p.updated_at) filter (where p.status = 'chargedBack')) * 1000)::float8 as disputed
     from payment p, jsonb_array_elements(p.allocation) part
     where p.client_id = $1 and p.account_id = any($2::uuid[]) group by 1`,
    [tx.clientId, [...new Set(refs.map((ref) => ref.accountId))]],
  );
  const promises = await tx.sql<{ external_claim_ref: string; due_date: CalendarDate }>(
    `select external_claim_ref, max(due_date) as due_date from promise_to_pay
     where client_id = $1 and external_claim_ref = any($2::text[]) and status = 'active' group by 1`,
    [tx.clientId, claimRefs],
  );
  const accountOf = new Map(refs.map((ref) => [ref.externalClaimRef, ref.accountId]));
  const mandates = await countActiveMandates(tx, [...new Set(accountOf.values())]);
  const paid = new Map(payments.map((row) => [row.external_claim_ref, row]));
  const promised = new Map(promises.map((row) => [row.external_claim_ref, row.due_date]));
  return new Map(
    claimRefs.map((ref) => [
      ref,
      {
        lastSettledPayment: paid.get(ref)?.settled ?? null,
        lastCanceledPayment: paid.get(ref)?.canceled ?? null,
        lastProcessingPayment: paid.get(ref)?.processing ?? null,
        lastDisputed: paid.get(ref)?.disputed ?? null,
        promiseDueDate: promised.get(ref) ?? null,
        activePaymentMandates: mandates.get(accountOf.get(ref) ?? '') ?? 0,
      },
    ]),
  );
}
