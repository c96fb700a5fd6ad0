/** What a debtor can choose and what it costs: the same figures for the page, the review and the check before anything is done. */
import { toDecimal } from '../core/money.ts';
import { type CalendarDate, calendarDate } from '../core/time.ts';
import { INTERVALS, type Interval, type PortalAccount, type PortalClaim, type PortalPart, type PortalPlanTerms } from './facts.ts';
import type { PortalServices } from './portal.ts';
import type { Speech } from './texts.ts';

export type Way = 'now' | 'plan' | 'later';
export const WAYS: readonly Way[] = ['now', 'plan', 'later'];

/** What was chosen, read from a form that anybody may have written. */
export interface Choice {
  readonly refs: readonly string[];
  readonly way: Way;
  readonly interval: Interval;
  /** Payments besides the down payment, within the client's limits. */
  readonly parts: number;
  /** The down payment as it was typed, and in minor units: null when that is no amount. */
  readonly downTyped: string;
  readonly downPayment: bigint | null;
  readonly date: CalendarDate | null;
  /** What is paid now when it is not all, as it was typed and in minor units: null when that is no amount; 0 without one. */
  readonly amountTyped: string;
  readonly amount: bigint | null;
}

/** @returns what is chosen when the page opens: all that can be, paid now. */
export function firstChoice(account: PortalAccount): Choice {
  const { planTerms } = account;
  const free = selectable(account);
  const rest = free.reduce((sum, claim) => sum + payable(claim), 0n);
  const first = planTerms.leastDown(rest) > 0n ? leastDownOf(planTerms, rest) : 0n;
  return {
    refs: free.map((claim) => claim.ref),
    way: 'now',
    interval: planTerms.intervals[0] ?? 'monthly',
    parts: Math.max(planTerms.minParts, Math.min(planTerms.usualParts, mostParts(planTerms, rest - first))),
    downTyped: first > 0n ? toDecimal(first, account.currency) : '',
    downPayment: first,
    date: null,
    amountTyped: '',
    amount: 0n,
  };
}

/** @returns the choice of a posted form; claims that are not the account's or cannot be chosen are left out. */
export function readChoice(form: URLSearchParams, account: PortalAccount, speech: Speech): Choice {
  const { planTerms } = account;
  const first = firstChoice(account);
  const way = WAYS.find((each) => each === form.get('way')) ?? 'now';
  const wanted = new Set(form.getAll('claim'));
  const parts = Math.trunc(Number(form.get('parts') ?? '')) || first.parts;
  const amountTyped = (form.get('amount') ?? '').trim().slice(0, 30);
  const downTyped = planTerms.downPayment ? (form.get('down') ?? '').trim().slice(0, 30) : '';
  return {
    refs: selectable(account)
      .filter((claim) => (wanted.has(claim.ref) || (way === 'plan' && planTerms.coversAll)) && allows(claim, way))
      .map((claim) => claim.ref),
    way,
    interval: INTERVALS.find((each) => each === form.get('interval') && planTerms.intervals.includes(each)) ?? first.interval,
    parts: Math.min(Math.max(parts, planTerms.minParts), planTerms.maxParts),
    downTyped,
    downPayment: downTyped === '' ? 0n : speech.readMoney(downTyped, account.currency),
    date: calendarDate(form.get('date') ?? ''),
    amountTyped,
    amount: amountTyped === '' ? 0n : speech.readMoney(amountTyped, account.currency),
  };
}

/** @returns minor units of a claim that can be paid now: what is due less what is on its way. */
export function payable(claim: PortalClaim): bigint {
  const rest = claim.balance - claim.pending;
  return rest > 0n ? rest : 0n;
}

/** @returns the claims that can be chosen: due, not disputed, not in a plan, with no partner. */
export function selectable(account: PortalAccount): PortalClaim[] {
  return account.claims.filter((claim) => payable(claim) > 0n && claim.disputedAt === null && !claim.isPlanned && claim.partner === null);
}

/** @returns whether a claim may take a way: an agreement waits until nothing is on its way, and may be switched off. */
export function allows(claim: PortalClaim, way: Way): boolean {
  if (way === 'now') return true;
  return claim.pending === 0n && (way === 'plan' ? claim.canPlan : claim.canPromise);
}

/** @returns the choice as it is for another way: a plan may cover more, or less, than what is paid now. */
export function forWay(account: PortalAccount, choice: Choice, way: Way, interval: Interval): Choice {
  const coversAll = way === 'plan' && account.planTerms.coversAll;
  return {
    ...choice,
    way,
    interval,
    refs: selectable(account)
      .filter((claim) => (coversAll || choice.refs.includes(claim.ref)) && allows(claim, way))
      .map((claim) => claim.ref),
  };
}

/** What a choice amounts to, in minor units. */
export interface Figures {
  readonly total: bigint;
  readonly parts: readonly PortalPart[];
}

