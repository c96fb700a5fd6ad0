/**
 * The form by which debts are settled: bills to choose from and up to three ways, each a block of its own that stands wherever its page has it. Their
 * fields name the form, so they belong to it in any order, also without a script.
 */
import type { FunctionNode } from '../../blocks/pageHtml.ts';
import { type Html, html } from '../../core/html.ts';
import { allows, figures, forWay, payable, selectable, type Way } from '../choice.ts';
import type { PortalClaim } from '../facts.ts';
import { claimCard } from '../pages/claims.ts';
import { hidden } from '../pages/layout.ts';
import { type FieldProblem, lengthOf, planFields, problemAt } from '../pages/plan.ts';
import { providerChoice } from '../pages/provider.ts';
import { waysToPay } from '../ways.ts';
import { type Drawing, functionOf, own, ownOf, ownText, SETTLE } from './drawing.ts';

/** Blocks that take part in the form. */
const PARTS = ['claims', 'pay', 'instalments', 'promiseToPay'];
/** The way that a block offers. */
const WAY_OF: Readonly<Record<string, Way>> = { pay: 'now', instalments: 'plan', promiseToPay: 'later' };

/** What the form is made of on this page: the ways in the page's order, and who draws its beginning and its end. */
interface Settling {
  readonly ways: readonly { readonly way: Way; readonly node: FunctionNode }[];
  readonly first: FunctionNode | undefined;
  readonly last: FunctionNode | undefined;
}

function settlingOf({ functions, account }: Drawing): Settling {
  const free = selectable(account);
  const parts = functions.filter(({ name }) => PARTS.includes(name));
  const ways = parts.flatMap((node) => {
    const way = WAY_OF[node.name];
    return way && free.some((claim) => allows(claim, way)) ? [{ way, node }] : [];
  });
  return { ways, first: free.length > 0 && ways.length > 0 ? parts[0] : undefined, last: ways.at(-1)?.node };
}

/** @returns a part of the form, with what it begins and ends with where it is the first or the last. */
export function settlingPart(node: FunctionNode, at: Drawing): Html {
  const form = settlingOf(at);
  const own = node.name === 'claims' ? claimList(node, at, form) : way(node, at, form);
  const start = form.first === node ? settleForm(at) : null;
  return html`${start}${own}${form.first && form.last === node ? bar(at, form) : null}`;
}

/** The form itself is empty: its fields stand where the page has them. */
function settleForm(at: Drawing): Html {
  const { account, frame, keys } = at;
  const { say, money, decimal } = frame.speech;
  // Without a list to choose from, everything is meant.
  const isChosen = functionOf(at, 'claims')?.fields.selection === true;
  return html`<form method="post" action="${frame.path}/settle" class="settle" id="settle" data-currency="${account.currency}" data-empty="${say('chooseOne')}" data-decimal="${decimal}" data-least="${String(account.leastPayment)}" data-amount="${say('noAmount', { least: money(account.leastPayment, account.currency), most: '{most}' })}" data-part="${say('noPart', { most: '{most}' })}">
${hidden(keys)}<input type="hidden" name="seen" value="">${!isChosen && selectable(account).map((claim) => html`<input type="hidden" name="claim" value="${claim.ref}"${claimFigures(claim)}>`)}</form>
`;
}

/** What the page's script calculates with. */
const claimFigures = (claim: PortalClaim): Html =>
  html` data-minor="${String(payable(claim))}" data-plan="${claim.canPlan && claim.pending === 0n ? '1' : '0'}" data-later="${claim.canPromise && claim.pending === 0n ? '1' : '0'}"`;

const GROUP_OF: Readonly<Record<string, (claim: PortalClaim) => string | null>> = {
  product: (claim) => claim.title?.trim() || null,
  portfolio: (claim) => claim.portfolio,
};

function claimList(node: FunctionNode, { account, choice, frame }: Drawing, { first }: Settling): Html {
  const { speech } = frame;
  const free = selectable(account);
  const open = account.claims.filter((claim) => claim.balance > 0n);
  const fixed = open.filter((claim) => !free.includes(claim));
  const canChoose = first !== undefined && node.fields.selection === true;
  const title = own(node, 'title', '');
  const usual = speech.say(canChoose && free.length > 1 ? 'selectClaims' : 'claims');
  const ordered = [...free, ...fixed];
  if (ordered.length === 0) return html``;
  const groupOf = GROUP_OF[String(node.fields.grouping)];
  const groups = groupOf ? [...Map.groupBy(ordered, groupOf)] : [[null, ordered] as const];
  const card = (claim: PortalClaim) => {
    const index = ordered.indexOf(claim);
    const isFree = canChoose && free.includes(claim);
    return claimCard(claim, account, speech, isFree ? choice.refs.includes(claim.ref) : null, index, html`${claimFigures(claim)}${SETTLE}`);
  };
  const named = (group: string | null) => group ?? speech.say('otherClaims');
  return html`<section class="choose">${(title !== '' || (canChoose && free.length > 1)) && html`<h2 dir="auto">${title || usual}</h2>`}${groups.map(([group, claims]) => html`${groups.length > 1 && html`<h3 dir="auto">${named(group)}</h3>`}<ul class="claims" aria-label="${groups.length > 1 ? named(group) : title || usual}">${claims.map(card)}</ul>`)}</section>`;
}

function way(node: FunctionNode, at: Drawing, { ways, first }: Settling): Html {
  const mine = ways.find((each) => each.node === node);
  if (!first || !mine) return html``;
  const choice = ways[0] === mine ? waysChoice(at, ways) : null;
  const problem = typeof at.problem === 'string' ? null : at.problem;
  const panel = { now: payPanel, plan: planPanel, later: promisePanel }[mine.way];
  return html`${choice}<section class="card summary for ${mine.way}">${panel(node, at, problem)}<p class="small exact">${at.frame.speech.say('exactNext')}</p></section>`;
}

