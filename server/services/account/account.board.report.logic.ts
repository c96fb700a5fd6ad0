/** What the live board reads of tasks and of accounts that are open on somebody's screen. */
import type { Uuid } from '../../../core/id.ts';
import { type Instant, isoInstant } from '../../../core/time.ts';
import type { Tx } from '../../platform/tenancy.ts';

/** An account that somebody has open now. */
export interface HeldAccount {
  readonly userId: Uuid;
  readonly accountId: Uuid;
  readonly since: Date;
}

/** @returns what each person works on now, in the collector workspace or by a task: what was taken last. */
export async function heldAccounts(tx: Tx, at: Instant): Promise<HeldAccount[]> {
  return tx.sql<HeldAccount & Record<string, unknown>>(
    `select distinct on (user_id) user_id as "userId", account_id as "accountId", since from (
       select user_id, account_id, created_at as since from work_item where client_id = $1 and status = 'held' and held_until > $2
       union all
       select recipient_id, account_id, updated_at from case_task
       where client_id = $1 and status = 'active' and held_until > $2 and recipient_id is not null) held
     order by user_id, since desc`,
    [tx.clientId, isoInstant(at)],
  );
}

/** How many wait, by age. */
export interface WaitingAges {
  readonly count: number;
  readonly oldest: Date | null;
  readonly underHour: number;
  readonly today: number;
  readonly days: number;
  readonly older: number;
}

/** Where one age ends and the next begins. */
export interface AgeBounds {
  readonly hourAgo: Instant;
  /** The client's midnight. */
  readonly midnight: Instant;
  readonly threeDaysAgo: Instant;
}

/**
 * Counts rows by age.
 * @param from SQL of the rows: table and condition, $1 the client. @param column the moment they began to wait. @param more values from $5 on.
 * @returns each row in exactly one bucket, whatever the hour: soon after midnight an hour reaches into yesterday.
 */
export async function countAges(
  tx: Tx,
  from: string,
  column: string,
  bounds: AgeBounds,
  more: readonly unknown[] = [],
): Promise<WaitingAges> {
  const [row] = await tx.sql<WaitingAges & Record<string, unknown>>(
    `select count(*)::int as count, min(${column}) as oldest, count(*) filter (where ${column} > $2)::int as "underHour",
       count(*) filter (where ${column} <= $2 and ${column} >= $3)::int as today,
       count(*) filter (where ${column} <= $2 and ${column} < $3 and ${column} >= $4)::int as days,
       count(*) filter (where ${column} < $4)::int as older from ${from}`,
    [tx.clientId, isoInstant(bounds.hourAgo), isoInstant(bounds.midnight), isoInstant(bounds.threeDaysAgo), ...more],
  );
  if (!row) throw new Error('an aggregate has a row');
  return row;
}

/** @returns open tasks that nobody put off, by their age. */
export function waitingTasks(tx: Tx, bounds: AgeBounds, at: Instant): Promise<WaitingAges> {
  const open = `case_task where client_id = $1 and status <> 'resolved' and (skipped_until is null or skipped_until <= $5)`;
  return countAges(tx, open, 'created_at', bounds, [isoInstant(at)]);
}
