/** Batches as they are asked for, listed and taken back. They are made in the background (make.logic.ts). */
import { and, desc, eq } from 'drizzle-orm';
import { fault, invalid, notFound } from '../../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../../core/id.ts';
import { addDays, type CalendarDate } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { enqueue, type JobReference } from '../../../platform/jobs.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { clientToday } from '../agreement/agreement.logic.ts';
import { accountingBatch } from './accounting.tables.ts';
import { readAccounting } from './setting.logic.ts';
import { type Group, groupEntries, type Missing, missingOf, requireAccounts, spanOf, spanValues, WAITING } from './waiting.logic.ts';

export type AccountingBatch = typeof accountingBatch.$inferSelect;

/** Makes a batch that was asked for, defined in finance.accounting.jobs.ts. */
export const makeBatchJob: JobReference<{ clientId: Uuid; batchId: Uuid }> = { name: 'finance.accounting.make' };

/** @throws Fault NOT_FOUND */
export async function readBatch(tx: Tx, batchId: Uuid): Promise<AccountingBatch> {
  if (!isUuid(batchId)) throw notFound('accountingBatchNotFound');
  const [row] = await tx.db
    .select()
    .from(accountingBatch)
    .where(and(eq(accountingBatch.clientId, tx.clientId), eq(accountingBatch.batchId, batchId)));
  if (!row) throw notFound('accountingBatchNotFound');
  return row;
}

/** A batch with the numbers of the one it takes back and the one that takes it back. */
export type ListedBatch = AccountingBatch & { readonly reversesNumber: number | null; readonly reversedByNumber: number | null };

/** @returns batches, the newest first. */
export async function listBatches(tx: Tx, limit: number, offset: number): Promise<{ items: ListedBatch[]; total: number }> {
  const mine = eq(accountingBatch.clientId, tx.clientId);
  const items = await tx.db
    .select()
    .from(accountingBatch)
    .where(mine)
    .orderBy(desc(accountingBatch.createdAt), desc(accountingBatch.batchId))
    .limit(limit)
    .offset(offset);
  return { items: await withNumbers(tx, items), total: await tx.db.$count(accountingBatch, mine) };
}

/** @returns batches with the numbers of those that they are tied to. */
export async function withNumbers(tx: Tx, batches: readonly AccountingBatch[]): Promise<ListedBatch[]> {
  const ids = batches.flatMap(({ batchId, reversesBatchId }) => [batchId, ...(reversesBatchId ? [reversesBatchId] : [])]);
  const tied = await tx.sql<{ batch_id: Uuid; number: number; reverses_batch_id: Uuid | null }>(
    `select batch_id, number, reverses_batch_id from accounting_batch
     where client_id = $1 and status = 'made' and (batch_id = any($2::uuid[]) or reverses_batch_id = any($2::uuid[]))`,
    [tx.clientId, ids],
  );
  return batches.map((batch) => ({
    ...batch,
    reversesNumber: tied.find((each) => each.batch_id === batch.reversesBatchId)?.number ?? null,
    reversedByNumber: tied.find((each) => each.reverses_batch_id === batch.batchId)?.number ?? null,
  }));
}

export interface Preview {
  readonly entries: number;
  readonly missing: readonly Missing[];
  readonly groups: readonly Group[];
}

/** @returns what a batch would hold by now, and what of it has no account. @throws Fault INVALID_INPUT (from, until) */
export async function previewBatch(tx: Tx, from: CalendarDate | null, until: CalendarDate | null): Promise<Preview> {
  const last = await readDays(tx, from, until);
  const { settings } = await readAccounting(tx);
  const span = await spanOf(tx, from, last, settings.beginsOn);
  const groups = await groupEntries(tx, WAITING, spanValues(tx, span));
  return { groups, missing: missingOf(settings, groups), entries: groups.reduce((sum, each) => sum + each.entries, 0) };
}

/** @returns the last day: yesterday where none was named. @throws Fault INVALID_INPUT */
async function readDays(tx: Tx, from: CalendarDate | null, until: CalendarDate | null): Promise<CalendarDate> {
  const today = await clientToday(tx);
  const last = until ?? addDays(today, -1);
  if (last > today) throw invalid('until', 'accountingFuture');
  if (from !== null && from > last) throw invalid('from', 'accountingOrder');
  return last;
}

