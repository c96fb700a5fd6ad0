/** What leaves the house leaves by jobs that drain one client's rows of one kind. */
import type { Uuid } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import { now } from '../clock.ts';
import { readConfig } from '../config.ts';
import { defineJob, type Job } from '../jobs.ts';
import { inClient } from '../tenancy.ts';
import { drainOutbox } from './drain.ts';
import { deliveryKinds } from './kinds.ts';
import { askForDrain, drainMessages, drainOthers } from './queue.ts';

const run: Job<{ clientId: Uuid; channel: string }>['run'] = async ({ clientId, channel }, database, signal) =>
  void (await drainOutbox(database, clientId, channel, readConfig(), { signal }));

export const drainMessagesJob = defineJob({ name: drainMessages.name, run });
export const drainOthersJob = defineJob({ name: drainOthers.name, run });

/** Looks every minute for rows that are due and that no job will come for: the process that had them was killed. */
export const sweep = defineJob({
  name: 'outbox.sweep',
  cron: '* * * * *',
  run: async (_payload, database) => {
    const { rows } = await database.worker.query<{ client_id: Uuid; kind: string }>(
      `select c.client_id, kind from published.client_key c, unnest($2::text[]) as kind where exists (
         select from outbox o where o.client_id = c.client_id and o.channel = kind and o.status in ('queued', 'sending') and o.next_attempt_at <= $1)`,
      [isoInstant(now()), deliveryKinds().map(({ kind }) => kind)],
    );
    for (const { client_id, kind } of rows) await inClient(database, client_id, (tx) => askForDrain(tx, kind, now()));
  },
});
