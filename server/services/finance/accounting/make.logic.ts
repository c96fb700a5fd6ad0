/**
 * Makes a batch: entries, files, sums and number are one transaction, so that there is all of it or nothing. Entries are booked meanwhile by
 * whoever books; those that are not committed when the batch takes its own are in the next one.
 */
import { and, eq } from 'drizzle-orm';
import { Fault, fault, words } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import type { CalendarDate } from '../../../../core/time.ts';
import { localDate } from '../../../../core/zone.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import { logger } from '../../../platform/log.ts';
import { queueRows } from '../../../platform/outbox/queue.ts';
import { type Database, inClient, type Tx } from '../../../platform/tenancy.ts';
import { readLocality } from '../../backoffice/backoffice.logic.ts';
import type { Component, EntryKind } from '../ground/finance.tables.ts';
import { accountingBatch } from './accounting.tables.ts';
import { type AccountingBatch, readBatch } from './batch.logic.ts';
import { accountsOf, type Chart, sideOf } from './chart.ts';
import type { Booking } from './datev.ts';
import { ACCOUNTING, type AccountingSettings, readAccounting } from './setting.logic.ts';
import { groupEntries, METHOD, requireAccounts, spanOf, spanValues, WAITING } from './waiting.logic.ts';
import { addSum, BatchWriter, besideLedger, newSums, type Piece } from './write.ts';

/** Rows that one fetch takes out of the cursor. */
const FETCH = 2_000;

/** Makes a batch that was asked for. What keeps it from being made is kept with it; a lost database is thrown, so that the job comes again. */
export async function makeBatch(database: Database, clientId: Uuid, batchId: Uuid): Promise<void> {
  try {
    await inClient(database, clientId, (tx) => make(tx, batchId));
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (/^(08|57P|40|55P)/.test(code)) throw error;
    if (!(error instanceof Fault)) logger.error({ error, batchId }, 'accounting batch failed');
    const said = error instanceof Fault ? error.words : words('accountingBroke');
    await inClient(database, clientId, async (tx) => {
      const batch = await readBatch(tx, batchId);
      if (batch.status !== 'making') return;
      await tx.db
        .update(accountingBatch)
        .set({ status: 'failed', error: said })
        .where(and(eq(accountingBatch.clientId, tx.clientId), eq(accountingBatch.batchId, batchId)));
      const payload = { batchId, untilDay: batch.untilDay, key: said.key, values: said.values, scheduled: batch.createdBy === null };
      await appendEvents(tx, [{ messageType: 'accountingBatchFailed', payload }]);
    });
  }
}

async function make(tx: Tx, batchId: Uuid): Promise<void> {
  const { settings, lastNumber } = await readAccounting(tx, true);
  const batch = await readBatch(tx, batchId);
  if (batch.status !== 'making') return;
  const number = lastNumber + 1;
  const { receivables, sides, methods } = settings;
  // What a batch wrote is taken back on the accounts that it was written to.
  const chart: Chart = (batch.reversesBatchId ? (await readBatch(tx, batch.reversesBatchId)).chart : null) ?? {
    receivables,
    sides,
    methods,
  };
  const mine = await takeEntries(tx, batch, settings);
  const groups = await groupEntries(tx, mine, [tx.clientId, batch.reversesBatchId ?? batchId]);
  if (groups.length === 0) throw fault('CONFLICT', 'accountingNothing');
  requireAccounts(chart, groups);
  const sign = batch.reversesBatchId === null ? 1n : -1n;
  const ledger = newSums();
  for (const group of groups) {
    const accounts = accountsOf(chart, group);
    if ('missing' in accounts) throw new Error('an account went missing');
    for (const amount of [group.plus, group.minus])
      if (amount !== 0n) addSum(ledger, group.currency, accounts.account, accounts.contra, sign * amount);
  }
  const writer = await writeLines(tx, batch, { number, settings, chart, mine });
  const files = await writer.end();
  const sums = besideLedger(writer.sums, ledger);
  if (
    writer.entries !== groups.reduce((sum, each) => sum + each.entries, 0) ||
    sums.some((each) => each.debit !== each.ledgerDebit || each.credit !== each.ledgerCredit)
  )
    throw fault('CONFLICT', 'accountingSums');
  if (batch.reversesBatchId)
    await tx.sql('delete from accounting_entry where client_id = $1 and batch_id = $2', [tx.clientId, batch.reversesBatchId]);
  await tx.sql('update accounting_setting set last_number = $2 where client_id = $1', [tx.clientId, number]);
  await tx.db
    .update(accountingBatch)
    .set({ status: 'made', number, entries: writer.entries, chart, sums, files, madeAt: now() })
    .where(and(eq(accountingBatch.clientId, tx.clientId), eq(accountingBatch.batchId, batchId)));
  const payload = { batchId, number, entries: writer.entries, untilDay: batch.untilDay, reverses: batch.reversesBatchId };
  await appendEvents(tx, [{ messageType: 'accountingBatchMade', payload }]);
  if (settings.delivery) await queueDelivery(tx, batchId);
}

