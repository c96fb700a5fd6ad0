/** A commission statement as a document for printing, and as CSV. */
import { csvCell, csvLine } from '../../../../core/csv.ts';
import { type Html, html } from '../../../../core/html.ts';
import type { Locale } from '../../../../core/locale.ts';
import { formatMoney, toDecimal } from '../../../../core/money.ts';
import type { CalendarDate } from '../../../../core/time.ts';
import type { InvoiceRow } from './invoice.logic.ts';
import { INVOICE_WORDS, type InvoiceWord } from './invoice.words.ts';
import { numberOf, type TransactionRow } from './transaction.list.logic.ts';

/** What a statement is made of besides its figures. */
export interface InvoiceHeader {
  readonly clientName: string;
  /** Lines of the partner's name and address. */
  readonly partner: readonly string[];
  readonly issuedOn: CalendarDate;
}

const STYLE = `body{font:10pt/1.45 sans-serif;color:#17211e;margin:0}h1{font-size:17pt;margin:14pt 0 2pt}h2{font-size:12pt;margin:16pt 0 4pt}p{margin:2pt 0}
.parties{display:flex;gap:30pt}.parties>div{flex:1}.small{font-size:8.5pt;color:#4c5a56}table{width:100%;border-collapse:collapse}
th,td{padding:4pt 6pt 4pt 0;border-bottom:.5pt solid #d5d9d3;text-align:left;vertical-align:top}th{font-weight:600;font-size:8.5pt}thead{display:table-header-group}
td.n,th.n{text-align:right;white-space:nowrap}td:last-child,th:last-child{padding-right:0}tr{break-inside:avoid}
.total td{font-weight:700;border-bottom:0;font-size:11.5pt}.sums{width:60%}`;

/** @returns the whole document in the statement's language. */
export function invoiceHtml(invoice: InvoiceRow, rows: readonly TransactionRow[], header: InvoiceHeader): string {
  const locale = invoice.locale as Locale;
  const words = INVOICE_WORDS[locale];
  const tag = locale.replace('_', '-');
  const say = (word: InvoiceWord, values: Readonly<Record<string, string | number>> = {}) =>
    words[word].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
  const money = (minor: bigint) => formatMoney(minor, invoice.currency, tag);
  const days = new Intl.DateTimeFormat(tag, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' });
  const day = (date: CalendarDate) => days.format(new Date(`${date}T00:00:00Z`));
  const percent = new Intl.NumberFormat(tag, { maximumFractionDigits: 2 });
  const total = invoice.net + invoice.vat;
  const balance = total - invoice.collected;
  const title = say(total < 0n ? 'creditNote' : 'invoice');
  const line = (label: string, minor: bigint, isTotal = false) =>
    html`<tr class="${isTotal ? 'total' : ''}"><td>${label}</td><td class="n">${money(minor)}</td></tr>`;
  const why = ({ key, values }: TransactionRow['why']) =>
    key === 'rule' || key === 'capped'
      ? say(key, { number: values.number ?? '', percent: percent.format(Number(values.percent)) })
      : key === 'noRule' || key === 'noAgreement'
        ? say(key)
        : '';
  const what = (row: TransactionRow) =>
    [say(row.kind) + (row.paymentKind ? ` ${say(row.paymentKind)}` : ''), why(row.why)].filter(Boolean).join(' · ');
  const party = (label: string, lines: readonly string[]): Html =>
    html`<div><p class="small">${label}</p>${lines.map((each) => html`<p>${each}</p>`)}</div>`;
  return html`<!doctype html><html lang="${tag}"><head><meta charset="utf-8"><title>${title} ${numberOf(invoice.number)}</title><style>${STYLE}</style></head><body>
<div class="parties">${party(say('from'), header.partner)}${party(say('to'), [header.clientName])}</div>
<h1>${title}</h1>
<p>${say('number', { number: numberOf(invoice.number) })} · ${say('issued', { day: day(header.issuedOn) })}</p>
<p>${say('period', { from: day(invoice.fromDay), to: day(invoice.toDay), currency: invoice.currency })}</p>
<h2>${say('sum')}</h2><table class="sums"><tbody>
${line(say('amount'), invoice.base)}${line(say('commission'), invoice.net)}${line(say('vat'), invoice.vat)}${line(say('total'), total, true)}
${invoice.collected !== 0n && line(say('setOff'), -invoice.collected)}
${invoice.collected !== 0n && line(say(balance < 0n ? 'owed' : 'toPay'), balance < 0n ? -balance : balance, true)}</tbody></table>
${invoice.vat === 0n && html`<p class="small">${say('reverseCharge')}</p>`}
<h2>${say('lines')}</h2>
<table><thead><tr><th>${say('day')}</th><th>${say('claim')}</th><th>${say('debtor')}</th><th>${say('what')}</th><th class="n">${say('amount')}</th><th class="n">${say('commission')}</th><th class="n">${say('vat')}</th></tr></thead><tbody>
${rows.map((row) => html`<tr><td>${day(row.day)}</td><td>${row.externalClaimRef}</td><td>${row.debtorName ?? ''}</td><td>${what(row)}</td><td class="n">${money(row.base)}</td><td class="n">${money(row.net)}</td><td class="n">${money(row.vat)}</td></tr>`)}
</tbody></table></body></html>`.text;
}

const COLUMNS = [
  'number',
  'day',
  'claim',
  'debtor',
  'kind',
  'payment',
  'component',
  'currency',
  'amount',
  'commission',
  'vat',
  'total',
  'rule',
];

/** @returns the entries with names that programs read, whatever the language. */
export function invoiceCsv({ number, currency }: InvoiceRow, rows: readonly TransactionRow[]): string {
  const of = (minor: bigint) => toDecimal(minor, currency);
  // Amounts and days are no formulas, though some begin with a minus.
  const lines = rows.map((row) =>
    csvLine([
      numberOf(number),
      row.day,
      ...[row.externalClaimRef, row.debtorName ?? '', row.kind, row.paymentKind ?? '', row.component ?? '', currency].map(csvCell),
      of(row.base),
      of(row.net),
      of(row.vat),
      of(row.net + row.vat),
      csvCell(row.why.key === 'rule' || row.why.key === 'capped' ? String(row.why.values.number) : row.why.key),
    ]),
  );
  return [csvLine(COLUMNS), ...lines].join('');
}
