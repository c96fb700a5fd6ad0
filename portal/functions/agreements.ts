/** What was agreed on or is offered: plans, direct debit, settlements, and what is paid. */
import type { FunctionNode } from '../../blocks/pageHtml.ts';
import { type Html, html } from '../../core/html.ts';
import { claimCard } from '../pages/claims.ts';
import { offerCard } from '../pages/offer.ts';
import { planCard } from '../pages/plan.ts';
import { type Drawing, functionOf, own, ownText } from './drawing.ts';

export function offers(node: FunctionNode, { account, frame, keys }: Drawing): Html {
  const title = own(node, 'title', frame.speech.say('offerTitle'));
  return html`${account.offers.map((offer) => offerCard(offer, account, frame, keys, title))}`;
}

export function plans(node: FunctionNode, at: Drawing): Html {
  const { account, frame, keys } = at;
  const { say } = frame.speech;
  const look = {
    title: own(node, 'title', say('planTitle')),
    show: own(node, 'show', say('showInstalments')),
    hide: own(node, 'hide', say('hideInstalments')),
    isOpen: node.fields.open === true,
    offersDebit: functionOf(at, 'mandate') === undefined,
  };
  return html`${account.plans.map((plan) => planCard(plan, account, frame, keys, look))}`;
}

export function mandate(node: FunctionNode, { account, frame }: Drawing): Html {
  const { say } = frame.speech;
  const { directDebit } = account;
  if (!directDebit) return html``;
  const open = account.plans.filter((plan) => plan.instalments.some((each) => each.paidAmount < each.amount));
  return html`${open.map(
    ({ planId, collectedFrom }) =>
      html`<section class="card ask"><h2 dir="auto">${own(node, 'title', say('mandateTitle'))}</h2>${ownText(node, 'text', null)}${
        collectedFrom === null
          ? html`<p><a href="${frame.path}/mandate/${planId}" dir="auto">${own(node, 'label', say('mandateLink'))}</a></p>`
          : html`<p class="small">${say('mandateActive', { iban: collectedFrom })}</p>`
      }</section>`,
  )}`;
}

/** Ids of its bills begin where no other list's do. */
const FAR = 1000;

export function settledBills(node: FunctionNode, { account, frame }: Drawing): Html {
  const settled = account.claims.filter((claim) => claim.balance <= 0n && claim.entries.length > 0);
  if (settled.length === 0) return html``;
  return html`<details class="settled"><summary>${own(node, 'title', frame.speech.say('paidBills'))} (${settled.length})</summary><ul class="claims">${settled.map((claim, index) => claimCard(claim, account, frame.speech, null, FAR + index))}</ul></details>`;
}
