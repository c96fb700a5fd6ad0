/** Mounts a service: its SDL and resolvers behind the guard, at /api/<service>. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { useGraphQlJit } from '@envelop/graphql-jit';
import { EnvelopArmor } from '@escape.tech/graphql-armor';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type DocumentNode, GraphQLError, type GraphQLSchema, Kind, NoSchemaIntrospectionCustomRule, parse } from 'graphql';
import { createSchema, createYoga, type Plugin } from 'graphql-yoga';
import { Fault, type FaultCode } from '../../core/fault.ts';
import { uuidv7 } from '../../core/id.ts';
import { readContract } from './contract.ts';
import { guardSchema, type RequestContext } from './guard.ts';
import type { Tokens } from './identity.ts';
import { logger } from './log.ts';
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
  if (original instanceof Fault)
    return new GraphQLError(original.message, {
      ...place,
      extensions: {
        code: original.code,
        ...(original.field ? { field: original.field } : {}),
        ...original.words,
        ...(STATUS[original.code] ? { http: { status: STATUS[original.code] } } : {}),
      },
    });
  if (graphql && original === graphql) return graphql;
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
}

/** @returns the context of one HTTP request before the guard has looked at it. */
function contextOf(surroundings: Surroundings, request: FastifyRequest, reply: FastifyReply): Partial<RequestContext> {
  return {
    database: surroundings.database,
    tokens: surroundings.tokens,
    authorization: request.headers.authorization ?? null,
    correlationId: uuidv7(),
    ip: request.ip,
    publicUrl: surroundings.publicUrl,
    http: {
      cookie: (name) => request.cookies[name],
      languages: request.headers['accept-language'] ?? '',
      setCookie: (name, value, maxAge) =>
        void reply.setCookie(name, value, {
          httpOnly: true,
          sameSite: 'strict',
          secure: surroundings.production,
          path: '/api/identity',
          maxAge,
        }),
    },
  };
}

/** Adds the endpoint to the server. */
export function mountService(app: FastifyInstance, service: Service, surroundings: Surroundings): void {
  const armor = new EnvelopArmor({
    maxDepth: { n: 12 },
    maxAliases: { n: 30 },
    maxTokens: { n: 4000 },
    costLimit: { enabled: false },
    blockFieldSuggestion: { enabled: surroundings.production },
  }).protect();
  const hidden: Plugin = { onValidate: ({ addValidationRule }) => addValidationRule(NoSchemaIntrospectionCustomRule) };
  const yoga = createYoga<{ req: FastifyRequest; reply: FastifyReply }, Partial<RequestContext>>({
    schema: service.schema as never,
    graphqlEndpoint: `/api/${service.name}`,
    landingPage: false,
    graphiql: false,
    logging: false,
    batching: false,
    multipart: false,
    maskedErrors: { maskError: presentError },
    context: ({ req, reply }) => contextOf(surroundings, req, reply),
    plugins: [...armor.plugins, useGraphQlJit(), ...(surroundings.production ? [hidden] : [])] as never,
  });
  app.route({
    url: `/api/${service.name}`,
    method: ['GET', 'POST', 'OPTIONS'],
    handler: async (req, reply) => {
      const response = await yoga.handleNodeRequestAndResponse(req, reply, { req, reply });
      for (const [key, value] of response.headers) reply.header(key, value);
      reply.status(response.status);
      // An answer that is there as a whole is sent as a whole; only what comes piece by piece is a stream.
      const whole = /json/.test(response.headers.get('content-type') ?? '');
      return reply.send((whole ? await response.text() : response.body) ?? '');
    },
  });
}
