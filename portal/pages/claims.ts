/** A claim as the debtor sees it: its name, its sum, and where that comes from. */

import { type Html, html } from '../../core/html.ts';
import { payable } from '../choice.ts';
import type { PortalAccount, PortalClaim } from '../facts.ts';
import type { Speech } from '../texts.ts';

/** @returns the product's name, or a plain word. */
export function titleOf(claim: PortalClaim, { say }: Speech): string {
  return claim.title?.trim() || say('invoice');
}

function entryLines(claim: PortalClaim, account: PortalAccount, speech: Speech): Html {
  const { say, money, shortDay } = speech;
  return html`<table><caption class="unseen">${say('whereFrom')}</caption><tbody>
${claim.entries.map((entry) => html`<tr><td>${shortDay(entry.valueDate)}</td><td>${say(`entry_${entry.kind}`)}</td><td class="sum">${money(entry.amount, account.currency)}</td></tr>`)}
</tbody><tfoot><tr><td colspan="2">${say('sum')}</td><td class="sum">${money(claim.balance, account.currency)}</td></tr></tfoot></table>`;
}

/** What a claim is waiting for, in words. */
function stateOf(claim: PortalClaim, account: PortalAccount, { say, money, day }: Speech): Html[] {
  const chips: [string, string][] = [];
  if (claim.disputedAt !== null && claim.balance > 0n) chips.push(['warn', say('inDispute')]);
  if (claim.isPlanned && claim.balance > 0n) chips.push(['brand', say('inPlan')]);
  if (claim.partner && claim.balance > 0n) chips.push(['info', say('atPartner', { partner: claim.partner.name })]);
  if (claim.pending > 0n) chips.push(['info', say('onItsWay', { amount: money(claim.pending, account.currency) })]);
  if (claim.promisedUntil !== null) chips.push(['brand', say('promisedUntil', { day: day(claim.promisedUntil, account.today) })]);
  return chips.map(([tone, text]) => html`<span class="chip ${tone}">${text}</span>`);
}

/** @param isChosen null: the claim cannot be chosen. @param index makes ids unique on the page. @param attributes of the box it is chosen by. */
export function claimCard(
  claim: PortalClaim,
  account: PortalAccount,
  speech: Speech,
  isChosen: boolean | null,
  index: number,
  attributes: Html | null = null,
): Html {
  const { say, money, day } = speech;
  const amount = money(isChosen === null ? claim.balance : payable(claim), account.currency);
  const chips = stateOf(claim, account, speech);
  const box =
    isChosen !== null &&
    html`<input type="checkbox" name="claim" id="claim-${index}" value="${claim.ref}"${attributes}${isChosen ? html` checked` : null}>`;
  const name =
    isChosen === null
      ? html`<span class="title">${titleOf(claim, speech)}</span>`
      : html`<label class="title" for="claim-${index}">${titleOf(claim, speech)}</label>`;
  return html`<li class="card claim${isChosen === null ? ' fixed' : ''}">
${box}<div class="what">${name}
<details><summary><span class="ref">${claim.ref}</span> · <span class="link">${say('details')}</span></summary>
${claim.dueDate !== null && html`<p class="small">${say('dueOn', { day: day(claim.dueDate, account.today) })}</p>`}
${entryLines(claim, account, speech)}</details>
${chips.length > 0 && html`<p class="chips">${chips}</p>`}</div>
<span class="amount">${amount}</span></li>`;
}
