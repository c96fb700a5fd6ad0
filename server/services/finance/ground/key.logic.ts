/** What a key has already done: a repeated press of a button is led to its result. */
import type { Uuid } from '../../../../core/id.ts';
import type { Tx } from '../../../platform/tenancy.ts';

/** @param key the idempotency key; promises of several claims add ":<claim>" to one key. @returns null when nothing was done with it. */
export async function findByKey(tx: Tx, key: string): Promise<{ kind: 'payment' | 'plan' | 'promise'; id: Uuid } | null> {
  const [row] = await tx.sql<{ kind: 'payment' | 'plan' | 'promise'; id: Uuid }>(
    `select 'payment' as kind, payment_id as id from payment where client_id = $1 and idempotency_key = $2
     union all select 'plan', instalments_plan_id from instalments_plan where client_id = $1 and idempotency_key = $2
     union all select 'promise', promise_to_pay_id from promise_to_pay where client_id = $1 and idempotency_key >= $2 || ':' and idempotency_key < $2 || ';'
     limit 1`,
    [tx.clientId, key],
  );
  return row ?? null;
}
