/** Where the bytes of an announced file go: PUT /api/files/upload/<client>/<file>?…, with the signature that createAddOnFile gave out. */
import type { FastifyInstance } from 'fastify';
import { fault } from '../../../core/fault.ts';
import { answerFault } from '../../platform/http.ts';
import type { Database } from '../../platform/tenancy.ts';
import { type Claimed, readAddress } from './files.address.ts';
import { filesConfig } from './files.settings.ts';
import { tooLarge } from './files.store.ts';
import { receiveFile } from './files.upload.logic.ts';

/** Adds the endpoint to the server. */
export async function mountFileUploads(app: FastifyInstance, { database }: { readonly database: Database }): Promise<void> {
  await app.register(async (scope) => {
    // The body is not read into memory: it goes to the disk as it comes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    // What is still on its way is not waited for.
    scope.setErrorHandler((error, _request, reply) => answerFault(error, reply.header('connection', 'close')));
    scope.put<{ Params: { clientId: string; fileId: string } }>('/api/files/upload/:clientId/:fileId', async (request, reply) => {
      const claimed: Claimed = request.params;
      if (readAddress(claimed, request.query, ['upload']) === null) throw fault('NOT_FOUND', 'fileUploadEnded', {}, 'file');
      // Told before the first byte is read: a browser whose connection is cut while it sends does not hear why.
      if (Number(request.headers['content-length'] ?? 0) > filesConfig().filesLimitBytes) throw tooLarge();
      await receiveFile(database, claimed.clientId, claimed.fileId, request.raw);
      return reply.status(204).send();
    });
  });
}