/**
 * Asks for a batch of everything that is in none yet. @param from null: however early it was booked. @param until yesterday when null.
 * @throws Fault INVALID_INPUT; CONFLICT when there is nothing, an account is missing, or another batch is being made
 */
export async function requestBatch(
  tx: Tx,
  from: CalendarDate | null,
  until: CalendarDate | null,
  userId: Uuid | null,
): Promise<AccountingBatch> {
  const last = await readDays(tx, from, until);
  const { revision, settings } = await readAccounting(tx, true);
  if (revision === 0) throw fault('CONFLICT', 'accountingUnset');
  await refuseBusy(tx);
  const groups = await groupEntries(tx, WAITING, spanValues(tx, await spanOf(tx, from, last, settings.beginsOn)));
  if (groups.length === 0) throw fault('CONFLICT', 'accountingNothing');
  requireAccounts(settings, groups);
  return addBatch(tx, { fromDay: from, untilDay: last, createdBy: userId });
}

/** Asks for a batch that takes another one back. @throws Fault NOT_FOUND, CONFLICT */
export async function requestReversal(tx: Tx, batchId: Uuid, userId: Uuid): Promise<AccountingBatch> {
  await readAccounting(tx, true);
  const batch = await readBatch(tx, batchId);
  if (batch.status !== 'made') throw fault('CONFLICT', 'accountingNotMade');
  if (batch.reversesBatchId !== null) throw fault('CONFLICT', 'accountingReversal');
  const [listed] = await withNumbers(tx, [batch]);
  if (listed?.reversedByNumber !== null) throw fault('CONFLICT', 'accountingReversed');
  await refuseBusy(tx);
  return addBatch(tx, { fromDay: null, untilDay: await clientToday(tx), createdBy: userId, reversesBatchId: batchId });
}

async function refuseBusy(tx: Tx): Promise<void> {
  const making = await tx.sql(`select from accounting_batch where client_id = $1 and status = 'making' limit 1`, [tx.clientId]);
  if (making.length > 0) throw fault('CONFLICT', 'accountingBusy');
}

async function addBatch(
  tx: Tx,
  about: Pick<AccountingBatch, 'fromDay' | 'untilDay' | 'createdBy'> & { readonly reversesBatchId?: Uuid },
): Promise<AccountingBatch> {
  const batchId = uuidv7();
  await tx.db.insert(accountingBatch).values({ clientId: tx.clientId, batchId, status: 'making', createdAt: now(), ...about });
  await enqueue(tx, makeBatchJob, { clientId: tx.clientId, batchId }, { key: `${makeBatchJob.name}:${batchId}` });
  return readBatch(tx, batchId);
}

/**
 * Asks for the batch of the month before, once its day has come in the client's zone. What was asked for since then, by anybody, is enough.
 * @returns whether there is one to be asked for
 */
export async function isMonthDue(tx: Tx): Promise<CalendarDate | null> {
  const { settings, revision } = await readAccounting(tx);
  if (revision === 0 || settings.schedule !== 'monthly') return null;
  const today = await clientToday(tx);
  const first = `${today.slice(0, 7)}-01` as CalendarDate;
  const last = addDays(first, -1);
  if (Number(today.slice(8)) < settings.dayOfMonth || (settings.beginsOn ?? last) > last) return null;
  const [known] = await tx.sql(
    `select from accounting_batch where client_id = $1 and status <> 'failed' and reverses_batch_id is null and from_day is null and until_day >= $2::date limit 1`,
    [tx.clientId, last],
  );
  // A failed one is tried again the next day, not every hour.
  const [failed] = await tx.sql(
    `select from accounting_batch where client_id = $1 and status = 'failed' and created_by is null and until_day = $2::date and created_at > $3::timestamptz - interval '20 hours' limit 1`,
    [tx.clientId, last, new Date(now()).toISOString()],
  );
  return known || failed ? null : last;
}
