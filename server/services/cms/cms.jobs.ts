/** Messages leave by jobs that drain a client's channel. */
import type { Uuid } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config.ts';
import { askForDrain, drainOutbox } from '../../platform/delivery/outbox.ts';
import type { DeliveryChannel } from '../../platform/delivery/providers.ts';
import { defineJob } from '../../platform/jobs.ts';
import { inClient } from '../../platform/tenancy.ts';
import { drainClient } from './cms.delivery.logic.ts';

export const drain = defineJob<{ clientId: Uuid; channel: DeliveryChannel }>({
  name: drainOutbox.name,
  run: async ({ clientId, channel }, database, signal) => void (await drainClient(database, clientId, channel, readConfig(), { signal })),
});

/** Looks every minute for messages that are due and that no job will come for: the process that had them was killed. */
export const sweep = defineJob({
  name: 'outbox.sweep',
  cron: '* * * * *',
  run: async (_payload, database) => {
    const { rows } = await database.worker.query<{ client_id: Uuid; channel: DeliveryChannel }>(
      `select c.client_id, channel from published.client_key c, unnest(array['email', 'sms']) as channel where exists (
         select from outbox o where o.client_id = c.client_id and o.channel = channel.channel and o.status in ('queued', 'sending') and o.next_attempt_at <= $1)`,
      [isoInstant(now())],
    );
    for (const { client_id, channel } of rows) await inClient(database, client_id, (tx) => askForDrain(tx, channel, now()));
  },
});
