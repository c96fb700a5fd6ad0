/** A collector's work, account after account: the next best one, held so that nobody else gets it, until an outcome or a reason to pass it over. */
import { dueDateOf } from '../../../../core/dueDates.ts';
import { fault, invalid, notFound } from '../../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../../core/id.ts';
import { money } from '../../../../core/money.ts';
import { type CalendarDate, type Instant, instant, isoInstant } from '../../../../core/time.ts';
import { SKIP_REASONS, WORK_OUTCOMES } from '../../../../core/workOutcomes.ts';
import { localDate, at as moment } from '../../../../core/zone.ts';
import type { Reason } from '../../../../engine/reason.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { readLocality } from '../../backoffice/backoffice.logic.ts';
import { listPromisable } from '../../finance/facts/work.logic.ts';
import { nameOf, requireAccount } from '../ground/lookup.logic.ts';
import { readToday } from '../task/task.due.logic.ts';
import { skipTask } from '../task/task.logic.ts';
import { holdUntil, listDueTasks, type Picked, startNextDueTask } from '../task/task.next.logic.ts';
import { readTask } from '../task/task.row.logic.ts';
import type { WorkStatus } from '../task/task.tables.ts';
import { type Candidate, type Contactable, contactable, listCandidates, readReached } from './work.candidates.logic.ts';
import { listAskableFacts } from './work.party.logic.ts';

/** Accounts of which one is tried after the other before more are asked of the gate: few people ask in the same moment. */
const TRIES = 8;
/** Tasks that are asked of the gate at most: where nobody of so many may be contacted, it is night. */
const MOST_TASKS = 200;

/** Every day that some outcome offers, once. */
const DAYS = [...new Map(WORK_OUTCOMES.flatMap((outcome) => outcome.days).map((day) => [`${day.option} ${day.value}`, day])).values()];

/** A row of work_item. */
export interface WorkRow {
  readonly work_item_id: Uuid;
  readonly account_id: Uuid;
  readonly user_id: Uuid;
  readonly task_id: Uuid | null;
  readonly status: WorkStatus;
  readonly held_until: Date;
  readonly reasons: readonly Reason[];
  readonly outcome: string | null;
  readonly not_before: Date | null;
  readonly promised_amount: bigint;
  readonly currency: string | null;
  readonly made: Record<string, unknown>;
  readonly idempotency_key: string | null;
  readonly finished_at: Date | null;
}

/** What the screen gets: the account to work now, if there is one, and the day so far. */
export interface NextWork {
  readonly item: WorkItem | null;
  /** How many wait that may not be contacted on any channel now; counted where nothing else is left. */
  readonly blocked: number;
  /** When the first of them may be. */
  readonly earliest: Instant | null;
  readonly day: Awaited<ReturnType<typeof readWorkDay>>;
}

/** The piece of work in the contract's shape. */
async function present(tx: Tx, row: WorkRow) {
  const claims = await listPromisable(tx, row.account_id);
  const [account] = await tx.sql<{ currency: string }>('select currency from account where client_id = $1 and account_id = $2', [
    tx.clientId,
    row.account_id,
  ]);
  const currency = account?.currency ?? '';
  const { today, isFree } = await readToday(tx);
  return {
    promisable: money(
      claims.reduce((sum, claim) => sum + claim.amount, 0n),
      currency,
    ),
    currency,
    rightPartyFacts: await listAskableFacts(tx, row.account_id),
    days: DAYS.map(({ option, value }) => ({ option, value, date: dueDateOf(option, value, today, isFree) ?? today })),
    workItemId: row.work_item_id,
    accountId: row.account_id,
    heldUntil: instant(row.held_until),
    reasons: row.reasons,
    task: row.task_id ? await readTask(tx, row.task_id) : null,
  };
}
type WorkItem = Awaited<ReturnType<typeof present>>;

/** @returns the client's day: its date and its first moment. */
export async function readDay(tx: Tx): Promise<{ today: CalendarDate; dayStart: Instant; zone: string }> {
  const { timezone: zone } = await readLocality(tx);
  const today = localDate(now(), zone);
  return { today, dayStart: moment(today, { hour: 0, minute: 0 }, zone), zone };
}

