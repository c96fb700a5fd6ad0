/** The REST API, /api/v1: its endpoints, access tokens, and its description. docs/decisions/api.md */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { fault } from '../../core/fault.ts';
import { uuidv7 } from '../../core/id.ts';
import { actorOf, type Identity } from '../platform/caller.ts';
import type { Config } from '../platform/config.ts';
import { API_ROOT, type Edge } from '../platform/edge/edge.ts';
import { addressKey } from '../platform/edge/rates.ts';
import type { RequestContext } from '../platform/guard.ts';
import { Refusal } from '../platform/http.ts';
import type { Tokens } from '../platform/identity.ts';
import { seenBy } from '../platform/partnerReach.ts';
import type { Service } from '../platform/service.ts';
import type { Database, Tx } from '../platform/tenancy.ts';
import { type Answer, Answered, digestOf, doOnce, idempotencyKeyOf, type Once } from '../services/api/api.answer.logic.ts';
import type { ApiCallers } from '../services/api/api.caller.logic.ts';
import { provideOperations } from '../services/api/api.operations.ts';
import { compile } from './compile.ts';
import { isKnownTag, preconditionFailed, revisionOf } from './conditions.ts';
import { describeApi } from './description.ts';
import { type Endpoint, isByKeys, type Taken, type Values } from './endpoint.ts';
import { ENDPOINTS } from './endpoints.ts';
import { mountMcp } from './mcp/mount.ts';
import { proposable, type Ready } from './mcp/proposals.ts';
import { type Tool, toolsOf } from './mcp/tools.ts';
import { mountTokens } from './oauth.ts';
import { answerProblem, type Places } from './problems.ts';
import { readersOf, schemasWith } from './read.ts';
import { contentTypeOf, keyedCaller, readJson, requireJsonTaken } from './request.ts';
import { answerOf, present, run } from './run.ts';
import type { Components } from './schemas.ts';
import { variablesOf } from './variables.ts';

/** Between two looks for something new, milliseconds. */
const LOOK_AGAIN = 500;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

export interface ApiSurroundings {
  readonly database: Database;
  readonly config: Config;
  readonly tokens: Tokens;
  readonly callers: ApiCallers;
  readonly edge: Edge;
}

interface Prepared {
  readonly all: readonly Ready[];
  readonly components: Components;
  /** Assistants'. */
  readonly tools: readonly Tool[];
  /** Its description as text; made when it is asked for. */
  readonly description: () => string;
}

/** By the services it is made of: each of its schemas becomes code, and a process that opens one server after another needs that once. */
const prepared = new WeakMap<readonly Service[], Prepared>();

/** @throws Error for an endpoint that does not fit its service's contract. */
function prepare(services: readonly Service[]): Prepared {
  const known = prepared.get(services);
  if (known) return known;
  const schemas = new Map(services.map(({ name, schema }) => [name, schema]));
  const components: Components = new Map();
  const compiled = ENDPOINTS.map((endpoint) => compile(endpoint, schemas.get(endpoint.service)!, components));
  const ajv = schemasWith(components);
  const all = compiled.map((each) => ({ ...each, schema: schemas.get(each.endpoint.service)!, readers: readersOf(ajv, each) }));
  const operations = proposable(all);
  provideOperations((name) => operations.get(name));
  let text: string | undefined;
  const made = { all, components, tools: toolsOf(all, components), description: () => (text ??= JSON.stringify(describeApi())) };
  prepared.set(services, made);
  return made;
}

