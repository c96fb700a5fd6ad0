/** The door that payment providers knock on: POST /api/payments/<providerName>/<clientId>. */
import type { FastifyInstance } from 'fastify';
import { Fault, type FaultCode, faultDetails, notFound } from '../../../../core/fault.ts';
import type { Config } from '../../../platform/config.ts';
import { logger } from '../../../platform/log.ts';
import type { Database } from '../../../platform/tenancy.ts';
import { providerNamed } from './providers.ts';

const STATUS: Partial<Record<FaultCode, number>> = { UNAUTHENTICATED: 401, NOT_FOUND: 404, INVALID_INPUT: 400 };

/**
 * Adds the endpoint. A notice is answered with 204 once it is committed, so that a provider which hears nothing tells it again;
 * what can never be accepted is answered with 4xx.
 */
export async function mountPaymentCallbacks(
  app: FastifyInstance,
  deps: { readonly database: Database; readonly config: Config },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 64 * 1024 }, (_request, body, done) => done(null, body));
    scope.post<{ Params: { providerName: string; clientId: string }; Body: Buffer }>(
      '/api/payments/:providerName/:clientId',
      async (request, reply) => {
        try {
          const { webhooks } = providerNamed(request.params.providerName);
          if (!webhooks) throw notFound('providerNotFound');
          const signature = request.headers[webhooks.signatureHeader];
          const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
          await webhooks.receive(deps, request.params.clientId, body, typeof signature === 'string' ? signature : '');
          return await reply.status(204).send();
        } catch (error) {
          if (error instanceof Fault)
            return reply.status(STATUS[error.code] ?? 409).send({ code: error.code, message: error.message, ...faultDetails(error) });
          logger.error({ error, providerName: request.params.providerName }, 'payment notice failed; the provider will tell it again');
          return reply.status(500).send({ code: 'INTERNAL' });
        }
      },
    );
  });
}
