/** What trees decide by outside of a strategy: facts of open claims, and a day on which a run would begin. */
import { isHoliday } from '../../../core/calendar.ts';
import type { Uuid } from '../../../core/id.ts';
import type { Context, Facts, Need } from '../../../engine/types.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { type ClaimRef, loadFacts } from '../account/ground/facts.logic.ts';
import { loadMoneyFacts } from '../finance/facts/facts.logic.ts';
import { readWorkCalendar } from '../operations/operations.schedule.logic.ts';

export interface DecidedClaim extends ClaimRef {
  readonly accountId: Uuid;
}

/** @returns facts by claim reference. A claim's own facts are always there. */
export async function factsFor(tx: Tx, claims: readonly ClaimRef[], needs: readonly Need[]): Promise<Map<string, Facts>> {
  const loaded = await loadFacts(tx, claims, [...new Set<Need>(['claim', ...needs])]);
  const money = needs.includes('money') ? await loadMoneyFacts(tx, claims) : null;
  if (money) for (const [ref, facts] of loaded) loaded.set(ref, { ...facts, money: money.get(ref)! });
  return loaded;
}

/** @returns the client's calendar now, and a run that begins now: nothing has been in execution for longer. */
export async function contextFor(tx: Tx): Promise<Context> {
  const client = await readWorkCalendar(tx);
  const at = now();
  return {
    now: at,
    zone: client.timezone,
    holidayRegion: client.countryCode,
    excludeHolidays: client.excludeHolidays,
    isHoliday,
    closedDays: client.closedDays,
    defaultLocale: client.defaultLocale,
    run: {
      runId: '',
      accountId: '',
      externalClaimRef: '',
      blueprintId: '',
      version: 0,
      stepId: null,
      status: 'active',
      wakeAt: null,
      visit: 0,
      sinceWait: 0,
      startedAt: at,
      stepEnteredAt: at,
      reason: null,
    },
  };
}
