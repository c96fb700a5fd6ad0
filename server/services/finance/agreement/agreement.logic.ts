/** Brings promises and plans to what the ledger says about them: after every booking, and each day when due dates pass. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { PROMISE } from '../../../../core/events/agreement.ts';
import type { EventTypeOf } from '../../../../core/events/catalogue.ts';
import type { Uuid } from '../../../../core/id.ts';
import { toDecimal } from '../../../../core/money.ts';
import { addDays, type CalendarDate, isoInstant } from '../../../../core/time.ts';
import { localDate } from '../../../../core/zone.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents, type Besides, composeEvent, type NewEvent } from '../../../platform/events.ts';
import { defineStatement, together } from '../../../platform/statements.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { lockAccounts, lockClaims, setPromisedUntil } from '../../account/claim/balance.logic.ts';
import { readLocality } from '../../backoffice/backoffice.logic.ts';
import {
  judgePlan,
  judgePromises,
  judgeTogether,
  type PaidEntry,
  type PlanVerdict,
  type PromiseVerdict,
  paidUntil,
  promiseOf,
} from '../ground/coverage.ts';
import { instalment, instalmentsPlan, ledgerEntry, promiseToPay, settlementOffer } from '../ground/finance.tables.ts';
import { readFinanceSetting } from '../ground/setting.logic.ts';

type PromiseRow = typeof promiseToPay.$inferSelect;
type PlanRow = typeof instalmentsPlan.$inferSelect;
type InstalmentRow = typeof instalment.$inferSelect;

/** @param accountIds whose claims they are. @returns the payments of claims and what took them back, by claim. */
export async function paidEntries(
  tx: Tx,
  accountIds: readonly Uuid[],
  externalClaimRefs: readonly string[],
): Promise<Map<string, PaidEntry[]>> {
  const rows = await tx.db
    .select()
    .from(ledgerEntry)
    .where(
      and(
        eq(ledgerEntry.clientId, tx.clientId),
        inArray(ledgerEntry.accountId, [...accountIds]),
        inArray(ledgerEntry.externalClaimRef, [...externalClaimRefs]),
        inArray(ledgerEntry.kind, ['payment', 'refund', 'chargeback', 'correction']),
      ),
    )
    .orderBy(asc(ledgerEntry.bookedAt), asc(ledgerEntry.entryId));
  const byClaim = new Map<string, PaidEntry[]>(externalClaimRefs.map((ref) => [ref, []]));
  // A correction counts only when it takes back one of these.
  const money = new Set<string>();
  for (const row of rows) {
    if (row.kind === 'correction' && !(row.reversesEntryId !== null && money.has(row.reversesEntryId))) continue;
    money.add(row.entryId);
    byClaim.get(row.externalClaimRef)?.push(row);
  }
  return byClaim;
}

/** @returns minor units paid on claims so far and not taken back. */
export async function paidTotal(tx: Tx, accountId: Uuid, externalClaimRefs: readonly string[]): Promise<bigint> {
  return paidUntil([...(await paidEntries(tx, [accountId], externalClaimRefs)).values()].flat(), null);
}

const plansOf = defineStatement((db, given) =>
  db
    .select()
    .from(instalmentsPlan)
    .where(and(eq(instalmentsPlan.clientId, given('clientId')), sql`${instalmentsPlan.accountId} = any(${given('accountIds')}::uuid[])`)),
);
const promisesOf = defineStatement((db, given) =>
  db
    .select()
    .from(promiseToPay)
    .where(and(eq(promiseToPay.clientId, given('clientId')), sql`${promiseToPay.accountId} = any(${given('accountIds')}::uuid[])`)),
);
const offersOf = defineStatement((db, given) =>
  db
    .select()
    .from(settlementOffer)
    .where(and(eq(settlementOffer.clientId, given('clientId')), sql`${settlementOffer.accountId} = any(${given('accountIds')}::uuid[])`)),
);

/** @returns today in the client's zone. */
export async function clientToday(tx: Tx): Promise<CalendarDate> {
  return localDate(now(), (await readLocality(tx)).timezone);
}

/**
 * Judges the promises and plans of accounts anew, writes what changed, announces it, and sets until when an agreement holds.
 * Their claims are locked for it. @returns whether there are settlement offers for agreement/settlement.review.ts to judge.
 */
