/** What a household earns and spends in a month, with the sums of what was typed. */
import { BUDGET_SIDES, type BudgetKind, type BudgetSide } from '../../core/budget.ts';
import { type Html, html } from '../../core/html.ts';
import type { PortalAccount } from '../facts.ts';
import { type FormKeys, type Frame, hidden, notice, page } from './layout.ts';

/** What was typed, with what can be read of it. */
export interface BudgetDraft {
  readonly typed: Readonly<Record<BudgetKind, string>>;
  /** Minor units; null: no amount. Absent where nothing was typed. */
  readonly amounts: ReadonlyMap<BudgetKind, bigint | null>;
  readonly people: string;
  readonly sums: Readonly<Record<BudgetSide, bigint>>;
  /** What tells whether these sums were on the page when it was sent. */
  readonly seen: string;
}

/** What is wrong, by field. */
export type BudgetProblems = Readonly<Partial<Record<BudgetKind | 'household', string>>>;

/** @param draft what was typed before, and its sums. @param problem what is to be done about the form as a whole. */
export function budgetPage(
  frame: Frame & { path: string },
  account: Pick<PortalAccount, 'currency'>,
  keys: FormKeys,
  draft: BudgetDraft,
  problems: BudgetProblems,
  problem: string | null,
): string {
  const { speech, path } = frame;
  const { say } = speech;
  const { sums } = draft;
  const money = (minor: bigint) => speech.money(minor, account.currency);
  const sum = (name: string, side: BudgetSide | 'left', minor: bigint): Html =>
    html`<p class="row live"><span>${say(name)}</span><strong data-live="${side}">${money(minor)}</strong></p>`;
  const mark = (field: BudgetKind | 'household'): Html =>
    problems[field] === undefined
      ? html` aria-describedby="${field}-problem"`
      : html` aria-invalid="true" aria-describedby="${field}-problem"`;
  const wrong = (field: BudgetKind | 'household'): Html => html`<p class="wrong" id="${field}-problem">${problems[field] ?? null}</p>`;
  const part = (side: BudgetSide): Html =>
    html`<section class="card summary"><h2>${say(`budget_${side}`)}</h2>
${BUDGET_SIDES[side].map((kind) => html`<p class="row"><label for="${kind}">${say(`budget_${kind}`)}</label><input class="sum" id="${kind}" name="${kind}" data-kept data-side="${side}" inputmode="decimal" autocomplete="off" maxlength="20" value="${draft.typed[kind]}"${mark(kind)}></p>${wrong(kind)}`)}
${sum(`budget_sum_${side}`, side, sums[side])}</section>`;
  return page(
    frame,
    say('budgetTitle'),
    html`<h1 class="smaller">${say('budgetTitle')}</h1><p>${say('budgetText')}</p>${notice(problem)}
<form method="post" action="${path}/budget" class="stack" id="budget" data-currency="${account.currency}" data-decimal="${speech.decimal}"${draft.amounts.size > 0 ? html` data-checked` : null}>${hidden(keys)}<input type="hidden" name="seen" value="${draft.seen}">
<section class="card summary"><p class="row"><label for="household">${say('budgetHousehold')}</label><input class="sum" id="household" name="household" data-kept inputmode="numeric" autocomplete="off" maxlength="2" required value="${draft.people}"${mark('household')}></p>${wrong('household')}</section>
${part('incomes')}${part('expenses')}
<section class="card summary live">${sum('budgetLeft', 'left', sums.incomes - sums.expenses)}</section>
<div class="foot"><button class="button">${say('budgetDo')}</button><p class="asides"><a href="${path}">${say('back')}</a></p></div></form>`,
  );
}
