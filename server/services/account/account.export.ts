/** POST /api/account/export: a search, or chosen accounts, as a CSV file. Streamed: the file's size costs neither side memory here. */
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import { coerceInputValue, type GraphQLInputType, GraphQLList, type GraphQLSchema, isInputType } from 'graphql';
import { invalid } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { localDate } from '../../../core/zone.ts';
import { now } from '../../platform/clock.ts';
import { admitRequest, answerFault } from '../../platform/http.ts';
import type { Tokens } from '../../platform/identity.ts';
import { logger } from '../../platform/log.ts';
import { type Database, inClient } from '../../platform/tenancy.ts';
import { readLocality } from '../backoffice/backoffice.logic.ts';
import { type Export, exportLines, noteExport } from './account.export.logic.ts';
import type { AccountFilter, AccountOrderField } from './account.graphql.ts';

/** A reader that takes nothing for so long loses the connection, and with it the database's cursor; ms. */
const STALLED = 60_000;
/** Room for 10,000 ids. */
const MOST_BODY = 1024 * 1024;

/**
 * Adds the address. The body is {clientId, filter, orderFields}, as searchAccounts and countAccounts take them.
 * @param schema the account service's: its input types check the body.
 */
export async function mountAccountExport(
  app: FastifyInstance,
  { database, tokens, schema }: { database: Database; tokens: Tokens; schema: GraphQLSchema },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: MOST_BODY }, (_request, body, done) =>
      done(null, parse(String(body))),
    );
    scope.setErrorHandler((error, _request, reply) => answerFault(error, reply));
    scope.post('/api/account/export', async (request, reply) => {
      const body = (request.body ?? {}) as Record<string, unknown>;
      const actor = await admitRequest(database, tokens, request, body.clientId, 'account', 'exportAccounts');
      const clientId = body.clientId as Uuid;
      const wanted: Export = {
        filter: read<AccountFilter>(schema, 'AccountFilter', 'filter', body.filter ?? {}),
        orderFields: read<AccountOrderField[]>(schema, '[AccountOrderField]', 'orderFields', body.orderFields ?? []),
      };
      const at = now();
      const day = await inClient(
        database,
        clientId,
        async (tx) => {
          await noteExport(tx, wanted, at);
          return localDate(at, (await readLocality(tx)).timezone);
        },
        { actor },
      );
      const file = new PassThrough();
      // Nothing to tell when the reader goes away; a defect ends the file early, which the browser reports.
      inClient(database, clientId, (tx) => pipeline(Readable.from(exportLines(tx, wanted, at)), file), {
        readOnly: true,
        lengthy: true,
      }).catch((error: Error & { code?: string }) => {
        file.destroy(error);
        if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') logger.error({ error }, 'export failed');
      });
      reply.raw.setTimeout(STALLED, () => reply.raw.destroy());
      reply.header('content-type', 'text/csv; charset=utf-8');
      reply.header('content-disposition', `attachment; filename="accounts-${day}.csv"`);
      reply.header('x-content-type-options', 'nosniff');
      reply.header('cache-control', 'no-store');
      return reply.send(file);
    });
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** @returns the value as GraphQL would hand it to a resolver. @throws Fault INVALID_INPUT naming the field that is wrong. */
function read<Value>(schema: GraphQLSchema, type: string, field: string, value: unknown): Value {
  const named = schema.getType(type.replace(/[[\]]/g, ''));
  if (!isInputType(named)) throw new Error(`the account service has no input ${type}`);
  const whole: GraphQLInputType = type.startsWith('[') ? new GraphQLList(named) : named;
  return coerceInputValue(value, whole, (path, _value, error) => {
    throw invalid([field, ...path].join('.'), error.message);
  }) as Value;
}
