/** Instalment plans: a sum over chosen claims in three parts. */
import { and, asc, desc, eq, inArray, ne } from 'drizzle-orm';
import { Fault, invalid, notFound } from '../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { split, toDecimal } from '../../../core/money.ts';
import { addDays, addMonths, type CalendarDate } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { lockClaims } from '../account/account.balance.logic.ts';
import { clientToday, paidTotal, reviewAgreements } from './finance.agreement.logic.ts';
import { activePromises, cancelPromiseToPay, isInActivePlan } from './finance.promise.logic.ts';
import { instalment, instalmentsPlan } from './finance.tables.ts';

export type InstalmentsPlan = typeof instalmentsPlan.$inferSelect;
export type Instalment = typeof instalment.$inferSelect;
export type PlanWithInstalments = InstalmentsPlan & { instalments: Instalment[] };
/** Specification 2, section 9. */
export type InstalmentInterval = InstalmentsPlan['interval'];
export const INSTALMENT_INTERVALS: readonly InstalmentInterval[] = ['weekly', 'everyTwoWeeks', 'monthly'];

const PARTS = 3;
/** The first instalment may lie at most this many days ahead. */
const MAX_FIRST_DAYS = 45;

export interface NewPlan {
  readonly accountId: Uuid;
  readonly externalClaimRefs: readonly string[];
  readonly interval: InstalmentInterval;
  /** Day of the first instalment; the interval's usual first day when absent. */
  readonly firstDueDate?: CalendarDate | null;
  /** 'debtor' or the id of the member of staff who agreed on it. */
  readonly requestedBy: string;
  /** A repeated call with the same key answers with the plan of the first one. */
  readonly idempotencyKey: string;
}

/** @returns the first of next month for monthly plans, otherwise one interval from today. */
export function firstInstalmentDay(interval: InstalmentInterval, today: CalendarDate): CalendarDate {
  if (interval === 'monthly') return addMonths(`${today.slice(0, 7)}-01` as CalendarDate, 1);
  return addDays(today, interval === 'weekly' ? 7 : 14);
}

/** @returns the three parts of a sum (minor units, equal to the cent, the first carry odd cents) with their due dates. */
export function planInstalments(
  amount: bigint,
  interval: InstalmentInterval,
  first: CalendarDate,
): { amount: bigint; dueDate: CalendarDate }[] {
  return split(amount, PARTS).map((part, index) => ({
    amount: part,
    dueDate: interval === 'monthly' ? addMonths(first, index) : addDays(first, index * (interval === 'weekly' ? 7 : 14)),
  }));
}

/**
 * Splits what is due on the claims into three instalments and announces the plan. It replaces active promises on these claims.
 * @throws Fault NOT_FOUND, INVALID_INPUT, CONFLICT (a claim is in another active plan, disputed, or plans are switched off for it)
 */
export async function createInstalmentsPlan(tx: Tx, input: NewPlan): Promise<PlanWithInstalments> {
  const refs = [...new Set(input.externalClaimRefs)];
  if (refs.length === 0) throw invalid('externalClaimRefs', 'Choose at least one claim');
  const claims = await lockClaims(tx, refs);
  const [earlier] = await tx.db
    .select()
    .from(instalmentsPlan)
    .where(and(eq(instalmentsPlan.clientId, tx.clientId), eq(instalmentsPlan.idempotencyKey, input.idempotencyKey)));
  if (earlier) return withInstalments(tx, earlier);

  if (!INSTALMENT_INTERVALS.includes(input.interval)) throw invalid('interval', `interval is one of ${INSTALMENT_INTERVALS.join(', ')}`);
  if (claims.some((claim) => claim.accountId !== input.accountId)) throw notFound('Claim');
  const open = claims.filter((claim) => claim.balance > 0n);
  const currency = open[0]?.currency;
  if (!currency) throw new Fault('CONFLICT', 'Nothing is due on these claims');
  const amount = open.reduce((sum, claim) => sum + claim.balance, 0n);
  if (amount < BigInt(PARTS)) throw new Fault('CONFLICT', 'The sum is too small to be split');
  if (open.some((claim) => claim.disputedAt !== null)) throw new Fault('CONFLICT', 'A chosen claim is disputed; close the dispute first');
  if (open.some((claim) => !claim.instalmentsPlanEnabled))
    throw new Fault('CONFLICT', 'Instalment plans are switched off for a chosen claim');
  const openRefs = open.map((claim) => claim.externalClaimRef);
  if (await isInActivePlan(tx, input.accountId, openRefs))
    throw new Fault('CONFLICT', 'A chosen claim is in another instalment plan; cancel that plan first');
  const today = await clientToday(tx);
  const first = input.firstDueDate ?? firstInstalmentDay(input.interval, today);
  if (first < today || first > addDays(today, MAX_FIRST_DAYS))
    throw invalid('firstDueDate', `The first instalment lies between ${today} and ${addDays(today, MAX_FIRST_DAYS)}`);

  for (const ref of openRefs)
    for (const promise of await activePromises(tx, ref)) await cancelPromiseToPay(tx, promise.promiseToPayId, 'replaced');
  const at = now();
  const plan: InstalmentsPlan = {
    clientId: tx.clientId,
    instalmentsPlanId: uuidv7(),
    accountId: input.accountId,
    claimRefs: openRefs,
    amount,
    currency,
    interval: input.interval,
    status: 'active',
    requestedBy: input.requestedBy,
    paidBefore: await paidTotal(tx, input.accountId, openRefs),
    idempotencyKey: input.idempotencyKey,
    createdAt: at,
    updatedAt: at,
  };
  const instalments = planInstalments(amount, input.interval, first).map(
    (part, index): Instalment => ({
      clientId: tx.clientId,
      instalmentId: uuidv7(),
      instalmentsPlanId: plan.instalmentsPlanId,
      position: index + 1,
      amount: part.amount,
      paidAmount: 0n,
      currency,
      startDate: today,
      dueDate: part.dueDate,
      status: 'pending',
    }),
  );
  await tx.db.insert(instalmentsPlan).values(plan);
  await tx.db.insert(instalment).values(instalments);
  await reviewAgreements(tx, [plan.accountId]);
  await appendEvents(tx, [
    {
      messageType: 'instalmentsPlanCreated',
      accountId: plan.accountId,
      externalClaimRef: openRefs.length === 1 ? (openRefs[0] ?? null) : null,
      emitTime: at,
      payload: {
        instalmentsPlanId: plan.instalmentsPlanId,
        claimRefs: openRefs,
        amount: toDecimal(amount, currency),
        currency,
        interval: plan.interval,
        requestedBy: plan.requestedBy,
        instalments: instalments.map((each) => ({ amount: toDecimal(each.amount, currency), dueDate: each.dueDate })),
      },
    },
  ]);
  return { ...plan, instalments };
}

