/** The OpenAPI description (3.1) of the endpoints: docs/openapi.json, and what the reference of the product shows. */
import { API_SCOPES } from '../../core/apiScopes.ts';
import { type Compiled, compile } from './compile.ts';
import { contractSchema } from './contracts.ts';
import { NOUNS } from './endpoint.ts';
import { ENDPOINTS } from './endpoints.ts';
import { ASSISTANTS } from './mcp/texts.ts';
import { samplesOf } from './samples.ts';
import type { Components, JsonSchema } from './schemas.ts';
import { GUIDE, NOUN_TEXTS, PREFACE } from './texts.ts';

/** The API's own version; it grows with what is added, and /api/v1 changes with what would break a caller. */
const VERSION = '1.0.0';

const PROBLEM: JsonSchema = {
  type: 'object',
  description: 'What went wrong (RFC 9457).',
  properties: {
    type: { type: 'string', description: 'The kind of problem, e.g. urn:quittance:problem:invalid-values.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What happened here, in English.' },
    code: { type: 'string', description: 'For programs: which refusal it is, e.g. amountMost.' },
    instance: { type: 'string', description: 'The number of a defect on our side, to pass on.' },
    errors: {
      type: 'array',
      description: 'Every wrong value.',
      items: {
        type: 'object',
        properties: {
          pointer: { type: 'string', description: 'Its place in the body: a JSON pointer in a fragment, e.g. #/debtor/email.' },
          parameter: { type: 'string', description: 'The parameter of path or query that it is.' },
          code: { type: 'string' },
          detail: { type: 'string' },
        },
        required: ['code', 'detail'],
        additionalProperties: false,
      },
    },
  },
  required: ['type', 'title', 'status', 'detail', 'code'],
  additionalProperties: false,
};

const RATE_HEADERS = {
  'RateLimit-Limit': { $ref: '#/components/headers/RateLimit-Limit' },
  'RateLimit-Remaining': { $ref: '#/components/headers/RateLimit-Remaining' },
  'RateLimit-Reset': { $ref: '#/components/headers/RateLimit-Reset' },
};
const integer = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } });
const text = (description: string) => ({ description, schema: { type: 'string' } });

const HEADERS = {
  'RateLimit-Limit': integer('Requests that may come at once (draft-ietf-httpapi-ratelimit-headers-06).'),
  'RateLimit-Remaining': integer('Requests left at this moment.'),
  'RateLimit-Reset': integer('Seconds until all of them are there again, or, of a 429, until the next one is.'),
  'Retry-After': integer('Seconds to wait.'),
  ETag: text('What this version of the answer is called: hand it in as If-None-Match, or as If-Match with an edit.'),
  Location: text('Where what was made lies.'),
  'Idempotency-Replayed': text('"true": the request came before; nothing was done again.'),
};

const problem = (description: string, headers: object = RATE_HEADERS) => ({
  description,
  headers,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

const RESPONSES = {
  BadRequest: problem('The request can’t be read.'),
  Unauthorized: problem('The key or token is missing, unknown, expired or revoked.', {
    'WWW-Authenticate': text('How to say who you are.'),
  }),
  Forbidden: problem('The key lacks the scope, or the account is not for it.'),
  NotFound: problem('There is no such thing, or it is another client’s: the two look the same.'),
  NotAcceptable: problem('Answers are JSON.'),
  Timeout: problem('The request took too long to arrive.'),
  Conflict: problem('A rule of the data forbids it, or the same request is still running.'),
  Gone: problem('The cursor is older than what is kept.'),
  PreconditionFailed: problem('It was changed since the ETag was read.'),
  AddressTooLong: problem('The address is too long.'),
  TooLarge: problem('The request is too large.'),
  UnsupportedType: problem('The content type isn’t taken here.'),
  Invalid: problem('Values are wrong; errors names each.'),
  TooMany: problem('The key’s rate is used up.', { ...RATE_HEADERS, 'Retry-After': { $ref: '#/components/headers/Retry-After' } }),
  Unavailable: problem('The database or a provider isn’t there, or it takes too long. Try again.', {
    'Retry-After': { $ref: '#/components/headers/Retry-After' },
  }),
};
const response = (name: keyof typeof RESPONSES) => ({ $ref: `#/components/responses/${name}` });

/** @returns all endpoints ready, and the components that they share. Without resolvers: for descriptions and checks of answers. */
export function compileAll(): { compiled: readonly Compiled[]; components: Components } {
  const components: Components = new Map();
  return { compiled: ENDPOINTS.map((endpoint) => compile(endpoint, contractSchema(endpoint.service), components)), components };
}

/** @returns the description as an object. */
export function describeApi() {
  const { compiled, components } = compileAll();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const each of compiled) {
    const { path, method } = each.endpoint;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(each) };
  }
  paths['/oauth/token'] = { post: TOKEN };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quittance',
      version: VERSION,
      summary: 'Accounts, claims, payments and everything else that a program wants to know or change.',
      description: `${PREFACE}\n\n${GUIDE}\n\n${ASSISTANTS}`,
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    servers: [{ url: '/api/v1', description: 'This installation' }],
    security: [{ key: [] }, { oauth2: [] }],
    tags: NOUNS.map((name) => ({ name, description: NOUN_TEXTS[name] })).concat({
      name: 'tokens' as never,
      description: 'Access tokens, for those who want them to be short-lived.',
    }),
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'A key of the client, made under Configuration → API keys: `Authorization: Bearer qk_…`.',
        },
        oauth2: {
          type: 'oauth2',
          description: 'The same key exchanged for an access token that lives a quarter of an hour (RFC 6749, 4.4).',
          flows: {
            clientCredentials: {
              tokenUrl: '/api/v1/oauth/token',
              scopes: Object.fromEntries(API_SCOPES.map((scope) => [scope, scopeText(scope)])),
            },
          },
        },
      },
      schemas: { Problem: PROBLEM, ...Object.fromEntries([...components].sort(([a], [b]) => a.localeCompare(b))) },
      headers: HEADERS,
      responses: RESPONSES,
    },
  };
}

