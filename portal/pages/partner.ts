/** Who collects bills that are not settled here, and how to reach them. */
import { type Html, html } from '../../core/html.ts';
import type { PortalAccount, PortalPartner } from '../facts.ts';
import type { Speech } from '../texts.ts';
import { titleOf } from './claims.ts';

/** @returns a card for each company that has some of the open bills, wherever a page says what is owed. */
export function partnerCards(account: PortalAccount, speech: Speech): Html {
  const held = account.claims.filter((claim) => claim.partner !== null && claim.balance > 0n);
  const byPartner = Map.groupBy(held, (claim) => claim.partner!.name);
  const { say, money } = speech;
  return html`${[...byPartner.values()].map((claims) => {
    const partner = claims[0]!.partner!;
    const isOne = claims.length === 1;
    const total = claims.reduce((sum, claim) => sum + claim.balance, 0n);
    return html`<section class="card partner"><h2>${say(isOne ? 'partnerTitleOne' : 'partnerTitle', { partner: partner.name })}</h2>
<p>${say(isOne ? 'partnerTextOne' : 'partnerText', { partner: partner.name, amount: money(total, account.currency) })}</p>
<ul class="small">${claims.map((claim) => html`<li dir="auto">${titleOf(claim, speech)} · <span class="ref">${claim.ref}</span></li>`)}</ul>
${contactOf(partner, speech)}</section>`;
  })}`;
}

function contactOf({ name, address, phone, email }: PortalPartner, { say }: Speech): Html {
  return html`<address>${[name, ...address].map((line) => html`<span dir="auto">${line}</span><br>`)}${phone && html`${say('aboutPhone')}: <a href="tel:${phone.replace(/[^+\d]/g, '')}">${phone}</a><br>`}${email && html`${say('aboutEmail')}: <a href="mailto:${email}">${email}</a>`}</address>`;
}
