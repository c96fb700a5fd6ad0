/** What is not GraphQL: a file comes in as it is, and rejected rows go out as CSV. Both ask for the same token and permissions. */
import type { FastifyInstance } from 'fastify';
import type { Uuid } from '../../../core/id.ts';
import { admitRequest } from '../../platform/admit.ts';
import type { Config } from '../../platform/config.ts';
import { answerFault } from '../../platform/http.ts';
import type { Tokens } from '../../platform/identity.ts';
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

/** Adds PUT /api/import/upload?clientId=…&fileName=… and GET /api/import/rejections?clientId=…&importId=…&spreadsheet=… to the server. */
export async function mountImportUploads(app: FastifyInstance, { database, tokens, config }: UploadSurroundings): Promise<void> {
  useImportFolder(config.dataFolder);
  await app.register(async (scope) => {
    // The body is not read into memory: it goes to the disk as it comes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.setErrorHandler((error, _request, reply) => answerFault(error, reply));

    scope.put('/api/import/upload', async (request) => {
      const { clientId, fileName } = request.query as { clientId?: string; fileName?: string };
      const { actor } = await admitRequest(database, tokens, request, clientId, 'account', 'importPortfolio');
      // Told before the first byte is read: a browser whose connection is cut while it sends does not hear why.
      if (Number(request.headers['content-length'] ?? 0) > config.importLimitBytes) throw tooLarge(config.importLimitBytes);
      return { importId: await addFile(database, clientId as Uuid, actor, fileName ?? 'file', request.raw, config.importLimitBytes) };
    });

    scope.get('/api/import/rejections', async (request, reply) => {
      const { clientId, importId, spreadsheet } = request.query as { clientId?: string; importId?: string; spreadsheet?: string };
      await admitRequest(database, tokens, request, clientId, 'account', 'viewImports');
      const run = await inClient(database, clientId as Uuid, (tx) => readImport(tx, importId ?? ''), { readOnly: true });
      reply.header('content-type', 'text/csv; charset=utf-8');
      reply.header('content-disposition', `attachment; filename="rejected-rows-${run.importId}.csv"`);
      reply.header('x-content-type-options', 'nosniff');
      return reply.send(rejectionsCsv(database, clientId as Uuid, run, spreadsheet === 'true'));
    });
  });
}
