/** POST /api/privacy/file: a file of a person, for whom may handle the wishes of persons. */
import type { FastifyInstance } from 'fastify';
import { invalid } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { admitRequest } from '../../platform/admit.ts';
import { answerFault } from '../../platform/http.ts';
import type { Tokens } from '../../platform/identity.ts';
import { type Database, inClient } from '../../platform/tenancy.ts';
import { openDataFile } from './privacy.file.logic.ts';
import { DATA_FILE_PARTS } from './privacy.tables.ts';

const TYPES = { json: 'application/json; charset=utf-8', pdf: 'application/pdf', zip: 'application/zip' } as const;

/** Adds the address. The body is {clientId, dataFileId, part: json | pdf | zip}. */
export async function mountDataFiles(app: FastifyInstance, deps: { database: Database; tokens: Tokens }): Promise<void> {
  await app.register(async (scope) => {
    scope.setErrorHandler((error, _request, reply) => answerFault(error, reply));
    scope.post('/api/privacy/file', async (request, reply) => {
      const body = (request.body ?? {}) as Record<string, unknown>;
      const { actor, database } = await admitRequest(deps.database, deps.tokens, request, body.clientId, 'privacy', 'handleRequests');
      const part = DATA_FILE_PARTS.find((each) => each === body.part);
      if (!part) throw invalid('part', 'oneOf', { choices: DATA_FILE_PARTS.join(', ') });
      const file = await inClient(database, body.clientId as Uuid, (tx) => openDataFile(tx, String(body.dataFileId ?? ''), part), {
        actor,
      });
      reply.headers({
        'content-type': TYPES[part],
        'content-length': file.size,
        'content-disposition': `attachment; filename="personal-data.${part}"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
      return reply.send(await file.open());
    });
  });
}
