/** On the way to a payment provider and back; and the sandbox's own page: what a provider would show, with its answer as a choice. */
import { type Html, html } from '../../core/html.ts';
import { OUTCOMES, type PortalPayment, type PortalProvider } from '../facts.ts';
import type { Speech } from '../texts.ts';
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

/** The providers to choose from, when there is a choice. @param id tells several forms of one page apart. @param form an attribute that says which form it belongs to. */
export function providerChoice(providers: readonly PortalProvider[], { say }: Speech, id: string, form: Html | null = null) {
  if (providers.length < 2) return null;
  return html`<fieldset class="intervals"><legend class="small">${say('provider')}</legend>${providers.map(({ providerName, displayName }, index) => html`<label for="${id}-${providerName}"><input type="radio" id="${id}-${providerName}" name="provider" value="${providerName}"${index === 0 ? html` checked` : null}${form}><span>${displayName}</span></label>`)}</fieldset>`;
}

/** Says where the debtor is taken. A script goes there at once and leaves no trace in the history; without one it is a button. */
export function leavePage(frame: Frame & { path: string }, payment: PortalPayment, url: string): string {
  const { speech, path } = frame;
  const { say, money } = speech;
  const host = new URL(url).host;
  return page(
    frame,
    say('leave_title'),
    html`<p class="lead">${say('leave_title')}</p><h1>${money(payment.amount, payment.currency)}</h1><p>${say('leave_text', { host })}</p>
<div class="foot"><a class="button" data-go="0" href="${url}" rel="noreferrer">${say('leave_do')}</a><p class="asides"><a href="${path}">${say('provider_cancel')}</a></p></div>`,
  );
}

/**
 * Where a provider sends the debtor back to. The browser gives the session's cookie to no page that another site has sent it to, so this one
 * shows nothing and goes on by itself to the one that does.
 */
export function backPage(frame: Frame, onTo: string): string {
  const { say } = frame.speech;
  return page(
    { ...frame, onTo },
    say('back_title'),
    html`<h1 class="smaller">${say('back_title')}</h1><div class="foot"><a class="button" href="${onTo}">${say('continue')}</a></div>`,
  );
}