export async function reviewAgreements(tx: Tx, accountIds: readonly Uuid[]): Promise<boolean> {
  await lockAccounts(tx, accountIds);
  const [plans, promises, offers] = await together(
    plansOf(tx, { accountIds }),
    promisesOf(tx, { accountIds }),
    offersOf(tx, { accountIds }),
  );
  if (plans.length + promises.length + offers.length === 0) return false;
  const refs = [
    ...new Set([...promises.map((promise) => promise.externalClaimRef), ...[...plans, ...offers].flatMap((each) => each.claimRefs)]),
  ];
  const claims = await lockClaims(tx, refs, 'all');
  const instalments =
    plans.length === 0
      ? []
      : await tx.db
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
          );
  const paid = await paidEntries(tx, accountIds, refs);
  const [today, { graceDays }] = [await clientToday(tx), (await readFinanceSetting(tx)).settings];
  const balances = new Map(claims.map((claim) => [claim.externalClaimRef, claim.balance]));

  const promiseVerdicts = judgeTogether(
    promises,
    claims.flatMap((claim) =>
      judgePromises(
        promises.filter((each) => each.externalClaimRef === claim.externalClaimRef),
        paid.get(claim.externalClaimRef) ?? [],
        claim.balance,
        today,
      ),
    ),
  );
  const planVerdicts = plans.map((plan) => {
    const own = instalments.filter((each) => each.instalmentsPlanId === plan.instalmentsPlanId);
    const due = plan.claimRefs.reduce((sum, ref) => sum + positive(balances.get(ref) ?? 0n), 0n);
    return {
      plan,
      own,
      verdict: judgePlan(
        plan,
        own,
        plan.claimRefs.flatMap((ref) => paid.get(ref) ?? []),
        due,
        today,
        graceDays,
      ),
    };
  });
  const promiseById = new Map(promises.map((promise) => [promise.promiseToPayId, promise]));
  await writePromises(
    tx,
    promiseVerdicts.filter((verdict) => differs(verdict, promiseById.get(verdict.promiseToPayId))),
  );
  for (const each of planVerdicts) await writePlan(tx, each.plan, each.own, each.verdict);

  const until = new Map<string, CalendarDate | null>(refs.map((ref) => [ref, null]));
  const hold = (ref: string, day: CalendarDate) => until.set(ref, [until.get(ref) ?? day, day].sort().at(-1) ?? day);
  for (const verdict of promiseVerdicts) {
    const promise = promiseById.get(verdict.promiseToPayId);
    // The part of a claim that is paid waits for the others without holding its claim.
    if (promise && verdict.status === 'active' && (balances.get(promise.externalClaimRef) ?? 0n) > 0n)
      hold(promise.externalClaimRef, promise.dueDate);
  }
  for (const { plan, own, verdict } of planVerdicts) {
    const next =
      verdict.status === 'active'
        ? own.find((each) => verdict.instalments.some((v) => v.position === each.position && v.status === 'pending'))
        : undefined;
    if (next) for (const ref of plan.claimRefs) if ((balances.get(ref) ?? 0n) > 0n) hold(ref, next.dueDate);
  }
  for (const offer of offers)
    if (offer.status === 'accepted') for (const ref of offer.claimRefs) if ((balances.get(ref) ?? 0n) > 0n) hold(ref, offer.validUntil);
  await setPromisedUntil(tx, until);
  // Whoever reacts to these events sees the claims as they are now.
  await appendEvents(tx, [
    ...promiseEvents(promiseById, promiseVerdicts),
    ...planVerdicts.flatMap(({ plan, own, verdict }) => planEvents(plan, own, verdict)),
  ]);
  return offers.length > 0;
}

const positive = (amount: bigint) => (amount > 0n ? amount : 0n);
const differs = (verdict: PromiseVerdict, promise: PromiseRow | undefined) =>
  promise?.status !== verdict.status || promise.paidAmount !== verdict.paidAmount;

async function writePromises(tx: Tx, changed: readonly PromiseVerdict[]): Promise<void> {
  if (changed.length === 0) return;
  await tx.sql(
    `update promise_to_pay p set status = v.status, paid_amount = v.paid, updated_at = $5 from unnest($2::uuid[], $3::text[], $4::bigint[]) as v(id, status, paid)
     where p.client_id = $1 and p.promise_to_pay_id = v.id`,
    [tx.clientId, changed.map((v) => v.promiseToPayId), changed.map((v) => v.status), changed.map((v) => v.paidAmount), isoInstant(now())],
  );
}

async function writePlan(tx: Tx, plan: PlanRow, instalments: readonly InstalmentRow[], verdict: PlanVerdict): Promise<void> {
  if (verdict.status !== plan.status)
    await tx.db
      .update(instalmentsPlan)
      .set({ status: verdict.status, updatedAt: now() })
      .where(and(eq(instalmentsPlan.clientId, tx.clientId), eq(instalmentsPlan.instalmentsPlanId, plan.instalmentsPlanId)));
  const changed = verdict.instalments.filter((v) =>
    instalments.some((each) => each.position === v.position && (each.status !== v.status || each.paidAmount !== v.paidAmount)),
  );
  if (changed.length === 0) return;
  await tx.sql(
    `update instalment i set status = v.status, paid_amount = v.paid from unnest($3::int[], $4::text[], $5::bigint[]) as v(position, status, paid)
     where i.client_id = $1 and i.instalments_plan_id = $2 and i.position = v.position`,
    [tx.clientId, plan.instalmentsPlanId, changed.map((v) => v.position), changed.map((v) => v.status), changed.map((v) => v.paidAmount)],
  );
}

const PROMISE_EVENTS = { kept: 'promiseToPayKept', broken: 'promiseToPayBroken', invalidated: 'promiseToPayInvalidated' } as const;
const isEnded = (status: PromiseVerdict['status']): status is keyof typeof PROMISE_EVENTS => status in PROMISE_EVENTS;

