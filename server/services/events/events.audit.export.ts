/** POST /api/events/audit/export: the filtered audit as a CSV file, streamed. That it left the house is an event itself. */
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import { coerceInputValue, type GraphQLSchema } from 'graphql';
import { invalid } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import { localDate } from '../../../core/zone.ts';
import { accessOf } from '../../platform/access.ts';
import { now } from '../../platform/clock.ts';
import { BYTE_ORDER_MARK, csvCell, csvLine } from '../../platform/csv.ts';
import { appendEvents } from '../../platform/events.ts';
import { admitRequest, answerFault } from '../../platform/http.ts';
import type { Tokens } from '../../platform/identity.ts';
import { logger } from '../../platform/log.ts';
import { type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { readLocality } from '../backoffice/backoffice.logic.ts';
import { AUDIT_COLUMNS, type AuditFilter, type AuditReader, type AuditRow, auditConditions, presentAudit } from './events.audit.logic.ts';

/** Rows one fetch takes out of the cursor. */
const FETCH = 2_000;
/** A reader that takes nothing for so long loses the connection, and with it the database's cursor; ms. */
const STALLED = 60_000;
const MOST_BODY = 256 * 1024;

/** Adds the address. The body is what getAuditEvents takes, without limit and offset. @param schema the events service's: its types check the body. */
export async function mountAuditExport(
  app: FastifyInstance,
  { database, tokens, schema }: { database: Database; tokens: Tokens; schema: GraphQLSchema },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: MOST_BODY }, (_request, body, done) =>
      done(null, parse(String(body))),
    );
    scope.setErrorHandler((error, _request, reply) => answerFault(error, reply));
    scope.post('/api/events/audit/export', async (request, reply) => {
      const body = (request.body ?? {}) as Record<string, unknown>;
      const actor = await admitRequest(database, tokens, request, body.clientId, 'configuration', 'viewOwnChanges');
      const clientId = body.clientId as Uuid;
      const identity = await tokens.verify(request.headers.authorization ?? null);
      const reader: AuditReader = {
        userId: identity.userId,
        permissions: await accessOf(database).permissionsOf(identity, clientId),
      };
      const filter = readFilter(schema, body);
      auditConditions(clientId, filter, reader);
      const day = await inClient(
        database,
        clientId,
        async (tx) => {
          await appendEvents(tx, [{ messageType: 'auditExported', payload: { filter: JSON.parse(JSON.stringify(filter)) } }]);
          return localDate(now(), (await readLocality(tx)).timezone);
        },
        { actor },
      );
      const file = new PassThrough();
      // Nothing to tell when the reader goes away; a defect ends the file early, which the browser reports.
      inClient(database, clientId, (tx) => pipeline(Readable.from(auditLines(tx, filter, reader)), file), {
        readOnly: true,
        lengthy: true,
      }).catch((error: Error & { code?: string }) => {
        file.destroy(error);
        if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') logger.error({ error }, 'export failed');
      });
      reply.raw.setTimeout(STALLED, () => reply.raw.destroy());
      reply.header('content-type', 'text/csv; charset=utf-8');
      reply.header('content-disposition', `attachment; filename="audit-${day}.csv"`);
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

/** @returns the filters as GraphQL would hand them to the resolver. @throws Fault INVALID_INPUT naming the argument */
function readFilter(schema: GraphQLSchema, body: Record<string, unknown>): AuditFilter {
  const args = schema.getQueryType()?.getFields().getAuditEvents?.args ?? [];
  const filter = args
    .filter(({ name }) => !['clientId', 'limit', 'offset'].includes(name) && body[name] != null)
    .map(({ name, type }) => [
      name,
      coerceInputValue(body[name], type, (path, _value, error) => {
        throw invalid([name, ...path].join('.'), error.message);
      }),
    ]);
  return Object.fromEntries(filter) as AuditFilter;
}

type Presented = ReturnType<typeof presentAudit>;

/** The file's columns in order. Text is made inert; moments and our own words stay as they are. */
const COLUMNS: Readonly<Record<string, (event: Presented) => string>> = {
  time: (event) => isoInstant(event.createdAt),
  module: (event) => event.moduleName,
  submodule: (event) => event.submoduleName,
  eventType: (event) => event.eventType,
  messageType: (event) => csvCell(event.messageType),
  status: (event) => event.status,
  service: (event) => event.serviceName,
  userEmail: (event) => csvCell(event.userEmail ?? ''),
  userName: (event) => csvCell([event.userFirstName, event.userMiddleName, event.userFamilyName].filter(Boolean).join(' ')),
  userId: (event) => csvCell(event.userId ?? ''),
  role: (event) => csvCell(event.role ?? ''),
  account: (event) => event.attributes.accountId ?? '',
  claim: (event) => csvCell(event.attributes.externalClaimRef ?? ''),
  correlationId: (event) => event.correlationId ?? '',
  messageId: (event) => event.messageId,
  payload: (event) => csvCell(JSON.stringify(event.payload)),
};

/** @returns the file in pieces: a byte order mark, the header, then the events, newest first. */
export async function* auditLines(tx: Tx, filter: AuditFilter, reader: AuditReader): AsyncGenerator<string> {
  const { from, values } = auditConditions(tx.clientId, filter, reader);
  yield BYTE_ORDER_MARK + csvLine(Object.keys(COLUMNS));
  await tx.sql(
    `declare audited no scroll cursor for select ${AUDIT_COLUMNS} from ${from} order by e.emit_time desc, e.message_id desc`,
    values,
  );
  for (;;) {
    const rows = await tx.sql<AuditRow & Record<string, unknown>>(`fetch ${FETCH} from audited`);
    if (rows.length === 0) return;
    yield rows
      .map(presentAudit)
      .map((event) => csvLine(Object.values(COLUMNS).map((cell) => cell(event))))
      .join('');
  }
}
