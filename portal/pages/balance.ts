/** Where a debtor's balance comes from, in plain words: what is owed, every entry behind it, and how payments were put on it. */
import { html } from '../../core/html.ts';
import type { CalendarDate } from '../../core/time.ts';
import type { PortalBalance } from '../facts.ts';
import { type Frame, page } from './layout.ts';

type BalanceFrame = Frame & { path: string };

/** @param today the last day that may be asked for. */
export function balancePage(frame: BalanceFrame, balance: PortalBalance, today: CalendarDate): string {
  const { speech, path } = frame;
  const { say, money, day, shortDay } = speech;
  const { currency, components } = balance;
  const row = (name: string, amount: bigint) => html`<p class="row"><span>${name}</span><span>${money(amount, currency)}</span></p>`;
  /** A label inside a sentence; German nouns stay as they are. */
  const inside = (label: string) => (speech.locale === 'de_DE' ? label : label.charAt(0).toLocaleLowerCase(speech.tag) + label.slice(1));
  return page(
    frame,
    say('balanceTitle'),
    html`<h1 class="smaller">${say('balanceTitle')}</h1>
<form method="get" action="${path}/balance" class="asof"><p class="row"><label for="asOf">${say('balanceAsOf')}</label><input type="date" id="asOf" name="asOf" max="${today}" value="${balance.asOf}"><button class="plainly">${say('balanceShow')}</button></p></form>
<section class="card summary"><p class="row"><strong>${say('balanceDue', { day: day(balance.asOf, today) })}</strong><strong>${money(balance.balance + balance.accrued, currency)}</strong></p>
${row(say('part_principal'), components.principal)}${row(say('part_interest'), components.interest)}${row(say('part_costs'), components.costs)}
${components.credit > 0n && row(say('part_credit'), -components.credit)}${balance.accrued !== 0n && row(say('balanceAccrued'), balance.accrued)}
</section>
<section class="rules"><h2>${say('balanceRules')}</h2>${balance.claims.map(
      ({ claim, order }) =>
        html`<p class="small"><span class="ref">${claim.externalClaimRef}</span> · ${say('balanceOrder', {
          first: say(`part_${order.parts[0]}`),
          second: inside(say(`part_${order.parts[1]}`)),
          third: inside(say(`part_${order.parts[2]}`)),
        })}${order.source !== null && ` (${order.source === 'contract' ? say('balanceAgreed') : order.source})`}</p>`,
    )}</section>
<section class="card entries"><h2>${say('balanceEntries')}</h2>${balance.lineCount > balance.lines.length && html`<p class="small">${say('balanceNewest', { count: balance.lines.length, all: balance.lineCount })}</p>`}<table><caption class="unseen">${say('balanceEntries')}</caption><tbody>
${balance.lines.map(({ entry, runningBalance }) => html`<tr><td>${shortDay(entry.valueDate)}<br>${say(`entry_${entry.kind}`)} · ${say(`part_${entry.component}`)}<br><span class="ref">${entry.externalClaimRef}</span></td><td class="sum">${money(entry.amount, currency)}</td><td class="sum">${money(runningBalance, currency)}</td></tr>`)}
</tbody><tfoot><tr><td colspan="2">${say('sum')}</td><td class="sum">${money(balance.balance, currency)}</td></tr></tfoot></table></section>
<div class="foot"><a class="button" href="${path}/balance.pdf?asOf=${balance.asOf}">${say('balancePdf')}</a><p class="asides"><a href="${path}">${say('back')}</a></p></div>`,
  );
}
