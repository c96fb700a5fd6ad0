/** The debtor's page at /p/<address>: rendered here, acted on by plain forms, each answered with a redirect to what it did. */
import type { FastifyInstance } from 'fastify';
import { Fault } from '../core/fault.ts';
import { toLocale } from '../core/locale.ts';
import { mountAssets } from './assets.ts';
import { mountBudgets } from './budgets.ts';
import { mountCalls } from './calls.ts';
import { mountEnquiries } from './enquiries.ts';
import type { PortalLink, PortalPage } from './facts.ts';
import { documentTypesOf } from './functions/functions.ts';
import { mountLooks } from './looks.ts';
import { mountMandates } from './mandates.ts';
import { mountDomains, mountOpenPages } from './open.ts';
import { busyPage, errorPage, gonePage, lockedPage, lookingPage, sessionPage } from './pages/closed.ts';
import { homePage } from './pages/home.ts';
import { answerOf, identityPage } from './pages/identity.ts';
import { mountPaying } from './paying.ts';
import type { PortalDeps } from './portal.ts';
import { mountRenewal } from './renewal.ts';
import { COOKIE, formToken, isFormToken, newKey, newSession, readSession, type Session, writeSession } from './session.ts';
import { firstLanguage, SPOKEN, speech } from './texts.ts';
import { mountTransfer } from './transfer.ts';
import { acceptUploads } from './uploads.ts';
import { type PageContext, type Params, send, type Visit } from './visit.ts';

/** Nothing may come from another place, nothing runs inline, nothing frames the page. */
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const HEADERS = {
  'content-security-policy': POLICY,
  // The page's own forms say where they come from, which the server checks; nobody else learns the address.
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'no-store',
};

