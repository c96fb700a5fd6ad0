/** Pages without anything personal: a link that is no good, a locked one, a session that ended, a defect. */
import { html } from '../../core/html.ts';
import type { Speech } from '../texts.ts';
import { page } from './layout.ts';

/** Unknown, expired and revoked links get this same page. */
export function gonePage(speech: Speech): string {
  const { say } = speech;
  return page(
    { speech, clientName: null, path: null },
    say('goneTitle'),
    html`<h1>${say('goneTitle')}</h1><p>${say('goneText')}</p><p class="todo">${say('goneDo')}</p>`,
  );
}

/** Too many wrong answers. @param pause milliseconds. */
export function lockedPage(speech: Speech, clientName: string, pause: number): string {
  const { say } = speech;
  return page(
    { speech, clientName, path: null },
    say('lockedTitle'),
    html`<h1>${say('lockedTitle')}</h1><p>${say('lockedText', { wait: speech.wait(pause) })}</p><p class="todo">${say('lockedDo', { client: clientName })}</p>`,
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
