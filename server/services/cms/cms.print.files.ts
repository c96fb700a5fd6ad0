/** A print batch as files, under signed addresses for minutes. */
import type { FastifyInstance } from 'fastify';
import { fault } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import { MINUTE } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { isDuplex } from '../../platform/delivery/printBatch.ts';
import { isSignedBy, sign } from '../../platform/keyRing.ts';
import { type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { readContactSetting } from '../operations/operations.logic.ts';
import { batchCsv, batchPdf, readPrintBatch } from './cms.print.logic.ts';

const PURPOSE = 'print batches';
const LIFETIME = 5 * MINUTE;
const KINDS = ['pdf', 'csv'] as const;

const signedText = (name: string, expires: number) => `${name}.${expires}`;

/** @param base this installation's address. @returns where its files are. @throws Fault NOT_FOUND, CONFLICT while it is open */
export async function printBatchFiles(tx: Tx, batchId: string, base: string): Promise<Record<(typeof KINDS)[number], string>> {
  const batch = await readPrintBatch(tx, batchId);
  if (batch.closedAt === null) throw fault('CONFLICT', 'printBatchOpen', {}, 'batchId');
  const expires = now() + LIFETIME;
  const addressOf = (kind: (typeof KINDS)[number]) => {
    const name = `${batch.batchId}.${kind}`;
    const query = new URLSearchParams({ expires: String(expires), signature: sign(PURPOSE, signedText(name, expires), tx.clientId) });
    return `${base}/api/cms/print/${tx.clientId}/${name}?${query}`;
  };
  return { pdf: addressOf('pdf'), csv: addressOf('csv') };
}

/** Adds /api/cms/print/<clientId>/<batchId>.pdf and .csv. */
export async function mountPrintBatches(app: FastifyInstance, { database }: { readonly database: Database }): Promise<void> {
  app.get<{ Params: { clientId: string; file: string }; Querystring: Record<string, unknown> }>(
    '/api/cms/print/:clientId/:file',
    async ({ params: { clientId, file }, query: { expires, signature } }, reply) => {
      const [batchId = '', kind] = file.split('.');
      const until = typeof expires === 'string' && /^\d{1,15}$/.test(expires) ? Number(expires) : 0;
      const isRight =
        isUuid(clientId) &&
        isUuid(batchId) &&
        until > now() &&
        typeof signature === 'string' &&
        isSignedBy(PURPOSE, signedText(file, until), signature, clientId);
      reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
      if (!isRight) return reply.code(404).type('text/plain').send('Not found');
      const name = await nameOf(database, clientId, batchId);
      reply
        .header('content-disposition', `attachment; filename="letters-${name}.${kind}"`)
        .header('content-security-policy', "default-src 'none'; sandbox");
      if (kind === 'csv')
        return reply
          .type('text/csv; charset=utf-8')
          .send(await inClient(database, clientId, (tx) => batchCsv(tx, batchId), { readOnly: true }));
      const duplex = await inClient(database, clientId, async (tx) => isDuplex((await readContactSetting(tx)).providers.letter?.extras), {
        readOnly: true,
      });
      return reply.type('application/pdf').send(Buffer.from(await batchPdf(database, clientId, batchId, duplex)));
    },
  );
}

async function nameOf(database: Database, clientId: Uuid, batchId: Uuid): Promise<string> {
  const { day, number } = await inClient(database, clientId, (tx) => readPrintBatch(tx, batchId), { readOnly: true });
  return `${day}-${number}`;
}