/** @returns what became of promises: one event each, however many claims it is about. */
function promiseEvents(promises: ReadonlyMap<string, PromiseRow>, verdicts: readonly PromiseVerdict[]): NewEvent[] {
  const changed = verdicts.flatMap((verdict) => {
    const row = promises.get(verdict.promiseToPayId);
    return row && isEnded(verdict.status) && row.status !== verdict.status ? [{ row: { ...row, ...verdict } as PromiseRow }] : [];
  });
  return [...Map.groupBy(changed, ({ row }) => `${promiseOf(row)} ${row.status}`).values()].flatMap((parts): NewEvent[] => {
    const rows = parts.map(({ row }) => row);
    const status = rows[0]?.status;
    if (!status || !isEnded(status)) return [];
    return [
      status === 'invalidated'
        ? aboutPromise('promiseToPayInvalidated', rows, { reason: 'claimResolved' })
        : aboutPromise(PROMISE_EVENTS[status], rows, {}),
    ];
  });
}

/** @returns the id that events about a promise carry: its own, or that of its parts together. @throws Error without a part */
export function promiseIdOf(rows: readonly Pick<PromiseRow, 'promiseToPayId' | 'promiseId'>[]): Uuid {
  const [first] = rows;
  if (!first) throw new Error('A promise has at least one part');
  return rows.length === 1 ? first.promiseToPayId : promiseOf(first);
}

type PromiseEvent = Extract<EventTypeOf<'money'>, `promiseToPay${string}`>;

/** @param rows the parts of one promise, at least one. @returns the event about them: of the claim when there is one, else naming all in `claimRefs`. */
export function aboutPromise<Type extends PromiseEvent>(
  messageType: Type,
  rows: readonly PromiseRow[],
  more: Besides<Type, typeof PROMISE>,
): NewEvent {
  const [first] = rows;
  if (!first) throw new Error('A promise has at least one part');
  const { accountId, currency, startDate, dueDate, requestedBy, method } = first;
  const sum = (amounts: readonly bigint[]) =>
    toDecimal(
      amounts.reduce((total, amount) => total + amount, 0n),
      currency,
    );
  const alone = rows.length === 1;
  const common = {
    promiseToPayId: promiseIdOf(rows),
    amount: sum(rows.map((row) => row.amount)),
    paidAmount: sum(rows.map((row) => row.paidAmount)),
    currency,
    startDate,
    dueDate,
    requestedBy,
    method,
    ...(alone
      ? {}
      : {
          claimRefs: rows.map((row) => row.externalClaimRef),
          parts: rows.map((row) => ({
            promiseToPayId: row.promiseToPayId,
            externalClaimRef: row.externalClaimRef,
            amount: toDecimal(row.amount, currency),
          })),
        }),
  };
  return composeEvent(messageType, { accountId, externalClaimRef: alone ? first.externalClaimRef : null }, common, more);
}

function planEvents(plan: PlanRow, instalments: readonly InstalmentRow[], verdict: PlanVerdict): NewEvent[] {
  const { accountId, instalmentsPlanId, claimRefs, currency } = plan;
  const about = { accountId, externalClaimRef: claimRefs.length === 1 ? (claimRefs[0] ?? null) : null };
  const whole = { instalmentsPlanId, claimRefs, currency, amount: toDecimal(plan.amount, currency) };
  const events = verdict.instalments.flatMap((each): NewEvent[] => {
    const before = instalments.find((row) => row.position === each.position);
    if (!before || before.status === each.status || (each.status !== 'paid' && each.status !== 'missed')) return [];
    const payload = {
      ...whole,
      instalmentId: before.instalmentId,
      position: each.position,
      amount: toDecimal(before.amount, currency),
      dueDate: before.dueDate,
    };
    return [{ ...about, messageType: each.status === 'paid' ? 'instalmentPaid' : 'instalmentMissed', payload }];
  });
  if (verdict.status !== plan.status && verdict.status === 'completed')
    events.push({ ...about, messageType: 'instalmentsPlanCompleted', payload: whole });
  if (verdict.status !== plan.status && verdict.status === 'broken')
    events.push({ ...about, messageType: 'instalmentsPlanBroken', payload: whole });
  return events;
}

/** @returns accounts with an agreement whose day has passed, at most `limit`. */
export async function accountsWithDueAgreements(tx: Tx, today: CalendarDate, limit: number): Promise<Uuid[]> {
  const { graceDays } = (await readFinanceSetting(tx)).settings;
  const rows = await tx.sql<{ account_id: Uuid }>(
    `select distinct account_id from (
       select account_id from promise_to_pay where client_id = $1 and status = 'active' and due_date < $2
       union all
       select p.account_id from instalment i join instalments_plan p on p.client_id = i.client_id and p.instalments_plan_id = i.instalments_plan_id
       where i.client_id = $1 and p.status = 'active' and ((i.status = 'pending' and i.due_date < $2) or (i.status = 'missed' and i.due_date < $3))
     ) due order by 1 limit $4`,
    [tx.clientId, today, addDays(today, -graceDays), limit],
  );
  return rows.map((row) => row.account_id);
}
