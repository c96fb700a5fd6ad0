/** Mounts a service: its SDL and resolvers behind the guard, at /api/<service>. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type DocumentNode, GraphQLError, type GraphQLSchema, Kind, parse } from 'graphql';
import { createSchema, createYoga, type YogaServerInstance } from 'graphql-yoga';
import { Fault, type FaultCode, faultDetails } from '../../core/fault.ts';
import { uuidv7 } from '../../core/id.ts';
import { readContract } from './contract.ts';
import { armor, compiler, documentMemory, refuseLargeQuery } from './edge/armor.ts';
import type { Edge } from './edge/edge.ts';
import { addressKey } from './edge/rates.ts';
import { guardSchema, type RequestContext } from './guard.ts';
import { outageRefusal, Refusal, refusalOf } from './http.ts';
import type { Tokens } from './identity.ts';
import { logger } from './log.ts';
import { unstorableText } from './refusedData.ts';
import { SCALARS } from './scalars.ts';
import type { Database } from './tenancy.ts';

export interface Service {
  readonly name: string;
  readonly schema: GraphQLSchema;
}

/**
 * @param name folder and endpoint of the service @param resolvers typed by the generated <name>.graphql.ts.
 * @param like answers in the place of another service: by its contract, these queries of it only.
 */
export function defineService(name: string, resolvers: object, like?: { service: string; operations: readonly string[] }): Service {
  const contract = like?.service ?? name;
  const text = readContract(contract);
  const typeDefs = [
    parse(readFileSync(path.join(import.meta.dirname, 'base.graphql'), 'utf8')),
    like ? onlyQueries(parse(text), like.operations) : parse(text),
  ];
  const schema = createSchema<RequestContext>({ typeDefs, resolvers: { ...SCALARS, ...resolvers } as never });
  return { name, schema: guardSchema(schema, name) };
}

function onlyQueries(contract: DocumentNode, names: readonly string[]): DocumentNode {
  const definitions = contract.definitions.flatMap((each) => {
    if (
      (each.kind !== Kind.OBJECT_TYPE_DEFINITION && each.kind !== Kind.OBJECT_TYPE_EXTENSION) ||
      !['Query', 'Mutation', 'Subscription'].includes(each.name.value)
    )
      return [each];
    if (each.name.value !== 'Query') return [];
    return [{ ...each, fields: each.fields?.filter((field) => names.includes(field.name.value)) ?? [] }];
  });
  return { ...contract, definitions };
}

const STATUS: Partial<Record<FaultCode, number>> = { UNAUTHENTICATED: 401 };

/** A Fault speaks to people; anything else is a defect: logged under a number that the user can pass on. */
export function presentError(error: unknown): GraphQLError {
  const graphql = error instanceof GraphQLError ? error : null;
  const original = graphql ? (graphql.originalError ?? graphql) : error;
  const place = graphql ? { nodes: graphql.nodes, path: graphql.path } : {};
  if (original instanceof Fault) {
    const http =
      original instanceof Refusal
        ? { status: original.statusCode, headers: original.headers }
        : STATUS[original.code] && { status: STATUS[original.code] };
    return new GraphQLError(original.message, {
      ...place,
      extensions: {
        code: original.code,
        ...faultDetails(original),
        ...(http ? { http } : {}),
      },
    });
  }
  // A value that a scalar refuses: what was given is wrong, not the server.
  if (graphql && original instanceof GraphQLError && original !== graphql)
    return new GraphQLError(graphql.message, { ...place, extensions: { code: 'INVALID_INPUT', ...original.extensions } });
  if (graphql && original === graphql) return graphql;
  const refused = outageRefusal(original) ?? unstorableText(original);
  if (refused) return presentError(new GraphQLError(refused.message, { ...place, originalError: refused }));
  // The database gave up at its own limit of time (statement_timeout).
  if ((original as { code?: unknown } | null)?.code === '57014')
    return new GraphQLError('Execution timeout: the database took too long. Ask again, or for less.', {
      ...place,
      extensions: { code: 'EXECUTION_TIMEOUT' },
    });
  const incident = uuidv7().slice(-12);
  logger.error({ error: original, incident, path: place.path }, 'defect');
  return new GraphQLError(`Something went wrong on our side (number ${incident}). Nothing was changed; try again.`, {
    ...place,
    extensions: { code: 'INTERNAL', incident },
  });
}

interface Surroundings {
  readonly database: Database;
  readonly tokens: Tokens;
  readonly production: boolean;
  readonly publicUrl: string;
  readonly edge: Edge;
}

