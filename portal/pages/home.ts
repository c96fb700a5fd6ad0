/** The page itself: what is owed, where it comes from, and three ways to settle it. */

import { type Html, html } from '../../core/html.ts';
import { allows, type Choice, figures, firstChoice, forWay, selectable, WAYS, type Way } from '../choice.ts';
import type { PortalAccount, PortalClaim, PortalServices } from '../portal.ts';
import type { Speech } from '../texts.ts';
import { waysToPay } from '../ways.ts';
import { claimCard } from './claims.ts';
import { type FormKeys, type Frame, hidden, notice, page } from './layout.ts';
import { offerCard } from './offer.ts';
import { type FieldProblem, lengthOf, planCard, planFields, problemAt } from './plan.ts';
import { providerChoice } from './provider.ts';

type HomeFrame = Frame & { path: string };

/** @param chosen what was chosen before, when something about it has to be put right. @param problem what that is, beside its field when it has one. */
export function homePage(
  frame: HomeFrame,
  account: PortalAccount,
  services: PortalServices,
  keys: FormKeys,
  chosen: Choice | null,
  problem: string | FieldProblem | null,
): string {
  const { speech, path } = frame;
  const { say, money } = speech;
  const open = account.claims.filter((claim) => claim.balance > 0n);
  const owed = open.reduce((sum, claim) => sum + claim.balance, 0n);
  const free = selectable(account);
  const fixed = open.filter((claim) => !free.includes(claim));
  const settled = account.claims.filter((claim) => claim.balance <= 0n && claim.entries.length > 0);
  const choice = chosen ?? firstChoice(account);
  const field = typeof problem === 'string' ? null : problem;
  const total = money(owed, account.currency);
  const [promised, ...later] = promisesOf(open, account, speech);
  const title = owed === 0n ? say('nothingDue') : promised ? say('promisedTitle', promised) : say('youOwe', { amount: total });
  const choose = free.length > 0 ? say('choose') : null;
  const lead = owed === 0n ? say('nothingDueText') : promised ? say('promisedLead', { amount: total }) : choose;
  return page(
    frame,
    say('claims'),
    html`<p class="hello">${say('hello', { name: account.debtorName })}</p>
<h1>${title}</h1>
${later.map((each) => html`<p>${say('promisedAlso', each)}</p>`)}<p class="lead">${lead}</p>
${notice(typeof problem === 'string' ? problem : (problem?.text ?? null))}
${account.budget && html`<section class="card ask"><h2>${say('budgetCard')}</h2><p>${say('budgetCardText', { day: speech.day(account.budget.until, account.today) })}</p><p><a href="${path}/budget">${say('budgetOpen')}</a></p></section>`}${account.offers.map((offer) => offerCard(offer, account, frame, keys))}
${account.plans.map((plan) => planCard(plan, account, frame, keys))}
${
  free.length > 0
    ? html`<form method="post" action="${path}/settle" class="stack settle" id="settle" data-currency="${account.currency}" data-empty="${say('chooseOne')}" data-decimal="${speech.decimal}" data-least="${String(account.leastPayment)}" data-amount="${say('noAmount', { least: money(account.leastPayment, account.currency), most: '{most}' })}" data-part="${say('noPart', { most: '{most}' })}">
${hidden(keys)}<input type="hidden" name="seen" value="">
<ul class="claims" aria-label="${say('claims')}">${free.map((claim, index) => claimCard(claim, account, speech, choice.refs.includes(claim.ref), index))}
${fixed.map((claim, index) => claimCard(claim, account, speech, null, free.length + index))}</ul>
${waysOf(account, choice, services, speech, field)}
<div class="foot bar"><p class="row live"><span>${say('chosen')}</span><strong data-live="total">${money(figures(account, choice, services).total, account.currency)}</strong></p><button class="button" id="go" data-now="${say('do_now', { amount: '{amount}' })}" data-plan="${say('do_plan', { count: '{count}' })}" data-plan-once="${say('do_plan_once')}" data-later="${say('do_later', { amount: '{amount}' })}" data-review="${say('continue')}">${say('continue')}</button></div></form>
${asides(path, account, speech)}`
    : html`${fixed.length > 0 && html`<ul class="claims" aria-label="${say('claims')}">${fixed.map((claim, index) => claimCard(claim, account, speech, null, index))}</ul>`}<div class="foot">${owed > 0n ? asides(path, account, speech) : settled.length > 0 && html`<p class="asides"><a href="${path}/balance">${say('balanceLink')}</a></p>`}</div>`
}
${settled.length > 0 && html`<details class="settled"><summary>${say('paidBills')} (${settled.length})</summary><ul class="claims">${settled.map((claim, index) => claimCard(claim, account, speech, null, 1000 + index))}</ul></details>`}`,
  );
}

