/** What leads from the page to another one: to an explanation, a form, a file. */
import { type Drawn, type FunctionNode, lineWords } from '../../blocks/pageHtml.ts';
import { type Html, html } from '../../core/html.ts';
import { adviceIn } from '../advice.ts';
import { adviceLinks } from '../pages/layout.ts';
import { type Drawing, own, ownText } from './drawing.ts';

/** What the product says where a block says nothing: keys of its words. */
interface Said {
  readonly to: string;
  readonly label: string;
  readonly title: string;
  readonly text?: string;
}

const owes = ({ account }: Drawing) => account.claims.some((claim) => claim.balance > 0n);

/** @returns a link in the look that its block asks for. @param more what stands in its card or beside it. */
function leading(node: FunctionNode, { frame }: Drawing, said: Said, more: Html | null = null): Drawn {
  const { say } = frame.speech;
  const to = `${frame.path}/${said.to}`;
  const label = own(node, 'label', say(said.label));
  if (node.fields.look === 'card' || more)
    return {
      html: html`<section class="card ask"><h2 dir="auto">${own(node, 'title', say(said.title))}</h2>${ownText(node, 'text', said.text ? say(said.text) : null)}${more}<p><a href="${to}" dir="auto">${label}</a></p></section>`,
    };
  if (node.fields.look === 'button')
    return { html: html`<p class="said"><a class="button plain" href="${to}" dir="auto">${label}</a></p>` };
  return { html: html`<a href="${to}" dir="auto">${label}</a>`, aside: true };
}

export function balance(node: FunctionNode, at: Drawing): Drawn | null {
  const { account, frame } = at;
  const { say, money } = frame.speech;
  const open = account.claims.filter((claim) => claim.balance > 0n);
  if (open.length === 0 && !account.claims.some((claim) => claim.entries.length > 0)) return null;
  const sums =
    node.fields.sums === true &&
    html`<p class="row"><span dir="auto">${own(node, 'total', say('total'))}</span><strong>${money(
      open.reduce((sum, claim) => sum + claim.balance, 0n),
      account.currency,
    )}</strong></p><p class="row"><span dir="auto">${own(node, 'fees', say('fees'))}</span><span>${money(
      open.flatMap(({ entries }) => entries).reduce((sum, entry) => (entry.kind === 'fee' ? sum + entry.amount : sum), 0n),
      account.currency,
    )}</span></p>`;
  return leading(node, at, { to: 'balance', label: 'balanceLink', title: 'balanceTitle' }, sums || null);
}

export const dispute = (node: FunctionNode, at: Drawing): Drawn | null =>
  owes(at) ? leading(node, at, { to: 'disagree', label: 'disagree', title: 'disagreeTitle', text: 'disagreeText' }) : null;

export function help(node: FunctionNode, at: Drawing): Drawn | null {
  if (!owes(at)) return null;
  const { creditor, speech } = at.frame;
  const advice = node.fields.advice === true ? adviceIn(creditor?.countryCode ?? '') : [];
  const more = advice.length > 0 ? html`<p class="small">${speech.say('aboutAdvice')}: ${adviceLinks(advice)}</p>` : null;
  return leading(node, at, { to: 'help', label: 'needHelp', title: 'helpTitle', text: 'helpText' }, more);
}

export const callback = (node: FunctionNode, at: Drawing): Drawn | null =>
  owes(at) && at.account.call ? leading(node, at, { to: 'call', label: 'askCall', title: 'callTitle', text: 'callText' }) : null;

export const message = (node: FunctionNode, at: Drawing): Drawn | null =>
  owes(at) && at.account.canWrite
    ? leading(node, at, { to: 'message', label: 'writeUs', title: 'messageTitle', text: 'messageText' })
    : null;

export function financialAssessment(node: FunctionNode, { account, frame }: Drawing): Drawn | null {
  const { say, day } = frame.speech;
  if (!account.budget) return null;
  const text = say('budgetCardText', { day: day(account.budget.until, account.today) });
  return {
    html: html`<section class="card ask"><h2 dir="auto">${own(node, 'title', say('budgetCard'))}</h2>${ownText(node, 'text', text)}<p><a href="${frame.path}/budget" dir="auto">${own(node, 'label', say('budgetOpen'))}</a></p></section>`,
  };
}

/** The statement as a file, and the account's files of the block's document type. */
export function documents(node: FunctionNode, { account, files, frame }: Drawing): Drawn | null {
  const { say, shortDay } = frame.speech;
  const { statement, documentType } = node.fields;
  const typed = files.filter((file) => file.documentType === documentType);
  const links = [
    ...(statement === true && account.claims.length > 0
      ? [html`<li><a href="${frame.path}/balance.pdf" dir="auto">${own(node, 'label', say('statement'))}</a></li>`]
      : []),
    ...typed.map(
      (file) =>
        html`<li><a href="${frame.path}/file/${file.fileId}" dir="auto">${file.name}</a> <span class="small">${shortDay(file.day)}</span></li>`,
    ),
  ];
  if (links.length === 0) return null;
  return { html: html`<section class="card ask"><h2 dir="auto">${own(node, 'title', say('documents'))}</h2><ul>${links}</ul></section>` };
}

export function faq(node: FunctionNode): Drawn | null {
  const { question, answer } = node.texts;
  const asked = question && !('content' in question) ? lineWords(question) : '';
  if (asked.trim() === '' || !answer) return null;
  const open = node.fields.open === true ? html` open` : null;
  return { html: html`<details class="faq"${open}><summary dir="auto">${asked}</summary>${ownText(node, 'answer', null)}</details>` };
}
