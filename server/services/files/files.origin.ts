/**
 * The origin of files: a listener of its own that knows one thing, to serve the bytes behind a signed address. Whatever lies in a file can
 * do nothing there: there are no cookies, no scripts, no forms, and nothing of the application.
 */
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import { fileKind } from '../../../core/fileTypes.ts';
import type { Uuid } from '../../../core/id.ts';
import { SAMPLE_NAME, SAMPLE_PDF } from '../../platform/delivery/samplePdf.ts';
import { logger } from '../../platform/log.ts';
import { type Database, inClient } from '../../platform/tenancy.ts';
import { readAddress } from './files.address.ts';
import { readStoredFile } from './files.logic.ts';
import { filesConfig } from './files.settings.ts';
import { hasBytes, openBytes } from './files.store.ts';

/** Browsers draw a PDF with a program of their own, which they do not start inside a sandbox; nothing in a PDF reaches a page. */
const INERT = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** Builds the listener without listening. */
export function createFilesServer(database: Database): FastifyInstance {
  const app = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1024,
  });
  app.addHook('onSend', async (_request, reply) => {
    // The application, which shows images, is another origin and may be another site (localhost beside 127.0.0.1); the signature admits it.
    reply.header('cross-origin-resource-policy', 'cross-origin');
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'no-referrer');
    reply.header('cache-control', 'private, no-store');
    reply.header('x-robots-tag', 'noindex');
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', `${INERT}; sandbox`);
    if (filesConfig().production) reply.header('strict-transport-security', 'max-age=31536000');
  });
  app.setNotFoundHandler((_request, reply) => nothing(reply));
  app.setErrorHandler((error, _request, reply) => {
    logger.error({ error }, 'defect');
    return nothing(reply);
  });
  // What providers of WhatsApp look at before they approve a template that carries a document.
  app.get(`/f/${SAMPLE_NAME}`, (_request, reply) => reply.header('content-type', 'application/pdf').send(SAMPLE_PDF));
  app.get<{ Params: { clientId: string; fileId: string } }>('/f/:clientId/:fileId', async (request, reply) => {
    const { clientId, fileId } = request.params;
    const use = readAddress({ clientId, fileId }, request.query, ['preview', 'download']);
    if (use === null) return nothing(reply);
    const file = await inClient(database, clientId, (tx) => readStoredFile(tx, fileId), { readOnly: true }).catch(() => null);
    if (file === null) return nothing(reply);
    const kind = fileKind(file.name);
    const shown = use === 'preview' && kind?.preview != null;
    if (shown && kind.preview === 'pdf') reply.header('content-security-policy', INERT);
    const [type, charset = 'charset=utf-8'] = file.mimeType.split('; ');
    reply.header('content-type', kind?.preview === 'text' ? `text/plain; ${charset}` : type);
    reply.header('content-disposition', disposition(shown ? 'inline' : 'attachment', file.name));
    reply.header('content-length', file.size);
    return reply.send(await file.open());
  });
  app.get<{ Params: { clientId: string; fileId: string } }>('/l/:clientId/:fileId', async (request, reply) => {
    const { clientId, fileId } = request.params;
    if (readAddress({ clientId, fileId }, request.query, ['preview']) === null) return nothing(reply);
    if (!(await hasBytes(clientId as Uuid, fileId as Uuid))) return nothing(reply);
    reply.header('content-security-policy', INERT);
    reply.header('content-type', 'application/pdf');
    reply.header('content-disposition', 'inline');
    return reply.send(await openBytes(clientId as Uuid, fileId as Uuid));
  });
  // Bytes of no account's file: always as an attachment, whatever they are.
  app.get<{ Params: { clientId: string; fileId: string } }>('/o/:clientId/:fileId', async (request, reply) => {
    const { clientId, fileId } = request.params;
    if (readAddress({ clientId, fileId }, request.query, ['download']) === null) return nothing(reply);
    if (!(await hasBytes(clientId as Uuid, fileId as Uuid))) return nothing(reply);
    const { name } = request.query as { name?: unknown };
    reply.header('content-type', 'application/octet-stream');
    reply.header('content-disposition', disposition('attachment', typeof name === 'string' ? name.slice(0, 300) : 'file'));
    return reply.send(await openBytes(clientId as Uuid, fileId as Uuid));
  });
  return app;
}

/** One answer for what never was, what has ended, what was changed and what is another client's. */
function nothing(reply: FastifyReply): FastifyReply {
  return reply.status(404).type('text/plain; charset=utf-8').send('not found');
}

/** The header's value for any name (RFC 6266). */
function disposition(how: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${how}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
