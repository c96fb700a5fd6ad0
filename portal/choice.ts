/** What a debtor can choose and what it costs: the same figures for the page, the review and the check before anything is done. */
import { type CalendarDate, calendarDate } from '../core/time.ts';
import { INTERVALS, type Interval, type PortalAccount, type PortalClaim, type PortalServices } from './portal.ts';

export type Way = 'now' | 'plan' | 'later';
export const WAYS: readonly Way[] = ['now', 'plan', 'later'];

/** What was chosen, read from a form that anybody may have written. */
export interface Choice {
  readonly refs: readonly string[];
  readonly way: Way;
  readonly interval: Interval;
  readonly date: CalendarDate | null;
}

/** @returns the choice of a posted form; claims that are not the account's or cannot be chosen are left out. */
export function readChoice(form: URLSearchParams, account: PortalAccount): Choice {
  const way = WAYS.find((each) => each === form.get('way')) ?? 'now';
  const wanted = new Set(form.getAll('claim'));
  return {
    refs: selectable(account)
      .filter((claim) => wanted.has(claim.ref) && allows(claim, way))
      .map((claim) => claim.ref),
    way,
    interval: INTERVALS.find((each) => each === form.get('interval')) ?? 'monthly',
    date: calendarDate(form.get('date') ?? ''),
  };
}

/** @returns minor units of a claim that can be paid now: what is due less what is on its way. */
export function payable(claim: PortalClaim): bigint {
  const rest = claim.balance - claim.pending;
  return rest > 0n ? rest : 0n;
}

/** @returns the claims that can be chosen: due, not disputed, not in a plan. */
export function selectable(account: PortalAccount): PortalClaim[] {
  return account.claims.filter((claim) => payable(claim) > 0n && claim.disputedAt === null && !claim.isPlanned);
}

/** @returns whether a claim may take a way: an agreement waits until nothing is on its way, and may be switched off. */
export function allows(claim: PortalClaim, way: Way): boolean {
  if (way === 'now') return true;
  return claim.pending === 0n && (way === 'plan' ? claim.canPlan : claim.canPromise);
}

/** What a choice amounts to, in minor units. */
export interface Figures {
  readonly total: bigint;
  readonly parts: readonly { readonly amount: bigint; readonly dueDate: CalendarDate }[];
}

/** @returns the sum of a choice and its three parts, exactly as the plan will have them. */
export function figures(account: PortalAccount, choice: Choice, services: Pick<PortalServices, 'splitIntoInstalments'>): Figures {
  const total = selectable(account)
    .filter((claim) => choice.refs.includes(claim.ref))
    .reduce((sum, claim) => sum + payable(claim), 0n);
  return { total, parts: services.splitIntoInstalments(total, choice.interval, account.firstDay[choice.interval]) };
}

/** @returns the days of a plan as one word. */
export function daysOf(parts: Figures['parts']): string {
  return parts.map((part) => part.dueDate).join(',');
}

/** @returns what tells whether figures are still those a debtor has seen. */
export function seenMark(choice: Choice, { total, parts }: Figures): string {
  return [choice.way, total, choice.way === 'plan' ? daysOf(parts) : choice.way === 'later' ? (choice.date ?? '') : ''].join('|');
}

/** @returns whether a promise may name the day. */
export function isPromiseDay(account: PortalAccount, date: CalendarDate | null): date is CalendarDate {
  return date !== null && date >= account.today && date <= account.lastPromiseDay;
}
