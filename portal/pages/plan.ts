/** Instalment plans on the page: what one would be, what can be chosen about it, and the one that was agreed on. */

import { type Html, html } from '../../core/html.ts';
import { type Choice, daysOf, type Figures, figures, forWay, mostParts } from '../choice.ts';
import type { Interval, PortalAccount, PortalPart, PortalPlan } from '../facts.ts';
import type { PortalServices } from '../portal.ts';
import type { Speech } from '../texts.ts';
import { waysToPay } from '../ways.ts';
import { type FormKeys, type Frame, hidden } from './layout.ts';
import { providerChoice } from './provider.ts';

/** What is wrong with a field, said beside it. */
export interface FieldProblem {
  readonly field: 'date' | 'down' | 'parts' | 'amount';
  readonly text: string;
}

/** @returns how a field says what is wrong with it. */
export function problemAt(field: FieldProblem['field'], problem: FieldProblem | null): { readonly mark: Html; readonly text: Html | null } {
  const own = problem?.field === field ? problem.text : null;
  return {
    mark: own === null ? html` aria-describedby="${field}-problem"` : html` aria-invalid="true" aria-describedby="${field}-problem"`,
    text: html`<p class="wrong" id="${field}-problem">${own}</p>`,
  };
}

/** @returns "3 months", "6 weeks": how long a plan of so many payments takes. */
export function lengthOf(interval: Interval, count: number, { say }: Speech): string {
  return count === 1 ? say('way_once') : say(`way_${interval}`, { count: count * WEEKS[interval] });
}

/** How many of the words' units lie between two payments. */
const WEEKS: Record<Interval, number> = { monthly: 1, everyTwoWeeks: 2, weekly: 1 };

/** @returns payments without their days: "2 × €10.00 + 3 × €9.99". */
function sumsOf(parts: readonly PortalPart[], money: (minor: bigint) => string): string {
  const runs: { amount: bigint; count: number }[] = [];
  for (const { amount } of parts) {
    const last = runs.at(-1);
    if (last?.amount === amount) last.count += 1;
    else runs.push({ amount, count: 1 });
  }
  return runs.map(({ amount, count }) => (count === 1 ? money(amount) : `${count} × ${money(amount)}`)).join(' + ');
}

/** "First payment, 1 December" and "Then monthly until 1 February". */
export function partRows({ parts }: Pick<Figures, 'parts'>, interval: Interval, account: PortalAccount, speech: Speech): Html {
  const { say, day } = speech;
  const money = (minor: bigint) => speech.money(minor, account.currency);
  const [first, ...rest] = parts;
  const last = rest.at(-1);
  if (!first) return html``;
  return html`<p class="row live"><span data-live="firstDay">${say('firstPayment', { day: day(first.dueDate, account.today) })}</span><strong data-live="first">${money(first.amount)}</strong></p>
<p class="row live" data-live-row="rest"${last ? null : html` hidden`}><span data-live="restDay">${say(`then_${interval}`, { day: day(last?.dueDate ?? first.dueDate, account.today) })}</span><strong data-live="rest">${sumsOf(rest, money)}</strong></p>`;
}

