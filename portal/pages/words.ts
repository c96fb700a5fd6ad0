/** Pages to write on: "I disagree with this", "I need help paying", and a message where a strategy lets the debtor write. */
import { html } from '../../core/html.ts';
import type { PortalAccount } from '../facts.ts';
import { titleOf } from './claims.ts';
import { type FormKeys, type Frame, hidden, notice, page } from './layout.ts';

/** Characters one message may have. */
export const MAX_WORDS = 2000;

/** Files that a debtor sends along, and the bytes they have together. */
export const MOST_UPLOADS = 5;
export const MOST_UPLOADED = 20 * 2 ** 20;
/** As texts say it. */
export const FILE_LIMITS = { files: MOST_UPLOADS, megabytes: MOST_UPLOADED / 2 ** 20 };
/** Those that debtors have; the server takes all that it keeps otherwise. */
const DOCUMENTS = '.pdf,.jpg,.jpeg,.png,.heic,.webp,.tif,.tiff,.docx,.odt,.txt,.eml';

export interface Draft {
  readonly refs: readonly string[];
  readonly text: string;
}

/** @param draft what was written before, when something is missing. */
export function disagreePage(
  frame: Frame & { path: string },
  account: PortalAccount,
  keys: FormKeys,
  draft: Draft,
  problem: string | null,
): string {
  const { speech, path } = frame;
  const { say, money } = speech;
  const open = account.claims.filter((claim) => claim.balance > 0n);
  return page(
    frame,
    say('disagreeTitle'),
    html`<h1 class="smaller">${say('disagreeTitle')}</h1><p>${say('disagreeText')}</p>${notice(problem)}
<form method="post" action="${path}/disagree" class="stack" enctype="multipart/form-data">${hidden(keys)}
<ul class="claims">${open.map((claim, index) => html`<li class="card claim"><input type="checkbox" name="claim" id="claim-${index}" value="${claim.ref}"${draft.refs.includes(claim.ref) || open.length === 1 ? html` checked` : null}><div class="what"><label class="title" for="claim-${index}">${titleOf(claim, speech)}</label><span class="ref">${claim.ref}</span></div><span class="amount">${money(claim.balance, account.currency)}</span></li>`)}</ul>
<label>${say('disagreeWords')}<textarea name="text" rows="5" maxlength="${MAX_WORDS}" required aria-describedby="hint">${draft.text}</textarea></label><p class="small" id="hint">${say('disagreeHint')}</p>
<label>${say('disagreeFiles')}<input type="file" name="file" multiple accept="${DOCUMENTS}" aria-describedby="files"></label><p class="small" id="files">${say('disagreeFilesHint', FILE_LIMITS)}</p>
<div class="foot"><button class="button">${say('disagreeDo')}</button><p class="asides"><a href="${path}">${say('back')}</a></p></div></form>`,
  );
}

/** What is written to staff without choosing bills; the last part of the page's address, and what its texts begin with. */
export type Letter = 'help' | 'message';

/** @param text what was written before, when something is missing. */
export function letterPage(frame: Frame & { path: string }, about: Letter, keys: FormKeys, text: string, problem: string | null): string {
  const { speech, path } = frame;
  const { say } = speech;
  return page(
    frame,
    say(`${about}Title`),
    html`<h1 class="smaller">${say(`${about}Title`)}</h1><p>${say(`${about}Text`)}</p>${notice(problem)}
<form method="post" action="${path}/${about}" class="stack">${hidden(keys)}
<label>${say(`${about}Words`)}<textarea name="text" rows="6" maxlength="${MAX_WORDS}" required aria-describedby="hint">${text}</textarea></label><p class="small" id="hint">${say(`${about}Hint`)}</p>
<div class="foot"><button class="button">${say(`${about}Do`)}</button><p class="asides"><a href="${path}">${say('back')}</a></p></div></form>`,
  );
}