/** What was promised, the soonest first: one line for each day. */
function promisesOf(open: readonly PortalClaim[], account: PortalAccount, { money, day }: Speech) {
  const byDay = Map.groupBy(
    open.filter((claim) => claim.promised > 0n),
    (claim) => claim.promisedUntil,
  );
  return [...byDay]
    .sort(([a], [b]) => (a ?? '').localeCompare(b ?? ''))
    .flatMap(([date, claims]) =>
      date === null
        ? []
        : [
            {
              amount: money(
                claims.reduce((sum, { promised }) => sum + promised, 0n),
                account.currency,
              ),
              day: day(date, account.today),
            },
          ],
    );
}

function asides(path: string, account: PortalAccount, { say }: Speech): Html {
  const link = (to: string, words: string) => html`<a href="${path}/${to}">${say(words)}</a>`;
  return html`<p class="asides">${link('balance', 'balanceLink')}${link('disagree', 'disagree')}${link('help', 'needHelp')}${account.call && link('call', 'askCall')}${account.canWrite && link('message', 'writeUs')}</p>`;
}

function waysOf(account: PortalAccount, choice: Choice, services: PortalServices, speech: Speech, problem: FieldProblem | null): Html {
  const { say, money } = speech;
  const ways = WAYS.filter((way) => selectable(account).some((claim) => allows(claim, way)));
  const of = (way: Way) => figures(account, forWay(account, choice, way, choice.interval), services);
  const plan = of('plan');
  const names: Record<Way, string> = {
    now: say('way_now'),
    plan: lengthOf(choice.interval, plan.parts.length, speech),
    later: say('way_later'),
  };
  const hint: Record<Way, Html> = {
    now: html`<span class="live" data-live="now">${money(of('now').total, account.currency)}</span>`,
    plan: html`<span class="live" data-live="part">${money(plan.parts.at(-choice.parts)?.amount ?? 0n, account.currency)}</span>`,
    later: html`<span>${say('pickDate')}</span>`,
  };
  const date = problemAt('date', problem);
  return html`<fieldset class="ways"><legend class="unseen">${say('how')}</legend>
${ways.map((way) => html`<label class="way"><input type="radio" name="way" value="${way}"${choice.way === way ? html` checked` : null}><strong${way === 'plan' ? html` data-live="length"` : null}>${names[way]}</strong>${hint[way]}</label>`)}
</fieldset>
<section class="card summary">
<div class="for now">${row(say('payToday'), money(of('now').total, account.currency), 'now')}${amountField(choice, speech, problem)}<p class="small">${say(account.providers.length > 0 ? 'providerNote' : account.transfer ? 'transferNote' : 'noWayNote')}</p>${providerChoice(waysToPay(account, speech), speech, 'now')}</div>
${ways.includes('plan') && planFields(account, choice, services, speech, problem)}
${ways.includes('later') && html`<div class="for later"><p class="row"><label for="date">${say('laterDay')}</label><input type="date" id="date" name="date" min="${account.today}" max="${account.lastPromiseDay}" value="${choice.date ?? ''}"${date.mark}></p>${date.text}${row(say('laterSum'), money(of('later').total, account.currency), 'later')}<p class="small">${say('laterNote')}</p></div>`}
<p class="small exact">${say('exactNext')}</p>
</section>`;
}

/** Less than all may be paid, whatever the debtor can manage. */
function amountField(choice: Choice, { say }: Speech, problem: FieldProblem | null): Html {
  const { mark, text } = problemAt('amount', problem);
  return html`<p class="row"><label for="amount">${say('amountField')}</label><input class="sum" id="amount" name="amount" inputmode="decimal" autocomplete="off" maxlength="30" value="${choice.amountTyped}"${mark}></p>${text}<p class="small">${say('amountNote')}</p>`;
}

function row(name: string, amount: string, live: string): Html {
  return html`<p class="row"><span>${name}</span><strong class="live" data-live="${live}">${amount}</strong></p>`;
}