const scopeText = (scope: string) => {
  const [noun, what] = scope.split(':');
  return what === 'read' ? `Read ${noun}` : `Change ${noun}`;
};

const IDEMPOTENCY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any 1 to 255 visible characters of yours, e.g. a UUID. The same request with the same key is answered as the first time for 24 hours, and nothing is done again; another request with it is refused (422).',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]{1,255}$' },
};
const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The ETag that was read: if somebody changed it since, nothing happens (412).',
  schema: { type: 'string', maxLength: 200 },
};
const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of an answer that is known: if it still holds, 304 comes without it.',
  schema: { type: 'string', maxLength: 1000 },
};

function operationOf(each: Compiled) {
  const { endpoint, parameters, body, answer, status, hasRevision } = each;
  const isRead = endpoint.method === 'GET';
  const headers = isRead
    ? [IF_NONE_MATCH]
    : [...(endpoint.takes && endpoint.method === 'PUT' ? [] : [IDEMPOTENCY]), ...(hasRevision ? [IF_MATCH] : [])];
  const described = parameters.map(({ schema: { description, ...schema }, ...parameter }) => ({
    ...parameter,
    ...(description ? { description } : {}),
    schema,
    ...(schema.type === 'array' ? { style: 'form', explode: true } : {}),
  }));
  const types = endpoint.takes?.types ?? (body ? { 'application/json': body } : null);
  const content = types && Object.fromEntries(Object.entries(types).map(([type, schema]) => [type, { schema, ...exampleOf(each, type) }]));
  const answerHeaders = {
    ...(answer ? { ETag: { $ref: '#/components/headers/ETag' } } : {}),
    ...(endpoint.location ? { Location: { $ref: '#/components/headers/Location' } } : {}),
    ...(isRead ? {} : { 'Idempotency-Replayed': { $ref: '#/components/headers/Idempotency-Replayed' } }),
    ...RATE_HEADERS,
  };
  return {
    operationId: endpoint.name,
    tags: [endpoint.noun],
    summary: endpoint.summary,
    ...(endpoint.description ? { description: endpoint.description } : {}),
    security: [{ key: [endpoint.scope] }, { oauth2: [endpoint.scope] }],
    parameters: [...described, ...headers],
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: {
      [status]: {
        description: ANSWERS[status],
        headers: answerHeaders,
        ...(answer ? { content: { 'application/json': { schema: answer } } } : {}),
      },
      ...(isRead ? { 304: { description: 'Nothing changed.' } } : {}),
      400: response('BadRequest'),
      401: response('Unauthorized'),
      403: response('Forbidden'),
      404: response('NotFound'),
      406: response('NotAcceptable'),
      409: response('Conflict'),
      ...(endpoint.isThere ? { 410: response('Gone') } : {}),
      ...(isRead ? {} : { 408: response('Timeout'), 412: response('PreconditionFailed') }),
      ...(content ? { 413: response('TooLarge') } : {}),
      414: response('AddressTooLong'),
      415: response('UnsupportedType'),
      422: response('Invalid'),
      429: response('TooMany'),
      503: response('Unavailable'),
    },
    'x-codeSamples': samplesOf(each),
  };
}

const ANSWERS = { 200: 'What was asked for, or what it is now.', 201: 'What was made.', 202: 'It is worked on.', 204: 'Done.' } as const;

function exampleOf({ endpoint, parameters }: Compiled, type: string): object {
  if (endpoint.exampleBody)
    return type === endpoint.exampleBody.type && !endpoint.exampleBody.text.startsWith('@') ? { example: endpoint.exampleBody.text } : {};
  if (endpoint.takes) return {};
  const named = new Set(parameters.map(({ name }) => name));
  return { example: Object.fromEntries(Object.entries(endpoint.example).filter(([name]) => !named.has(name))) };
}

const TOKEN = {
  operationId: 'createToken',
  tags: ['tokens'],
  summary: 'Exchange a key for an access token',
  description:
    'The client credentials grant. `client_id` is the part of the key before its last underscore, `client_secret` what follows it; in a Basic header or in the form. `scope` names some of the key’s scopes; without it the token has all of them.',
  security: [],
  requestBody: {
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: {
          type: 'object',
          properties: {
            grant_type: { type: 'string', const: 'client_credentials' },
            client_id: { type: 'string' },
            client_secret: { type: 'string' },
            scope: { type: 'string', description: 'Separated by spaces.' },
          },
          required: ['grant_type'],
        },
      },
    },
  },
  responses: {
    200: {
      description: 'A token for Authorization: Bearer.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              access_token: { type: 'string' },
              token_type: { type: 'string', const: 'Bearer' },
              expires_in: { type: 'integer', description: 'Seconds.' },
              scope: { type: 'string' },
            },
            required: ['access_token', 'token_type', 'expires_in', 'scope'],
          },
        },
      },
    },
    ...Object.fromEntries(
      [400, 401, 408, 413].map((status) => [
        status,
        {
          description: 'Refused (RFC 6749, 5.2).',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  error: { type: 'string', enum: ['invalid_request', 'invalid_client', 'invalid_scope', 'unsupported_grant_type'] },
                  error_description: { type: 'string' },
                },
                required: ['error'],
              },
            },
          },
        },
      ]),
    ),
    429: response('TooMany'),
  },
};
