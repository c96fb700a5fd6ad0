/** Instalment plans: a sum over chosen claims in parts. */
import { and, asc, desc, eq, inArray, ne } from 'drizzle-orm';
import { fault, invalid, notFound } from '../../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { toDecimal } from '../../../../core/money.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import { defineStatement } from '../../../platform/statements.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { lockClaims } from '../../account/claim/balance.logic.ts';
import { instalment, instalmentsPlan } from '../ground/finance.tables.ts';
import { stateOf } from '../ground/words.ts';
import { clientToday, paidTotal, reviewAgreements } from './agreement.logic.ts';
import { type EndReason, endPlan, endReplacedAgreements } from './ending.logic.ts';
import { draftPlan, type PlanWish } from './plan.logic.ts';

export type InstalmentsPlan = typeof instalmentsPlan.$inferSelect;
export type Instalment = typeof instalment.$inferSelect;
export type PlanWithInstalments = InstalmentsPlan & { instalments: Instalment[] };
/** Specification 2, section 9. */
export type InstalmentInterval = InstalmentsPlan['interval'];
export const INSTALMENT_INTERVALS: readonly InstalmentInterval[] = ['weekly', 'everyTwoWeeks', 'monthly'];

export interface NewPlan extends PlanWish {
  readonly externalClaimRefs: readonly string[];
  /** The plan that this one takes the place of. */
  readonly replacesPlanId?: Uuid | null;
  /** Whoever agrees was told what the plan ends: promises and an accepted settlement on its claims. Refused without it where there is any. */
  readonly endsAgreements?: boolean | null;
  /** A repeated call with the same key answers with the plan of the first one. */
  readonly idempotencyKey: string;
}

/**
 * Splits what is due on the claims into instalments, within what the client allows, and announces the plan. It ends promises and an accepted
 * settlement on these claims.
 * @throws Fault NOT_FOUND, INVALID_INPUT, CONFLICT (a claim is in another active plan, disputed, or plans are switched off for it; on field
 * endsAgreements: it ends something and nobody was told)
 */
export async function createInstalmentsPlan(tx: Tx, input: NewPlan): Promise<PlanWithInstalments> {
  const refs = [...new Set(input.externalClaimRefs)];
  if (refs.length === 0) throw invalid('externalClaimRefs', 'chooseClaim');
  const claims = await lockClaims(tx, refs);
  const [earlier] = await tx.db
    .select()
    .from(instalmentsPlan)
    .where(and(eq(instalmentsPlan.clientId, tx.clientId), eq(instalmentsPlan.idempotencyKey, input.idempotencyKey)));
  if (earlier) return withInstalments(tx, earlier);

  const draft = await draftPlan(tx, claims, input);
  const { amount, currency } = draft;
  const openRefs = [...draft.claimRefs];
  const today = await clientToday(tx);
  await endReplacedAgreements(tx, 'plan', input.accountId, openRefs, input.endsAgreements ?? false);
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
    downPayment: draft.downPayment,
    replacesPlanId: input.replacesPlanId ?? null,
    mandateId: null,
    paidBefore: await paidTotal(tx, input.accountId, openRefs),
    idempotencyKey: input.idempotencyKey,
    createdAt: at,
    updatedAt: at,
  };
  const instalments = draft.instalments.map(
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
        replacesPlanId: plan.replacesPlanId,
        instalments: instalments.map((each) => ({ amount: toDecimal(each.amount, currency), dueDate: each.dueDate })),
      },
    },
  ]);
  return { ...plan, instalments };
}

/** Ends an active plan; what was paid stays paid. One that is already canceled stays so. @throws Fault NOT_FOUND, CONFLICT when it is completed or broken. */
export async function cancelInstalmentsPlan(tx: Tx, instalmentsPlanId: Uuid, reason: EndReason): Promise<PlanWithInstalments> {
  await lockClaims(tx, (await readPlan(tx, instalmentsPlanId)).claimRefs, 'all');
  const plan = await readPlan(tx, instalmentsPlanId);
  if (plan.status === 'canceled') return withInstalments(tx, plan);
  if (plan.status !== 'active') throw fault('CONFLICT', 'planAlready', { status: stateOf(plan.status) });
  return withInstalments(tx, await endPlan(tx, plan, reason));
}

