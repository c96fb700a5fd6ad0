/** The live board: who works on what, what waits, and the client's day so far. Reads only what is open, of today or of 24 hours. */
import { money as decimal } from '../../../core/money.ts';
import { addDays, DAY, HOUR, instant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { type AgeBounds, heldAccounts, type WaitingAges, waitingTasks } from '../account/account.board.report.logic.ts';
import { nameAccounts } from '../account/account.report.logic.ts';
import { listBoardStaff } from '../backoffice/backoffice.board.report.logic.ts';
import { contactsByHour, failingDeliveries, waitingMessages, waitingUnmatched } from '../cms/cms.board.report.logic.ts';
import { callsByHour, staffDay } from '../events/events.board.report.logic.ts';
import {
  type DayPromises,
  payersOfDay,
  promisersOfDay,
  promisesOfDay,
  waitingApprovals,
  waitingTransactions,
} from '../finance/facts/board.report.logic.ts';
import { moneyByDay } from '../finance/facts/report.logic.ts';
import { beginOf, reportContext, sums } from './reporting.logic.ts';

/** People the board shows. */
const MOST_PEOPLE = 200;
/** Weeks whose same weekday is what is usual. */
const USUAL_WEEKS = 4;

/** Accounts that the list behind a figure names. */
const MOST_ACCOUNTS = 200;

/** @param of a figure of the day. @returns the accounts behind it, the largest sums first. */
export async function boardAccounts(tx: Tx, of: DayPromises['kind'] | 'money') {
  const { today, zone } = await reportContext(tx, null);
  const rows =
    of === 'money' ? await payersOfDay(tx, today, MOST_ACCOUNTS) : await promisersOfDay(tx, today, beginOf(today, zone), of, MOST_ACCOUNTS);
  const names = await nameAccounts(tx, [...new Set(rows.map((row) => row.accountId))]);
  return rows.map(({ accountId, currency, amount }) => ({
    accountId,
    externalAccountRef: names.get(accountId)?.externalAccountRef ?? '',
    debtorFullName: names.get(accountId)?.debtorFullName ?? '',
    currency,
    amount: decimal(amount, currency),
  }));
}

/** @returns all of the board at this moment, for the client's day. */
export async function liveBoard(tx: Tx) {
  const { filter, today, zone } = await reportContext(tx, null);
  const asOf = now();
  const midnight = beginOf(today, zone);
  const bounds: AgeBounds = { hourAgo: instant(asOf - HOUR), midnight, threeDaysAgo: beginOf(addDays(today, -3), zone) };
  const weekdays = Array.from({ length: USUAL_WEEKS }, (_, index) => addDays(today, -7 * (index + 1)));
  const [people, tasks, messages, unmatched, transactions, approvals, promises, money, contacts, calls, deliveries] = await Promise.all([
    boardPeople(tx),
    waitingTasks(tx, bounds, asOf),
    waitingMessages(tx, bounds),
    waitingUnmatched(tx, bounds),
    waitingTransactions(tx, bounds),
    waitingApprovals(tx, bounds),
    promisesOfDay(tx, today, midnight),
    moneyByDay(tx, addDays(today, -7 * USUAL_WEEKS), today),
    contactsByHour(tx, midnight, zone),
    callsByHour(tx, midnight, zone),
    failingDeliveries(tx, instant(asOf - DAY)),
  ]);
  const promised = (kind: DayPromises['kind']) => {
    const rows = promises.filter((row) => row.kind === kind);
    return { count: rows.reduce((sum, row) => sum + row.count, 0), amounts: sums(rows, filter.currency) };
  };
  const usual = sumByCurrency(money.filter(({ day }) => weekdays.includes(day)));
  return {
    asOf,
    today,
    people,
    waiting: [
      waits('tasks', tasks),
      waits('messages', messages),
      waits('unmatched', unmatched),
      waits('transactions', transactions),
      waits('approvals', approvals),
    ],
    promisesMade: promised('made'),
    promisesDue: promised('due'),
    promisesKept: promised('kept'),
    promisesBroken: promised('broken'),
    moneyToday: sums(
      money.filter(({ day }) => day === today),
      filter.currency,
    ),
    moneyUsual: sums(
      usual.map(({ currency, amount }) => ({ currency, amount: amount / BigInt(USUAL_WEEKS) })),
      filter.currency,
    ),
    contacts: [...contacts, ...calls.map((row) => ({ ...row, channel: 'phone' }))],
    deliveries: deliveries.map((row) => ({ ...row, newest: instant(row.newest.getTime()) })),
  };

  async function boardPeople(of: Tx) {
    const [held, acts] = await Promise.all([heldAccounts(of, asOf), staffDay(of, midnight)]);
    const staff = await listBoardStaff(of, [...new Set([...held, ...acts].map((row) => row.userId))], MOST_PEOPLE);
    const names = await nameAccounts(
      of,
      held.map((row) => row.accountId),
    );
    const rows = staff.map(({ userId, name, availability }) => {
      const has = held.find((row) => row.userId === userId);
      const did = acts.find((row) => row.userId === userId);
      return {
        userId,
        name,
        isAvailable: availability?.status !== 'unavailable',
        reason: availability?.reason ?? null,
        awaySince: availability?.status === 'unavailable' && availability.since !== undefined ? instant(availability.since) : null,
        accountId: has?.accountId ?? null,
        externalAccountRef: (has && names.get(has.accountId)?.externalAccountRef) ?? null,
        since: has ? instant(has.since.getTime()) : null,
        contacts: did?.contacts ?? 0,
        rightParty: did?.rightParty ?? 0,
        promises: did?.promises ?? 0,
        tasksResolved: did?.tasksResolved ?? 0,
      };
    });
    return rows.sort((a, b) => Number(b.accountId !== null) - Number(a.accountId !== null) || a.name.localeCompare(b.name));
  }
}

const waits = (kind: string, ages: WaitingAges) => ({ ...ages, kind, oldest: ages.oldest && instant(ages.oldest.getTime()) });

/** Whole sums first: an average of parts would lose a cent with each. */
function sumByCurrency(rows: readonly { readonly currency: string; readonly amount: bigint }[]) {
  const totals = new Map<string, bigint>();
  for (const { currency, amount } of rows) totals.set(currency, (totals.get(currency) ?? 0n) + amount);
  return [...totals].map(([currency, amount]) => ({ currency, amount }));
}
