/**
 * Calls that bring another system to what is written here. One row for each thing that has a state there: a change queues it again, and what
 * changes while it is on its way is brought after it. So two calls about one thing never run side by side, and none is left at an older state.
 */
import { isoInstant } from '../../../core/time.ts';
import { now } from '../clock.ts';
import type { Tx } from '../tenancy.ts';
import { AT_REST, askForDrain } from './queue.ts';
import type { OutboxRow } from './rows.ts';

/** How often it was asked for; what `request` of such a row has besides its kind's own. */
interface Asked {
  readonly asked: number;
}

/** Asks for the other system to follow. @param request names what is brought; the state itself is read when it leaves */
export async function queueState(tx: Tx, kind: string, key: string, request: object): Promise<void> {
  await tx.sql(
    `insert into outbox (client_id, outbox_id, key, channel, request, next_attempt_at, created_at)
     values ($1::uuid, md5($1::uuid::text || ' ' || $2)::uuid, $2, $3, $4::jsonb || '{"asked": 1}', $5, $5)
     on conflict (client_id, outbox_id) do update set request = jsonb_set(outbox.request, '{asked}', to_jsonb((outbox.request ->> 'asked')::int + 1)),
       status = case when outbox.status = 'sending' then 'sending' else 'queued' end,
       next_attempt_at = case when ${AT_REST} then excluded.next_attempt_at else outbox.next_attempt_at end,
       attempts = case when ${AT_REST} then 0 else outbox.attempts end, spared = case when ${AT_REST} then 0 else outbox.spared end`,
    [tx.clientId, key, kind, JSON.stringify(request), isoInstant(now())],
  );
  await askForDrain(tx, kind, now(), key);
}

/** Queues again what has changed since it was taken; called where the kind records that it was brought. */
export async function requeueChanged(tx: Tx, rows: readonly OutboxRow<Asked>[]): Promise<void> {
  const changed = await tx.sql<{ kind: string }>(
    `update outbox o set status = 'queued', next_attempt_at = $4, attempts = 0, spared = 0, rendered = null
     from unnest($2::uuid[], $3::int[]) as taken (outbox_id, asked)
     where o.client_id = $1 and o.outbox_id = taken.outbox_id and (o.request ->> 'asked')::int <> taken.asked and o.status <> 'sending'
     returning o.channel as kind`,
    [tx.clientId, rows.map((row) => row.outboxId), rows.map((row) => row.request.asked), isoInstant(now())],
  );
  for (const kind of new Set(changed.map((row) => row.kind))) await askForDrain(tx, kind, now());
}
