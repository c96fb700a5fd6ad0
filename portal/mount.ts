/** The debtor's page at /p/<address>: rendered here, acted on by plain forms, each answered with a redirect to what it did. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../core/fault.ts';
import { DEFAULT_LOCALE, toLocale } from '../core/locale.ts';
import { figures, isPromiseDay, readChoice, seenMark } from './choice.ts';
import { busyPage, errorPage, gonePage, lockedPage, sessionPage } from './pages/closed.ts';
import { homePage } from './pages/home.ts';
import { answerOf, identityPage } from './pages/identity.ts';
import { providerPage } from './pages/provider.ts';
import { paymentReceipt, planReceipt, promiseReceipt, wordsReceipt } from './pages/receipt.ts';
import { endPlanPage, reviewPage } from './pages/review.ts';
import { disagreePage, helpPage, MAX_WORDS } from './pages/words.ts';
import { OUTCOMES, type PortalDeps, type PortalLink } from './portal.ts';
import { COOKIE, formToken, isFormToken, newKey, newSession, readSession, type Session, writeSession } from './session.ts';
import { SPOKEN, type Speech, speech } from './texts.ts';

/** Requests of one address per minute; a debtor needs a handful. */
export const PER_MINUTE = 300;

/** Nothing may come from another place, nothing runs inline, nothing frames the page. */
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** A request on a living link. */
interface Visit {
  readonly link: PortalLink;
  readonly session: Session;
  readonly speech: Speech;
  /** The link's own path, "/p/<address>". */
  readonly path: string;
  readonly clientName: string;
  readonly isNew: boolean;
  readonly reply: FastifyReply;
}

type Params = { address: string; id: string };

