/** Which account a collector works next, and why: points with their reasons, the same for everybody who looks at the same facts. */
import { toDecimal } from '../../core/money.ts';
import { type CalendarDate, DAY, daysBetween, HOUR, type Instant } from '../../core/time.ts';
import type { Reason } from '../reason.ts';

/** Money that was promised for a day. */
interface Promised {
  /** Minor units of the account's currency. */
  readonly amount: bigint;
  readonly dueDate: CalendarDate;
}

/** What decides how soon an account is worked. */
export interface WorkFacts {
  readonly accountId: string;
  /** It is the asking collector's own. */
  readonly own: boolean;
  readonly currency: string;
  /** Open balance, minor units. */
  readonly totalAmount: bigint;
  readonly oldestDueDate: CalendarDate | null;
  /** A promise that was not kept, the latest one. */
  readonly broken: Promised | null;
  /** A promise that is due today. */
  readonly dueToday: Promised | null;
  /** Since when a message of the debtor waits for an answer. */
  readonly messageSince: Instant | null;
  readonly lastContactAt: Instant | null;
}

export interface WorkPriority {
  readonly points: number;
  /** The weightiest first; each with the points it gave. */
  readonly reasons: readonly (Reason & { readonly points: number })[];
}

/** Points of each kind of reason; docs/decisions/tasks.md says why they stand in this order. */
const POINTS = { message: 500, broken: 400, dueToday: 300, own: 150, never: 60 };
/** Days after which a broken promise says nothing any more. */
export const BROKEN_DAYS = 30;
const MOST_HOURS = 72;
const MOST_OVERDUE = 180;
const MOST_SILENCE = 60;
/** Days without a contact from which silence counts. */
const SILENCE = 14;
/** A balance counts by its order of magnitude: twice the money, 10 more points, 120 at most. */
const DOUBLING = 10;
const MOST_DOUBLINGS = 12;

/** @param today in the client's zone. @returns the points and what they come from. */
export function priorityOf(facts: WorkFacts, today: CalendarDate, now: Instant): WorkPriority {
  const { currency } = facts;
  const sum = (amount: bigint) => toDecimal(amount, currency);
  const reasons: (Reason & { points: number })[] = [];
  const add = (points: number, key: string, values: NonNullable<Reason['values']> = {}) => {
    if (points > 0) reasons.push({ key, values, points });
  };
  if (facts.messageSince !== null) {
    const hours = Math.max(0, Math.floor((now - facts.messageSince) / HOUR));
    add(POINTS.message + Math.min(hours, MOST_HOURS), 'work.message', { hours });
  }
  if (facts.broken && daysBetween(facts.broken.dueDate, today) <= BROKEN_DAYS)
    add(POINTS.broken, 'work.broken', { amount: sum(facts.broken.amount), currency, dueDate: facts.broken.dueDate });
  if (facts.dueToday) add(POINTS.dueToday, 'work.dueToday', { amount: sum(facts.dueToday.amount), currency });
  if (facts.own) add(POINTS.own, 'work.own');
  const overdue = facts.oldestDueDate === null ? 0 : Math.max(0, daysBetween(facts.oldestDueDate, today));
  if (overdue > 0) add(Math.ceil(Math.min(overdue, MOST_OVERDUE) / 2), 'work.overdue', { days: overdue });
  add(doublings(facts.totalAmount) * DOUBLING, 'work.amount', { amount: sum(facts.totalAmount), currency });
  if (facts.lastContactAt === null) add(POINTS.never, 'work.never');
  else {
    const days = Math.floor((now - facts.lastContactAt) / DAY);
    if (days >= SILENCE) add(Math.min(days, MOST_SILENCE), 'work.silent', { days });
  }
  reasons.sort((a, b) => b.points - a.points || (a.key < b.key ? -1 : 1));
  return { points: reasons.reduce((total, reason) => total + reason.points, 0), reasons };
}

/** How often the amount doubles from one hundred minor units on: integers only, money is never a float. */
function doublings(minor: bigint): number {
  return minor < 200n ? 0 : Math.min(MOST_DOUBLINGS, (minor / 100n).toString(2).length - 1);
}

/** Orders by points, then by account, so that two processes agree. */
export function byPriority<Item extends { readonly facts: WorkFacts; readonly priority: WorkPriority }>(items: readonly Item[]): Item[] {
  return [...items].sort(
    (a, b) =>
      b.priority.points - a.priority.points || (a.facts.accountId < b.facts.accountId ? -1 : a.facts.accountId > b.facts.accountId ? 1 : 0),
  );
}
