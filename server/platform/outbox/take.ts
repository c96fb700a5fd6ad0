/** Takes rows of one kind for as long as a lease. */
import type { Uuid } from '../../../core/id.ts';
import { type Instant, instant, isoInstant } from '../../../core/time.ts';
import { now } from '../clock.ts';
import type { OutboxStatus } from '../delivery.tables.ts';
import type { Tx } from '../tenancy.ts';
import type { OutboxRow } from './rows.ts';

/** Takes due rows; another process that looks at the same moment passes over them. @param lease ms @param most rows */
export async function take(tx: Tx, kind: string, lease: number, most: number): Promise<OutboxRow[]> {
  const rows = await tx.sql<{
    outbox_id: Uuid;
    account_id: Uuid | null;
    external_claim_ref: string | null;
    run_id: Uuid | null;
    step_id: string | null;
    request: unknown;
    status: OutboxStatus;
    attempts: number;
    spared: number;
    provider_name: string | null;
    rendered: unknown;
    blocked_since: Date | null;
  }>(
    `with due as (
       select outbox_id from outbox
       where client_id = $1 and channel = $2 and status in ('queued', 'sending') and next_attempt_at <= $3
       order by next_attempt_at, outbox_id limit ${most} for update skip locked)
     update outbox o set next_attempt_at = $4, leased_until = $4 from due where o.client_id = $1 and o.outbox_id = due.outbox_id
     returning o.outbox_id, o.account_id, o.external_claim_ref, o.run_id, o.step_id, o.request, o.status, o.attempts, o.spared, o.provider_name, o.rendered,
       o.blocked_since`,
    [tx.clientId, kind, isoInstant(now()), isoInstant((now() + lease) as Instant)],
  );
  return rows.map((row) => ({
    outboxId: row.outbox_id,
    kind,
    accountId: row.account_id,
    externalClaimRef: row.external_claim_ref,
    runId: row.run_id,
    stepId: row.step_id,
    request: row.request,
    status: row.status,
    attempts: row.attempts,
    spared: row.spared,
    providerName: row.provider_name,
    rendered: row.rendered,
    blockedSince: row.blocked_since === null ? null : instant(row.blocked_since),
  }));
}