/** The way that is taken when the page opens. */
const chosenWay = ({ choice }: Drawing, ways: Settling['ways']): Way =>
  (ways.find(({ way }) => way === choice.way) ?? ways[0])?.way ?? 'now';

function waysChoice(at: Drawing, ways: Settling['ways']): Html {
  const { choice, account, services } = at;
  const { speech } = at.frame;
  const { say, money } = speech;
  const chosen = chosenWay(at, ways);
  const tile = ({ way, node }: Settling['ways'][number]): Html => {
    const mine = way === 'plan' ? planned(at, node) : { account, choice };
    const sums = figures(mine.account, forWay(mine.account, mine.choice, way, mine.choice.interval), services);
    const name = way === 'plan' ? lengthOf(mine.choice.interval, sums.parts.length, speech) : say(`way_${way}`);
    const label = own(node, 'label', '');
    const part = sums.parts.at(-choice.parts)?.amount ?? 0n;
    const hint =
      way === 'later'
        ? html`<span>${say('pickDate')}</span>`
        : html`<span class="live" data-live="${way === 'plan' ? 'part' : 'now'}">${money(way === 'plan' ? part : sums.total, account.currency)}</span>`;
    // A name of the client's own doesn't follow the plan's length.
    return html`<label class="way"><input type="radio" name="way" value="${way}"${way === chosen ? html` checked` : null}${SETTLE}><strong dir="auto"${way === 'plan' && label === '' ? html` data-live="length"` : null}>${label || name}</strong>${hint}</label>`;
  };
  return html`<fieldset class="ways"><legend class="unseen">${say('how')}</legend>
${ways.map(tile)}
</fieldset>
`;
}

function payPanel(node: FunctionNode, { account, choice, services, frame }: Drawing, problem: FieldProblem | null): Html {
  const { speech } = frame;
  const { say, money } = speech;
  const { total } = figures(account, forWay(account, choice, 'now', choice.interval), services);
  const { mark, text } = problemAt('amount', problem);
  const note = say(account.providers.length > 0 ? 'providerNote' : account.transfer ? 'transferNote' : 'noWayNote');
  // Less than all may be paid, whatever the debtor can manage.
  const amount =
    node.fields.amount === true &&
    html`<p class="row"><label for="amount">${say('amountField')}</label><input class="sum" id="amount" name="amount" inputmode="decimal" autocomplete="off" maxlength="30" value="${choice.amountTyped}"${mark}${SETTLE}></p>${text}<p class="small">${say('amountNote')}</p>`;
  return html`${row(say('payToday'), money(total, account.currency), 'now')}${amount}${ownText(node, 'note', note, 'small')}${providerChoice(waysToPay(account, speech), speech, 'now', SETTLE)}`;
}

function planPanel(node: FunctionNode, at: Drawing, problem: FieldProblem | null): Html {
  const { account, choice } = planned(at, node);
  return html`${planFields(account, choice, at.services, at.frame.speech, problem, SETTLE)}${ownText(node, 'note', null, 'small')}`;
}

/** How often a plan of this page may be paid: of what the client allows, what the page offers; without any such, what the client allows. */
function planned({ account, choice }: Drawing, { fields }: FunctionNode): Pick<Drawing, 'account' | 'choice'> {
  const offered = new Set(Array.isArray(fields.intervals) ? (fields.intervals as readonly unknown[]) : []);
  const intervals = account.planTerms.intervals.filter((each) => offered.has(each));
  const [first] = intervals;
  if (!first) return { account, choice };
  const interval = intervals.includes(choice.interval) ? choice.interval : first;
  return { account: { ...account, planTerms: { ...account.planTerms, intervals } }, choice: { ...choice, interval } };
}

function promisePanel(node: FunctionNode, { account, choice, services, frame }: Drawing, problem: FieldProblem | null): Html {
  const { say, money } = frame.speech;
  const date = problemAt('date', problem);
  const { total } = figures(account, forWay(account, choice, 'later', choice.interval), services);
  return html`<p class="row"><label for="date">${say('laterDay')}</label><input type="date" id="date" name="date" min="${account.today}" max="${account.lastPromiseDay}" value="${choice.date ?? ''}"${date.mark}${SETTLE}></p>${date.text}${row(say('laterSum'), money(total, account.currency), 'later')}${ownText(node, 'note', say('laterNote'), 'small')}`;
}

function row(name: string, amount: string, live: string): Html {
  return html`<p class="row"><span>${name}</span><strong class="live" data-live="${live}">${amount}</strong></p>`;
}

/** The total and the button, in sight however long the page is. */
function bar(at: Drawing, { ways }: Settling): Html {
  const { account, services, frame } = at;
  const { say, money } = frame.speech;
  const way = chosenWay(at, ways);
  const plan = ways.find((each) => each.way === 'plan');
  const mine = way === 'plan' && plan ? planned(at, plan.node) : at;
  const { total } = figures(mine.account, { ...mine.choice, way }, services);
  const label = ownOf(functionOf(at, 'pay'), 'total', say('total'));
  return html`
<div class="foot bar"><p class="row live"><span dir="auto">${label}</span><strong data-live="total">${money(total, account.currency)}</strong></p><button class="button" id="go"${SETTLE} data-now="${say('do_now', { amount: '{amount}' })}" data-plan="${say('do_plan', { count: '{count}' })}" data-plan-once="${say('do_plan_once')}" data-later="${say('do_later', { amount: '{amount}' })}" data-review="${say('continue')}">${say('continue')}</button></div>`;
}