/** Adds the API to the server. @throws Error for an endpoint that does not fit its service's contract. */
export async function mountApi(app: FastifyInstance, services: readonly Service[], surroundings: ApiSurroundings): Promise<void> {
  const { all, components, tools, description } = prepare(services);
  await app.register(
    async (scope) => {
      // Bodies are read by the endpoints: JSON as a whole, rows as they come.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
      scope.setErrorHandler((error, _request, reply) => answerProblem(error, reply));
      for (const each of all)
        scope.route({ method: each.endpoint.method, url: patternOf(each.endpoint), handler: handler(each, surroundings) });
      mountTokens(scope, surroundings.callers);
      mountMcp(scope, {
        tools,
        components,
        publicUrl: surroundings.config.publicUrl,
        contextOf: (request, identity) => contextOf(surroundings, request, identity, false, null),
      });
      scope.get('/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(description()));
      mountRest(scope, [
        ...ENDPOINTS.map((each) => [each.method, patternOf(each)] as const),
        ['POST', '/oauth/token'],
        ['POST', '/mcp'],
        ['GET', '/openapi.json'],
      ]);
    },
    { prefix: API_ROOT },
  );
}

const patternOf = ({ path }: Endpoint): string => path.replace(/\{(\w+)\}/g, ':$1');

/** What is asked in a way that no endpoint has. */
function mountRest(scope: FastifyInstance, there: readonly (readonly [method: string, pattern: string])[]): void {
  const methods = new Map<string, string[]>();
  for (const [method, pattern] of there)
    methods.set(pattern, [...(methods.get(pattern) ?? []), method, ...(method === 'GET' ? ['HEAD'] : [])]);
  for (const [pattern, allowed] of methods) {
    const allow = [...allowed, 'OPTIONS'].join(', ');
    scope.options(pattern, async (_request, reply) => reply.status(204).header('allow', allow).send());
    const others = METHODS.filter((method) => method !== 'OPTIONS' && !allowed.includes(method));
    scope.route({
      method: others as HTTPMethods[],
      url: pattern,
      handler: async ({ method }, reply) =>
        answerProblem(new Refusal(405, fault('INVALID_INPUT', 'apiMethod', { method })), reply.header('allow', allow)),
    });
  }
  scope.route({
    method: [...METHODS],
    url: '/*',
    handler: async (_request, reply) => answerProblem(new Refusal(404, fault('NOT_FOUND', 'apiPathNotFound')), reply),
  });
}

function handler(ready: Ready, surroundings: ApiSurroundings) {
  const { endpoint, parameters } = ready;
  const places: Places = {
    parameters: new Set(parameters.map(({ name }) => name)),
    body: endpoint.body,
    renamed:
      endpoint.pages && endpoint.pages.by !== 'whole' ? { [endpoint.pages.limit]: 'limit', searchAfter: 'after', offset: 'after' } : {},
  };
  return async (request: FastifyRequest, reply: FastifyReply) => {
    let taken: Taken | null = null;
    try {
      const asked = await ask(ready, surroundings, request);
      taken = asked.taken;
      const { status, headers, body } = await answer(ready, surroundings, request, asked);
      if (isRead(request) && isKnownTag(request.headers['if-none-match'], headers.etag ?? ''))
        return reply.status(304).headers(headers).send();
      if (isRead(request)) reply.header('cache-control', 'private, no-cache');
      if (body !== '') reply.type('application/json; charset=utf-8');
      return reply.status(status).headers(headers).send(body);
    } catch (error) {
      await taken?.undo();
      // What is still on its way is not waited for.
      if (!request.raw.complete) reply.header('connection', 'close');
      if (!(error instanceof Answered)) {
        const answered = answerProblem(error, reply, places);
        if (reply.statusCode === 429) await surroundings.edge.brake.hold(request.caller?.userId ?? addressKey(request.ip), request.raw);
        return answered;
      }
      const { status, headers, body } = error.answer;
      if (body !== '') reply.type('application/json; charset=utf-8');
      return reply.status(status).headers(headers).send(body);
    }
  };
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

interface Asked {
  readonly identity: Identity;
  readonly variables: Values;
  readonly once: Once | null;
  readonly taken: Taken | null;
  /** Milliseconds. */
  readonly wait: number;
}

/** @returns who asks for what. @throws Fault, Refusal */
async function ask(ready: Ready, { database, config }: ApiSurroundings, request: FastifyRequest): Promise<Asked> {
  const { endpoint, readers, hasRevision } = ready;
  const { headers } = request;
  const caller = keyedCaller(request);
  if (!caller.key.scopes.includes(endpoint.scope)) throw fault('FORBIDDEN', 'apiScopeMissing', { scope: endpoint.scope });
  requireJsonTaken(request);
  const values = readers.parameters(request.params as Record<string, string>, (request.query ?? {}) as Record<string, unknown>);
  const { limit: _limit, after: _after, wait, ...own } = values;
  const idempotencyKey = isRead(request) ? null : idempotencyKeyOf(headers['idempotency-key']);
  const revision = isRead(request) ? null : revisionOf(headers['if-match'], hasRevision);
  const clientId = caller.groups[0]!.clientId;
  const contentType = contentTypeOf(request);
  const call = {
    database: seenBy(database, caller, clientId),
    config,
    clientId,
    actor: actorOf(caller),
    values: own,
    contentType,
    body: request.raw,
  };
  let [sent, taken, digest]: [Values, Taken | null, string] = [{}, null, ''];
  if (endpoint.takes) {
    const types = Object.keys(endpoint.takes.types);
    if (!types.includes(contentType) && !types.includes('*/*'))
      throw new Refusal(415, fault('INVALID_INPUT', 'apiContentType', { types: types.join(', ') }));
    taken = await endpoint.takes.take(call);
    [sent, digest] = [taken.variables, taken.digest];
  } else if (readers.body) {
    const { text, body } = await readJson(request);
    sent = readers.body(body);
    digest = text;
  }
  const variables = variablesOf(ready, { parameters: values, body: sent }, clientId, revision);
  const once =
    idempotencyKey === null || ready.onlyAsks
      ? null
      : {
          keyId: caller.userId,
          idempotencyKey,
          route: `${endpoint.method} ${endpoint.path}`,
          digest: digestOf(request.url, headers['if-match'] ?? '', digest),
        };
  return { identity: caller, variables, once, taken, wait: Number(wait ?? 0) * 1000 };
}

async function answer(ready: Ready, surroundings: ApiSurroundings, request: FastifyRequest, asked: Asked): Promise<Answer> {
  const { endpoint, schema } = ready;
  const { variables, once, wait } = asked;
  const contextValue = contextOf(
    surroundings,
    request,
    asked.identity,
    isByKeys(endpoint),
    once && ((tx, work) => doOnce(tx, once, work, async (result) => answerOf(ready, variables, await present(ready, variables, result)))),
  );
  const isHeld = request.headers['if-match'] !== undefined && ready.hasRevision;
  const until = Date.now() + wait;
  for (;;) {
    const data = await run(ready, schema, variables, { contextValue }).catch((error: unknown) => {
      // Of an edit that names the revision it was made on, a conflict about it is what HTTP has a word for.
      if (isHeld && (error as { field?: string; code?: string }).field === 'revision') throw preconditionFailed();
      throw error;
    });
    if (!endpoint.isThere || endpoint.isThere(data) || Date.now() >= until || request.raw.destroyed)
      return answerOf(ready, variables, data);
    await new Promise((resolve) => setTimeout(resolve, Math.min(LOOK_AGAIN, Math.max(1, until - Date.now()))));
  }
}

/** @returns what the guard is given: the caller is known by now, and counted. */
function contextOf(
  { database, tokens, config, edge }: ApiSurroundings,
  request: FastifyRequest,
  identity: Identity,
  byKeys: boolean,
  within: ((tx: Tx, work: () => unknown) => unknown) | null,
): Partial<RequestContext> {
  return {
    database,
    tokens: { ...tokens, verify: async () => identity },
    authorization: null,
    isSignedIn: true,
    correlationId: uuidv7(),
    ip: request.ip,
    publicUrl: config.publicUrl,
    takeSignIn: () => edge.signIns.demand(addressKey(request.ip)),
    takeOperation: () => {},
    http: null,
    byKeys,
    ...(within ? { within } : {}),
  };
}
