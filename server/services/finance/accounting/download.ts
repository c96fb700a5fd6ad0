/** POST /api/finance/accounting: a file of a batch, or all of them in an archive. */
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import { fault, invalid } from '../../../../core/fault.ts';
import { admitRequest } from '../../../platform/admit.ts';
import { appendEvents } from '../../../platform/events.ts';
import { answerFault } from '../../../platform/http.ts';
import type { Tokens } from '../../../platform/identity.ts';
import { logger } from '../../../platform/log.ts';
import { type Database, inClient } from '../../../platform/tenancy.ts';
import { readBatch } from './batch.logic.ts';
import { fileOf, readArchive, readFileBytes } from './files.logic.ts';

/** A reader that takes nothing for so long loses the connection; ms. */
const STALLED = 60_000;

/** Adds the address. The body is {clientId, batchId, fileNumber}; without a number it is all files. The permission is that of listAccountingBatches. */
export async function mountAccountingFiles(
  app: FastifyInstance,
  { database, tokens }: { database: Database; tokens: Tokens },
): Promise<void> {
  await app.register(async (scope) => {
    scope.setErrorHandler((error, _request, reply) => answerFault(error, reply));
    scope.post('/api/finance/accounting', async (request, reply) => {
      const { clientId: wanted, batchId, fileNumber = null } = (request.body ?? {}) as Record<string, unknown>;
      const { clientId, actor } = await admitRequest(database, tokens, request, wanted, 'configuration', 'viewConnectors');
      if (fileNumber !== null && !Number.isInteger(fileNumber)) throw invalid('fileNumber', 'wholeBetween', { least: 0, most: 10_000 });
      const batch = await inClient(database, clientId, (tx) => readBatch(tx, String(batchId ?? '')), { readOnly: true });
      if (batch.status !== 'made') throw fault('CONFLICT', 'accountingNotMade');
      const file = fileNumber === null ? null : fileOf(batch, fileNumber as number);
      const name = file?.name ?? `accounting_${String(batch.number).padStart(5, '0')}.zip`;
      const payload = { batchId: batch.batchId, number: batch.number ?? 0, file: name };
      await inClient(database, clientId, (tx) => appendEvents(tx, [{ messageType: 'accountingFileTaken', payload }]), { actor });
      const out = new PassThrough();
      inClient(
        database,
        clientId,
        (tx) => {
          const bytes =
            file === null ? readArchive(tx, batch) : readFileBytes(tx, { batchId: batch.batchId, fileNumber: fileNumber as number });
          return pipeline(Readable.from(bytes), out);
        },
        { readOnly: true, lengthy: true },
      ).catch((error: Error & { code?: string }) => {
        out.destroy(error);
        if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') logger.error({ error }, 'accounting file failed');
      });
      reply.raw.setTimeout(STALLED, () => reply.raw.destroy());
      reply.headers({
        'content-type': file ? 'text/csv' : 'application/zip',
        'content-disposition': `attachment; filename="${name}"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
      return reply.send(out);
    });
  });
}
