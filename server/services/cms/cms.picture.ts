/** Pictures of messages, for mail programs: without signing in, by an address that nobody guesses and that never shows anything else. */
import type { FastifyInstance } from 'fastify';
import { isUuid } from '../../../core/id.ts';
import { type Database, inClient } from '../../platform/tenancy.ts';
import { readPicture } from './cms.picture.logic.ts';

const TYPES = { png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif' } as const;

/** Adds /pictures/<clientId>/<digest>.<type>. */
export async function mountPictures(app: FastifyInstance, { database }: { readonly database: Database }): Promise<void> {
  app.get<{ Params: { clientId: string; file: string } }>('/pictures/:clientId/:file', async ({ params }, reply) => {
    const { clientId } = params;
    const [, digest, type] = /^([0-9a-f]{64})\.(png|jpg|gif)$/.exec(params.file) ?? [];
    const found =
      digest && isUuid(clientId) ? await inClient(database, clientId, (tx) => readPicture(tx, digest), { readOnly: true }) : null;
    if (!found || found.type !== type) return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found');
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .type(TYPES[found.type])
      .send(found.bytes);
  });
}
