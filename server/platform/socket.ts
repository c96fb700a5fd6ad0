/** The two real-time endpoints: graphql-ws on /api/<service>/socket, behind the same guard as everything else. */
import type { Server } from 'node:http';
import { execute, subscribe } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { uuidv7 } from '../../core/id.ts';
import { accessOf } from './access.ts';
import type { Identity } from './caller.ts';
import type { RequestContext } from './guard.ts';
import type { Tokens } from './identity.ts';
import { presentError, type Service } from './service.ts';
import type { Database } from './tenancy.ts';

/** How often an open socket asks whether its token was called back, milliseconds. */
const ASK_AGAIN_MS = 5_000;
/** graphql-ws: the connection may not go on. */
const FORBIDDEN = 4403;

/** Adds a socket for every service that has subscriptions. The identity token comes in connectionParams.authorization. */
export function mountSockets(
  server: Server,
  services: readonly Service[],
  surroundings: { database: Database; tokens: Tokens },
): () => Promise<void> {
  const byPath = new Map<string, WebSocketServer>();
  const closers: (() => void | Promise<void>)[] = [];
  for (const service of services.filter((candidate) => candidate.schema.getSubscriptionType())) {
    const socket = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 });
    byPath.set(`/api/${service.name}/socket`, socket);
    const closing = useServer(
      {
        schema: service.schema,
        execute,
        // A subscription that does not begin answers its refusal as a result: it is worded like every other error.
        subscribe: async (args) => {
          const result = await subscribe(args);
          return 'errors' in result && result.errors ? { ...result, errors: result.errors.map((error) => presentError(error)) } : result;
        },
        // Close code 4403 when the token is no good, before any operation is looked at.
        onConnect: async ({ connectionParams, extra }) => {
          try {
            const identity = await surroundings.tokens.verify(connectionParams?.authorization as string | undefined);
            watch(surroundings.database, identity, extra.socket);
            return true;
          } catch {
            return false;
          }
        },
        context: ({ connectionParams, extra }): Partial<RequestContext> => ({
          ...surroundings,
          authorization: (connectionParams?.authorization as string | undefined) ?? null,
          correlationId: uuidv7(),
          ip: extra.request.socket.remoteAddress ?? '',
          http: null,
        }),
        onError: (_, __, ___, errors) => errors.map((error) => presentError(error)),
      },
      socket,
    );
    closers.push(() => closing.dispose());
  }
  server.on('upgrade', (request, socket, head) => {
    const target = byPath.get(new URL(request.url ?? '/', 'http://host').pathname);
    if (!target) return socket.destroy();
    target.handleUpgrade(request, socket, head, (opened) => target.emit('connection', opened, request));
  });
  return async () => void (await Promise.all(closers.map((close) => close())));
}

/** Closes a socket whose token is called back while it is open. One that just runs out ends its subscriptions itself. */
function watch(database: Database, identity: Identity, socket: WebSocket): void {
  const timer = setInterval(async () => {
    const hasEnded = await accessOf(database)
      .hasEnded(identity)
      .catch(() => false);
    if (hasEnded) socket.close(FORBIDDEN, 'Forbidden');
  }, ASK_AGAIN_MS);
  socket.once('close', () => clearInterval(timer));
}
