/** The routes by which somebody with an ended link asks for a new one. There is no session: the old address is all they have. */
import type { FastifyInstance } from 'fastify';
import { gonePage, renewedPage } from './pages/closed.ts';
import type { PortalServices } from './portal.ts';
import { firstLanguage, speech } from './texts.ts';
import { type Params, send } from './visit.ts';

const MOST_TYPED = 200;

/** Adds them. */
export function mountRenewal(scope: FastifyInstance, services: PortalServices): void {
  scope.post('/p/:address/renew', async (request, reply) => {
    const { address } = request.params as Params;
    const path = `/p/${encodeURIComponent(address)}`;
    const creditor = await services.findEnded(address);
    const words = speech(firstLanguage(request.headers));
    if (!creditor) return send(reply, gonePage(words, null, path), 404);
    const again = (problem: string, status: number) => send(reply, gonePage(words, creditor, path, problem), status);
    const typed = (request.body instanceof URLSearchParams ? (request.body.get('who') ?? '') : '').trim();
    if (typed === '' || typed.length > MOST_TYPED) return again(words.say('renewMissing'), 422);
    const outcome = await services.renewLink(address, typed, request.ip);
    if (outcome === 'tooMany') return again(words.say('renewTooMany', { client: creditor.name }), 429);
    return reply.redirect(outcome === 'taken' ? `${path}/renewed` : path, 303);
  });

  scope.get('/p/:address/renewed', async (request, reply) => {
    const creditor = await services.findEnded((request.params as Params).address);
    const words = speech(firstLanguage(request.headers));
    return creditor ? send(reply, renewedPage(words, creditor)) : send(reply, gonePage(words, null, ''), 404);
  });
}
