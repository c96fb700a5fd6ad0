/** The bank details for a transfer, with a code for banking apps; or whom to ask when the client has named no account. */
import { encode } from 'uqr';
import { epcPayload } from '../../core/epc.ts';
import { type Html, html } from '../../core/html.ts';
import type { PortalAccount } from '../facts.ts';
import type { Speech } from '../texts.ts';
import type { Transfer } from '../ways.ts';
import { type Frame, page } from './layout.ts';

type TransferFrame = Frame & { path: string; clientName: string };

export function transferPage(frame: TransferFrame, account: PortalAccount, { amount, reference }: Transfer): string {
  const { speech, path, clientName } = frame;
  const { say, money } = speech;
  const to = account.transfer;
  if (!to)
    return page(
      frame,
      say('noWay_title'),
      html`<h1 class="smaller">${say('noWay_title')}</h1><p>${say('noWay_text', { client: clientName, amount: money(amount, account.currency) })}</p>
<div class="foot"><a class="button" href="${path}/help">${say('noWay_do')}</a><p class="asides"><a href="${path}">${say('toOverview')}</a></p></div>`,
    );
  const iban = to.iban.replace(/(.{4})(?=.)/g, '$1 ');
  return page(
    frame,
    say('transfer_title'),
    html`<p class="lead">${say('transfer_title')}</p><h1>${money(amount, account.currency)}</h1><p>${say('transfer_text')}</p>
<section class="card details"><dl>
<dt>${say('transfer_holder')}</dt><dd>${to.holder}</dd>
<dt>IBAN</dt><dd class="code">${iban}</dd>
${to.bic && html`<dt>BIC</dt><dd class="code">${to.bic}</dd>`}
<dt>${say('transfer_amount')}</dt><dd>${money(amount, account.currency)}</dd>
<dt>${say('transfer_reference')}</dt><dd class="code">${reference}</dd>
</dl>${to.hasCode && codeOf(epcPayload({ ...to, amount, reference }), speech)}</section>
<section class="card summary"><h2>${say('next')}</h2><p>${say('transfer_next', { reference })}</p></section>
<div class="foot"><a class="button" href="${path}">${say('toOverview')}</a></div>`,
  );
}

/** Black on white in either scheme: readers of codes need it. */
function codeOf(payload: string | null, { say }: Speech): Html | null {
  if (payload === null) return null;
  const { data, size } = encode(payload, { ecc: 'M', border: 4 });
  const dots = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return html`<figure class="scan"><svg viewBox="0 0 ${size} ${size}" role="img" aria-label="${say('transfer_code')}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path fill="#000" d="${dots}"/></svg><figcaption class="small">${say('transfer_code')}</figcaption></figure>`;
}
