/** The page itself: what is owed, where it comes from, and three ways to settle it. */
import { allows, type Choice, daysOf, type Figures, figures, selectable, WAYS, type Way } from '../choice.ts';
import { type Html, html } from '../html.ts';
import { INTERVALS, type Interval, type PortalAccount, type PortalPlan, type PortalServices } from '../portal.ts';
import type { Speech } from '../texts.ts';
import { claimCard } from './claims.ts';
import { type FormKeys, type Frame, hidden, notice, page } from './layout.ts';

type HomeFrame = Frame & { path: string };

/** @param chosen what was chosen before, when something about it has to be put right. @param problem what that is. */
export function homePage(
  frame: HomeFrame,
  account: PortalAccount,
  services: PortalServices,
  keys: FormKeys,
  chosen: Choice | null,
  problem: string | null,
): string {
  const { speech, path } = frame;
  const { say, money } = speech;
  const open = account.claims.filter((claim) => claim.balance > 0n);
  const owed = open.reduce((sum, claim) => sum + claim.balance, 0n);
  const free = selectable(account);
  const fixed = open.filter((claim) => !free.includes(claim));
  const settled = account.claims.filter((claim) => claim.balance <= 0n && claim.entries.length > 0);
  const choice: Choice = chosen ?? { refs: free.map((claim) => claim.ref), way: 'now', interval: 'monthly', date: null };
  const title = owed > 0n ? say('youOwe', { amount: money(owed, account.currency) }) : say('nothingDue');
  return page(
    frame,
    say('claims'),
    html`<p class="hello">${say('hello', { name: account.debtorName })}</p>
<h1>${title}</h1>
<p class="lead">${owed > 0n ? (free.length > 0 ? say('choose') : null) : say('nothingDueText')}</p>
${notice(problem)}
${account.plans.map((plan) => planCard(plan, account, frame, keys))}
${
  free.length > 0
    ? html`<form method="post" action="${path}/settle" class="stack settle" id="settle" data-currency="${account.currency}" data-empty="${say('chooseOne')}">
${hidden(keys)}<input type="hidden" name="seen" value="">
<ul class="claims" aria-label="${say('claims')}">${free.map((claim, index) => claimCard(claim, account, speech, choice.refs.includes(claim.ref), index))}
${fixed.map((claim, index) => claimCard(claim, account, speech, null, free.length + index))}</ul>
${waysOf(account, choice, services, speech)}
<div class="foot"><button class="button" id="go" data-now="${say('do_now', { amount: '{amount}' })}" data-plan="${say('do_plan')}" data-later="${say('do_later', { amount: '{amount}' })}">${say('continue')}</button>
${asides(path, speech)}</div></form>`
    : html`${fixed.length > 0 && html`<ul class="claims" aria-label="${say('claims')}">${fixed.map((claim, index) => claimCard(claim, account, speech, null, index))}</ul>`}<div class="foot">${owed > 0n && asides(path, speech)}</div>`
}
${settled.length > 0 && html`<section class="settled"><h2>${say('paidBills')}</h2><ul class="claims">${settled.map((claim, index) => claimCard(claim, account, speech, null, 1000 + index))}</ul></section>`}`,
  );
}

function asides(path: string, { say }: Speech): Html {
  return html`<p class="asides"><a href="${path}/disagree">${say('disagree')}</a><a href="${path}/help">${say('needHelp')}</a></p>`;
}