/** Adds the debtor's page to the server. */
export async function mountPortal(app: FastifyInstance, deps: PortalDeps): Promise<void> {
  const { services, secret, now } = deps;
  await app.register(async (scope) => {
    await scope.register(rateLimit, { max: PER_MINUTE, timeWindow: 60_000 });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 64 * 1024 }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    );
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers({
        'content-security-policy': POLICY,
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
        'cache-control': 'no-store',
      });
    });
    scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
      const status = error.statusCode ?? 500;
      // The address opens the page, so it is not logged.
      if (status >= 500) request.log.error({ error, route: request.routeOptions.url }, 'debtor page');
      const words = speech(firstLanguage(request));
      return send(reply, status === 429 ? busyPage(words) : errorPage(words), status);
    });
    mountAssets(scope);

    /** Finds the link and the session, or answers by itself. @param needs whether the identity check must have been passed. */
    const visit = async (request: FastifyRequest, reply: FastifyReply, needs: 'confirmed' | 'session' | 'link'): Promise<Visit | null> => {
      const { address } = request.params as Params;
      const link = await services.findLink(address);
      if (!link) {
        send(reply, gonePage(speech(firstLanguage(request))), 404);
        return null;
      }
      const known = readSession(request.cookies[COOKIE], link.linkId, now(), secret);
      const wanted = (request.query as { locale?: unknown }).locale;
      const locale = SPOKEN.find((each) => each === wanted)?.toString() ?? known?.locale ?? '';
      const session: Session = { ...(known ?? newSession(link.linkId)), locale };
      const words = speech(toLocale(locale || link.locale));
      const path = `/p/${address}`;
      const current: Visit = { link, session, speech: words, path, clientName: link.clientName, isNew: known === null, reply };
      if (link.isLocked && !session.isConfirmed) {
        send(reply, lockedPage(words, link.clientName), 429);
        return null;
      }
      if ((needs !== 'link' && !known) || (needs === 'confirmed' && !session.isConfirmed)) {
        send(reply, sessionPage(words, link.clientName, path), 403);
        return null;
      }
      keep(current, session);
      return current;
    };
    const keep = ({ reply, path }: Visit, session: Session) =>
      reply.setCookie(COOKIE, writeSession(session, now(), secret), { path, httpOnly: true, sameSite: 'strict', secure: deps.isSecure });
    const keysOf = (session: Session) => ({ token: formToken(session, secret), key: newKey() });
    /** @returns the posted form when it carries this session's token; otherwise the page to start again is sent. */
    const formOf = (request: FastifyRequest, at: Visit): { form: URLSearchParams; key: string } | null => {
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const key = form.get('key') ?? '';
      if (isFormToken(at.session, form.get('token') ?? '', secret) && /^[\w-]{16,64}$/.test(key)) return { form, key };
      send(at.reply, sessionPage(at.speech, at.clientName, at.path), 403);
      return null;
    };
    const home = async (at: Visit, problem: string | null = null, chosen: Parameters<typeof homePage>[4] = null, status = 200) =>
      send(at.reply, homePage(at, await services.readAccount(at.link), services, keysOf(at.session), chosen, problem), status);
    /** Does something that the state of the account may forbid by now: then the page shows that state. */
    const attempt = async (at: Visit, work: () => Promise<string>) => {
      try {
        return at.reply.redirect(`${at.path}${await work()}`, 303);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        return home(at, at.speech.say('conflict'), null, 409);
      }
    };

    scope.get('/p/:address', async (request, reply) => {
      const at = await visit(request, reply, 'link');
      if (!at) return reply;
      if (at.isNew) await services.opened(at.link);
      if (at.session.isConfirmed) return home(at);
      if (at.link.question !== 'none') return send(reply, identityPage(at, at.link.question, keysOf(at.session), null));
      const session = { ...at.session, isConfirmed: true };
      keep(at, session);
      await services.visited(at.link);
      return home({ ...at, session });
    });

    scope.post('/p/:address/identity', async (request, reply) => {
      const at = await visit(request, reply, 'session');
      const posted = at && formOf(request, at);
      if (!posted) return reply;
      const ask = (problem: string, status: number) => send(reply, identityPage(at, at.link.question, keysOf(at.session), problem), status);
      const answer = answerOf(posted.form, at.link.question);
      if (answer === '') return ask(at.speech.say('checkMissing'), 422);
      const { outcome, triesLeft } = await services.confirmIdentity(at.link, answer);
      if (outcome === 'locked') return send(reply, lockedPage(at.speech, at.clientName), 429);
      if (outcome === 'wrong')
        return ask(triesLeft === 1 ? at.speech.say('checkWrongOnce') : at.speech.say('checkWrong', { tries: triesLeft }), 422);
      // Another nonce: what was on the page before the check is worth nothing after it.
      keep(at, { ...newSession(at.link.linkId), locale: at.session.locale, isConfirmed: true });
      await services.visited(at.link);
      return reply.redirect(at.path, 303);
    });

    scope.post('/p/:address/settle', async (request, reply) => {
      const at = await visit(request, reply, 'confirmed');
      const posted = at && formOf(request, at);
      if (!posted) return reply;
      const account = await services.readAccount(at.link);
      const choice = readChoice(posted.form, account);
      const sums = figures(account, choice, services);
      const seen = posted.form.get('seen') ?? '';
      const mark = seenMark(choice, sums);
      // Repeating a form whose action was done finds nothing left to choose: the services know its key, so it goes on to its result.
      const repeated = choice.refs.length === 0 || seen !== mark ? await resultOf(at, choice.way, posted.key) : null;
      if (repeated) return reply.redirect(`${at.path}${repeated}`, 303);
      if (choice.refs.length === 0) return home(at, at.speech.say('noClaims'), choice, 422);
      if (choice.way === 'later' && !isPromiseDay(account, choice.date)) {
        const range = { first: at.speech.day(account.today, account.today), last: at.speech.day(account.lastPromiseDay, account.today) };
        return home(at, at.speech.say('noDate', range), choice, 422);
      }
      if (seen !== mark)
        return send(
          reply,
          reviewPage(
            at,
            account,
            choice,
            sums,
            mark,
            { ...keysOf(at.session), key: posted.key },
            seen === '' ? null : at.speech.say('reviewChanged'),
          ),
        );
      return attempt(at, async () => {
        if (choice.way === 'plan') await services.plan(at.link, choice.refs, choice.interval, posted.key);
        else if (choice.way === 'later' && choice.date) await services.promise(at.link, choice.refs, choice.date, posted.key);
        else return `/provider/${(await services.startPayment(at.link, choice.refs, sums.total, posted.key)).paymentId}`;
        return choice.way === 'plan' ? '/done/plan' : '/done/promise';
      });
    });
    const resultOf = async (at: Visit, way: string, key: string): Promise<string | null> => {
      const done = await services.findDone(at.link, key);
      return done && (done.kind === 'payment' ? `/done/payment/${done.id}` : way === 'plan' ? '/done/plan' : '/done/promise');
    };

    scope.post('/p/:address/instalment', async (request, reply) => {
      const at = await visit(request, reply, 'confirmed');
      const posted = at && formOf(request, at);
      if (!posted) return reply;
      const [plan, all] = [posted.form.get('plan') ?? '', posted.form.get('what') === 'all'];
      return attempt(at, async () => `/provider/${(await services.startInstalment(at.link, plan, all, posted.key)).paymentId}`);
    });

    scope.get('/p/:address/plan/:id', async (request, reply) => {
      const at = await visit(request, reply, 'confirmed');
      return at ? send(reply, endPlanPage(at, (request.params as Params).id, keysOf(at.session))) : reply;
    });
    scope.post('/p/:address/plan/:id', async (request, reply) => {
      const at = await visit(request, reply, 'confirmed');
      if (!at || !formOf(request, at)) return reply;
      return attempt(at, async () => {
        await services.endPlan(at.link, (request.params as Params).id);
        return '';
      });
    });

    scope.get('/p/:address/provider/:id', async (request, reply) => {
      const at = await visit(request, reply, 'confirmed');
      if (!at) return reply;
      const payment = await found(() => services.readPayment(at.link, (request.params as Params).id));
      if (!payment) return home(at, at.speech.say('conflict'), null, 404);
      const isOpen = payment.status === 'processing' && payment.statusReason === 'started' && payment.providerName === 'sandbox';
      return isOpen
        ? send(reply, providerPage(at, payment, keysOf(at.session)))
        : reply.redirect(`${at.path}/done/payment/${payment.paymentId}`, 303);
    });
    scope.post('/p/:address/provider/:id', async (request, reply) => {
      const at = await visit(request, reply, 'confirmed');
      const posted = at && formOf(request, at);
      if (!posted) return reply;
      const outcome = OUTCOMES.find((each) => each === posted.form.get('outcome')) ?? 'decline';
      return attempt(at, async () => {
        const payment = await services.readPayment(at.link, (request.params as Params).id);
        // A page that was left open: the payment has gone on without it.
        if (payment.status === 'processing' && payment.statusReason === 'started')
          await services.reportSandbox(at.link, payment.paymentId, outcome);
        return `/done/payment/${payment.paymentId}`;
      });
    });

    scope.get('/p/:address/done/payment/:id', async (request, reply) => {
      const at = await visit(request, reply, 'confirmed');
      if (!at) return reply;
      const payment = await found(() => services.readPayment(at.link, (request.params as Params).id));
      return payment ? send(reply, paymentReceipt(at, payment)) : home(at, at.speech.say('conflict'), null, 404);
    });
    scope.get('/p/:address/done/:id', async (request, reply) => {
      const at = await visit(request, reply, 'confirmed');
      if (!at) return reply;
      const { id } = request.params as Params;
      if (id === 'plan') return send(reply, planReceipt(at, await services.readAccount(at.link)));
      if (id === 'promise') return send(reply, promiseReceipt(at, await services.readAccount(at.link)));
      return id === 'dispute' || id === 'help' ? send(reply, wordsReceipt(at, id)) : reply.redirect(at.path, 303);
    });

    scope.get('/p/:address/disagree', async (request, reply) => {
      const at = await visit(request, reply, 'confirmed');
      return at
        ? send(reply, disagreePage(at, await services.readAccount(at.link), keysOf(at.session), { refs: [], text: '' }, null))
        : reply;
    });
    scope.post('/p/:address/disagree', async (request, reply) => {
      const at = await visit(request, reply, 'confirmed');
      const posted = at && formOf(request, at);
      if (!posted) return reply;
      const account = await services.readAccount(at.link);
      const wanted = new Set(posted.form.getAll('claim'));
      const refs = account.claims.filter((claim) => wanted.has(claim.ref)).map((claim) => claim.ref);
      const text = wordsOf(posted.form);
      const keys = { ...keysOf(at.session), key: posted.key };
      if (refs.length === 0) return send(reply, disagreePage(at, account, keys, { refs, text }, at.speech.say('noClaims')), 422);
      if (text === '') return send(reply, disagreePage(at, account, keys, { refs, text }, at.speech.say('noText')), 422);
      return attempt(at, async () => {
        await services.dispute(at.link, refs, text, posted.key);
        return '/done/dispute';
      });
    });

    scope.get('/p/:address/help', async (request, reply) => {
      const at = await visit(request, reply, 'confirmed');
      return at ? send(reply, helpPage(at, keysOf(at.session), { refs: [], text: '' }, null)) : reply;
    });
    scope.post('/p/:address/help', async (request, reply) => {
      const at = await visit(request, reply, 'confirmed');
      const posted = at && formOf(request, at);
      if (!posted) return reply;
      const text = wordsOf(posted.form);
      if (text === '')
        return send(reply, helpPage(at, { ...keysOf(at.session), key: posted.key }, { refs: [], text }, at.speech.say('noText')), 422);
      return attempt(at, async () => {
        await services.askForHelp(at.link, text, posted.key);
        return '/done/help';
      });
    });
  });
}