/** What can be chosen about a plan, with what it would be. @param form an attribute that says which form its fields belong to. */
export function planFields(
  account: PortalAccount,
  choice: Choice,
  services: Pick<PortalServices, 'planParts'>,
  speech: Speech,
  problem: FieldProblem | null,
  form: Html,
): Html {
  const { say } = speech;
  const { planTerms: terms, today } = account;
  const [only, more] = terms.intervals;
  const most = mostParts(terms, figures(account, forWay(account, choice, 'plan', choice.interval), services).total);
  const each = (interval: Interval) => {
    const own = forWay(account, choice, 'plan', interval);
    // As many days as a plan may have, so that a script can show any plan without asking.
    const days = services.planParts({
      amount: BigInt(terms.maxParts + 1),
      downPayment: 0n,
      parts: terms.maxParts + 1,
      interval,
      first: account.firstDay[interval],
    });
    return html`<div class="each${more ? '' : ' only'}" data-interval="${interval}" data-days="${daysOf(days)}" data-first="${say('firstPayment', { day: '{day}' })}" data-then="${say(`then_${interval}`, { day: '{day}' })}" data-length="${say(`way_${interval}`, { count: '{count}' })}" data-units="${WEEKS[interval]}">${partRows(figures(account, own, services), interval, account, speech)}</div>`;
  };
  const parts = problemAt('parts', problem);
  const down = problemAt('down', problem);
  return html`<div class="plan" id="plan" data-today="${today}" data-least="${String(terms.minPart)}" data-fewest="${terms.minParts}" data-all="${terms.coversAll ? '1' : '0'}" data-once="${say('way_once')}" data-small="${say('planSmall', { least: speech.money(terms.minPart, account.currency) })}" data-nodown="${say('noDown', { least: speech.money(terms.minPart, account.currency), most: '{most}' })}" data-decimal="${speech.decimal}">
${terms.intervals.map(each)}<p class="small">${say('noExtra')}</p>
${terms.coversAll && html`<p class="small">${say('planAll')}</p>`}
${
  more
    ? html`<fieldset class="intervals"><legend class="unseen">${say('interval')}</legend>${terms.intervals.map((interval) => html`<label><input type="radio" name="interval" value="${interval}"${interval === choice.interval ? html` checked` : null}${form}><span>${say(`interval_${interval}`)}</span></label>`)}</fieldset>`
    : html`<input type="hidden" name="interval" value="${only ?? ''}"${form}>`
}
${
  terms.maxParts > terms.minParts
    ? html`<p class="row"><label for="parts">${say('planParts')}</label><select id="parts" name="parts"${parts.mark}${form}>${range(terms.minParts, terms.maxParts).map((count) => html`<option value="${count}"${count === choice.parts ? html` selected` : null}${count > most && count !== choice.parts ? html` disabled` : null}>${count}</option>`)}</select></p>`
    : html`<input type="hidden" id="parts" name="parts" value="${terms.minParts}"${form}>`
}${parts.text}
${terms.downPayment && html`<p class="row"><label for="down">${say(terms.leastDown(MOST) > 0n ? 'downNeeded' : 'downPayment')}</label><input class="sum" id="down" name="down" inputmode="decimal" autocomplete="off" maxlength="20" placeholder=" " value="${choice.downTyped}"${down.mark}${form}></p>${down.text}`}
</div>`;
}

/** A sum that no down payment is all of. */
const MOST = 10n ** 15n;

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** How a page shows plans that were agreed on. */
export interface PlanLook {
  readonly title: string;
  /** What opens and closes the list of payments. */
  readonly show: string;
  readonly hide: string;
  readonly isOpen: boolean;
  /** Whether direct debit is offered here, and not elsewhere on the page. */
  readonly offersDebit: boolean;
}

/** A plan that was agreed on, with its next payment. */
export function planCard(plan: PortalPlan, account: PortalAccount, frame: Frame & { path: string }, keys: FormKeys, look: PlanLook): Html {
  const { speech, path } = frame;
  const { say, money, day } = speech;
  const open = plan.instalments.filter((each) => each.paidAmount < each.amount);
  const left = open.reduce((sum, each) => sum + each.amount - each.paidAmount, 0n);
  const next = open[0];
  // What a partner collects is paid there.
  const isMoving = account.claims.some((claim) => claim.isPlanned && (claim.pending > 0n || claim.partner !== null));
  const tone: Record<string, string> = { paid: 'brand', missed: 'bad', pending: '', canceled: '' };
  return html`<section class="card plan-card"><h2><span dir="auto">${look.title}</span><span>${say('planLeft', { amount: money(left, account.currency) })}</span></h2>
<details class="payments"${look.isOpen && html` open`}><summary><span class="closed">${look.show}</span><span class="opened">${look.hide}</span></summary><ol>${plan.instalments.map((each) => html`<li class="row"><span>${day(each.dueDate, account.today)}</span><span class="chip ${tone[each.status] ?? ''}">${say(`inst_${each.status}`)}</span><strong>${money(each.amount, account.currency)}</strong></li>`)}</ol></details>
${plan.collectedFrom && html`<p class="small">${say('mandateActive', { iban: plan.collectedFrom })}</p>`}
${
  next && !isMoving
    ? html`<form method="post" action="${path}/instalment">${hidden(keys)}<input type="hidden" name="plan" value="${plan.planId}">${providerChoice(waysToPay(account, speech), speech, plan.planId)}
<button class="button" name="what" value="next">${say('payInstalment', { amount: money(next.amount - next.paidAmount, account.currency) })}</button>
<p class="asides">${open.length > 1 && html`<button class="plainly" name="what" value="all">${say('payAllOfPlan')}</button>`}${look.offersDebit && account.directDebit && plan.collectedFrom === null && html`<a href="${path}/mandate/${plan.planId}">${say('mandateLink')}</a>`}<a href="${path}/plan/${plan.planId}">${say('endPlan')}</a></p></form>`
    : null
}</section>`;
}
