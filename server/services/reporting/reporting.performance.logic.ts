/** How people, strategies and partners did in a time. */
import { invalid } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { money } from '../../../core/money.ts';
import { addDays, type CalendarDate, daysBetween } from '../../../core/time.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { nameUsers } from '../backoffice/backoffice.report.logic.ts';
import { staffWork } from '../events/events.report.logic.ts';
import { collectedAfter, moneyBetween, promisesTaken } from '../finance/facts/report.logic.ts';
import { partnerFigures } from '../partner/partner.report.logic.ts';
import { strategyFigures } from '../strategy/strategy.report.logic.ts';
import type { ReportFilter } from './reporting.graphql.ts';
import { beginOf, MOST_DAYS, reportContext } from './reporting.logic.ts';

/** @returns everybody who worked in the range and every strategy that did, the most money first. @throws Fault INVALID_INPUT (range) */
export async function performance(tx: Tx, input: ReportFilter | null | undefined, range: { from: CalendarDate; to: CalendarDate }) {
  const { filter, zone } = await reportContext(tx, input);
  const { from, to } = range;
  if (from > to) throw invalid('range.to', 'rangeBackwards');
  if (daysBetween(from, to) >= MOST_DAYS) throw invalid('range.to', 'rangeDays', { number: MOST_DAYS });
  const [begins, ends] = [beginOf(from, zone), beginOf(addDays(to, 1), zone)];
  const [work, promises, strategies, partners, all] = await Promise.all([
    staffWork(tx, filter, begins, ends, zone),
    promisesTaken(tx, filter, begins, ends),
    strategyFigures(tx, filter, { from, to, begins, ends }),
    partnerFigures(tx, filter, begins, ends),
    moneyBetween(tx, filter, from, to, { deleted: true }),
  ]);
  const collected = await collectedAfter(tx, filter, work, to);
  const userIds = [...new Set<Uuid>([...work.map((each) => each.userId), ...promises.keys()])];
  const names = await nameUsers(tx, userIds);
  const agents = userIds.map((userId) => {
    const own = work.filter((each) => each.userId === userId);
    return {
      userId,
      name: names.get(userId) ?? userId,
      tasksResolved: own.reduce((sum, each) => sum + each.tasksResolved, 0),
      notes: own.reduce((sum, each) => sum + each.notes, 0),
      promisesTaken: promises.get(userId)?.taken ?? 0,
      promisesKept: promises.get(userId)?.kept ?? 0,
      minor: collected.get(userId) ?? 0n,
    };
  });
  return {
    currency: filter.currency,
    from,
    to,
    collected: money(all, filter.currency),
    agents: agents
      .sort((a, b) => (a.minor === b.minor ? a.name.localeCompare(b.name) : a.minor < b.minor ? 1 : -1))
      .map(({ minor, ...agent }) => ({ ...agent, collected: money(minor, filter.currency) })),
    strategies: strategies.map((strategy) => ({
      ...strategy,
      collected: money(strategy.collected, filter.currency),
      share: strategy.claimsStarted === 0 ? 0 : strategy.claimsResolved / strategy.claimsStarted,
    })),
    partners: partners.map((partner) => ({
      ...partner,
      collected: money(partner.collected, filter.currency),
      share: partner.claimsResolved / partner.claimsGiven,
    })),
  };
}
