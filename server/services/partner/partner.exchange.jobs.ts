/** Files for partners are made when it is time, their folders are looked into, and what they sent is worked on in the background. */
import './exchange/send.delivery.ts';
import type { Uuid } from '../../../core/id.ts';
import { DAY, type Instant, isoInstant, MINUTE } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config.ts';
import { defineJob, enqueue } from '../../platform/jobs.ts';
import { logger } from '../../platform/log.ts';
import { allClients, type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { readLocality } from '../backoffice/backoffice.logic.ts';
import { lookJob, makeFileJob, returnJob } from './exchange/file.job.logic.ts';
import { requestFile } from './exchange/file.logic.ts';
import { workOnReturn } from './exchange/in.run.logic.ts';
import { lookInto } from './exchange/look.logic.ts';
import { makeFile } from './exchange/make.logic.ts';
import { nextDaily } from './exchange/setting.logic.ts';

defineJob<{ clientId: Uuid; fileId: Uuid }>({
  name: makeFileJob.name,
  run: ({ clientId, fileId }, database) => makeFile(database, clientId, fileId),
});

defineJob<{ clientId: Uuid; returnId: Uuid }>({
  name: returnJob.name,
  run: ({ clientId, returnId }, database, signal) => workOnReturn(database, clientId, returnId, { signal }),
});

defineJob<{ clientId: Uuid; partnerId: Uuid }>({
  name: lookJob.name,
  run: ({ clientId, partnerId }, database) => {
    const config = readConfig();
    return lookInto(database, clientId, partnerId, config, config.importLimitBytes);
  },
});

/** Every minute: what is due is asked for, and what a process that died has left is gone on with. */
export const exchangeTick = defineJob<object>({
  name: 'partner.exchange',
  cron: '* * * * *',
  run: async (_payload, database, signal) => {
    for (const clientId of await allClients(database)) {
      if (signal?.aborted) return;
      await askForDue(database, clientId);
    }
  },
});

async function askForDue(database: Database, clientId: Uuid): Promise<void> {
  await inClient(database, clientId, async (tx) => {
    // Its server may have been taken away since.
    for (const partnerId of await dueFiles(tx))
      await requestFile(tx, partnerId, true).catch((error: unknown) =>
        logger.warn({ error, partnerId }, 'a scheduled file was not asked for'),
      );
    for (const { partner_id: partnerId } of await tx.sql<{ partner_id: Uuid }>(
      'select partner_id from partner_exchange where client_id = $1 and next_look_at <= $2',
      [tx.clientId, isoInstant(now())],
    ))
      await enqueue(tx, lookJob, { clientId, partnerId }, { key: `${lookJob.name}:${partnerId}` });
    for (const { return_id: returnId } of await tx.sql<{ return_id: Uuid }>(
      `select return_id from partner_return where client_id = $1 and (status in ('checking', 'booking')
         or status = 'uploaded' and source in ('sftp', 'partner') and told_at is null and erased_at is null and created_at < $2)`,
      [tx.clientId, isoInstant((now() - MINUTE) as Instant)],
    ))
      await enqueue(tx, returnJob, { clientId, returnId }, { key: `${returnJob.name}:${returnId}` });
    for (const { file_id: fileId } of await tx.sql<{ file_id: Uuid }>(
      `select file_id from partner_file where client_id = $1 and status = 'waiting' and created_at < $2`,
      [tx.clientId, isoInstant((now() - DAY / 96) as Instant)],
    ))
      await enqueue(tx, makeFileJob, { clientId, fileId }, { key: `${makeFileJob.name}:${fileId}` });
  });
}

/** @returns partners for whom a file is due; their next time is set, so a time that was missed is made up for once. */
async function dueFiles(tx: Tx): Promise<Uuid[]> {
  const due = await tx.sql<{ partner_id: Uuid; daily_at: string | null }>(
    `select e.partner_id, e.daily_at from partner_exchange e join partner p on p.client_id = $1 and p.partner_id = e.partner_id
     where e.client_id = $1 and e.next_file_at <= $2 and p.deleted_at is null and e.server is not null for update of e skip locked`,
    [tx.clientId, isoInstant(now())],
  );
  if (due.length === 0) return [];
  const { timezone } = await readLocality(tx);
  for (const { partner_id, daily_at } of due)
    await tx.sql('update partner_exchange set next_file_at = $3 where client_id = $1 and partner_id = $2', [
      tx.clientId,
      partner_id,
      daily_at === null ? null : isoInstant(nextDaily(now(), daily_at, timezone)),
    ]);
  return due.map(({ partner_id }) => partner_id);
}
