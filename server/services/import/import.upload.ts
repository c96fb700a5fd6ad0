/** What is not GraphQL: a file comes in as it is, and rejected rows go out as CSV. Both ask for the same token and permissions. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Fault, type FaultCode, notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import { holds } from '../../../core/permissions.ts';
import type { Config } from '../../platform/config.ts';
import { permissionsOf } from '../../platform/guard.ts';
import type { Tokens } from '../../platform/identity.ts';
import { logger } from '../../platform/log.ts';
import { type Actor, type Database, inClient } from '../../platform/tenancy.ts';
import { rejectionsCsv } from './import.export.ts';
import { addFile } from './import.file.logic.ts';
import { tooLarge, useImportFolder } from './import.files.ts';
import { readImport } from './import.logic.ts';

export interface UploadSurroundings {
  readonly database: Database;
  readonly tokens: Tokens;
  readonly config: Config;
}

const STATUS: Readonly<Record<FaultCode, number>> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  INVALID_INPUT: 400,
  CONFLICT: 409,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
};

/** Adds PUT /api/import/upload?clientId=…&fileName=… and GET /api/import/rejections?clientId=…&importId=… to the server. */
export async function mountImportUploads(app: FastifyInstance, { database, tokens, config }: UploadSurroundings): Promise<void> {
  useImportFolder(config.dataFolder);
  await app.register(async (scope) => {
    // The body is not read into memory: it goes to the disk as it comes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.setErrorHandler((error, _request, reply) => answerFault(error, reply));

    scope.put('/api/import/upload', async (request) => {
      const { clientId, fileName } = request.query as { clientId?: string; fileName?: string };
      const actor = await admit(tokens, request, clientId, 'importPortfolio');
      // Told before the first byte is read: a browser whose connection is cut while it sends does not hear why.
      if (Number(request.headers['content-length'] ?? 0) > config.importLimitBytes) throw tooLarge(config.importLimitBytes);
      return { importId: await addFile(database, clientId as Uuid, actor, fileName ?? 'file', request.raw, config.importLimitBytes) };
    });

    scope.get('/api/import/rejections', async (request, reply) => {
      const { clientId, importId } = request.query as { clientId?: string; importId?: string };
      await admit(tokens, request, clientId, 'viewImports');
      const run = await inClient(database, clientId as Uuid, (tx) => readImport(tx, importId ?? ''), { readOnly: true });
      reply.header('content-type', 'text/csv; charset=utf-8');
      reply.header('content-disposition', `attachment; filename="rejected-rows-${run.importId}.csv"`);
      reply.header('x-content-type-options', 'nosniff');
      return reply.send(rejectionsCsv(database, clientId as Uuid, run));
    });
  });
}

/** A client that is not among the caller's is answered like one that does not exist. */
async function admit(tokens: Tokens, request: FastifyRequest, clientId: string | undefined, action: string): Promise<Actor> {
  const identity = await tokens.verify(request.headers.authorization ?? null);
  const groups = identity.groups.filter((group) => group.clientId === clientId);
  if (!isUuid(clientId) || groups.length === 0) throw notFound('Client');
  if (!groups.some((group) => holds(permissionsOf(group.role), 'account', action)))
    throw new Fault('FORBIDDEN', `Your role does not hold account/${action}`);
  return { type: 'user', id: identity.userId };
}

function answerFault(error: unknown, reply: FastifyReply): FastifyReply {
  if (error instanceof Fault)
    return reply
      .status(STATUS[error.code])
      .send({ code: error.code, message: error.message, ...(error.field ? { field: error.field } : {}) });
  logger.error({ error }, 'upload failed');
  return reply.status(500).send({ code: 'INTERNAL', message: 'Something went wrong on our side. Try again.' });
}