/** @returns the sum of a choice and its parts, exactly as the plan will have them. */
export function figures(account: PortalAccount, choice: Choice, services: Pick<PortalServices, 'planParts'>): Figures {
  const due = dueOn(account, choice);
  const { interval, parts } = choice;
  const total = isPart(account, choice, due) ? choice.amount : due;
  // A down payment that cannot be is told beside its field; until then the plan is shown without one.
  const downPayment = isDownPayment(account.planTerms, choice.downPayment, total) ? choice.downPayment : 0n;
  return { total, parts: services.planParts({ amount: total, downPayment, parts, interval, first: account.firstDay[interval] }) };
}

/** @returns how many parts a sum can have at most, each of them at least as much as the client asks for; 0: none. */
export function mostParts({ minPart, maxParts }: PortalPlanTerms, amount: bigint): number {
  const most = amount / minPart;
  return most > BigInt(maxParts) ? maxParts : Number(most);
}

function isDownPayment(terms: PortalPlanTerms, downPayment: bigint | null, total: bigint): downPayment is bigint {
  const least = leastDownOf(terms, total);
  return downPayment !== null && ((downPayment === 0n && terms.leastDown(total) === 0n) || (downPayment >= least && downPayment < total));
}

/** A down payment is no smaller than any other payment. */
function leastDownOf({ minPart, leastDown }: PortalPlanTerms, total: bigint): bigint {
  const least = leastDown(total);
  return least > minPart ? least : minPart;
}

/** @returns minor units due on the chosen claims. */
function dueOn(account: PortalAccount, choice: Choice): bigint {
  return chosenClaims(account, choice).reduce((sum, claim) => sum + payable(claim), 0n);
}

const chosenClaims = (account: PortalAccount, { refs }: Choice) => selectable(account).filter((claim) => refs.includes(claim.ref));

/** Whether an amount was typed that is paid instead of all; one that cannot be is told beside its field. */
function isPart(account: PortalAccount, choice: Choice, due: bigint): choice is Choice & { readonly amount: bigint } {
  return choice.way === 'now' && choice.amount !== null && choice.amount >= account.leastPayment && choice.amount <= due;
}

/** @returns what a payment goes to, the oldest first: more than one claim, or less than all of one. Empty when all is paid. */
export function partsOfPayment(account: PortalAccount, choice: Choice, services: Pick<PortalServices, 'spread'>): readonly ClaimPart[] {
  const due = dueOn(account, choice);
  if (!isPart(account, choice, due) || choice.amount === due) return [];
  const claims = chosenClaims(account, choice);
  const parts = services.spread(
    claims.map((claim) => ({ ref: claim.ref, dueDate: claim.dueDate, payable: payable(claim) })),
    choice.amount,
  );
  return parts.flatMap(({ externalClaimRef, amount }) => {
    const claim = claims.find(({ ref }) => ref === externalClaimRef);
    return claim ? [{ claim, amount, left: payable(claim) - amount }] : [];
  });
}

/** A claim with what a payment puts on it, and what is left; minor units. */
export interface ClaimPart {
  readonly claim: PortalClaim;
  readonly amount: bigint;
  readonly left: bigint;
}

/** What is wrong with the amount that was typed, in place of all. */
export function amountProblem(account: PortalAccount, choice: Choice, { say, money }: Speech): { field: 'amount'; text: string } | null {
  const due = dueOn(account, choice);
  if (choice.way !== 'now' || choice.amountTyped === '' || isPart(account, choice, due)) return null;
  const [least, most] = [money(account.leastPayment, account.currency), money(due, account.currency)];
  return { field: 'amount', text: due < account.leastPayment ? say('noPart', { most }) : say('noAmount', { least, most }) };
}

/** What is wrong with the plan that was chosen, and about which field. */
export function planProblem(
  account: PortalAccount,
  choice: Choice,
  total: bigint,
  speech: Speech,
): { field: 'down' | 'parts'; text: string } | null {
  const { planTerms, currency } = account;
  const { say, money } = speech;
  const least = money(planTerms.minPart, currency);
  if (!isDownPayment(planTerms, choice.downPayment, total)) {
    const needed = planTerms.leastDown(total);
    const range = { least: money(leastDownOf(planTerms, total), currency), most: money(total, currency) };
    return { field: 'down', text: say(needed > 0n ? 'needsDown' : 'noDown', range) };
  }
  const most = mostParts(planTerms, total - choice.downPayment);
  if (most < planTerms.minParts) return { field: 'parts', text: say('planSmall', { least }) };
  return choice.parts > most ? { field: 'parts', text: say('noParts', { least, count: most }) } : null;
}

/** @returns the days of a plan as one word. */
export function daysOf(parts: Figures['parts']): string {
  return parts.map((part) => part.dueDate).join(',');
}

/** @returns what tells whether figures are still those a debtor has seen. */
export function seenMark(choice: Choice, { total, parts }: Figures): string {
  const plan = () => `${choice.downPayment ?? ''}|${daysOf(parts)}`;
  return [choice.way, total, choice.way === 'plan' ? plan() : choice.way === 'later' ? (choice.date ?? '') : ''].join('|');
}

/** @returns whether a promise may name the day. */
export function isPromiseDay(account: PortalAccount, date: CalendarDate | null): date is CalendarDate {
  return date !== null && date >= account.today && date <= account.lastPromiseDay;
}