/** Ends an active plan; what was paid stays paid. One that is already canceled stays so. @throws Fault NOT_FOUND, CONFLICT when it is completed or broken. */
export async function cancelInstalmentsPlan(tx: Tx, instalmentsPlanId: Uuid, reason: string): Promise<PlanWithInstalments> {
  await lockClaims(tx, (await readPlan(tx, instalmentsPlanId)).claimRefs, 'all');
  const plan = await readPlan(tx, instalmentsPlanId);
  if (plan.status === 'canceled') return withInstalments(tx, plan);
  if (plan.status !== 'active') throw new Fault('CONFLICT', `The plan is already ${plan.status}`);
  const [updated] = await tx.db
    .update(instalmentsPlan)
    .set({ status: 'canceled', updatedAt: now() })
    .where(and(eq(instalmentsPlan.clientId, tx.clientId), eq(instalmentsPlan.instalmentsPlanId, instalmentsPlanId)))
    .returning();
  if (!updated) throw notFound('Plan');
  await tx.db
    .update(instalment)
    .set({ status: 'canceled' })
    .where(
      and(
        eq(instalment.clientId, tx.clientId),
        eq(instalment.instalmentsPlanId, instalmentsPlanId),
        inArray(instalment.status, ['pending', 'missed']),
      ),
    );
  await reviewAgreements(tx, [plan.accountId]);
  await appendEvents(tx, [
    {
      messageType: 'instalmentsPlanCanceled',
      accountId: plan.accountId,
      externalClaimRef: plan.claimRefs.length === 1 ? (plan.claimRefs[0] ?? null) : null,
      payload: {
        instalmentsPlanId,
        claimRefs: plan.claimRefs,
        amount: toDecimal(plan.amount, plan.currency),
        currency: plan.currency,
        reason,
      },
    },
  ]);
  return withInstalments(tx, updated);
}

async function withInstalments(tx: Tx, plan: InstalmentsPlan): Promise<PlanWithInstalments> {
  return { ...plan, instalments: await listInstalments(tx, plan.instalmentsPlanId) };
}

/** @throws Fault NOT_FOUND */
export async function readPlan(tx: Tx, instalmentsPlanId: Uuid): Promise<InstalmentsPlan> {
  const [row] = await tx.db
    .select()
    .from(instalmentsPlan)
    .where(and(eq(instalmentsPlan.clientId, tx.clientId), eq(instalmentsPlan.instalmentsPlanId, instalmentsPlanId)));
  if (!row) throw notFound('Plan');
  return row;
}

/** @returns the instalments of a plan in order; none for an unknown plan. */
export async function listInstalments(tx: Tx, instalmentsPlanId: Uuid): Promise<Instalment[]> {
  return tx.db
    .select()
    .from(instalment)
    .where(and(eq(instalment.clientId, tx.clientId), eq(instalment.instalmentsPlanId, instalmentsPlanId)))
    .orderBy(asc(instalment.position));
}

/** @returns an account's plans, newest first, each with its instalments. */
export async function listAccountPlans(tx: Tx, accountId: Uuid): Promise<PlanWithInstalments[]> {
  const plans = await tx.db
    .select()
    .from(instalmentsPlan)
    .where(and(eq(instalmentsPlan.clientId, tx.clientId), eq(instalmentsPlan.accountId, accountId)))
    .orderBy(desc(instalmentsPlan.createdAt));
  if (plans.length === 0) return [];
  const rows = await tx.db
    .select()
    .from(instalment)
    .where(
      and(
        eq(instalment.clientId, tx.clientId),
        inArray(
          instalment.instalmentsPlanId,
          plans.map((plan) => plan.instalmentsPlanId),
        ),
      ),
    )
    .orderBy(asc(instalment.position));
  return plans.map((plan) => ({ ...plan, instalments: rows.filter((row) => row.instalmentsPlanId === plan.instalmentsPlanId) }));
}

/** @returns the instalments of an account's plans that were not canceled, by due date. */
export async function listAccountInstalments(tx: Tx, accountId: Uuid): Promise<Instalment[]> {
  const rows = await tx.db
    .select({ instalment })
    .from(instalment)
    .innerJoin(
      instalmentsPlan,
      and(eq(instalmentsPlan.clientId, instalment.clientId), eq(instalmentsPlan.instalmentsPlanId, instalment.instalmentsPlanId)),
    )
    .where(and(eq(instalmentsPlan.clientId, tx.clientId), eq(instalmentsPlan.accountId, accountId), ne(instalmentsPlan.status, 'canceled')))
    .orderBy(asc(instalment.dueDate), asc(instalment.position));
  return rows.map((row) => row.instalment);
}