/** One call of a person after the other: two tabs that ask at once get the same account. */
async function oneAtATime(tx: Tx, userId: Uuid): Promise<void> {
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${tx.clientId}:work:${userId}`]);
}

async function heldBy(tx: Tx, userId: Uuid): Promise<WorkRow | null> {
  const [row] = await tx.sql<WorkRow & Record<string, unknown>>(
    `select * from work_item where client_id = $1 and user_id = $2 and status = 'held'`,
    [tx.clientId, userId],
  );
  return row ?? null;
}

/**
 * Gives the person the next account: what they hold already, then their started task, tasks of theirs that are due, tasks of their topics, then
 * accounts of theirs or of nobody by priority. @param includeBlocked brings accounts too that may not be contacted now.
 */
export async function takeNextWork(tx: Tx, userId: Uuid, includeBlocked = false): Promise<NextWork> {
  await oneAtATime(tx, userId);
  const held = await heldBy(tx, userId);
  if (held && (includeBlocked || (await stillWorked(tx, held)))) {
    const row = await holdOn(tx, held);
    if (row) return answer(tx, userId, row);
  } else if (held) await finish(tx, held, 'released', {});
  const { today, dayStart } = await readDay(tx);
  const tasks = await listDueTasks(tx, userId, today, MOST_TASKS);
  const due = includeBlocked ? everything(tasks) : await contactable(tx, tasks, now(), TRIES);
  const picked = await startNextDueTask(
    tx,
    userId,
    today,
    due.allowed.map((task) => task.taskId),
  );
  if (picked) {
    const row = await hold(tx, userId, picked.task.accountId, taskReasons(picked), picked.task.taskId, null);
    if (row) return answer(tx, userId, row);
  }
  const candidates = await listCandidates(tx, userId, today, dayStart, now());
  const blocked = new Set(due.blocked.map((task) => task.accountId));
  let { earliest } = due;
  for (let from = 0; from < candidates.length; ) {
    const rest = candidates.slice(from);
    const found = includeBlocked ? everything(rest.slice(0, TRIES)) : await contactable(tx, rest, now(), TRIES);
    for (const candidate of found.allowed) {
      const row = await hold(tx, userId, candidate.accountId, candidate.priority.reasons, null, dayStart);
      if (row) return answer(tx, userId, row);
    }
    for (const { accountId } of found.blocked) blocked.add(accountId);
    if (found.earliest !== null && (earliest === null || found.earliest < earliest)) earliest = found.earliest;
    from += found.allowed.length + found.blocked.length;
    if (found.allowed.length < TRIES) break;
  }
  return { item: null, blocked: blocked.size, earliest, day: await readWorkDay(tx, userId) };
}

/** The gate is not asked. */
const everything = <Item>(items: readonly Item[]): Contactable<Item> => ({ allowed: items, blocked: [], earliest: null });

/** Whether what a person holds stays on their screen: while the hold lasts, and afterwards if the debtor may still be contacted. */
async function stillWorked(tx: Tx, held: WorkRow): Promise<boolean> {
  if (instant(held.held_until) > now()) return true;
  return (await contactable(tx, [await readReached(tx, held.account_id)], now(), 1)).allowed.length > 0;
}

/** Puts one account of the person's choice on their screen. @throws Fault NOT_FOUND, CONFLICT when somebody else has it */
export async function takeWork(tx: Tx, accountId: Uuid, userId: Uuid): Promise<NextWork> {
  await requireAccount(tx, accountId);
  await oneAtATime(tx, userId);
  const held = await heldBy(tx, userId);
  if (held?.account_id === accountId) return answer(tx, userId, (await holdOn(tx, held)) ?? held);
  if (held) await finish(tx, held, 'released', {});
  const row = await hold(tx, userId, accountId, [{ key: 'work.chosen' }], null, null);
  if (row) return answer(tx, userId, row);
  const [other] = await tx.sql<{ user_id: Uuid }>(
    `select user_id from work_item where client_id = $1 and account_id = $2 and status = 'held'`,
    [tx.clientId, accountId],
  );
  throw fault('CONFLICT', 'accountOnScreen', { name: await nameOf(tx, other?.user_id ?? null) });
}

async function answer(tx: Tx, userId: Uuid, row: WorkRow): Promise<NextWork> {
  return { item: await present(tx, row), blocked: 0, earliest: null, day: await readWorkDay(tx, userId) };
}

function taskReasons({ task, was }: Picked): Reason[] {
  return [{ key: TASK_REASONS[was] }, ...(task.dueDate ? [{ key: 'work.taskDue', values: { dueDate: task.dueDate } }] : [])];
}
const TASK_REASONS = { begun: 'work.taskOwn', given: 'work.taskGiven', free: 'work.taskFree' } as const;

/**
 * Holds an account for a person, if nobody else does: whoever asks for the same at this moment passes it over, and the index that allows one
 * hold per account has the last word. @param dayStart refuses what was finished since then; null: does not look.
 */
async function hold(
  tx: Tx,
  userId: Uuid,
  accountId: Uuid,
  reasons: Candidate['priority']['reasons'] | readonly Reason[],
  taskId: Uuid | null,
  dayStart: Instant | null,
): Promise<WorkRow | null> {
  const [free] = await tx.sql<{ free: boolean }>('select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free', [
    `${tx.clientId}:work-on:${accountId}`,
  ]);
  if (!free?.free) return null;
  const at = now();
  await tx.sql(
    `update work_item set status = 'lapsed', finished_at = $3 where client_id = $1 and account_id = $2 and status = 'held' and held_until <= $3`,
    [tx.clientId, accountId, isoInstant(at)],
  );
  const [row] = await tx.sql<WorkRow & Record<string, unknown>>(
    `insert into work_item (client_id, work_item_id, account_id, user_id, task_id, status, held_until, reasons, created_at)
     select $1, $2, $3, $4, $5, 'held', $6, $7, $8
     where not exists (select from work_item w where w.client_id = $1 and w.account_id = $3 and w.status in ('done', 'skipped') and w.finished_at >= $9)
     on conflict do nothing returning *`,
    [
      tx.clientId,
      uuidv7(),
      accountId,
      userId,
      taskId,
      isoInstant(holdUntil()),
      JSON.stringify(reasons),
      isoInstant(at),
      dayStart === null ? null : isoInstant(dayStart),
    ],
  );
  return row ?? null;
}

/** Holds on to what one has; null when the time was over and somebody else took it. */
async function holdOn(tx: Tx, row: WorkRow): Promise<WorkRow | null> {
  const [held] = await tx.sql<WorkRow & Record<string, unknown>>(
    `update work_item set held_until = $3 where client_id = $1 and work_item_id = $2 and status = 'held' returning *`,
    [tx.clientId, row.work_item_id, isoInstant(holdUntil())],
  );
  if (held?.task_id)
    await tx.sql(`update case_task set held_until = $3 where client_id = $1 and task_id = $2 and status = 'active' and recipient_id = $4`, [
      tx.clientId,
      held.task_id,
      isoInstant(holdUntil()),
      held.user_id,
    ]);
  return held ?? null;
}

/** The open screen says that somebody still works. @throws Fault CONFLICT when the hold was over and the account is somebody else's now; NOT_FOUND */
export async function holdWork(tx: Tx, workItemId: Uuid, userId: Uuid) {
  const row = await holdOn(tx, await requireHeld(tx, workItemId, userId));
  if (!row) throw notFound('workNotFound');
  return present(tx, row);
}

/** Locks a piece of work that the person holds. @throws Fault NOT_FOUND, CONFLICT when it is over */
export async function requireHeld(tx: Tx, workItemId: Uuid, userId: Uuid): Promise<WorkRow> {
  const row = await lockWork(tx, workItemId, userId);
  if (row.status === 'held') return row;
  if (row.status === 'lapsed') {
    const [other] = await tx.sql<{ user_id: Uuid }>(
      `select user_id from work_item where client_id = $1 and account_id = $2 order by created_at desc, work_item_id desc limit 1`,
      [tx.clientId, row.account_id],
    );
    throw fault('CONFLICT', 'accountOnScreen', { name: await nameOf(tx, other?.user_id ?? null) });
  }
  throw fault('CONFLICT', 'workFinished');
}

/** Locks a piece of work of the person. @throws Fault NOT_FOUND */
export async function lockWork(tx: Tx, workItemId: Uuid, userId: Uuid): Promise<WorkRow> {
  const [row] = isUuid(workItemId)
    ? await tx.sql<WorkRow & Record<string, unknown>>(
        'select * from work_item where client_id = $1 and work_item_id = $2 and user_id = $3 for update',
        [tx.clientId, workItemId, userId],
      )
    : [];
  if (!row) throw notFound('workNotFound');
  return row;
}

/** Ends a piece of work. @param change further columns. */
export async function finish(tx: Tx, row: WorkRow, status: WorkStatus, change: Record<string, unknown>): Promise<void> {
  const columns = Object.keys(change);
  await tx.sql(
    `update work_item set ${columns.map((column, index) => `${column} = $${index + 5}, `).join('')}status = $3, finished_at = $4
     where client_id = $1 and work_item_id = $2`,
    [tx.clientId, row.work_item_id, status, isoInstant(now()), ...Object.values(change)],
  );
}

/** Passes an account over, with a reason; a task goes back to its topic. @returns the next one. @throws Fault NOT_FOUND, CONFLICT, INVALID_INPUT */
export async function skipWork(tx: Tx, workItemId: Uuid, reason: string, userId: Uuid, includeBlocked = false): Promise<NextWork> {
  if (!SKIP_REASONS.some((each) => each === reason)) throw invalid('reason', 'oneOf', { choices: SKIP_REASONS.join(', ') });
  const row = await requireHeld(tx, workItemId, userId);
  if (row.task_id && (await readTask(tx, row.task_id)).status !== 'resolved') await skipTask(tx, row.task_id, null, null, userId);
  await finish(tx, row, 'skipped', { outcome: reason });
  await appendEvents(tx, [{ messageType: 'workSkipped', accountId: row.account_id, payload: { workItemId, skipReason: reason } }]);
  return takeNextWork(tx, userId, includeBlocked);
}

/** Lets go of what one holds, if one does, as it was: for a break. */
export async function releaseWork(tx: Tx, userId: Uuid): Promise<boolean> {
  await oneAtATime(tx, userId);
  const held = await heldBy(tx, userId);
  if (held) await finish(tx, held, 'released', {});
  return true;
}

/** @returns what a person has done since the client's day began, and what could be taken back. */
export async function readWorkDay(tx: Tx, userId: Uuid) {
  const { dayStart } = await readDay(tx);
  const rows = await tx.sql<{
    work_item_id: Uuid;
    status: WorkStatus;
    outcome: string;
    promised_amount: bigint;
    currency: string | null;
    name: string;
  }>(
    `select w.work_item_id, w.status, w.outcome, w.promised_amount, w.currency, a.debtor_name as name from work_item w
     join account a on a.client_id = w.client_id and a.account_id = w.account_id
     where w.client_id = $1 and w.user_id = $2 and w.finished_at >= $3 and w.status in ('done', 'skipped') order by w.finished_at desc, w.work_item_id desc`,
    [tx.clientId, userId, isoInstant(dayStart)],
  );
  const done = rows.filter((row) => row.status === 'done');
  const sums = new Map<string, bigint>();
  const counts = new Map<string, number>();
  for (const row of done) {
    counts.set(row.outcome, (counts.get(row.outcome) ?? 0) + 1);
    if (row.promised_amount > 0n && row.currency) sums.set(row.currency, (sums.get(row.currency) ?? 0n) + row.promised_amount);
  }
  const [last] = done;
  return {
    worked: done.length,
    skipped: rows.length - done.length,
    promised: [...sums].map(([currency, minor]) => ({ currency, amount: money(minor, currency) })),
    outcomes: [...counts].map(([outcome, count]) => ({ outcome, count })),
    last: last ? { workItemId: last.work_item_id, outcome: last.outcome, debtorFullName: last.name } : null,
  };
}
