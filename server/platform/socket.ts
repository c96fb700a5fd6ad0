/** The two real-time endpoints: graphql-ws on /api/<service>/socket, behind the same guard as everything else. */
import type { Server } from 'node:http';
import { execute, subscribe } from 'graphql';
import { CloseCode } from 'graphql-ws';
import { useServer } from 'graphql-ws/use/ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { uuidv7 } from '../../core/id.ts';
import type { RequestContext } from './guard.ts';
import type { Tokens } from './identity.ts';
import { presentError, type Service } from './service.ts';
import type { Database } from './tenancy.ts';

/** A token that was called back closes its sockets within this time, milliseconds. */
const CALLED_BACK_MS = 5_000;
/** A socket closes this long before its token ends, milliseconds: whoever has a new one connects again and goes on listening. */
const BEFORE_END_MS = 1_000;

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
        // Close code 4403 when the token is no good, before any operation is looked at, and again when it ends.
        onConnect: async ({ connectionParams, extra }) => {
          const token = connectionParams?.authorization;
          try {
            if (token !== undefined && typeof token !== 'string') return false;
            const { expiresAt } = await surroundings.tokens.verify(token);
            endWithToken(extra.socket, expiresAt, () => surroundings.tokens.verify(token));
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
