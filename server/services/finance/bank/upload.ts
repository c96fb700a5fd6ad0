/** What is not GraphQL: a bank's statement comes in as the file it is. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import { Fault, fault } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { admitRequest } from '../../../platform/admit.ts';
import { answerFault } from '../../../platform/http.ts';
import type { Tokens } from '../../../platform/identity.ts';
import type { Database } from '../../../platform/tenancy.ts';
import { processStatusReport } from './reject.logic.ts';
import { addStatements } from './statement.logic.ts';
import { isStatusReport } from './status.ts';

/** Twenty thousand bank transactions are about 40 MB. */
const LIMIT = 128 * 2 ** 20;

/** Adds PUT /api/finance/statements?clientId=…&fileName=…, which answers with the statements that were read, or with how many collections a status report refuses. @param limit bytes. */
export async function mountStatementUploads(
  app: FastifyInstance,
  { database, tokens, limit = LIMIT }: { readonly database: Database; readonly tokens: Tokens; readonly limit?: number },
): Promise<void> {
  await app.register(async (scope) => {
    // The body is not read into memory: it goes to the disk as it comes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.setErrorHandler((error, _request, reply) => answerFault(error, reply));
    scope.put('/api/finance/statements', async (request) => {
      const { clientId, fileName } = request.query as { clientId?: string; fileName?: string };
      const { actor, database: seen } = await admitRequest(database, tokens, request, clientId, 'operations', 'manageBank');
      if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
      const folder = await mkdtemp(path.join(os.tmpdir(), 'quittance-statement-'));
      try {
        const target = path.join(folder, 'statement.xml');
        const sha256 = await keep(request.raw, target, limit);
        if (isStatusReport(await beginOf(target)))
          return {
            statements: [],
            rejectedCount: await processStatusReport(seen, clientId as Uuid, actor, target),
          };
        const statements = await addStatements(seen, clientId as Uuid, actor, cleanName(fileName ?? ''), target, sha256);
        return { statements, rejectedCount: 0 };
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
  });
}

const tooLarge = (limit: number) => fault('INVALID_INPUT', 'fileTooLarge', { megabytes: Math.floor(limit / 2 ** 20) }, 'file');

async function beginOf(file: string): Promise<string> {
  for await (const chunk of createReadStream(file, { encoding: 'utf8', end: 1023 })) return String(chunk);
  return '';
}

async function keep(source: NodeJS.ReadableStream, target: string, limit: number): Promise<string> {
  const digest = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > limit) return done(tooLarge(limit));
      digest.update(chunk);
      done(null, chunk);
    },
  });
  try {
    await pipeline(source, measure, createWriteStream(target, { mode: 0o600 }));
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw fault('INVALID_INPUT', 'fileInterrupted', {}, 'file');
  }
  return digest.digest('hex');
}

/** The last part of a path, without control and direction characters. */
function cleanName(name: string): string {
  const clean = (name.split(/[\\/]/).at(-1) ?? '').replace(/[\p{Cc}\p{Cf}]/gu, '').trim();
  return [...clean].slice(0, 200).join('') || 'statement.xml';
}
