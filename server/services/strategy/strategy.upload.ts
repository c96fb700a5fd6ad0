/** The address that createStrategyPreviewFileURL hands out: one PUT of a picture's raw bytes, allowed by the code in the address alone. */
import type { FastifyInstance } from 'fastify';
import { Fault, faultDetails } from '../../../core/fault.ts';
import { type Database, inClient } from '../../platform/tenancy.ts';
import { MAX_PREVIEW_BYTES, storePreview } from './strategy.preview.logic.ts';

const STATUS: Partial<Record<Fault['code'], number>> = { NOT_FOUND: 404, INVALID_INPUT: 400 };

/** Adds PUT /api/strategy/previews/:clientId/:previewId/:code. */
export async function mountStrategyUploads(app: FastifyInstance, { database }: { database: Database }): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_PREVIEW_BYTES }, (_request, body, done) => done(null, body));
    scope.put<{ Params: { clientId: string; previewId: string; code: string } }>(
      '/api/strategy/previews/:clientId/:previewId/:code',
      async ({ params, body }, reply) => {
        try {
          const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
          await inClient(database, params.clientId, (tx) => storePreview(tx, params.previewId, params.code, bytes));
          return reply.status(204).send();
        } catch (error) {
          if (!(error instanceof Fault)) throw error;
          return reply.status(STATUS[error.code] ?? 400).send({ code: error.code, message: error.message, ...faultDetails(error) });
        }
      },
    );
  });
}
