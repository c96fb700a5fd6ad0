/** Pages without anything personal: a link that is no good, a locked one, a session that ended, a defect. */
import { type Html, html } from '../../core/html.ts';
import type { PortalCreditor } from '../facts.ts';
import type { Speech } from '../texts.ts';
import { page } from './layout.ts';

/**
 * Expired and revoked links get the same page, which names who sent them and offers a new one; an address that never was names nobody.
 * @param path the link's own, for the form. @param problem what was wrong with what was typed.
 */
export function gonePage(speech: Speech, creditor: PortalCreditor | null, path: string, problem: string | null = null): string {
  const { say } = speech;
  return page(
    { speech, clientName: creditor?.name ?? null, creditor, path: null },
    say('goneTitle'),
    html`<h1>${say('goneTitle')}</h1><p>${say('goneText')}</p><p class="todo">${creditor ? say('goneFrom', { client: creditor.name }) : say('goneDo')}</p>
${creditor && renewalForm(speech, creditor, path, problem)}`,
  );
}

function renewalForm({ say }: Speech, creditor: PortalCreditor, path: string, problem: string | null): Html {
  return html`<form method="post" action="${path}/renew" class="stack renewal"><h2>${say('renewTitle')}</h2><p class="small">${say('renewText', { client: creditor.name })}</p>
<label>${say('renewField')}<input name="who" maxlength="200" autocomplete="email" required${problem !== null && html` aria-invalid="true" aria-describedby="who-problem"`}></label>
${problem !== null && html`<p class="wrong" id="who-problem" role="alert">${problem}</p>`}
<div class="foot"><button class="button">${say('renewDo')}</button></div></form>`;
}

/** Says the same to everybody who asked for a new link, whether or not one was sent. */
export function renewedPage(speech: Speech, creditor: PortalCreditor): string {
  const { say } = speech;
  return page(
    { speech, clientName: creditor.name, creditor, path: null },
    say('renewedTitle'),
    html`<h1>${say('renewedTitle')}</h1><p>${say('renewedText', { client: creditor.name })}</p><p class="todo">${say('renewedDo', { client: creditor.name })}</p>`,
  );
}

/** Too many wrong answers. @param pause milliseconds. */
export function lockedPage(speech: Speech, creditor: PortalCreditor, pause: number): string {
  const { say } = speech;
  return page(
    { speech, clientName: creditor.name, creditor, path: null },
    say('lockedTitle'),
    html`<h1>${say('lockedTitle')}</h1><p>${say('lockedText', { wait: speech.wait(pause) })}</p><p class="todo">${say('lockedDo', { client: creditor.name })}</p>`,
  );
}

/** The session is over, or the browser keeps no cookies. @param path the link's own. */
export function sessionPage(speech: Speech, clientName: string, path: string): string {
  const { say } = speech;
  return page(
    { speech, clientName, path: null },
    say('sessionTitle'),
    html`<h1>${say('sessionTitle')}</h1><p>${say('sessionText')}</p><div class="foot"><a class="button" href="${path}">${say('sessionDo')}</a></div>`,
  );
}

/** Somebody of staff, who only looks at the page, tried to do something on it. @param path the link's own. */
export function lookingPage(speech: Speech, clientName: string, path: string): string {
  const { say } = speech;
  return page(
    { speech, clientName, path: null, link: { isPreview: true } },
    say('previewTitle'),
    html`<h1>${say('previewTitle')}</h1><p>${say('previewRefused')}</p><div class="foot"><a class="button" href="${path}">${say('sessionDo')}</a></div>`,
  );
}

/** A defect: what was not done, and what to do. */
export function errorPage(speech: Speech): string {
  const { say } = speech;
  return page({ speech, clientName: null, path: null }, say('errorTitle'), html`<h1>${say('errorTitle')}</h1><p>${say('errorText')}</p>`);
}

/** Too many requests from one address. */
export function busyPage(speech: Speech): string {
  const { say } = speech;
  return page({ speech, clientName: null, path: null }, say('busyTitle'), html`<h1>${say('busyTitle')}</h1><p>${say('busyText')}</p>`);
}
