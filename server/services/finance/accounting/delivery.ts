/** Batches are put to the client's own server through the outbox: under their names only when they are whole, so any number of tries leaves one. */
import { and, eq } from 'drizzle-orm';
import { englishOf, words } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { alone } from '../../../platform/alone.ts';
import { openSftp, putFile, within, wordsOfSftp } from '../../../platform/delivery/sftp.session.ts';
import { inFolder } from '../../../platform/delivery/sftp.setting.ts';
import { outboundOf } from '../../../platform/outbound.ts';
import { defineDelivery } from '../../../platform/outbox/kinds.ts';
import { failing, type Prepared } from '../../../platform/outbox/rows.ts';
import { inClient } from '../../../platform/tenancy.ts';
import { accountingBatch } from './accounting.tables.ts';
import { readBatch } from './batch.logic.ts';
import { readFileApart } from './files.logic.ts';
import { ACCOUNTING, pinAccountingKey, readAccounting } from './setting.logic.ts';

/** One file may take so long, milliseconds. */
const MOST_MS = 600_000;

interface Request {
  readonly batchId: Uuid;
}

defineDelivery<Request, Request, never>({
  kind: ACCOUNTING,
  to: 'system',
  open: async (database, clientId, config) => {
    const { settings, secrets, fingerprint } = await inClient(database, clientId, (tx) => readAccounting(tx), { readOnly: true });
    const server = settings.delivery;
    return {
      providerName: 'SFTP',
      deliveryClass: 'idempotent',
      leads: 'outside',
      prepare: async (_tx, rows) =>
        new Map<Uuid, Prepared<Request>>(
          rows.map(({ outboxId, request }) => [
            outboxId,
            server ? { answer: 'send', payload: request } : failing(words('accountingNoServer')),
          ]),
        ),
      send: async ({ payload: { batchId } }, timeout) => {
        try {
          if (!server)
            return { outcome: 'refused', permanent: true, badAddress: false, reason: 'no server', words: words('accountingNoServer') };
          const { files } = await inClient(database, clientId, (tx) => readBatch(tx, batchId), { readOnly: true });
          // A large one may take longer than the lease of its row: nobody else writes to the same names meanwhile.
          const isDone = await alone(database, `accounting delivery ${batchId}`, async () => {
            const session = await openSftp({ ...server, ...secrets, fingerprint }, outboundOf(config), timeout / 2);
            try {
              if (fingerprint === null) await inClient(database, clientId, (tx) => pinAccountingKey(tx, session.fingerprint));
              for (const [fileNumber, { name }] of files.entries())
                await within(MOST_MS, () =>
                  putFile(session.sftp, inFolder(server.folder, name), readFileApart(database, clientId, { batchId, fileNumber })),
                );
            } finally {
              session.client.end();
            }
          });
          if (isDone) return { outcome: 'sent', providerRef: null };
          return { outcome: 'refused', permanent: false, badAddress: false, reason: 'it is on its way', isOurs: true };
        } catch (error) {
          const found = wordsOfSftp(error);
          const said = found.key === 'sftpOtherKey' ? words('connectorOtherKey') : found;
          return { outcome: 'refused', permanent: false, badAddress: false, isAway: true, reason: englishOf(said), words: said };
        }
      },
      record: async (tx, told, at) => {
        for (const { row, news } of told)
          if (news.became === 'sent' || news.became === 'failed')
            await tx.db
              .update(accountingBatch)
              .set(
                news.became === 'sent'
                  ? { deliveredAt: at, deliveryError: null }
                  : { deliveryError: news.words ?? words('connectionBroken') },
              )
              .where(and(eq(accountingBatch.clientId, tx.clientId), eq(accountingBatch.batchId, row.request.batchId)));
      },
      close: async () => {},
    };
  },
});