function send(reply: FastifyReply, text: string, status = 200): FastifyReply {
  return reply.status(status).type('text/html; charset=utf-8').send(text);
}

const wordsOf = (form: URLSearchParams) => (form.get('text') ?? '').trim().slice(0, MAX_WORDS);

/** The browser's first language, for pages that know of no debtor. */
function firstLanguage(request: FastifyRequest) {
  return toLocale(request.headers['accept-language']?.split(/[,;]/)[0], DEFAULT_LOCALE);
}

/** @returns null where the service says "not found". */
async function found<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Fault && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

const FONTS = 'node_modules/@fontsource-variable/inter/files';
const ASSETS: Record<string, { file: string; type: string }> = {
  'portal.css': { file: 'portal/assets/portal.css', type: 'text/css; charset=utf-8' },
  'portal.js': { file: 'portal/assets/portal.js', type: 'text/javascript; charset=utf-8' },
  'inter.woff2': { file: `${FONTS}/inter-latin-wght-normal.woff2`, type: 'font/woff2' },
  'inter-ext.woff2': { file: `${FONTS}/inter-latin-ext-wght-normal.woff2`, type: 'font/woff2' },
  'mono.woff2': { file: 'node_modules/@fontsource/jetbrains-mono/files/jetbrains-mono-latin-400-normal.woff2', type: 'font/woff2' },
};

/** Style, script and letters, read once; without the font packages the system's letters are used. */
function mountAssets(scope: FastifyInstance): void {
  const root = path.resolve(import.meta.dirname, '..');
  for (const [name, { file, type }] of Object.entries(ASSETS)) {
    const source = path.join(root, file);
    if (!existsSync(source)) continue;
    const body = readFileSync(source);
    scope.get(`/p/assets/${name}`, (_request, reply) => reply.header('cache-control', 'public, max-age=3600').type(type).send(body));
  }
}
