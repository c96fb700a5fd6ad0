/** One question before anything personal shows. */

import type { FunctionNode } from '../../blocks/pageHtml.ts';
import { type Html, html } from '../../core/html.ts';
import { calendarDate } from '../../core/time.ts';
import type { IdentityField, PortalPage } from '../facts.ts';
import { own, ownText } from '../functions/drawing.ts';
import { openPage } from '../functions/functions.ts';
import type { Speech } from '../texts.ts';
import { framed } from './home.ts';
import { type FormKeys, type Frame, hidden, notice, page } from './layout.ts';

/** Day, month and year in the order the locale writes them. */
function birthdayFields(speech: Speech): Html {
  const order = new Intl.DateTimeFormat(speech.tag).formatToParts(0).map((part) => part.type);
  const fields: Record<string, Html> = {
    day: html`<label>${speech.say('day')}<input name="day" inputmode="numeric" autocomplete="bday-day" maxlength="2" required></label>`,
    month: html`<label>${speech.say('month')}<input name="month" inputmode="numeric" autocomplete="bday-month" maxlength="2" required></label>`,
    year: html`<label>${speech.say('year')}<input name="year" inputmode="numeric" autocomplete="bday-year" maxlength="4" required></label>`,
  };
  return html`<div class="birthday">${order.flatMap((type) => fields[type] ?? [])}</div>`;
}

/** @param shown the client's page, or the product's: nothing personal. @param problem what was wrong with the last answer. */
export function identityPage(
  frame: Frame & { clientName: string; path: string },
  shown: PortalPage,
  question: IdentityField,
  keys: FormKeys,
  problem: string | null,
): string {
  const { speech, clientName, path } = frame;
  const { say } = speech;
  const ask = say(`ask_${question}`);
  const fields =
    question === 'birthday'
      ? birthdayFields(speech)
      : html`<label><span class="unseen">${ask}</span><input name="answer" autocomplete="${question === 'postalCode' ? 'postal-code' : 'off'}" maxlength="100" required></label>`;
  const check = (node: FunctionNode): Html => html`<h1 class="smaller" dir="auto">${own(node, 'title', say('checkTitle'))}</h1>
${ownText(node, 'text', say('checkText', { client: clientName }))}
${notice(problem)}
<form method="post" action="${path}/identity" class="stack">
${hidden(keys)}
<fieldset class="plain"><legend>${ask}</legend>
${fields}
${question === 'externalAccountRef' && html`<p class="small">${say('ask_externalAccountRef_hint', { client: clientName })}</p>`}</fieldset>
<div class="foot"><button class="button" dir="auto">${own(node, 'label', say('checkDo'))}</button></div>
</form>`;
  return page(framed(frame, shown), say('checkTitle'), openPage(shown, frame, { identity: (node) => ({ html: check(node) }) }, true));
}

/**
 * What was answered, a birthday as YYYY-MM-DD. @returns the key of what to say instead when nothing was answered, or a day that nobody can be
 * born on: neither is a wrong answer, so neither costs a try.
 */
export function answerOf(form: URLSearchParams, question: IdentityField): { answer: string } | { problem: 'checkMissing' | 'checkNoDay' } {
  if (question !== 'birthday') {
    const answer = (form.get('answer') ?? '').trim().slice(0, 100);
    return answer === '' ? { problem: 'checkMissing' } : { answer };
  }
  const [day = '', month = '', year = ''] = ['day', 'month', 'year'].map((name) => (form.get(name) ?? '').trim());
  if (day === '' || month === '' || year === '') return { problem: 'checkMissing' };
  const answer = calendarDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  return answer !== null && answer >= '1880-01-01' ? { answer } : { problem: 'checkNoDay' };
}
