/** Tasks whose only reason is that a claim is open: they end with it, and come back with it (docs/decisions/tasks.md). */
import { isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents, type StoredEvent } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { TASK_COLUMNS, type TaskRow, taskEvent } from './task.row.logic.ts';

/** What collecting the money made: a strategy's step, a call back that was agreed on, an attempt that was put off to be tried again. */
const IS_ATTEMPT = `(t.blueprint_name is not null or exists (
  select from work_item w where w.client_id = t.client_id and w.account_id = t.account_id and w.status = 'done'
    and (w.made->>'taskId' = t.task_id::text or (w.task_id = t.task_id and w.made->>'task' = 'put off'))))`;
/** Tasks about these claims, and those about a whole account of which no claim is open. $2 account ids, $3 claim references. */
const OF_CLAIMS = `t.client_id = $1 and t.account_id = any($2::uuid[]) and (t.external_claim_ref = any($3::text[]) or t.external_claim_ref is null)`;
const NOTHING_OPEN = `(t.external_claim_ref is not null or not exists (
  select from claim c where c.client_id = t.client_id and c.account_id = t.account_id and c.status = 'open'))`;

/** Ends what was only there to collect claims that are resolved or deleted now. What somebody works on at this moment stays with them. */
export async function endAttempts(tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  const over = `${OF_CLAIMS} and t.status <> 'resolved' and not (t.status = 'active' and t.held_until > $4) and ${IS_ATTEMPT} and ${NOTHING_OPEN}`;
  const ended =
    "status = 'resolved', resolved_at = $4, resolver_id = null, resolution_note = null, skipped_until = null, held_until = null";
  await write(tx, events, over, ended, 'taskResolved', 'task.claimResolved');
}

/** Brings back what ended with claims that are open again, because money went back. */
export async function bringBackAttempts(tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  const ended = `${OF_CLAIMS} and t.status = 'resolved' and t.resolver_id is null`;
  await write(tx, events, ended, "status = 'new', resolved_at = null", 'taskChanged', 'task.claimReopened');
}

/** Locks in the order of ids, as every change of many tasks does, writes, and tells why in the name of the product, whoever booked the money. */
async function write(
  tx: Tx,
  events: readonly StoredEvent[],
  which: string,
  columns: string,
  messageType: 'taskResolved' | 'taskChanged',
  why: string,
): Promise<void> {
  const accountIds = new Set(events.flatMap(({ accountId }) => accountId ?? []));
  const refs = new Set(events.flatMap(({ externalClaimRef }) => externalClaimRef ?? []));
  const rows = await tx.sql<TaskRow & Record<string, unknown>>(
    `with found as (select t.task_id from case_task t where ${which} order by t.task_id for update of t)
     update case_task t set ${columns}, updated_at = $4, updated_by = null, revision = revision + 1
     from found where t.client_id = $1 and t.task_id = found.task_id returning ${TASK_COLUMNS}`,
    [tx.clientId, [...accountIds], [...refs], isoInstant(now())],
  );
  await appendEvents(
    tx,
    rows.map((row) => ({ ...taskEvent(messageType, row, { why: { key: why } }), actor: { type: 'system', id: null } })),
  );
}
