/** The two real-time endpoints: graphql-ws on /api/<service>/socket, behind the same armor and guard as everything else. */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { GraphQLError, getOperationAST, type OperationTypeNode } from 'graphql';
import { CloseCode, type ServerOptions } from 'graphql-ws';
import { useServer } from 'graphql-ws/use/ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { fault } from '../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../core/id.ts';
import type { Edge } from './edge/edge.ts';
import { isForeign } from './edge/origins.ts';
import { callerAddress, type Trust } from './edge/proxies.ts';
import { addressKey, Rate, tooManyRequests } from './edge/rates.ts';
import {
  CONNECTS_PER_MINUTE,
  Connections,
  holdToLimits,
  INTRODUCTION_MS,
  MOST_PAYLOAD,
  MOST_SUBSCRIPTIONS,
  TRY_LATER,
} from './edge/sockets.ts';
import type { RequestContext } from './guard.ts';
import type { Tokens } from './identity.ts';
import { logger } from './log.ts';
import { type MountedYoga, presentError, type Service } from './service.ts';
import type { Database } from './tenancy.ts';

/** A token that was called back closes its sockets within this time, milliseconds. */
const CALLED_BACK_MS = 5_000;
/** A socket closes this long before its token ends, milliseconds: whoever has a new one connects again and goes on listening. */
const BEFORE_END_MS = 1_000;

interface Surroundings {
  readonly database: Database;
  readonly tokens: Tokens;
  readonly edge: Edge;
  /** What runs the operations of a service, by its name. */
  readonly yogas: ReadonlyMap<string, MountedYoga>;
  readonly isTrustedProxy: Trust;
}

/** Closes a socket whose token has ended or was called back, so that no subscription outlives the right to it. */
function endWithToken(socket: WebSocket, expiresAt: number, verify: () => Promise<unknown>): void {
  const close = () => socket.close(CloseCode.Forbidden, 'Forbidden');
  const ending = setTimeout(close, Math.max(0, expiresAt - BEFORE_END_MS - Date.now()));
  const watching = setInterval(() => void verify().catch(close), CALLED_BACK_MS);
  socket.once('close', () => {
    clearTimeout(ending);
    clearInterval(watching);
  });
}

/** Adds a socket for every service that has subscriptions. The identity token comes in connectionParams.authorization. */
export function mountSockets(server: Server, services: readonly Service[], surroundings: Surroundings): () => Promise<void> {
  const { edge, isTrustedProxy } = surroundings;
  const byPath = new Map<string, WebSocketServer>();
  const closers: (() => void | Promise<void>)[] = [];
  const connections = new Connections();
  const connects = new Rate(CONNECTS_PER_MINUTE);
  for (const service of services.filter((candidate) => candidate.schema.getSubscriptionType())) {
    const socket = new WebSocketServer({ noServer: true, maxPayload: MOST_PAYLOAD, perMessageDeflate: false });
    byPath.set(`/api/${service.name}/socket`, socket);
    const closing = useServer(optionsOf(service, surroundings, connections), socket);
    closers.push(() => closing.dispose());
  }
  server.on('upgrade', (request, socket, head) => {
    // Until a WebSocket stands, nobody else hears of a connection that breaks.
    socket.on('error', () => socket.destroy());
    const target = byPath.get((request.url ?? '').split('?')[0] ?? '');
    if (!target) return refuse(socket, 404);
    if (isForeign(request.headers, edge.isOwn)) return refuse(socket, 403);
    const address = addressKey(callerAddress(request, isTrustedProxy));
    const leave = connects.take(address) > 0 ? null : connections.enter(`address ${address}`);
    if (!leave) return refuse(socket, 429);
    socket.once('close', leave);
    target.handleUpgrade(request, socket, head, (opened) => {
      holdToLimits(opened);
      target.emit('connection', opened, request);
      // ws has closed it by then, with the code of what was wrong; a stranger's mistake is no line on the terminal.
      opened
        .removeAllListeners('error')
        .on('error', (error: Error) => logger.info({ error: error.message }, 'a WebSocket broke the protocol'));
    });
  });
  return async () => void (await Promise.all(closers.map((close) => close())));
}