/** Adds the debtor's page to the server. */
export async function mountPortal(app: FastifyInstance, deps: PortalDeps): Promise<void> {
  const { services, secrets, now } = deps;
  // Its path is the link's, which __Host- does not allow.
  const cookie = deps.isSecure ? `__Secure-${COOKIE}` : COOKIE;
  mountDomains(app, services, HEADERS);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 64 * 1024 }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    );
    acceptUploads(scope);
    scope.addHook('onRequest', async (_request, reply) => void reply.headers(HEADERS));
    scope.setErrorHandler((error: Error & { statusCode?: number; headers?: Record<string, string> }, request, reply) => {
      const status = error.statusCode ?? 500;
      // What the server refuses at its edge has not come as far as the hook.
      reply.headers({ ...HEADERS, ...error.headers });
      // The address opens the page, so it is not logged.
      if (status >= 500) request.log.error({ error, route: request.routeOptions.url }, 'debtor page');
      const words = speech(firstLanguage(request.headers));
      return send(reply, status === 429 ? busyPage(words) : errorPage(words), status);
    });
    mountAssets(scope);
    mountLooks(scope, services);

    const visit: PageContext['visit'] = async (request, reply, needs) => {
      const { address } = request.params as Params;
      const link = await services.findLink(address);
      if (!link) {
        send(
          reply,
          gonePage(speech(firstLanguage(request.headers)), await services.findEnded(address), `/p/${encodeURIComponent(address)}`),
          404,
        );
        return null;
      }
      const known = readSession(request.cookies[cookie], link.linkId, now(), secrets);
      const wanted = (request.query as { locale?: unknown }).locale;
      const locale = SPOKEN.find((each) => each === wanted)?.toString() ?? known?.locale ?? '';
      const session: Session = { ...(known ?? newSession(link.linkId)), locale };
      const words = speech(toLocale(locale || link.locale));
      // One place for all forms: no route can forget it.
      if (link.isPreview && request.method !== 'GET') {
        send(reply, lookingPage(words, link.clientName, `/p/${address}`), 403);
        return null;
      }
      const path = `/p/${address}`;
      const current: Visit = {
        link,
        session,
        speech: words,
        path,
        clientName: link.clientName,
        creditor: link.creditor,
        isNew: known === null,
        reply,
      };
      if (link.lockedUntil !== null && !session.isConfirmed && !link.isPreview) {
        send(reply, lockedPage(words, link.creditor, link.lockedUntil - now()), 429);
        return null;
      }
      if ((needs !== 'link' && !known) || (needs === 'confirmed' && !session.isConfirmed)) {
        send(reply, sessionPage(words, link.clientName, path), 403);
        return null;
      }
      // Only the first browser that opens a view of staff sees anything by it.
      if (!link.isPreview || session.isConfirmed) keep(current, session);
      return current;
    };
    const keep = ({ reply, path }: Visit, session: Session) =>
      reply.setCookie(cookie, writeSession(session, now(), secrets), { path, httpOnly: true, sameSite: 'strict', secure: deps.isSecure });
    const keysOf = (session: Session) => ({ token: formToken(session, secrets), key: newKey() });
    const formOf: PageContext['formOf'] = (request, at) => {
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const key = form.get('key') ?? '';
      if (isFormToken(at.session, form.get('token') ?? '', secrets) && /^[\w-]{16,64}$/.test(key)) return { form, key };
      send(at.reply, sessionPage(at.speech, at.clientName, at.path), 403);
      return null;
    };
    const home: PageContext['home'] = async (at, problem = null, chosen = null, status = 200, seen = []) => {
      const { account, page: own } = await services.readHome(at.link, at.speech.locale, at.path, seen);
      const files = await filesOf(at.link, own);
      return send(at.reply, homePage(at, { account, own, files }, services, keysOf(at.session), chosen, problem), status);
    };
    const filesOf = async (link: PortalLink, own: PortalPage) => {
      const types = documentTypesOf(own);
      return types.length > 0 ? services.listFiles(link, types) : [];
    };
    const ask = async (at: Visit, problem: string | null, status = 200) => {
      const own = await services.readPage(at.link, 'identity', at.speech.locale, at.path);
      return send(at.reply, identityPage(at, own, at.link.question, keysOf(at.session), problem), status);
    };
    const attempt: PageContext['attempt'] = async (at, work) => {
      try {
        return at.reply.redirect(`${at.path}${await work()}`, 303);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        if (error.code === 'RATE_LIMITED') return home(at, at.speech.say('enoughToday'), null, 429);
        return home(at, at.speech.say('conflict'), null, 409);
      }
    };
    const look = async (at: Visit) => {
      if (at.session.isConfirmed) return home(at);
      if (!(await services.beginPreview(at.link))) return null;
      const session = { ...at.session, isConfirmed: true };
      keep(at, session);
      return home({ ...at, session });
    };
    const desk: PageContext = { services, visit, formOf, keysOf, home, attempt };

    scope.get('/p/:address', async (request, reply) => {
      const at = await visit(request, reply, 'link');
      if (!at) return reply;
      if (at.link.isPreview) return (await look(at)) ?? send(reply, gonePage(at.speech, null, at.path), 404);
      if (at.session.isConfirmed) return home(at);
      if (at.link.question !== 'none') {
        if (at.isNew) await services.opened(at.link);
        return ask(at, null);
      }
      const session = { ...at.session, isConfirmed: true };
      keep(at, session);
      return home({ ...at, session }, null, null, 200, at.isNew ? ['portalOpened', 'portalVisited'] : ['portalVisited']);
    });

    scope.post('/p/:address/identity', async (request, reply) => {
      const at = await visit(request, reply, 'session');
      const posted = at && formOf(request, at);
      if (!posted) return reply;
      const given = answerOf(posted.form, at.link.question);
      if ('problem' in given) return ask(at, at.speech.say(given.problem), 422);
      const { outcome, triesLeft, lockedUntil } = await services.confirmIdentity(at.link, given.answer);
      if (outcome === 'locked') return send(reply, lockedPage(at.speech, at.creditor, (lockedUntil ?? now()) - now()), 429);
      if (outcome === 'wrong')
        return ask(at, triesLeft === 1 ? at.speech.say('checkWrongOnce') : at.speech.say('checkWrong', { tries: triesLeft }), 422);
      // Another nonce: what was on the page before the check is worth nothing after it.
      keep(at, { ...newSession(at.link.linkId), locale: at.session.locale, isConfirmed: true });
      await services.visited(at.link);
      return reply.redirect(at.path, 303);
    });

    // Opened again from the browser's history, what forms are sent to leads back to the page that has the form; so does a link that a mail
    // program or a typing error has lengthened.
    scope.get('/p/:address/*', (request, reply) =>
      reply.redirect(`/p/${encodeURIComponent((request.params as { address: string }).address)}`, 303),
    );

    mountRenewal(scope, services);
    mountOpenPages(scope, services, POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'"));
    mountPaying(scope, desk);
    mountTransfer(scope, desk);
    mountEnquiries(scope, desk);
    mountCalls(scope, desk);
    mountBudgets(scope, desk);
    mountMandates(scope, desk);
  });
}
