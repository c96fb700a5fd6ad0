/** What is not GraphQL: a file comes in as it is, and rejected rows go out as CSV. Both ask for the same token and permissions. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Uuid } from '../../../core/id.ts';
import { admitRequest } from '../../platform/admit.ts';
import type { Config } from '../../platform/config.ts';
import { answerFault } from '../../platform/http.ts';
import type { Tokens } from '../../platform/identity.ts';
import { readTexts } from '../../platform/listExport.ts';
import { tooLarge } from '../../platform/receive.ts';
import { type Database, inClient } from '../../platform/tenancy.ts';
import { rejectionsCsv } from './import.export.ts';
import { addFile } from './import.file.logic.ts';
import { useImportFolder } from './import.files.ts';
import { readImport } from './import.logic.ts';

export interface UploadSurroundings {
  readonly database: Database;
  readonly tokens: Tokens;
  readonly config: Config;
}

/** Room for all texts of refusals in one language. */
const MOST_TEXTS = 512 * 1024;

/**
 * Adds PUT /api/import/upload?clientId=…&fileName=… and GET /api/import/rejections?clientId=…&importId=…&spreadsheet=… to the server; a POST
 * there brings the same in its body, and `words`, texts of refusals and fields by their keys: then the reasons are in the reader's language.
 */
export async function mountImportUploads(app: FastifyInstance, { database, tokens, config }: UploadSurroundings): Promise<void> {
  useImportFolder(config.dataFolder);
  await app.register(async (scope) => {
    // The body is not read into memory: it goes to the disk as it comes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.setErrorHandler((error, _request, reply) => answerFault(error, reply));

    scope.put('/api/import/upload', async (request) => {
      const { clientId, fileName } = request.query as { clientId?: string; fileName?: string };
      const { actor, database: seen } = await admitRequest(database, tokens, request, clientId, 'account', 'importPortfolio');
      // Told before the first byte is read: a browser whose connection is cut while it sends does not hear why.
      if (Number(request.headers['content-length'] ?? 0) > config.importLimitBytes) throw tooLarge(config.importLimitBytes);
      return { importId: await addFile(seen, clientId as Uuid, actor, fileName ?? 'file', request.raw, config.importLimitBytes) };
    });
  });
  await app.register(async (scope) => {
    scope.setErrorHandler((error, _request, reply) => answerFault(error, reply));
    const answer = async (request: FastifyRequest, reply: FastifyReply, asked: Readonly<Record<string, unknown>>) => {
      const { clientId, importId, spreadsheet, words } = asked;
      const admitted = await admitRequest(database, tokens, request, clientId, 'account', 'viewImports');
      const run = await inClient(admitted.database, admitted.clientId, (tx) => readImport(tx, String(importId ?? '')), { readOnly: true });
      reply.header('content-type', 'text/csv; charset=utf-8');
      reply.header('content-disposition', `attachment; filename="rejected-rows-${run.importId}.csv"`);
      reply.header('x-content-type-options', 'nosniff');
      return reply.send(rejectionsCsv(admitted.database, admitted.clientId, run, readTexts(words), String(spreadsheet) === 'true'));
    };
    scope.get('/api/import/rejections', (request, reply) => answer(request, reply, (request.query ?? {}) as Record<string, unknown>));
    scope.post('/api/import/rejections', { config: { mostBytes: MOST_TEXTS } }, (request, reply) =>
      answer(request, reply, (request.body ?? {}) as Record<string, unknown>),
    );
  });
}
