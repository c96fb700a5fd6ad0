/** The routes by which a debtor tells what they earn and spend. */
import type { FastifyInstance } from 'fastify';
import { BUDGET_SIDES, type BudgetKind, type BudgetSide, MOST_PEOPLE } from '../core/budget.ts';
import { readWhole } from '../core/readAmount.ts';
import type { PortalAccount, PortalBudget } from './facts.ts';
import { type BudgetDraft, type BudgetProblems, budgetPage } from './pages/budget.ts';
import { type Speech, speech } from './texts.ts';
import { isEnough, type PageContext, send, type Visit } from './visit.ts';

const KINDS = [...BUDGET_SIDES.incomes, ...BUDGET_SIDES.expenses];

/** Adds them. */
export function mountBudgets(scope: FastifyInstance, { services, visit, formOf, keysOf, attempt }: PageContext): void {
  const show = (
    at: Visit,
    account: PortalAccount,
    draft: BudgetDraft,
    {
      problems = {},
      problem = null,
      key,
      status = 200,
    }: { problems?: BudgetProblems; problem?: string | null; key?: string; status?: number },
  ) => {
    const keys = { ...keysOf(at.session), ...(key === undefined ? {} : { key }) };
    return send(at.reply, budgetPage(at, account, keys, draft, problems, problem), status);
  };

  scope.get('/p/:address/budget', async (request, reply) => {
    const at = await visit(request, reply, 'confirmed');
    if (!at) return reply;
    const account = await services.readAccount(at.link);
    if (!account.budget) return reply.redirect(at.path, 303);
    return show(at, account, readBudget(new URLSearchParams(), account, at.speech), {});
  });

  scope.post('/p/:address/budget', async (request, reply) => {
    const at = await visit(request, reply, 'confirmed');
    const posted = at && formOf(request, at);
    if (!posted) return reply;
    const { form, key } = posted;
    const { say } = at.speech;
    const account = await services.readAccount(at.link);
    const draft = readBudget(form, account, at.speech);
    const problems = problemsOf(draft, account, at.speech);
    if (Object.keys(problems).length > 0) return show(at, account, draft, { problems, key, status: 422 });
    if (draft.amounts.size === 0) return show(at, account, draft, { problem: say('budgetEmpty'), key, status: 422 });
    // Without a script the sums are shown before they are sent.
    if (form.get('seen') !== draft.seen) return show(at, account, draft, { problem: say('budgetCheck'), key });
    try {
      await services.tellBudget(at.link, toldOf(draft, speech(account.budget?.staffLocale ?? at.speech.locale)), key);
    } catch (error) {
      if (isEnough(error)) return show(at, account, draft, { problem: say('enoughToday'), key, status: 429 });
      return attempt(at, () => Promise.reject(error));
    }
    return reply.redirect(`${at.path}/done/budget`, 303);
  });
}

function readBudget(form: URLSearchParams, { currency }: PortalAccount, { readMoney }: Speech): BudgetDraft {
  const typed = Object.fromEntries(KINDS.map((kind) => [kind, (form.get(kind) ?? '').trim().slice(0, 20)])) as Record<BudgetKind, string>;
  const amounts = new Map(
    KINDS.filter((kind) => typed[kind] !== '').map((kind) => {
      const amount = readMoney(typed[kind], currency);
      return [kind, amount !== null && amount >= 0n ? amount : null];
    }),
  );
  const sumOf = (side: BudgetSide) => BUDGET_SIDES[side].reduce((sum, kind) => sum + (amounts.get(kind) ?? 0n), 0n);
  const sums = { incomes: sumOf('incomes'), expenses: sumOf('expenses') };
  const people = (form.get('household') ?? '').trim().slice(0, 2);
  return { typed, amounts, people, sums, seen: `${sums.incomes}|${sums.expenses}` };
}

function problemsOf(draft: BudgetDraft, { currency }: PortalAccount, { say, money }: Speech): BudgetProblems {
  const people = readWhole(draft.people);
  const wrong = [...draft.amounts].filter(([, amount]) => amount === null).map(([kind]) => kind);
  return {
    ...((people === null || people < 1 || people > MOST_PEOPLE) && { household: say('budgetPeople', { most: MOST_PEOPLE }) }),
    ...Object.fromEntries(wrong.map((kind) => [kind, say('budgetAmount', { example: money(85_050n, currency) })])),
  };
}

/** @param words of the language that staff read. */
function toldOf({ amounts, people }: BudgetDraft, { say }: Speech): PortalBudget {
  const items = (side: BudgetSide) =>
    BUDGET_SIDES[side].flatMap((kind) => {
      const amount = amounts.get(kind);
      return amount == null ? [] : [{ source: say(`budget_${kind}`), amount }];
    });
  return { incomes: items('incomes'), expenses: items('expenses'), household: Number(people) };
}
