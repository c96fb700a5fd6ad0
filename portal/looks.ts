/** The style sheets of clients' brands. Each has its revision in its address, or the digest of a page as it was, so browsers may keep it. */
import type { FastifyInstance } from 'fastify';
import type { PortalServices } from './portal.ts';

/** Adds /p/brand/<clientId>/<revision or digest>.css. */
export function mountLooks(scope: FastifyInstance, services: Pick<PortalServices, 'readStyle'>): void {
  scope.get('/p/brand/:clientId/:file', async (request, reply) => {
    const { clientId, file } = request.params as { clientId: string; file: string };
    const style = await services.readStyle(clientId, file.replace(/\.css$/, ''));
    if (!style) return reply.code(404).type('text/plain').send('Not found');
    // A page that is older than the brand gets the brand of now, and doesn't keep it.
    const isNow = file === `${style.of}.css`;
    return reply
      .header('cache-control', isNow ? 'public, max-age=31536000, immutable' : 'no-store')
      .type('text/css; charset=utf-8')
      .send(style.css);
  });
}
