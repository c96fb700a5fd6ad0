/** What a plan would be: which claims, what sum, which parts, and whether a client allows it. */
import { collectFaults } from '../../../../core/collectFaults.ts';
import { fault, invalid, notFound } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { fromDecimal, toDecimal } from '../../../../core/money.ts';
import { addDays, addMonths, type CalendarDate } from '../../../../core/time.ts';
import { INTERVALS, type Interval, type PlannedPart, planParts } from '../../../../engine/ledger/plan.ts';
import { boundLimits, leastDown } from '../../../../engine/ledger/planTerms.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import type { LockedClaim } from '../../account/claim/balance.logic.ts';
import { readInstalmentTerms } from '../../account/claim/terms.logic.ts';
import { type FinanceSettings, type PlanLimits, readFinanceSetting } from '../ground/setting.logic.ts';
import { clientToday } from './agreement.logic.ts';

/** Parts of a plan when nobody says how many. */
const USUAL_PARTS = 3;

export interface PlanWish {
  readonly accountId: Uuid;
  readonly interval: Interval;
  /** Day of the first payment; the interval's usual first day when absent. */
  readonly firstDueDate?: CalendarDate | null;
  /** Payments besides the down payment; three, or what the client allows that is nearest, when absent. */
  readonly parts?: number | null;
  /** Minor units of a first, different payment. */
  readonly downPayment?: bigint | null;
  /** 'debtor' or the id of the member of staff who agreed on it. */
  readonly requestedBy: string;
}

export interface PlanDraft {
  readonly claimRefs: readonly string[];
  readonly amount: bigint;
  readonly downPayment: bigint;
  readonly currency: string;
  readonly instalments: readonly PlannedPart[];
}

/** @returns the first of next month for monthly plans, otherwise one interval from today; sooner where a client gives less time. */
export function firstInstalmentDay(
  interval: Interval,
  today: CalendarDate,
  { maxFirstDays, firstDays }: Pick<PlanLimits, 'maxFirstDays'> & { firstDays?: number | null },
): CalendarDate {
  if (firstDays != null) return addDays(today, firstDays);
  const usual =
    interval === 'monthly' ? addMonths(`${today.slice(0, 7)}-01` as CalendarDate, 1) : addDays(today, interval === 'weekly' ? 7 : 14);
  const last = addDays(today, maxFirstDays);
  return usual < last ? usual : last;
}

/** @returns what is allowed to who asks: a debtor on the debtor's page, or staff. */
export const limitsFor = (settings: FinanceSettings, requestedBy: string): PlanLimits =>
  requestedBy === 'debtor' ? settings.debtorPlans : settings.staffPlans;

/** @returns minor units no part may be below; 1 when a client does not say so. */
export const leastPart = ({ minPart }: PlanLimits, currency: string): bigint =>
  (minPart === null ? null : fromDecimal(minPart, currency)) || 1n;

/** @returns minor units that a debtor pays at least on their page, unless that is all. */
export const leastPayment = ({ leastPayment: least }: Pick<FinanceSettings, 'leastPayment'>, currency: string): bigint =>
  fromDecimal(least ?? '1', currency) || 1n;

/** @returns the limits as strategies have narrowed them for an account's claims: they bind debtors, and are what staff start from. */
export async function boundPlanLimits(tx: Tx, accountId: Uuid, limits: PlanLimits, currency: string) {
  const terms = await readInstalmentTerms(tx, accountId);
  const { leastParts, down, ...bound } = boundLimits(limits, terms);
  const least = [leastPart(limits, currency), ...leastParts.map((text) => fromDecimal(text, currency) ?? 1n)];
  return {
    ...limits,
    ...bound,
    leastPart: least.reduce((max, each) => (each > max ? each : max)),
    usualParts: terms.length > 0 ? bound.maxParts : usualParts(limits),
    leastDown: (amount: bigint) => leastDown(down, amount, (text) => fromDecimal(text, currency)),
  };
}

/** @returns how many parts a plan has when nobody says so. */
export const usualParts = ({ minParts, maxParts }: PlanLimits): number => Math.min(Math.max(USUAL_PARTS, minParts), maxParts);

/**
 * Works a plan out: the same for its preview and for the plan itself.
 * @param claims those that were chosen; the ones that nothing is due on are left out.
 * @throws Fault NOT_FOUND, INVALID_INPUT (interval, parts, downPayment, firstDueDate), CONFLICT
 */
export async function draftPlan(tx: Tx, claims: readonly LockedClaim[], wish: PlanWish): Promise<PlanDraft> {
  if (claims.some((claim) => claim.accountId !== wish.accountId)) throw notFound('claimNotFound');
  const open = claims.filter((claim) => claim.balance > 0n);
  const currency = open[0]?.currency;
  if (!currency) throw fault('CONFLICT', 'nothingDue');
  if (open.some((claim) => claim.disputedAt !== null)) throw fault('CONFLICT', 'chosenDisputed');
  if (open.some((claim) => !claim.instalmentsPlanEnabled)) throw fault('CONFLICT', 'plansOff');

  const own = limitsFor((await readFinanceSetting(tx)).settings, wish.requestedBy);
  const bound = await boundPlanLimits(tx, wish.accountId, own, currency);
  const isDebtor = wish.requestedBy === 'debtor';
  const limits = isDebtor ? bound : own;
  const parts = wish.parts ?? bound.usualParts;
  const amount = open.reduce((sum, claim) => sum + claim.balance, 0n);
  const downPayment = wish.downPayment ?? 0n;
  const today = await clientToday(tx);
  const first = collectFaults((check) => {
    const interval = check(() => {
      if (!INTERVALS.includes(wish.interval)) throw invalid('interval', 'oneOf', { choices: INTERVALS.join(', ') });
      if (!limits.intervals.includes(wish.interval)) throw invalid('interval', 'planIntervals', { intervals: limits.intervals.join(', ') });
      return wish.interval;
    });
    check(() => {
      if (parts < limits.minParts || parts > limits.maxParts)
        throw invalid('parts', 'planParts', { least: limits.minParts, most: limits.maxParts });
    });
    check(() => {
      if (downPayment < 0n) throw invalid('downPayment', 'amountNotBelow');
      if (downPayment > 0n && !limits.downPayment) throw invalid('downPayment', 'planNoDown');
      const needed = isDebtor ? bound.leastDown(amount) : 0n;
      if (downPayment < needed) throw invalid('downPayment', 'planDownLeast', { amount: toDecimal(needed, currency), currency });
      if (downPayment >= amount) throw invalid('downPayment', 'planDownLess', { amount: toDecimal(amount, currency), currency });
    });
    const chosen = wish.firstDueDate ?? (interval === undefined ? today : firstInstalmentDay(interval, today, bound));
    check(() => {
      const last = addDays(today, limits.maxFirstDays);
      if (chosen < today || chosen > last) throw invalid('firstDueDate', 'firstInstalment', { from: today, to: last });
    });
    return chosen;
  });

  const instalments = planParts({ amount, downPayment, parts, interval: wish.interval, first });
  const least = isDebtor ? bound.leastPart : leastPart(own, currency);
  if (instalments.some((part) => part.amount < least)) {
    if (least === 1n) throw fault('CONFLICT', 'sumSmall');
    throw invalid('parts', 'planPartLeast', { amount: toDecimal(least, currency), currency });
  }
  return { claimRefs: open.map((claim) => claim.externalClaimRef), amount, downPayment, currency, instalments };
}
