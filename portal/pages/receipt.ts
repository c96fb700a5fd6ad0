/** After every action: what was done, and what happens next. A reload shows the state as it is by then. */
import { type Html, html } from '../../core/html.ts';
import { localDate } from '../../core/zone.ts';
import type { PortalAccount, PortalPayment } from '../facts.ts';
import type { Speech } from '../texts.ts';
import { type Frame, page } from './layout.ts';

type ReceiptFrame = Frame & { path: string };

function receipt(frame: ReceiptFrame, mark: 'good' | 'wait' | 'bad', title: string, body: Html, action: Html | null = null): string {
  const { say } = frame.speech;
  return page(
    frame,
    title,
    html`<p class="stamp ${mark}" aria-hidden="true">${mark === 'good' ? '✓' : mark === 'wait' ? '…' : '!'}</p><h1 class="smaller">${title}</h1>${body}
<div class="foot">${action}${action ? html`<p class="asides"><a href="${frame.path}">${say('toOverview')}</a></p>` : html`<a class="button" href="${frame.path}">${say('toOverview')}</a>`}</div>`,
  );
}

const next = (frame: ReceiptFrame, text: string): Html =>
  html`<section class="card summary"><h2>${frame.speech.say('next')}</h2><p>${text}</p></section>`;

/** @returns why a payment was declined, in the reader's language: our own codes and the banks' (ISO 20022); what a provider says stays as it said it. */
const reasonOf = (code: string, say: Speech['say']) =>
  code === 'testKey' ? say('declined_byUs') : code === 'bankDeclined' || /^[A-Z]{2}\d{2}$/.test(code) ? say('declined_byBank') : code;

/** How often a page looks by itself whether the provider has told something. */
const LOOKS = 6;

/** What a provider has said about a payment so far. @param look how often was looked since it sent the debtor back; 0: it did not. */
export function paymentReceipt(
  frame: ReceiptFrame & { clientName: string },
  payment: PortalPayment,
  account: PortalAccount,
  look: number,
): string {
  const { say, money } = frame.speech;
  const amount = money(payment.amount, payment.currency);
  const isStarted = payment.status === 'processing' && payment.statusReason === 'started';
  // Another sum came than was asked for: people look into it (providers/difference.logic.ts).
  const isChecked = payment.status === 'canceled' && payment.statusReason === 'amountDiffers';
  const state = isStarted ? (look > 0 ? 'waiting' : 'started') : isChecked ? 'checked' : payment.status;
  const text = say(`payment_${state}_text`, { reason: reasonOf(payment.statusReason ?? '', say) });
  const mark = state === 'settled' ? 'good' : payment.status === 'processing' || isChecked ? 'wait' : 'bad';
  const again = `${frame.path}/done/payment/${payment.paymentId}?look=${look + 1}`;
  const action =
    state === 'started'
      ? html`<a class="button" href="${frame.path}/provider/${payment.paymentId}">${say('goOnPaying')}</a>`
      : state === 'waiting'
        ? html`<a class="button" href="${again}"${look < LOOKS ? html` data-go="3000"` : null}>${say('lookAgain')}</a>`
        : state === 'declined'
          ? html`<a class="button" href="${frame.path}">${say('tryAgain')}</a>`
          : null;
  const proof = state === 'settled' && proofOf(frame, payment, account);
  return receipt(frame, mark, say(`payment_${state}`, { amount }), html`${proof}${next(frame, text)}`, action);
}

/** What a debtor keeps as proof of a payment that has arrived: printed by the browser, with a button where scripts run. */
function proofOf({ speech, clientName }: ReceiptFrame & { clientName: string }, payment: PortalPayment, account: PortalAccount): Html {
  const { say, money, shortDay } = speech;
  const left = account.claims.reduce((sum, claim) => sum + (claim.balance > 0n ? claim.balance : 0n), 0n);
  const rows: [string, string][] = [
    [say('receiptFrom'), clientName],
    [say('receiptDate'), shortDay(localDate(payment.updatedAt, account.timezone))],
    [say('receiptAmount'), money(payment.amount, payment.currency)],
    [say('claims'), payment.allocation.map((each) => each.externalClaimRef).join(', ')],
    [say('receiptReference'), account.reference],
    [say('receiptPayment'), payment.paymentId],
    [say('receiptLeft'), money(left, account.currency)],
  ];
  return html`<section class="card summary details proof"><h2>${say('receipt')}</h2><dl>${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl><button type="button" class="plainly" data-print hidden>${say('receiptPrint')}</button></section>`;
}

/** The active promises of the account. */
export function promiseReceipt(frame: ReceiptFrame, account: PortalAccount): string {
  const { say, money, day } = frame.speech;
  const promised = account.claims.filter((claim) => claim.promisedUntil !== null);
  const until = promised
    .map((claim) => claim.promisedUntil)
    .sort()
    .at(-1);
  const amount = money(
    promised.reduce((sum, claim) => sum + claim.promised, 0n),
    account.currency,
  );
  return receipt(
    frame,
    'good',
    until ? say('promise_done', { amount, day: day(until, account.today) }) : say('done'),
    next(frame, say('promise_text')),
  );
}

/** The newest active plan. */
export function planReceipt(frame: ReceiptFrame, account: PortalAccount): string {
  const { say, money, day } = frame.speech;
  const rows =
    account.plans[0]?.instalments.map(
      (each) =>
        html`<p class="row"><span>${day(each.dueDate, account.today)}</span><strong>${money(each.amount, account.currency)}</strong></p>`,
    ) ?? [];
  return receipt(frame, 'good', say('plan_done'), html`<section class="card summary">${rows}</section>${next(frame, say('plan_text'))}`);
}

/** The call that was asked for, as it stands. */
export function callReceipt(frame: ReceiptFrame, account: PortalAccount): string {
  const { say, weekday, time } = frame.speech;
  const asked = account.call?.asked;
  return receipt(
    frame,
    'good',
    asked ? say('call_done', { day: weekday(asked.day), time: time(asked.time) }) : say('done'),
    next(frame, say('call_text')),
  );
}

/** What is answered with words alone: something was told to staff, or a mandate was given. */
export const WORDS = ['dispute', 'help', 'helpAdded', 'message', 'mandate', 'budget'] as const;

export function wordsReceipt(frame: ReceiptFrame, about: (typeof WORDS)[number]): string {
  const { say } = frame.speech;
  return receipt(frame, 'good', say(`${about}_done`), next(frame, say(`${about}_text`)));
}