const REASONS = { 403: 'Forbidden', 404: 'Not Found', 429: 'Too Many Requests' } as const;

function refuse(socket: Duplex, status: keyof typeof REASONS): void {
  socket.end(
    `HTTP/1.1 ${status} ${REASONS[status]}\r\nconnection: close\r\ncontent-length: 0\r\n${status === 429 ? 'retry-after: 10\r\n' : ''}\r\n`,
  );
}

/** Whose token a connection came with. */
const people = new WeakMap<WebSocket, Uuid>();

type Extra = { readonly socket: WebSocket; readonly request: IncomingMessage };

function optionsOf(service: Service, surroundings: Surroundings, connections: Connections): ServerOptions<Record<string, unknown>, Extra> {
  const { database, tokens, edge, isTrustedProxy, yogas } = surroundings;
  const yoga = yogas.get(service.name);
  if (!yoga) throw new Error(`${service.name} is not mounted`);
  type Run = { execute: ServerOptions['execute']; subscribe: ServerOptions['subscribe'] };
  const runOf = (args: { rootValue?: unknown }) => args.rootValue as Required<Run>;
  return {
    connectionInitWaitTimeout: INTRODUCTION_MS,
    execute: (args) => runOf(args).execute!(args),
    // A subscription that does not begin answers its refusal as a result: it is worded like every other error.
    subscribe: async (args) => {
      const result = await runOf(args).subscribe!(args);
      if (typeof result === 'object' && result !== null && 'errors' in result && Array.isArray(result.errors))
        return { ...result, errors: result.errors.map((error) => presentError(error)) };
      return result;
    },
    // Close code 4403 when the token is no good, before any operation is looked at, and again when it ends.
    onConnect: async ({ connectionParams, extra }) => {
      const token = connectionParams?.authorization;
      try {
        if (token !== undefined && typeof token !== 'string') return false;
        const { expiresAt, userId } = await tokens.verify(token);
        // Nothing that waits for its close would ever end.
        if (extra.socket.readyState !== extra.socket.OPEN) return false;
        people.set(extra.socket, userId);
        const leave = connections.enter(`person ${userId}`);
        if (!leave) {
          extra.socket.close(TRY_LATER, 'Too many connections');
          return false;
        }
        extra.socket.once('close', leave);
        endWithToken(extra.socket, expiresAt, () => tokens.verify(token));
        return true;
      } catch {
        return false;
      }
    },
    onSubscribe: async ({ connectionParams, subscriptions, extra }, _id, { query, variables, operationName }) => {
      // The one that asks is among them.
      if (Object.keys(subscriptions).length > MOST_SUBSCRIPTIONS)
        return [presentError(fault('RATE_LIMITED', 'tooManySubscriptions', { number: MOST_SUBSCRIPTIONS }))];
      const seconds = edge.people.take(people.get(extra.socket) ?? '');
      if (seconds > 0) return [presentError(tooManyRequests(seconds))];
      const context: Partial<RequestContext> = {
        database,
        tokens,
        authorization: (connectionParams?.authorization as string | undefined) ?? null,
        isSignedIn: true,
        takeOperation: (userId) => edge.operations.demand(userId),
        correlationId: uuidv7(),
        ip: callerAddress(extra.request, isTrustedProxy),
        http: null,
      };
      const { schema, execute, subscribe, contextFactory, parse, validate } = yoga.getEnveloped(context as never);
      try {
        const document = parse(query);
        const errors = validate(schema, document) as readonly GraphQLError[];
        if (errors.length > 0) return errors;
        if (getOperationAST(document, operationName)?.operation !== ('subscription' as OperationTypeNode))
          return [presentError(fault('INVALID_INPUT', 'subscriptionsOnly'))];
        return {
          schema,
          document,
          operationName: operationName ?? null,
          variableValues: variables ?? null,
          contextValue: await contextFactory(),
          rootValue: { execute, subscribe },
        };
      } catch (error) {
        return [error instanceof GraphQLError ? error : presentError(error)];
      }
    },
    onError: (_, __, ___, errors) => errors.map((error) => presentError(error)),
  };
}
