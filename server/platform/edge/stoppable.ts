/** Stopping a server while people are connected to it. */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long requests may take that are on their way when the server stops, ms. */
const LAST_REQUESTS_MS = 5_000;

/**
 * @param app before it listens. @returns what stops it once the requests on their way are answered. A connection that has asked for nothing yet,
 * as browsers open them ahead, is closed at once: Node waits for it, and once a server stops it no longer looks how long one has been silent.
 */
export function stoppable(app: FastifyInstance): () => Promise<void> {
  const connections = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  return async () => {
    for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
    const impatient = setTimeout(() => app.server.closeAllConnections(), LAST_REQUESTS_MS);
    await app.close();
    clearTimeout(impatient);
  };
}
