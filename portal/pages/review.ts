/** The step before something happens when the page could not show exact figures by itself, and the question before a plan ends. */

import { type Html, html } from '../../core/html.ts';
import type { Choice, ClaimPart, Figures } from '../choice.ts';
import type { PortalAccount } from '../facts.ts';
import type { Speech } from '../texts.ts';
import { titleOf } from './claims.ts';
import { type FormKeys, type Frame, hidden, notice, page } from './layout.ts';
import { partRows } from './plan.ts';

/** @param seen what a press of the button confirms. @param provider where it is paid, as it was chosen. @param payParts what less than all goes to. @param problem why it is asked again. */
export function reviewPage(
  frame: Frame & { path: string },
  account: PortalAccount,
  choice: Choice,
  sums: Figures,
  seen: string,
  keys: FormKeys,
  provider: string,
  payParts: readonly ClaimPart[],
  problem: string | null,
): string {
  const { speech, path } = frame;
  const { say, money, day } = speech;
  const amount = money(sums.total, account.currency);
  const count = sums.parts.length;
  const confirm = choice.way === 'plan' && count === 1 ? say('do_plan_once') : say(`do_${choice.way}`, { amount, count });
  const chosen = account.claims.filter((claim) => choice.refs.includes(claim.ref));
  const terms =
    choice.way === 'plan'
      ? partRows(sums, choice.interval, account, speech)
      : html`<p class="row"><span>${choice.way === 'now' || choice.date === null ? say('payToday') : `${say('laterDay')} ${day(choice.date, account.today)}`}</span><strong>${amount}</strong></p>`;
  return page(
    frame,
    say('reviewTitle'),
    html`<h1 class="smaller">${say('reviewTitle')}</h1>${notice(problem)}
<form method="post" action="${path}/settle" class="stack">${hidden(keys)}
<input type="hidden" name="seen" value="${seen}"><input type="hidden" name="provider" value="${provider}"><input type="hidden" name="way" value="${choice.way}"><input type="hidden" name="interval" value="${choice.interval}"><input type="hidden" name="parts" value="${choice.parts}"><input type="hidden" name="down" value="${choice.downTyped}"><input type="hidden" name="date" value="${choice.date ?? ''}"><input type="hidden" name="amount" value="${choice.amountTyped}">
${chosen.map((claim) => html`<input type="hidden" name="claim" value="${claim.ref}">`)}<section class="card summary">${payParts.length > 0 ? partsOfIt(payParts, account, speech, path) : chosen.map((claim) => html`<p class="row"><span>${titleOf(claim, speech)}<br><span class="ref">${claim.ref}</span></span><span>${money(claim.balance - claim.pending, account.currency)}</span></p>`)}</section>
<section class="card summary">${terms}<p class="small">${say(choice.way === 'plan' ? 'noExtra' : choice.way === 'later' ? 'laterNote' : 'providerNote')}</p></section>
<div class="foot"><button class="button">${confirm}</button><p class="asides"><a href="${path}">${say('change')}</a></p></div></form>`,
  );
}

/** What less than all goes to, and what is left of it. */
function partsOfIt(parts: readonly ClaimPart[], account: PortalAccount, speech: Speech, path: string): Html {
  const { say } = speech;
  const money = (minor: bigint) => speech.money(minor, account.currency);
  return html`<h2>${say('goesTo')}</h2>${parts.map(({ claim, amount, left }) => html`<p class="row"><span>${titleOf(claim, speech)}<br><span class="small">${left > 0n ? say('partLeft', { amount: money(left) }) : say('partPaid')}</span></span><strong>${money(amount)}</strong></p>`)}<p class="small"><a href="${path}/balance">${say('balanceRules')}</a></p>`;
}

/** Asks before a plan ends. */
export function endPlanPage(frame: Frame & { path: string }, planId: string, keys: FormKeys): string {
  const { speech, path } = frame;
  const { say } = speech;
  return page(
    frame,
    say('endPlanAsk'),
    html`<h1 class="smaller">${say('endPlanAsk')}</h1><p>${say('endPlanText')}</p>
<form method="post" action="${path}/plan/${planId}" class="stack">${hidden(keys)}<div class="foot"><button class="button">${say('endPlanDo')}</button><p class="asides"><a href="${path}">${say('back')}</a></p></div></form>`,
  );
}
