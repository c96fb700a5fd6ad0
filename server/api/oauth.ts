/** Access tokens by the client credentials grant (RFC 6749, 4.4): client_id is the part of a key that is no secret, client_secret the rest. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Fault, fault } from '../../core/fault.ts';
import { readText } from '../platform/edge/body.ts';
import { Refusal } from '../platform/http.ts';
import type { ApiCallers } from '../services/api/api.caller.logic.ts';

const MOST_BYTES = 8 * 1024;
const FORM = 'application/x-www-form-urlencoded';

/** Adds POST /oauth/token. Its errors have the form of RFC 6749, 5.2, and not that of the rest: so clients of OAuth understand them. */
export function mountTokens(scope: FastifyInstance, callers: ApiCallers): void {
  scope.post('/oauth/token', async (request, reply) => {
    reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
    try {
      if ((request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase() !== FORM)
        throw new Refusal(400, fault('INVALID_INPUT', 'apiContentType', { types: FORM }));
      const form = new URLSearchParams(await readText(request.raw, MOST_BYTES));
      if (['grant_type', 'scope', 'client_id', 'client_secret'].some((name) => form.getAll(name).length > 1))
        return sayError(reply, 400, 'invalid_request');
      if (form.get('grant_type') !== 'client_credentials')
        return sayError(reply, 400, form.has('grant_type') ? 'unsupported_grant_type' : 'invalid_request');
      const credentials = basic(request.headers.authorization) ?? [form.get('client_id') ?? '', form.get('client_secret') ?? ''];
      const scopes = form.get('scope')?.split(' ').filter(Boolean) ?? null;
      const { token, expiresIn, scopes: given } = await callers.exchange(credentials.join('_'), scopes, request.ip);
      return reply.send({ access_token: token, token_type: 'Bearer', expires_in: expiresIn, scope: given.join(' ') });
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      if (error.code === 'UNAUTHENTICATED')
        return sayError(reply.header('www-authenticate', 'Basic realm="quittance"'), 401, 'invalid_client', error.message);
      if (error.field === 'scope') return sayError(reply, 400, 'invalid_scope', error.message);
      return sayError(reply, error instanceof Refusal ? error.statusCode : 400, 'invalid_request', error.message);
    }
  });
}

/** @returns id and secret of a Basic header, each decoded (RFC 6749, 2.3.1); null without one. @throws Fault UNAUTHENTICATED */
function basic(header: string | undefined): [string, string] | null {
  const [, encoded] = /^Basic +([\w+/=-]+)$/i.exec(header ?? '') ?? [];
  if (encoded === undefined) return null;
  try {
    const [id = '', secret = ''] = Buffer.from(encoded, 'base64')
      .toString('utf8')
      .split(':')
      .map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
    return [id, secret];
  } catch {
    throw fault('UNAUTHENTICATED', 'apiKeyNoGood');
  }
}

function sayError(reply: FastifyReply, status: number, error: string, description?: string): FastifyReply {
  // RFC 6749 allows no quotation marks or characters beyond ASCII in a description.
  const plain = description?.replaceAll('’', "'").replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '');
  return reply
    .status(status)
    .type('application/json; charset=utf-8')
    .send({ error, ...(plain ? { error_description: plain } : {}) });
}
