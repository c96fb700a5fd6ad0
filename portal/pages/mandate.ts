/** A SEPA mandate given on the page: what is agreed to, by whom, for which account. */
import { type Html, html } from '../../core/html.ts';
import type { PortalDirectDebit, PortalPlan } from '../facts.ts';
import type { Speech } from '../texts.ts';
import { type FormKeys, type Frame, hidden, page } from './layout.ts';

export interface MandateDraft {
  readonly holder: string;
  readonly iban: string;
  readonly agrees: boolean;
}

/** What is wrong, by field. */
export type MandateProblems = Readonly<Partial<Record<keyof MandateDraft, string>>>;

/** @returns the words of the mandate as the EPC's model form has them; they are kept with the mandate. */
export const mandateText = (creditor: PortalDirectDebit, { say }: Speech): string => say('mandate_words', { creditor: creditor.holder });

/** @param plan whose instalments are collected. @param draft what was written before, when something is missing. */
export function mandatePage(
  frame: Frame & { path: string },
  creditor: PortalDirectDebit,
  plan: PortalPlan,
  currency: string,
  keys: FormKeys,
  draft: MandateDraft,
  problems: MandateProblems,
): string {
  const { speech, path } = frame;
  const { say, money } = speech;
  const open = plan.instalments.filter((each) => each.paidAmount < each.amount);
  const left = open.reduce((sum, each) => sum + each.amount - each.paidAmount, 0n);
  const mark = (field: keyof MandateDraft): Html =>
    problems[field] === undefined
      ? html` aria-describedby="${field}-problem"`
      : html` aria-invalid="true" aria-describedby="${field}-problem"`;
  const wrong = (field: keyof MandateDraft): Html =>
    html`<p class="wrong" id="${field}-problem"${problems[field] ? html` role="alert"` : null}>${problems[field] ?? null}</p>`;
  return page(
    frame,
    say('mandateTitle'),
    html`<h1 class="smaller">${say('mandateTitle')}</h1><p>${say('mandateIntro', { amount: money(left, currency) })}</p>
<form method="post" action="${path}/mandate/${plan.planId}" class="stack">${hidden(keys)}
<label>${say('mandateHolder')}<input name="holder" autocomplete="name" maxlength="70" required value="${draft.holder}"${mark('holder')}></label>${wrong('holder')}
<label>IBAN<input name="iban" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="42" required value="${draft.iban}"${mark('iban')}></label>${wrong('iban')}
<section class="card summary mandate"><p class="row"><span>${say('mandateCreditor')}</span><span>${creditor.holder}</span></p><p class="row"><span>${say('mandateCreditorId')}</span><span class="ref">${creditor.creditorId}</span></p>
<p class="small">${mandateText(creditor, speech)}</p>
<label class="agree"><input class="tick" type="checkbox" name="agrees" value="yes" required${draft.agrees ? html` checked` : null}${mark('agrees')}> <span>${say('mandateAgree')}</span></label>${wrong('agrees')}</section>
<div class="foot"><button class="button">${say('mandateDo')}</button><p class="asides"><a href="${path}">${say('back')}</a></p></div></form>`,
  );
}
