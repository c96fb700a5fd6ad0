/** The routes by which a debtor pays, agrees on paying, and comes back from a provider. */
import type { FastifyInstance } from 'fastify';
import { Fault } from '../core/fault.ts';
import { isUuid } from '../core/id.ts';
import { DEFAULT_LOCALE } from '../core/locale.ts';
import { amountProblem, figures, isPromiseDay, partsOfPayment, planProblem, readChoice, seenMark } from './choice.ts';
import { OUTCOMES, type PortalPayment } from './facts.ts';
import { gonePage, lookingPage } from './pages/closed.ts';
import { backPage, leavePage, providerPage } from './pages/provider.ts';
import { paymentReceipt } from './pages/receipt.ts';
import { endPlanPage, reviewPage } from './pages/review.ts';
import { speech } from './texts.ts';
import { found, type PageContext, type Params, send, type Visit } from './visit.ts';
import { transferPath, wantsTransfer } from './ways.ts';

/** Adds them. */
export function mountPaying(scope: FastifyInstance, { services, visit, formOf, keysOf, home, attempt }: PageContext): void {
  scope.post('/p/:address/settle', async (request, reply) => {
    const at = await visit(request, reply, 'confirmed');
    const posted = at && formOf(request, at);
    if (!posted) return reply;
    const account = await services.readAccount(at.link);
    const choice = readChoice(posted.form, account, at.speech);
    const sums = figures(account, choice, services);
    const seen = posted.form.get('seen') ?? '';
    const mark = seenMark(choice, sums);
    // Repeating a form whose action was done finds nothing left to choose: the services know its key, so it goes on to its result.
    const repeated = choice.refs.length === 0 || seen !== mark ? await resultOf(at, choice.way, posted.key) : null;
    if (repeated) return reply.redirect(`${at.path}${repeated}`, 303);
    if (choice.refs.length === 0) return home(at, at.speech.say('noClaims'), choice, 422);
    if (choice.way === 'later' && !isPromiseDay(account, choice.date)) {
      const range = { first: at.speech.day(account.today, account.today), last: at.speech.day(account.lastPromiseDay, account.today) };
      return home(at, { field: 'date', text: at.speech.say('noDate', range) }, choice, 422);
    }
    const wrong = choice.way === 'plan' ? planProblem(account, choice, sums.total, at.speech) : amountProblem(account, choice, at.speech);
    if (wrong) return home(at, wrong, choice, 422);
    if (choice.way === 'now' && wantsTransfer(account, posted.form)) {
      const about: Record<string, string | readonly string[]> = { claim: choice.refs };
      if (choice.amountTyped !== '') about.amount = String(sums.total);
      return reply.redirect(`${at.path}${transferPath(about)}`, 303);
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
          posted.form.get('provider') ?? '',
          partsOfPayment(account, choice, services),
          seen === '' ? null : at.speech.say('reviewChanged'),
        ),
      );
    return attempt(at, async () => {
      const { refs, interval, parts } = choice;
      if (choice.way === 'plan')
        await services.plan(at.link, refs, { interval, parts, downPayment: choice.downPayment ?? 0n }, sums.total, posted.key);
      else if (choice.way === 'later' && choice.date) await services.promise(at.link, choice.refs, choice.date, posted.key);
      else {
        const provider = posted.form.get('provider') ?? '';
        return providerOf((await services.startPayment(at.link, choice.refs, sums.total, provider, posted.key)).paymentId);
      }
      return choice.way === 'plan' ? '/done/plan' : '/done/promise';
    });
  });
  const resultOf = async (at: Visit, way: string, key: string): Promise<string | null> => {
    const done = await services.findDone(at.link, key);
    // A payment that waits for its debtor goes on at the provider, so pressing twice leads where pressing once does.
    return done && (done.kind === 'payment' ? providerOf(done.id) : way === 'plan' ? '/done/plan' : '/done/promise');
  };

  scope.post('/p/:address/instalment', async (request, reply) => {
    const at = await visit(request, reply, 'confirmed');
    const posted = at && formOf(request, at);
    if (!posted) return reply;
    const [plan, all] = [posted.form.get('plan') ?? '', posted.form.get('what') === 'all'];
    const provider = posted.form.get('provider') ?? '';
    if (wantsTransfer(await services.readAccount(at.link), posted.form))
      return reply.redirect(`${at.path}${transferPath({ plan, what: all ? 'all' : 'next' })}`, 303);
    return attempt(at, async () => providerOf((await services.startInstalment(at.link, plan, all, provider, posted.key)).paymentId));
  });

  scope.post('/p/:address/settlement', async (request, reply) => {
    const at = await visit(request, reply, 'confirmed');
    const posted = at && formOf(request, at);
    if (!posted) return reply;
    const [offer, provider] = [posted.form.get('offer') ?? '', posted.form.get('provider') ?? ''];
    // The form again, after the offer was paid: nothing is left to accept, and its key leads to what it did.
    const repeated = await resultOf(at, 'now', posted.key);
    if (repeated) return reply.redirect(`${at.path}${repeated}`, 303);
    if (posted.form.get('what') === 'pay' && wantsTransfer(await services.readAccount(at.link), posted.form))
      return reply.redirect(`${at.path}${transferPath({ offer })}`, 303);
    return attempt(at, async () => {
      if (posted.form.get('what') === 'pay') return providerOf((await services.payOffer(at.link, offer, provider, posted.key)).paymentId);
      await services.acceptOffer(at.link, offer);
      return '';
    });
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

  /** A payment that began at the sandbox may be older than the day it was switched off. */
  const hasSandbox = async (at: Visit) => (await services.readAccount(at.link)).providers.some((each) => each.providerName === 'sandbox');

  scope.get('/p/:address/provider/:id', async (request, reply) => {
    const at = await visit(request, reply, 'confirmed');
    if (!at) return reply;
    const payment = await found(() => services.readPayment(at.link, (request.params as Params).id));
    if (!payment) return home(at, at.speech.say('conflict'), null, 404);
    const receipt = `${at.path}/done/payment/${payment.paymentId}`;
    if (!isStarted(payment)) return reply.redirect(receipt, 303);
    if (payment.providerName === 'sandbox' && !(await hasSandbox(at))) return home(at, at.speech.say('conflict'), null, 409);
    if (at.link.isPreview) return send(reply, lookingPage(at.speech, at.clientName, at.path), 403);
    if (payment.providerName === 'sandbox') return send(reply, providerPage(at, payment, keysOf(at.session)));
    const back = `${at.path}/back/${payment.paymentId}`;
    try {
      return send(
        reply,
        leavePage(
          at,
          payment,
          await services.checkout(at.link, payment.paymentId, { success: `${back}?as=success`, cancel: back, domain: request.host }),
        ),
      );
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      request.log.warn({ code: error.code, paymentId: payment.paymentId }, 'the payment provider gives no page');
      return home(at, at.speech.say('providerDown'), null, 503);
    }
  });
  // Where a provider sends people back to: without the session's cookie, so nothing is looked up but whether the link lives.
  scope.get('/p/:address/back/:id', async (request, reply) => {
    const { address, id } = request.params as Params;
    const link = await services.findLink(address);
    const words = speech(link?.locale ?? DEFAULT_LOCALE);
    if (!link) return send(reply, gonePage(words, await services.findEnded(address), `/p/${encodeURIComponent(address)}`), 404);
    const look = (request.query as { as?: unknown }).as === 'success' ? '?look=1' : '';
    return send(
      reply,
      backPage({ speech: words, clientName: link.clientName, path: null }, `/p/${address}/done/payment/${isUuid(id) ? id : ''}${look}`),
    );
  });
  scope.post('/p/:address/provider/:id', async (request, reply) => {
    const at = await visit(request, reply, 'confirmed');
    const posted = at && formOf(request, at);
    if (!posted) return reply;
    const outcome = OUTCOMES.find((each) => each === posted.form.get('outcome')) ?? 'decline';
    return attempt(at, async () => {
      const payment = await services.readPayment(at.link, (request.params as Params).id);
      // A page that was left open: the payment has gone on without it.
      if (isStarted(payment) && payment.providerName === 'sandbox') await services.reportSandbox(at.link, payment.paymentId, outcome);
      return `/done/payment/${payment.paymentId}`;
    });
  });

  scope.get('/p/:address/done/payment/:id', async (request, reply) => {
    const at = await visit(request, reply, 'confirmed');
    if (!at) return reply;
    const payment = await found(() => services.readPayment(at.link, (request.params as Params).id));
    const look = Math.trunc(Number((request.query as { look?: unknown }).look)) || 0;
    return payment
      ? send(reply, paymentReceipt(at, payment, await services.readAccount(at.link), Math.max(0, look)))
      : home(at, at.speech.say('conflict'), null, 404);
  });
}

/** Nobody has heard from the provider yet. */
const isStarted = (payment: PortalPayment) => payment.status === 'processing' && payment.statusReason === 'started';

/** Where a payment goes on: at its provider while it waits for its debtor, then on to what came of it. */
const providerOf = (paymentId: string) => `/provider/${paymentId}`;