/** Bytes that signed-in callers may send to services with large operations. */
const MOST_BYTES: Readonly<Record<string, number>> = {
  // 10,000 ids or references of a bulk action or a filter.
  account: 2 ** 20,
  // 1,000 users as CSV.
  backoffice: 2 ** 20,
  // An e-mail of 200,000 characters in five languages.
  cms: 4 * 2 ** 20,
  // A decision table of 5 MB as text in JSON, or a tree of 2,000 nodes.
  decision: 8 * 2 ** 20,
  // A strategy of hundreds of steps with their texts.
  strategy: 2 ** 20,
};

/** What of a request's cookies no page's script can read is bound to this very host, where that can be: no neighbour's page can set it. */
const OWN_PREFIX = '__Host-';

/** @returns the context of one HTTP request before the guard has looked at it. */
function contextOf(surroundings: Surroundings, request: FastifyRequest, reply: FastifyReply): Partial<RequestContext> {
  const { database, tokens, production, publicUrl, edge } = surroundings;
  const ownName = (name: string) => (production ? `${OWN_PREFIX}${name}` : name);
  return {
    database,
    tokens,
    authorization: request.headers.authorization ?? null,
    isSignedIn: request.caller !== null,
    correlationId: uuidv7(),
    ip: request.ip,
    publicUrl,
    takeSignIn: () => edge.signIns.demand(addressKey(request.ip)),
    takeOperation: (userId) => edge.operations.demand(userId),
    http: {
      cookie: (name) => request.cookies[ownName(name)],
      pageCookie: (name) => request.cookies[name],
      languages: request.headers['accept-language'] ?? '',
      setCookie: (name, value, maxAge) =>
        void reply.setCookie(ownName(name), value, {
          httpOnly: true,
          sameSite: 'strict',
          secure: production,
          // A name that begins with __Host- is only taken for all paths.
          path: production ? '/' : '/api/identity',
          maxAge,
        }),
    },
  };
}

export type MountedYoga = YogaServerInstance<{ req: FastifyRequest; reply: FastifyReply }, Partial<RequestContext>>;

/** Adds the endpoint to the server. @returns what its socket runs operations with. */
export function mountService(app: FastifyInstance, service: Service, surroundings: Surroundings): MountedYoga {
  const yoga: MountedYoga = createYoga<{ req: FastifyRequest; reply: FastifyReply }, Partial<RequestContext>>({
    schema: service.schema as never,
    graphqlEndpoint: `/api/${service.name}`,
    landingPage: false,
    graphiql: false,
    logging: false,
    batching: false,
    multipart: false,
    cors: false,
    parserAndValidationCache: documentMemory(),
    maskedErrors: { maskError: presentError },
    context: (initial) => ('req' in initial ? contextOf(surroundings, initial.req, initial.reply) : initial),
    plugins: [...armor(surroundings.production), compiler()] as never,
  });
  app.route({
    url: `/api/${service.name}`,
    method: ['GET', 'POST'],
    config: { mostBytes: MOST_BYTES[service.name] },
    errorHandler: answerError,
    handler: async (req, reply) => {
      refuseLargeQuery(
        ((req.method === 'GET' ? req.query : req.body) as { query?: unknown } | null | undefined)?.query,
        req.caller !== null,
      );
      const response = await yoga.handleNodeRequestAndResponse(req, reply, { req, reply });
      if (response.status === 429) await surroundings.edge.brake.hold(req.caller?.userId ?? addressKey(req.ip), req.raw);
      for (const [key, value] of response.headers) reply.header(key, value);
      reply.status(response.status);
      // An answer that is there as a whole is sent as a whole; only what comes piece by piece is a stream.
      const whole = /json/.test(response.headers.get('content-type') ?? '');
      return reply.send((whole ? await response.text() : response.body) ?? '');
    },
  });
  // What a browser asks before a page of another of our own names calls; pages of others were refused by now.
  app.options(`/api/${service.name}`, async (_request, reply) => reply.status(204).send());
  return yoga;
}

/** What is refused before there is an operation, in the shape of GraphQL's errors. */
function answerError(error: unknown, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error);
  const { message, extensions } = presentError(refusal ?? error);
  const { http: _http, ...told } = extensions;
  return reply
    .status(refusal?.statusCode ?? 500)
    .headers(refusal?.headers ?? {})
    .type('application/json; charset=utf-8')
    .send({ errors: [{ message, extensions: told }] });
}
