/** The routes by which a debtor asks to be called. */
import type { FastifyInstance } from 'fastify';
import { Fault } from '../core/fault.ts';
import type { PortalCallOffer } from './facts.ts';
import { type CallDraft, type CallProblems, callPage } from './pages/call.ts';
import { isEnough, type PageContext, send, type Visit } from './visit.ts';

/** Adds them. */
export function mountCalls(scope: FastifyInstance, { services, visit, formOf, keysOf, home, attempt }: PageContext): void {
  const show = async (at: Visit, draft: CallDraft | null, problems: CallProblems, key?: string, status = 422) => {
    const { call } = await services.readAccount(at.link);
    // A strategy has stopped offering it since the page was opened.
    if (!call) return key === undefined ? at.reply.redirect(at.path, 303) : home(at, at.speech.say('conflict'), null, 409);
    const keys = { ...keysOf(at.session), ...(key === undefined ? {} : { key }) };
    return send(at.reply, callPage(at, call, keys, draft ?? firstDraft(call), problems), key === undefined ? 200 : status);
  };

  scope.get('/p/:address/call', async (request, reply) => {
    const at = await visit(request, reply, 'confirmed');
    return at ? show(at, null, {}) : reply;
  });

  scope.post('/p/:address/call', async (request, reply) => {
    const at = await visit(request, reply, 'confirmed');
    const posted = at && formOf(request, at);
    if (!posted) return reply;
    const { form, key } = posted;
    const read = (name: keyof CallDraft) => (form.get(name) ?? '').trim().slice(0, 30);
    const draft = { day: read('day'), time: read('time'), phone: read('phone') };
    const { call } = await services.readAccount(at.link);
    // The masked number stands for the one that is known.
    const phone = draft.phone === call?.phone ? null : draft.phone;
    try {
      await services.askForCall(at.link, { day: draft.day, time: draft.time, phone }, key);
    } catch (error) {
      const field = error instanceof Fault && error.code === 'INVALID_INPUT' ? error.field : null;
      if (field === 'day' || field === 'time' || field === 'phone')
        return show(at, draft, { [field]: problemOf(at, field, draft, call) }, key);
      if (isEnough(error)) return show(at, draft, { day: at.speech.say('enoughToday') }, key, 429);
      return attempt(at, () => Promise.reject(error));
    }
    return reply.redirect(`${at.path}/done/call`, 303);
  });
}

/** What was asked for before, else the first time there is. */
function firstDraft({ asked, days, phone }: PortalCallOffer): CallDraft {
  const isStillOffered = asked && days.some(({ date, times }) => date === asked.day && times.includes(asked.time));
  const first = { day: days[0]?.date ?? '', time: days[0]?.times[0] ?? '' };
  return { ...(isStillOffered ? asked : first), phone: phone ?? '' };
}

function problemOf({ speech }: Visit, field: keyof CallDraft, draft: CallDraft, call: PortalCallOffer | null): string {
  const { say, weekday, time } = speech;
  if (field === 'phone') return say('callNoPhone');
  const day = call?.days.find(({ date }) => date === draft.day);
  const [first, last] = [day?.times[0], day?.times.at(-1)];
  if (field === 'day' || !day || !first || !last) return say('callNoDay');
  return say('callNoTime', { day: weekday(day.date), first: time(first), last: time(last) });
}
