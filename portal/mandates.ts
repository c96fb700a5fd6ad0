/** The routes by which a debtor lets the instalments of a plan be collected. */
import type { FastifyInstance } from 'fastify';
import { Fault } from '../core/fault.ts';
import type { PortalAccount } from './facts.ts';
import { type MandateDraft, type MandateProblems, mandatePage, mandateText } from './pages/mandate.ts';
import { type PageContext, type Params, send, type Visit } from './visit.ts';

/** Adds them. */
export function mountMandates(scope: FastifyInstance, { services, visit, formOf, keysOf, home, attempt }: PageContext): void {
  /** @returns the creditor and the plan that can be collected, or null. */
  const collectable = (account: PortalAccount, planId: string) => {
    const plan = account.plans.find((each) => each.planId === planId && each.collectedFrom === null);
    return plan && account.directDebit ? { account, plan, creditor: account.directDebit } : null;
  };
  const show = async (at: Visit, planId: string, draft: MandateDraft, problems: MandateProblems, key?: string) => {
    const found = collectable(await services.readAccount(at.link), planId);
    if (!found) return home(at, at.speech.say('conflict'), null, 409);
    const keys = { ...keysOf(at.session), ...(key === undefined ? {} : { key }) };
    const text = mandatePage(at, found.creditor, found.plan, found.account.currency, keys, draft, problems);
    return send(at.reply, text, key === undefined ? 200 : 422);
  };

  scope.get('/p/:address/mandate/:id', async (request, reply) => {
    const at = await visit(request, reply, 'confirmed');
    return at ? show(at, (request.params as Params).id, { holder: '', iban: '', agrees: false }, {}) : reply;
  });

  scope.post('/p/:address/mandate/:id', async (request, reply) => {
    const at = await visit(request, reply, 'confirmed');
    const posted = at && formOf(request, at);
    if (!posted) return reply;
    const { form, key } = posted;
    const planId = (request.params as Params).id;
    const draft = {
      holder: (form.get('holder') ?? '').trim().slice(0, 70),
      iban: (form.get('iban') ?? '').trim().slice(0, 42),
      agrees: form.get('agrees') === 'yes',
    };
    const { say } = at.speech;
    const problems = {
      ...(draft.holder === '' && { holder: say('checkMissing') }),
      ...(draft.iban === '' && { iban: say('checkMissing') }),
      ...(!draft.agrees && { agrees: say('mandateMissing') }),
    };
    if (Object.keys(problems).length > 0) return show(at, planId, draft, problems, key);
    const { directDebit } = await services.readAccount(at.link);
    if (!directDebit) return home(at, say('conflict'), null, 409);
    const consent = { text: mandateText(directDebit, at.speech), locale: at.speech.locale };
    try {
      await services.giveMandate(at.link, planId, { holder: draft.holder, iban: draft.iban, consent }, key);
    } catch (error) {
      const field = error instanceof Fault && error.code === 'INVALID_INPUT' ? error.field : null;
      if (field === 'holder') return show(at, planId, draft, { holder: say('checkMissing') }, key);
      if (field === 'iban') return show(at, planId, draft, { iban: say('noIban') }, key);
      return attempt(at, () => Promise.reject(error));
    }
    return reply.redirect(`${at.path}/done/mandate`, 303);
  });
}
