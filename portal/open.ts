/** The routes of pages that anybody may open, and of unsaved pages under an address that only their author has. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isPagePart } from '../blocks/page/start.ts';
import { gonePage, renewedPage } from './pages/closed.ts';
import { homePage } from './pages/home.ts';
import { identityPage } from './pages/identity.ts';
import { clientPage } from './pages/open.ts';
import type { PortalServices } from './portal.ts';
import { sampleAccount } from './sample.ts';
import { firstLanguage, SPOKEN, type Speech, speech } from './texts.ts';
import { send } from './visit.ts';

const MOST_TYPED = 200;
const NO_KEYS = { token: '', key: '' };

/**
 * Adds GET /: a client's own domain leads to the client's page, or says that there is nothing. Under every other host it is whatever the server has there.
 * @param headers of every page of debtors
 */
export function mountDomains(app: FastifyInstance, services: PortalServices, headers: Readonly<Record<string, string>>): void {
  app.get('/', async (request, reply) => {
    const clientId = await services.findClientAt(request.hostname);
    if (clientId === null) return reply.callNotFound();
    reply.headers(headers);
    const words = speech(firstLanguage(request.headers));
    const shown = await services.readClientPage(clientId, words.locale);
    return shown ? reply.redirect(`/p/client/${clientId}`, 302) : send(reply, gonePage(words, null, ''), 404);
  });
}

/** Adds them. @param policy of unsaved pages: the application may show them in a frame. */
export function mountOpenPages(scope: FastifyInstance, services: PortalServices, policy: string): void {
  const wordsOf = (wanted: unknown, usual: Speech) => {
    const locale = SPOKEN.find((each) => each === wanted);
    return locale ? speech(locale) : usual;
  };
  const gone = (reply: FastifyReply, words: Speech) => send(reply, gonePage(words, null, ''), 404);

  scope.get('/p/client/:clientId', async (request, reply) => {
    const { clientId } = request.params as { clientId: string };
    const words = wordsOf((request.query as { locale?: unknown }).locale, speech(firstLanguage(request.headers)));
    const shown = await services.readClientPage(clientId, words.locale);
    return shown ? send(reply, clientPage(words, shown, `/p/client/${clientId}`, null)) : gone(reply, words);
  });

  scope.post('/p/client/:clientId/renew', async (request, reply) => {
    const { clientId } = request.params as { clientId: string };
    const words = speech(firstLanguage(request.headers));
    const path = `/p/client/${clientId}`;
    const shown = await services.readClientPage(clientId, words.locale);
    if (!shown) return gone(reply, words);
    const again = (problem: string, status: number) => send(reply, clientPage(words, shown, path, problem), status);
    const typed = (request.body instanceof URLSearchParams ? (request.body.get('who') ?? '') : '').trim();
    if (typed === '' || typed.length > MOST_TYPED) return again(words.say('renewMissing'), 422);
    const isTaken = await services.askForLink(clientId, typed, request.ip);
    return isTaken ? reply.redirect(`${path}/renewed`, 303) : again(words.say('renewTooMany', { client: shown.clientName }), 429);
  });

  scope.get('/p/client/:clientId/renewed', async (request, reply) => {
    const words = speech(firstLanguage(request.headers));
    const shown = await services.readClientPage((request.params as { clientId: string }).clientId, words.locale);
    return shown ? send(reply, renewedPage(words, shown.creditor)) : gone(reply, words);
  });

  scope.get('/p/preview/:clientId/:code/:part', async (request, reply) => {
    const { clientId, code, part } = request.params as Record<'clientId' | 'code' | 'part', string>;
    const usual = speech(firstLanguage(request.headers));
    const words = wordsOf((request.query as { locale?: unknown }).locale, usual);
    const shown = isPagePart(part) ? await services.readDraft(clientId, code, part, words.locale) : null;
    if (!shown) return gone(reply, words);
    reply.header('content-security-policy', policy);
    const { clientName, creditor, look, isKept, today, currency } = shown;
    const path = `/p/preview/${clientId}/${code}/${part}`;
    if (part === 'client') return send(reply, clientPage(words, shown, path, null, shown));
    const isConfirmed = part === 'home';
    const frame = { speech: words, clientName, creditor, path, session: { isConfirmed }, link: { isPreview: true, isKept, look } };
    if (!isConfirmed) return send(reply, identityPage(frame, shown.page, 'birthday', NO_KEYS, null));
    const account = sampleAccount(today, currency);
    return send(reply, homePage(frame, { account, own: shown.page, files: [] }, services, NO_KEYS, null, null));
  });
}
