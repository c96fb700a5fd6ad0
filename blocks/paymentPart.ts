/** The payment part and receipt of a Swiss QR bill, as the guidelines of SIX lay it out. Its words exist in German, French, Italian and English only. */
import { toLocale } from '../core/locale.ts';
import { inertHtml } from './liquid.ts';
import { CODES } from './nodes.ts';

const EN = {
  payment: 'Payment part',
  receipt: 'Receipt',
  account: 'Account / Payable to',
  reference: 'Reference',
  debtor: 'Payable by',
  currency: 'Currency',
  amount: 'Amount',
  accept: 'Acceptance point',
};
const DE: typeof EN = {
  payment: 'Zahlteil',
  receipt: 'Empfangsschein',
  account: 'Konto / Zahlbar an',
  reference: 'Referenz',
  debtor: 'Zahlbar durch',
  currency: 'Währung',
  amount: 'Betrag',
  accept: 'Annahmestelle',
};

/** Parts of the creditor's address in the code's title, from where the code is made. */
const APART = '|';

/** @param creditor street, number, postcode and town; the name is that of the account. @returns HTML with Liquid; its code is a picture made with the message. */
export function paymentPart([street, number, postalCode, town]: readonly string[], locale: string): string {
  const said = toLocale(locale) === 'de_DE' ? DE : EN;
  const address = [`${street} ${number}`.trim(), `${postalCode} ${town}`.trim()].filter((line) => line !== '').map(inertHtml);
  const parts = [street, number, postalCode, town].map((part) => inertHtml((part ?? '').replaceAll(APART, ' '))).join(APART);
  const facts = (withDebtor: string) => `<h2>${said.account}</h2><p>{{ payment.iban }}
{{ payment.holder }}
${address.join('\n')}</p><h2>${said.reference}</h2><p>{{ payment.billReference }}</p>${withDebtor}`;
  const debtor = `<h2>${said.debtor}</h2><p>{{ debtor.postalAddress }}</p>`;
  const sum = `<div class="q-sum"><div><h2>${said.currency}</h2>{{ claim.currency }}</div><div><h2>${said.amount}</h2>{{ payment.billAmount }}</div></div>`;
  return `<div class="q-bill"><div class="q-receipt"><h1>${said.receipt}</h1>${facts(debtor)}${sum}<div class="q-accept">${said.accept}</div></div>
<div class="q-payment"><h1>${said.payment}</h1><img class="q-code" src="${CODES.swiss}" alt="${said.payment}" title="${parts}" />${sum}<div class="q-said">${facts(debtor)}</div></div></div>`;
}
