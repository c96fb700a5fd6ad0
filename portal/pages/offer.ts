/** An offer to settle for less, which can be accepted and paid. */
import { html } from '../../core/html.ts';
import type { PortalAccount, PortalOffer } from '../facts.ts';
import { waysToPay } from '../ways.ts';
import { type FormKeys, type Frame, hidden } from './layout.ts';
import { providerChoice } from './provider.ts';

export function offerCard(offer: PortalOffer, account: PortalAccount, frame: Frame & { path: string }, keys: FormKeys, title: string) {
  const { say, money: write, day } = frame.speech;
  const money = (minor: bigint) => write(minor, account.currency);
  const until = day(offer.validUntil, account.today);
  const isMoving = account.claims.some((claim) => offer.claimRefs.includes(claim.ref) && (claim.pending > 0n || claim.partner !== null));
  const isAccepted = offer.status === 'accepted';
  return html`<section class="card plan-card"><h2><span dir="auto">${title}</span><span>${offer.claimRefs.join(', ')}</span></h2>
<p>${say('offerText', { amount: money(offer.amount), due: money(offer.dueAmount), day: until })}</p>
${offer.paidAmount > 0n && html`<p class="small">${say('offerPaid', { amount: money(offer.paidAmount) })}</p>`}
${isAccepted && html`<p class="chips"><span class="chip brand">${say('offerAccepted')}</span></p>`}
${
  isMoving
    ? null
    : html`<form method="post" action="${frame.path}/settlement">${hidden(keys)}<input type="hidden" name="offer" value="${offer.offerId}">${providerChoice(waysToPay(account, frame.speech), frame.speech, offer.offerId)}
<button class="button" name="what" value="pay">${say('offerPay', { amount: money(offer.amount - offer.paidAmount) })}</button>
${!isAccepted && html`<p class="asides"><button class="plainly" name="what" value="accept">${say('offerAccept')}</button></p>`}</form>`
}</section>`;
}