/** Asks for a batch to be put to the client's server. @param again names another try, by somebody. */
export async function queueDelivery(tx: Tx, batchId: Uuid, again = ''): Promise<void> {
  await queueRows(tx, [{ key: `accounting:${batchId}${again && `:${again}`}`, kind: ACCOUNTING, request: { batchId } }]);
}

/** Takes what is in no batch yet. @returns SQL of the batch's entries `e`; $1 is the client and $2 the batch they are listed under */
async function takeEntries(tx: Tx, batch: AccountingBatch, settings: AccountingSettings): Promise<string> {
  if (batch.reversesBatchId === null) {
    const span = await spanOf(tx, batch.fromDay, batch.untilDay, settings.beginsOn);
    await tx.sql(
      `insert into accounting_entry (client_id, entry_id, batch_id) select e.client_id, e.entry_id, $4::uuid from ledger_entry e where ${WAITING}`,
      [...spanValues(tx, span), batch.batchId],
    );
  }
  return 'e.client_id = $1 and exists (select from accounting_entry a where a.client_id = $1 and a.batch_id = $2::uuid and a.entry_id = e.entry_id)';
}

interface Line extends Record<string, unknown> {
  readonly entry_id: Uuid;
  readonly ref: string;
  readonly kind: EntryKind;
  readonly amount: bigint;
  readonly currency: string;
  readonly component: Component;
  readonly contra: string;
  readonly method: string | null;
  readonly booked_at: Date;
  readonly value_date: CalendarDate;
}

/** Goes through the batch's entries with a cursor: a million of them need no more memory than a thousand. */
async function writeLines(
  tx: Tx,
  batch: AccountingBatch,
  { number, settings, chart, mine }: { number: number; settings: AccountingSettings; chart: Chart; mine: string },
): Promise<BatchWriter> {
  const { timezone } = await readLocality(tx);
  const { consultant, client } = settings.datev;
  const isReversal = batch.reversesBatchId !== null;
  const writer = new BatchWriter({
    number,
    datev: consultant === null || client === null ? null : { ...settings.datev, consultant, client },
    at: now(),
    keep: (piece) => keepPiece(tx, batch.batchId, piece),
  });
  await writer.begin();
  await tx.sql(
    `declare lines no scroll cursor for select e.entry_id, e.external_claim_ref as ref, e.kind, e.amount, e.currency, e.component, e.contra, e.booked_at, e.value_date, ${METHOD} as method
     from ledger_entry e where ${mine} order by e.currency, e.booked_at, e.entry_id`,
    [tx.clientId, batch.reversesBatchId ?? batch.batchId],
  );
  for (;;) {
    const lines = await tx.sql<Line>(`fetch ${FETCH} from lines`);
    for (const line of lines) {
      const accounts = accountsOf(chart, line);
      if ('missing' in accounts) throw new Error('an account went missing');
      const booking: Booking = {
        entryId: line.entry_id,
        externalClaimRef: line.ref,
        side: sideOf(line.kind, line.contra) ?? 'correction',
        amount: isReversal ? -line.amount : line.amount,
        currency: line.currency,
        ...accounts,
        day: isReversal ? batch.untilDay : localDate(line.booked_at.getTime() as never, timezone),
        valueDate: line.value_date,
        isReversal,
      };
      await writer.add(booking);
    }
    if (lines.length < FETCH) break;
  }
  await tx.sql('close lines');
  return writer;
}

async function keepPiece(tx: Tx, batchId: Uuid, { fileNumber, partNumber, sizeBytes, bytes }: Piece): Promise<void> {
  await tx.sql(
    'insert into accounting_part (client_id, batch_id, file_number, part_number, size_bytes, bytes) values ($1, $2, $3, $4, $5, $6)',
    [tx.clientId, batchId, fileNumber, partNumber, sizeBytes, bytes],
  );
}