function waysOf(account: PortalAccount, choice: Choice, services: PortalServices, speech: Speech): Html {
  const { say, money } = speech;
  const ways = WAYS.filter((way) => selectable(account).some((claim) => allows(claim, way)));
  const of = (way: Way, interval: Interval) =>
    figures(
      account,
      {
        ...choice,
        way,
        interval,
        refs: selectable(account)
          .filter((claim) => choice.refs.includes(claim.ref) && allows(claim, way))
          .map((claim) => claim.ref),
      },
      services,
    );
  const plan = of('plan', choice.interval);
  const hint: Record<Way, Html> = {
    now: html`<span class="live" data-live="now">${money(of('now', choice.interval).total, account.currency)}</span>`,
    plan: html`<span class="live" data-live="part">${money(plan.parts[0]?.amount ?? 0n, account.currency)}</span>`,
    later: html`<span>${say('pickDate')}</span>`,
  };
  return html`<fieldset class="ways"><legend class="unseen">${say('how')}</legend>
${ways.map((way) => html`<label class="way"><input type="radio" name="way" value="${way}"${choice.way === way ? html` checked` : null}><strong${way === 'plan' ? html` data-live="length"` : null}>${say(way === 'plan' ? `way_${choice.interval}` : `way_${way}`)}</strong>${hint[way]}</label>`)}
</fieldset>
<section class="card summary">
<div class="for now">${row(say('payToday'), money(of('now', choice.interval).total, account.currency), 'now')}<p class="small">${say('providerNote')}</p></div>
${
  ways.includes('plan') &&
  html`<div class="for plan">${INTERVALS.map((interval) => html`<div class="each" data-interval="${interval}" data-days="${daysOf(of('plan', interval).parts)}">${partRows(of('plan', interval), interval, account, speech)}</div>`)}<p class="small">${say('noExtra')}</p>
<fieldset class="intervals"><legend class="unseen">${say('interval')}</legend>${INTERVALS.map((interval) => html`<label><input type="radio" name="interval" value="${interval}" data-length="${say(`way_${interval}`)}"${interval === choice.interval ? html` checked` : null}><span>${say(`interval_${interval}`)}</span></label>`)}</fieldset></div>`
}
${ways.includes('later') && html`<div class="for later"><p class="row"><label for="date">${say('laterDay')}</label><input type="date" id="date" name="date" min="${account.today}" max="${account.lastPromiseDay}" value="${choice.date ?? ''}"></p>${row(say('laterSum'), money(of('later', choice.interval).total, account.currency), 'later')}<p class="small">${say('laterNote')}</p></div>`}
<p class="small exact">${say('exactNext')}</p>
</section>`;
}

function row(name: string, amount: string, live: string): Html {
  return html`<p class="row"><span>${name}</span><strong class="live" data-live="${live}">${amount}</strong></p>`;
}

/** "First payment, 1 December" and "Then monthly until 1 February": the odd cent is in the first part or shown apart. */
export function partRows({ parts }: Figures, interval: Interval, account: PortalAccount, { say, money, day }: Speech): Html {
  const [first, second, last] = parts;
  if (!first || !second || !last) return html``;
  const rest =
    second.amount === last.amount
      ? `2 × ${money(last.amount, account.currency)}`
      : `${money(second.amount, account.currency)} + ${money(last.amount, account.currency)}`;
  return html`${row(say('firstPayment', { day: day(first.dueDate, account.today) }), money(first.amount, account.currency), 'first')}
${row(say(`then_${interval}`, { day: day(last.dueDate, account.today) }), rest, 'rest')}`;
}

function planCard(plan: PortalPlan, account: PortalAccount, frame: HomeFrame, keys: FormKeys): Html {
  const { speech, path } = frame;
  const { say, money, day } = speech;
  const open = plan.instalments.filter((each) => each.paidAmount < each.amount);
  const left = open.reduce((sum, each) => sum + each.amount - each.paidAmount, 0n);
  const next = open[0];
  const isMoving = account.claims.some((claim) => claim.isPlanned && claim.pending > 0n);
  const tone: Record<string, string> = { paid: 'brand', missed: 'bad', pending: 'plain', canceled: 'plain' };
  return html`<section class="card plan-card"><h2><span>${say('planTitle')}</span><span>${say('planLeft', { amount: money(left, account.currency) })}</span></h2>
<ol>${plan.instalments.map((each) => html`<li class="row"><span>${day(each.dueDate, account.today)}</span><span class="chip ${tone[each.status] ?? 'plain'}">${say(`inst_${each.status}`)}</span><strong>${money(each.amount, account.currency)}</strong></li>`)}</ol>
${
  next && !isMoving
    ? html`<form method="post" action="${path}/instalment">${hidden(keys)}<input type="hidden" name="plan" value="${plan.planId}">
<button class="button" name="what" value="next">${say('payInstalment', { amount: money(next.amount - next.paidAmount, account.currency) })}</button>
<p class="asides">${open.length > 1 && html`<button class="plainly" name="what" value="all">${say('payAllOfPlan')}</button>`}<a href="${path}/plan/${plan.planId}">${say('endPlan')}</a></p></form>`
    : null
}</section>`;
}