/**
 * Ends an active or broken plan and agrees on another over what is left of its claims.
 * @throws as createInstalmentsPlan, and CONFLICT when the plan is over otherwise
 */
export async function replanInstalments(tx: Tx, instalmentsPlanId: Uuid, input: Omit<NewPlan, 'accountId' | 'externalClaimRefs'>) {
  const before = await readPlan(tx, instalmentsPlanId);
  await lockClaims(tx, before.claimRefs, 'all');
  const [earlier] = await tx.db
    .select()
    .from(instalmentsPlan)
    .where(and(eq(instalmentsPlan.clientId, tx.clientId), eq(instalmentsPlan.idempotencyKey, input.idempotencyKey)));
  if (earlier) return withInstalments(tx, earlier);
  if ((await readPlan(tx, instalmentsPlanId)).status !== 'broken') await cancelInstalmentsPlan(tx, instalmentsPlanId, 'replaced');
  return createInstalmentsPlan(tx, {
    ...input,
    accountId: before.accountId,
    externalClaimRefs: before.claimRefs,
    replacesPlanId: instalmentsPlanId,
  });
}

/**
 * Says under which mandate the instalments are collected; null ends that. Collecting is done by whoever keeps mandates.
 * @throws Fault NOT_FOUND, CONFLICT when the plan is over
 */
export async function setPlanMandate(tx: Tx, instalmentsPlanId: Uuid, mandateId: Uuid | null): Promise<PlanWithInstalments> {
  await lockClaims(tx, (await readPlan(tx, instalmentsPlanId)).claimRefs, 'all');
  const plan = await readPlan(tx, instalmentsPlanId);
  if (plan.mandateId === mandateId) return withInstalments(tx, plan);
  if (plan.status !== 'active') throw fault('CONFLICT', 'planAlready', { status: stateOf(plan.status) });
  if (mandateId !== null) await ownMandate(tx, plan.accountId, mandateId);
  await tx.db
    .update(instalmentsPlan)
    .set({ mandateId, updatedAt: now() })
    .where(and(eq(instalmentsPlan.clientId, tx.clientId), eq(instalmentsPlan.instalmentsPlanId, instalmentsPlanId)));
  await appendEvents(tx, [
    {
      messageType: 'instalmentsPlanMandateChanged',
      accountId: plan.accountId,
      externalClaimRef: plan.claimRefs.length === 1 ? (plan.claimRefs[0] ?? null) : null,
      payload: { instalmentsPlanId, claimRefs: plan.claimRefs, mandateId },
    },
  ]);
  return withInstalments(tx, { ...plan, mandateId });
}

async function ownMandate(tx: Tx, accountId: Uuid, mandateId: Uuid): Promise<void> {
  const rows = await tx.sql(
    'select 1 from recurring_payment_mandate where client_id = $1 and mandate_id = $2 and account_id = $3 and deleted_at is null',
    [tx.clientId, mandateId, accountId],
  );
  if (rows.length === 0) throw notFound('mandateNotFound');
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
  if (!row) throw notFound('planNotFound');
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

const accountPlans = defineStatement((db, given) =>
  db
    .select()
    .from(instalmentsPlan)
    .where(and(eq(instalmentsPlan.clientId, given('clientId')), eq(instalmentsPlan.accountId, given('accountId'))))
    .orderBy(desc(instalmentsPlan.createdAt), desc(instalmentsPlan.instalmentsPlanId)),
);

/** @returns an account's plans, newest first, each with its instalments. */
export async function listAccountPlans(tx: Tx, accountId: Uuid): Promise<PlanWithInstalments[]> {
  const plans = await accountPlans(tx, { accountId });
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
