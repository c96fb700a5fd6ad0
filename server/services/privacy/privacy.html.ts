/** The file of a person on paper: headings in the person's language, every value as text. */
import { type Html, html } from '../../../core/html.ts';
import { dateTag, type Locale, toLocale } from '../../../core/locale.ts';
import type { PersonalRow } from '../../platform/personal.ts';
import type { PersonalDocument } from './privacy.collect.logic.ts';
import { privacyWord } from './privacy.words.ts';

/** Rows of one section that are printed; the JSON file holds all. */
export const PRINTED_ROWS = 300;
/** Characters of one value that are printed. */
const PRINTED_CHARACTERS = 4000;

const STYLE = `
  body { font: 10pt/1.4 system-ui, 'DejaVu Sans', sans-serif; color: #1a1d21; }
  h1 { font-size: 18pt; margin: 0 0 4pt; } h2 { font-size: 12pt; margin: 16pt 0 4pt; border-bottom: 1px solid #c9ced6; }
  p { margin: 4pt 0; } dl { margin: 0 0 8pt; padding: 0 0 6pt; border-bottom: 1px dotted #d9dde3; display: grid; grid-template-columns: 42mm 1fr; gap: 1pt 6pt; break-inside: avoid-page; }
  dt { color: #59616d; } dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; } dd dl { border: 0; padding: 0; margin: 0; grid-template-columns: 34mm 1fr; }`;

const DAY_LIKE = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT_LIKE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (typeof value === 'object' && Object.values(value).every(isEmpty));

/** Technical to people, or the same again in another form; the JSON file holds them. */
const UNPRINTED = new Set([
  'htmlContent',
  'accountId',
  'communicationId',
  'taskId',
  'fileId',
  'paymentId',
  'mandateId',
  'searchWords',
  'position',
]);

/** @returns the document to print. */
export function documentHtml(document: PersonalDocument, wanted: string): string {
  const locale: Locale = toLocale(wanted);
  const word = (key: string, values?: Record<string, string>) => privacyWord(locale, key, values);
  const day = new Intl.DateTimeFormat(dateTag(locale), { dateStyle: 'medium', timeZone: 'UTC' });
  const moment = new Intl.DateTimeFormat(dateTag(locale), { dateStyle: 'medium', timeStyle: 'short', timeZone: document.zone });
  const number = new Intl.NumberFormat(dateTag(locale));

  const shown = (value: unknown): Html => {
    if (typeof value === 'boolean') return html`${word(value ? 'yes' : 'no')}`;
    if (typeof value === 'object' && value !== null) {
      if (Array.isArray(value)) return html`${value.filter((each) => !isEmpty(each)).map((each) => html`<div>${shown(each)}</div>`)}`;
      return facts(value as PersonalRow);
    }
    const text = String(value);
    if (DAY_LIKE.test(text)) return html`${day.format(new Date(`${text}T00:00:00Z`))}`;
    if (MOMENT_LIKE.test(text) && !Number.isNaN(Date.parse(text))) return html`${moment.format(new Date(text))}`;
    return html`${text.length > PRINTED_CHARACTERS ? `${text.slice(0, PRINTED_CHARACTERS)}…` : text}`;
  };
  const facts = (row: PersonalRow): Html => {
    const said = Object.entries(row).filter(([key, value]) => !UNPRINTED.has(key) && !isEmpty(value));
    return html`<dl>${said.map(([key, value]) => html`<dt>${word(key)}</dt><dd>${shown(value)}</dd>`)}</dl>`;
  };
  const section = (name: string, rows: readonly PersonalRow[]): Html => {
    const newest = rows.slice(-PRINTED_ROWS);
    const some = newest.length < rows.length && word('newest', { count: number.format(newest.length), all: number.format(rows.length) });
    return html`<section><h2>${word(`section.${name}`)}</h2>${
      rows.length === 0 ? html`<p>${word('nothing')}</p>` : newest.map(facts)
    }${some && html`<p>${some}</p>`}</section>`;
  };
  const made = word('made', { day: day.format(document.madeAt), controller: document.controller });
  const page = html`<!doctype html><html lang="${dateTag(locale)}"><head><meta charset="utf-8"><title>${word('title')}</title><style>STYLE</style></head><body>
    <h1>${word('title')}</h1><p>${made}</p><p>${word('intro')}</p><p>${word('purpose')}</p><p>${word('rights')}</p>
    ${Object.entries(document.sections).map(([name, rows]) => section(name, rows))}
    ${section('recipients', document.recipients)}${section('retention', document.retention)}
  </body></html>`;
  return page.text.replace('STYLE', () => STYLE);
}
