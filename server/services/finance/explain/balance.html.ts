/** An explained balance as a document for printing. */
import { type Html, html } from '../../../../core/html.ts';
import type { Locale } from '../../../../core/locale.ts';
import { formatMoney } from '../../../../core/money.ts';
import type { CalendarDate } from '../../../../core/time.ts';
import type { AllocationOrder } from '../../../../engine/ledger/orders.ts';
import { kindForDebtors } from '../ground/read.logic.ts';
import { BALANCE_WORDS, type BalanceWord } from './balance.words.ts';
import type { BalanceExplanation } from './explain.logic.ts';

export interface BalanceHeader {
  readonly clientName: string;
  readonly debtorName: string;
  readonly accountRef: string;
  readonly today: CalendarDate;
}

const STYLE = `body{font:10.5pt/1.45 sans-serif;color:#17211e;margin:0}header{display:flex;justify-content:space-between;color:#4c5a56}
h1{font-size:17pt;margin:14pt 0 2pt}h2{font-size:12pt;margin:16pt 0 4pt}p{margin:2pt 0}table{width:100%;border-collapse:collapse}
th,td{padding:4pt 6pt 4pt 0;border-bottom:.5pt solid #d5d9d3;text-align:left;vertical-align:top}th{font-weight:600;font-size:9pt}
td.n,th.n{text-align:right;white-space:nowrap;padding-right:0}tr{break-inside:avoid}.total td,.total th{font-weight:700;border-bottom:0;font-size:11.5pt}.small{font-size:9pt;color:#4c5a56}`;

/** @returns the whole document in one language. */
export function balanceHtml(explained: BalanceExplanation, header: BalanceHeader, locale: Locale): string {
  const words = BALANCE_WORDS[locale];
  const tag = locale.replace('_', '-');
  const say = (word: BalanceWord, values: Readonly<Record<string, string | number>> = {}) =>
    words[word].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
  const money = (amount: bigint) => formatMoney(amount, explained.currency, tag);
  const days = new Intl.DateTimeFormat(tag, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' });
  const day = (date: CalendarDate) => days.format(new Date(`${date}T00:00:00Z`));
  const row = (label: string, amount: bigint) => html`<tr><td>${label}</td><td class="n">${money(amount)}</td></tr>`;
  const order = ({ parts, source }: AllocationOrder) =>
    say('order', { first: words[parts[0]], second: words[parts[1]], third: words[parts[2]] }) +
    (source === null ? '' : ` (${source === 'contract' ? say('contract') : source})`);
  const { components } = explained;
  const about = explained.externalClaimRef === null ? say('whole') : say('claim', { ref: explained.externalClaimRef });
  return html`<!doctype html><html lang="${tag}"><head><meta charset="utf-8"><title>${say('title')}</title><style>${STYLE}</style></head><body>
<header><strong>${header.clientName}</strong><span>${say('printed', { day: day(header.today) })}</span></header>
<h1>${say('title')}</h1>
<p>${header.debtorName} · ${say('account', { ref: header.accountRef })} · ${about}</p>
<p>${say(explained.by === 'valueDate' ? 'asOf' : 'asKnown', { day: day(explained.asOf) })}</p>
<h2>${say('total')}</h2><table><tbody>
${row(say('principal'), components.principal)}${row(say('interest'), components.interest)}${row(say('costs'), components.costs)}
${components.credit > 0n && row(say('credit'), -components.credit)}${explained.accrued !== 0n && row(say('accrued'), explained.accrued)}
<tr class="total"><td>${say('total')}</td><td class="n">${money(explained.balance + explained.accrued)}</td></tr></tbody></table>
<h2>${say('rules')}</h2>${explained.claims.map((claim) => html`<p>${claim.claim.externalClaimRef} · ${money(claim.balance)} · ${order(claim.order)}</p>`)}
${explained.payments.length > 0 && html`<h2>${say('payments')}</h2>${explained.payments.map((payment) => html`<p>${day(payment.valueDate)} · ${money(payment.amount)} · ${payment.externalClaimRef}: ${payment.parts.map((part) => say('part', { amount: money(part.amount), part: words[part.component] })).join(', ')}</p>`)}`}
${explained.agreements.length > 0 && html`<h2>${say('agreements')}</h2>${explained.agreements.map((each) => html`<p>${words[each.kind]} · ${money(each.amount)} · ${say('until', { day: day(each.until) })}</p>`)}`}
<h2>${say('entries')}</h2>
${explained.lineCount > explained.lines.length && html`<p class="small">${say('newest', { count: explained.lines.length, all: explained.lineCount })}</p>`}
<table><thead><tr><th>${say('valueDate')}</th><th>${say('bookedAt')}</th><th>${say('what')}</th><th class="n">${say('amount')}</th><th class="n">${say('balance')}</th></tr></thead><tbody>
${explained.lines.map(({ entry, runningBalance }): Html => html`<tr><td>${day(entry.valueDate)}</td><td>${day(entry.bookedOn)}</td><td>${words[`kind_${kindForDebtors(entry)}`]} · ${words[entry.component]} <span class="small">${entry.externalClaimRef}</span></td><td class="n">${money(entry.amount)}</td><td class="n">${money(runningBalance)}</td></tr>`)}
<tr class="total"><td colspan="4">${say('sum')}</td><td class="n">${money(explained.balance)}</td></tr></tbody></table>
</body></html>`.text;
}
