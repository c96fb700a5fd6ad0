/** What is not GraphQL: a partner's file comes in as it is. */
import type { FastifyInstance } from 'fastify';
import type { Uuid } from '../../../core/id.ts';
import { admitRequest } from '../../platform/admit.ts';
import type { Config } from '../../platform/config.ts';
import { answerFault } from '../../platform/http.ts';
import type { Tokens } from '../../platform/identity.ts';
import { tooLarge } from '../../platform/receive.ts';
import type { Database } from '../../platform/tenancy.ts';
import { addReturn } from './exchange/in.add.logic.ts';

interface Surroundings {
  readonly database: Database;
  readonly tokens: Tokens;
  readonly config: Pick<Config, 'importLimitBytes'>;
}

/** Adds PUT /api/partner/return?clientId=…&partnerId=…&fileName=…, which answers with the id of the file. */
export async function mountPartnerUploads(app: FastifyInstance, { database, tokens, config }: Surroundings): Promise<void> {
  await app.register(async (scope) => {
    // The body is not read into memory: it goes to the disk as it comes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.setErrorHandler((error, _request, reply) => answerFault(error, reply));
    scope.put('/api/partner/return', async (request) => {
      const { clientId, partnerId, fileName } = request.query as { clientId?: string; partnerId?: string; fileName?: string };
      const admitted = await admitRequest(database, tokens, request, clientId, 'partner', 'exchangeFiles');
      const limit = config.importLimitBytes;
      if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
      const returnId = await addReturn(admitted.database, admitted.clientId, admitted.actor, {
        partnerId: String(partnerId ?? '') as Uuid,
        fileName: fileName ?? 'file',
        source: 'upload',
        bytes: request.raw,
        limit,
      });
      return { returnId };
    });
  });
}
