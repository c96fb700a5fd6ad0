/** When to be called: a day, a time within the contact hours, and a number. */
import { type Html, html } from '../../core/html.ts';
import type { PortalCallOffer } from '../facts.ts';
import { type FormKeys, type Frame, hidden, page } from './layout.ts';

export interface CallDraft {
  readonly day: string;
  readonly time: string;
  readonly phone: string;
}

/** What is wrong, by field. */
export type CallProblems = Readonly<Partial<Record<keyof CallDraft, string>>>;

/** @param draft what was chosen before, when something has to be put right. */
export function callPage(
  frame: Frame & { path: string },
  offer: PortalCallOffer,
  keys: FormKeys,
  draft: CallDraft,
  problems: CallProblems,
): string {
  const { speech, path } = frame;
  const { say, weekday, time } = speech;
  const mark = (field: keyof CallDraft, hint = ''): Html =>
    problems[field] === undefined
      ? html` aria-describedby="${field}-problem${hint}"`
      : html` aria-invalid="true" aria-describedby="${field}-problem${hint}"`;
  const wrong = (field: keyof CallDraft): Html =>
    html`<p class="wrong" id="${field}-problem"${problems[field] ? html` role="alert"` : null}>${problems[field] ?? null}</p>`;
  const option = (value: string, chosen: string, words: string): Html =>
    html`<option value="${value}"${value === chosen ? html` selected` : null}>${words}</option>`;
  const isKnown = offer.phone !== null && draft.phone === offer.phone;
  const times = [...new Set(offer.days.flatMap((day) => day.times))].sort();
  return page(
    frame,
    say('callTitle'),
    html`<h1 class="smaller">${say('callTitle')}</h1><p>${offer.asked ? say('callAsked', { day: weekday(offer.asked.day), time: time(offer.asked.time) }) : say('callText')}</p>
<form method="post" action="${path}/call" class="stack">${hidden(keys)}
<label>${say('callDay')}<select name="day" data-kept${mark('day')}>${offer.days.map(({ date, from, until }) => option(date, draft.day, `${weekday(date)}, ${time(from)}–${time(until)}`))}</select></label>${wrong('day')}
<label>${say('callTime')}<select name="time" data-kept${mark('time', ' zone')}>${times.map((each) => option(each, draft.time, time(each)))}</select></label>${wrong('time')}<p class="small" id="zone">${say('callZone', { zone: speech.zone(offer.zone) })}</p>
<label>${say('callPhone')}<input type="tel" name="phone" data-kept autocomplete="tel" maxlength="30" required value="${draft.phone}"${mark('phone', isKnown ? ' phone-hint' : '')}></label>${wrong('phone')}${isKnown && html`<p class="small" id="phone-hint">${say('callPhoneHint')}</p>`}
<div class="foot"><button class="button">${say('callDo')}</button><p class="asides"><a href="${path}">${say('back')}</a></p></div></form>`,
  );
}
