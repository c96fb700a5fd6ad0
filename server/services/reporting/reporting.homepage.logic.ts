/** The homepage: what needs whom today from a few indexes, and what takes longer apart from it. */
import type { Uuid } from '../../../core/id.ts';
import { money } from '../../../core/money.ts';
import { addDays, addMonths, type CalendarDate } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { countOpenTasks, hasAccounts, nameAccounts, readOpenPortfolio } from '../account/account.report.logic.ts';
import { contactFigures } from '../cms/cms.report.logic.ts';
import { type MissingPromise, missingPromises, moneyByDay, type PromiseSum, promisesByDueDate } from '../finance/facts/report.logic.ts';
import { beginOf, mondayOf, monthOf, reportContext, sums } from './reporting.logic.ts';

/** Days of the curves and rates, with today. */
const DAYS = 30;
/** Days a broken promise stays on the list: after them it is the strategy's. */
const BROKEN_DAYS = 14;
/** Accounts a list names. */
const LISTED = 10;

/** @returns the figures that are always there at once. @param userId whose queue. */
export async function homepage(tx: Tx, userId: Uuid) {
  const { filter, today } = await reportContext(tx, null);
  const month = monthOf(today);
  const [monday, sunday] = [mondayOf(today), addDays(mondayOf(today), 6)];
  const firstDay = addDays(today, 1 - DAYS);
  const lastMonth = addMonths(month, -1);
  const broken = { status: 'broken', from: addDays(today, -BROKEN_DAYS), to: addDays(today, -1), order: 'largest', limit: LISTED } as const;
  const due = { status: 'active', from: today, to: sunday, order: 'day', limit: LISTED } as const;
  const [tasks, days, promises, dueRows, brokenRows] = await Promise.all([
    countOpenTasks(tx, userId, now()),
    moneyByDay(tx, lastMonth < firstDay ? lastMonth : firstDay, today),
    promisesByDueDate(tx, addDays(monday, -8), sunday),
    missingPromises(tx, due, filter.currency),
    missingPromises(tx, broken, filter.currency),
  ]);
  const names = await nameAccounts(
    tx,
    [...dueRows, ...brokenRows].map((row) => row.accountId),
  );
  const named = (row: MissingPromise, day: CalendarDate) => ({
    accountId: row.accountId,
    externalAccountRef: names.get(row.accountId)?.externalAccountRef ?? '',
    debtorFullName: names.get(row.accountId)?.debtorFullName ?? '',
    currency: row.currency,
    amount: money(row.amount, row.currency),
    day,
  });
  const between = (from: CalendarDate, to: CalendarDate) =>
    sums(
      days.filter(({ day }) => day >= from && day <= to),
      filter.currency,
    );
  const promised = (status: PromiseSum['status'], from: CalendarDate, to: CalendarDate) => {
    const rows = promises.filter((row) => row.status === status && row.dueDate >= from && row.dueDate <= to);
    return {
      count: rows.reduce((sum, row) => sum + row.count, 0),
      amounts: sums(
        rows.map(({ currency, missing }) => ({ currency, amount: missing })),
        filter.currency,
      ),
    };
  };
  return {
    today,
    ownTasksDue: tasks.own,
    unassignedTasksDue: tasks.unassigned,
    tasksDue: tasks.all,
    moneyToday: between(today, today),
    moneyThisMonth: between(month, today),
    moneyLastMonth: between(lastMonth, addDays(month, -1)),
    moneyYesterday: between(addDays(today, -1), addDays(today, -1)),
    moneyLastMonthToDate: between(lastMonth, addMonths(today, -1)),
    moneyByDay: days.filter(({ day }) => day >= firstDay).map((row) => ({ ...row, amount: money(row.amount, row.currency) })),
    promisesDueToday: promised('active', today, today),
    promisesDueThisWeek: promised('active', monday, sunday),
    promisesBrokenThisWeek: promised('broken', addDays(monday, -1), addDays(today, -1)),
    promisesBrokenLastWeekToDate: promised('broken', addDays(monday, -8), addDays(today, -8)),
    promisesDue: dueRows.map((row) => named(row, row.dueDate)),
    brokenPromises: brokenRows.map((row) => named(row, addDays(row.dueDate, 1))),
  };
}

/** @returns the figures that read everything. */
export async function homepageTotals(tx: Tx) {
  const { today, zone, filter } = await reportContext(tx, null);
  const from = addDays(today, 1 - DAYS);
  const portfolio = await readOpenPortfolio(tx);
  return {
    outstanding: sums(portfolio.outstanding, filter.currency),
    openClaims: portfolio.openClaims,
    openAccounts: portfolio.openAccounts,
    isEmpty: portfolio.openAccounts === 0 && !(await hasAccounts(tx)),
    contact: await contactFigures(tx, from, beginOf(from, zone), zone),
  };
}
