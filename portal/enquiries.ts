/** The routes by which a debtor is told where a sum comes from, and tells something. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Fault } from '../core/fault.ts';
import { calendarDate } from '../core/time.ts';
import { documentTypesOf } from './functions/functions.ts';
import { balancePage } from './pages/balance.ts';
import { callReceipt, planReceipt, promiseReceipt, WORDS, wordsReceipt } from './pages/receipt.ts';
import { disagreePage, FILE_LIMITS, type Letter, letterPage, MAX_WORDS } from './pages/words.ts';
import { type PostedFiles, withUploads } from './uploads.ts';
import { isEnough, type PageContext, type Params, send, type Visit } from './visit.ts';

/** Adds them. */
export function mountEnquiries(scope: FastifyInstance, { services, visit, formOf, keysOf, home, attempt }: PageContext): void {
  scope.get('/p/:address/balance', async (request, reply) => {
    const at = await visit(request, reply, 'confirmed');
    if (!at) return reply;
    const { today } = await services.readAccount(at.link);
    return send(reply, balancePage(at, await services.readBalance(at.link, dayAsked(request)), today));
  });
  scope.get('/p/:address/balance.pdf', async (request, reply) => {
    const at = await visit(request, reply, 'confirmed');
    if (!at) return reply;
    const pdf = await services.printBalance(at.link, dayAsked(request), at.speech.locale).catch((error: unknown) => {
      if (isEnough(error)) return null;
      throw error;
    });
    if (pdf === null) return home(at, at.speech.say('enoughToday'), null, 429);
    return reply
      .type('application/pdf')
      .header('content-disposition', 'attachment; filename="balance.pdf"')
      .header('x-content-type-options', 'nosniff')
      .send(Buffer.from(pdf));
  });
  scope.get('/p/:address/file/:id', async (request, reply) => {
    const at = await visit(request, reply, 'confirmed');
    if (!at) return reply;
    // Only what the page of this debtor offers.
    const own = await services.readPage(at.link, 'home', at.speech.locale, at.path);
    const url = await services.openFile(at.link, (request.params as Params).id, documentTypesOf(own));
    return url === null ? home(at, at.speech.say('conflict'), null, 404) : reply.redirect(url, 303);
  });
  scope.get('/p/:address/done/:id', async (request, reply) => {
    const at = await visit(request, reply, 'confirmed');
    if (!at) return reply;
    const { id } = request.params as Params;
    if (id === 'plan') return send(reply, planReceipt(at, await services.readAccount(at.link)));
    if (id === 'promise') return send(reply, promiseReceipt(at, await services.readAccount(at.link)));
    if (id === 'call') return send(reply, callReceipt(at, await services.readAccount(at.link)));
    const about = WORDS.find((each) => each === id);
    return about ? send(reply, wordsReceipt(at, about)) : reply.redirect(at.path, 303);
  });

  scope.get('/p/:address/disagree', async (request, reply) => {
    const at = await visit(request, reply, 'confirmed');
    return at
      ? send(reply, disagreePage(at, await services.readAccount(at.link), keysOf(at.session), { refs: [], text: '' }, null))
      : reply;
  });
  const disagree = async (at: Visit, { form: body, files, problem }: PostedFiles) => {
    const posted = formOf({ body }, at);
    if (!posted) return at.reply;
    const { say } = at.speech;
    const account = await services.readAccount(at.link);
    const wanted = new Set(posted.form.getAll('claim'));
    const refs = account.claims.filter((claim) => wanted.has(claim.ref)).map((claim) => claim.ref);
    const text = wordsOf(posted.form);
    // What was written stays on the page; files have to be chosen again.
    const again = (said: string, status = 422) =>
      send(at.reply, disagreePage(at, account, { ...keysOf(at.session), key: posted.key }, { refs, text }, said), status);
    if (refs.length === 0) return again(say('noClaims'));
    if (text === '') return again(say('noText'));
    if (problem !== null) return again(say(problem, FILE_LIMITS), problem === 'filesBusy' ? 503 : 422);
    try {
      const refused = await services.dispute(at.link, refs, text, posted.key, files);
      if (refused !== null) return again(say('fileRefused', { name: refused }));
    } catch (error) {
      if (isEnough(error)) return again(say('enoughToday'), 429);
      if (error instanceof Fault && error.code === 'UNAVAILABLE') return again(say('filesBusy'), 503);
      return attempt(at, () => Promise.reject(error));
    }
    return at.reply.redirect(`${at.path}/done/dispute`, 303);
  };
  scope.post('/p/:address/disagree', async (request, reply) => {
    const at = await visit(request, reply, 'confirmed');
    return at ? withUploads(request, (posted) => disagree(at, posted)) : reply;
  });

  // A message waits for a strategy that lets the debtor write; help may always be asked for.
  const letters: Readonly<Record<Letter, (at: Visit, text: string, key: string) => Promise<string>>> = {
    help: async (at, text, key) => ((await services.askForHelp(at.link, text, key)) === 'added' ? 'helpAdded' : 'help'),
    message: async (at, text, key) => {
      await services.leaveMessage(at.link, text, key);
      return 'message';
    },
  };
  for (const about of Object.keys(letters) as Letter[]) {
    scope.get(`/p/:address/${about}`, async (request, reply) => {
      const at = await visit(request, reply, 'confirmed');
      if (!at) return reply;
      if (about === 'message' && !(await services.readAccount(at.link)).canWrite) return reply.redirect(at.path, 303);
      return send(reply, letterPage(at, about, keysOf(at.session), '', null));
    });
    scope.post(`/p/:address/${about}`, async (request, reply) => {
      const at = await visit(request, reply, 'confirmed');
      const posted = at && formOf(request, at);
      if (!posted) return reply;
      const text = wordsOf(posted.form);
      const again = (problem: string, status: number) =>
        send(reply, letterPage(at, about, { ...keysOf(at.session), key: posted.key }, text, at.speech.say(problem)), status);
      if (text === '') return again('noText', 422);
      try {
        return reply.redirect(`${at.path}/done/${await letters[about](at, text, posted.key)}`, 303);
      } catch (error) {
        if (isEnough(error)) return again('enoughToday', 429);
        return attempt(at, () => Promise.reject(error));
      }
    });
  }
}

/** The day of a query, or null: today. */
const dayAsked = (request: FastifyRequest) => calendarDate(String((request.query as { asOf?: unknown }).asOf ?? ''));

const wordsOf = (form: URLSearchParams) => (form.get('text') ?? '').trim().slice(0, MAX_WORDS);
