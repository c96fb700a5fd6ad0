/** The sandbox's own page: what a payment provider would show, with its answer as a choice. */
import { html } from '../html.ts';
import { OUTCOMES, type PortalPayment } from '../portal.ts';
import { type FormKeys, type Frame, hidden, page } from './layout.ts';

export function providerPage(frame: Frame & { path: string; clientName: string }, payment: PortalPayment, keys: FormKeys): string {
  const { speech, path, clientName } = frame;
  const { say, money } = speech;
  return page(
    { ...frame, clientName: say('provider_title') },
    say('provider_title'),
    html`<p class="lead">${say('provider_to', { client: clientName })}</p><h1>${money(payment.amount, payment.currency)}</h1><p>${say('provider_text')}</p>
<form method="post" action="${path}/provider/${payment.paymentId}" class="stack">${hidden(keys)}
<fieldset class="outcomes"><legend class="unseen">${say('provider_text')}</legend>${OUTCOMES.map((outcome, index) => html`<label class="card"><input type="radio" name="outcome" value="${outcome}"${index === 0 ? html` checked` : null}><span><strong>${say(`provider_${outcome}`)}</strong><br><span class="small">${say(`provider_${outcome}_hint`)}</span></span></label>`)}</fieldset>
<div class="foot"><button class="button">${say('provider_do')}</button><p class="asides"><a href="${path}">${say('provider_cancel')}</a></p></div></form>`,
  );
}
