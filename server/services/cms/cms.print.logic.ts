/** Letters that the house prints itself: a batch a day, as one PDF in the order of the post, with a list. */
import { fault, notFound } from '../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { type CalendarDate, type Instant, isoInstant } from '../../../core/time.ts';
import { localDate } from '../../../core/zone.ts';
import { now } from '../../platform/clock.ts';
import { csvCell, csvLine } from '../../platform/csv.ts';
import { appendEvents } from '../../platform/events.ts';
import { type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { threadWork } from '../../platform/threads.ts';
import { readLocality } from '../backoffice/backoffice.logic.ts';
import type { MessageRow } from './cms.delivered.logic.ts';
import type { JoinInput } from './cms.print.thread.ts';
import { readLetter } from './cms.print.ts';

/** A thousand letters take about fifteen seconds of a processor. */
const JOIN = { time: 240_000, timeOfRequest: 240_000, field: 'batchId', tooLong: 'templateTooLong', tooLarge: 'templateTooLarge' } as const;
const joins = threadWork<JoinInput, { pdf: Uint8Array; pages: number[] }>(import.meta.resolve('./cms.print.thread.ts'), 'join', JOIN);

/** A letter that joins the batch of its day. */
export interface BatchLetter {
  readonly row: Pick<MessageRow, 'outboxId' | 'accountId'>;
  readonly recipient: string;
  readonly country: string;
  readonly postalCode: string;
}

/** Puts letters into the open batch of today, in the transaction that records that they have left. One that is in a batch stays there. */
export async function addToBatch(tx: Tx, letters: readonly BatchLetter[], at: Instant): Promise<void> {
  if (letters.length === 0) return;
  const day = localDate(at, (await readLocality(tx)).timezone);
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${tx.clientId}:printBatch`]);
  const [open] = await tx.sql<{ batch_id: Uuid }>(
    'select batch_id from print_batch where client_id = $1 and day = $2 and closed_at is null',
    [tx.clientId, day],
  );
  const batchId = open?.batch_id ?? (await beginBatch(tx, day, at));
  const column = (read: (letter: BatchLetter) => string) => letters.map(read);
  await tx.sql(
    `insert into print_batch_letter (client_id, outbox_id, batch_id, account_id, country, postal_code, recipient)
     select $1, outbox_id, $2, account_id, country, postal_code, recipient
     from unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[]) as made (outbox_id, account_id, country, postal_code, recipient)
     on conflict do nothing`,
    [
      tx.clientId,
      batchId,
      column(({ row }) => row.outboxId),
      column(({ row }) => row.accountId),
      column(({ country }) => country),
      column(({ postalCode }) => postalCode),
      column(({ recipient }) => recipient),
    ],
  );
}

async function beginBatch(tx: Tx, day: CalendarDate, at: Instant): Promise<Uuid> {
  const batchId = uuidv7();
  await tx.sql(
    `insert into print_batch (client_id, batch_id, day, number, created_at)
     select $1, $2, $3, coalesce(max(number), 0) + 1, $4 from print_batch where client_id = $1 and day = $3`,
    [tx.clientId, batchId, day, isoInstant(at)],
  );
  return batchId;
}

export interface PrintBatch {
  readonly batchId: Uuid;
  readonly day: CalendarDate;
  readonly number: number;
  readonly letters: number;
  readonly createdAt: Instant;
  readonly closedAt: Instant | null;
  readonly postedAt: Instant | null;
  readonly postedBy: string | null;
}

interface Row extends Record<string, unknown> {
  batch_id: Uuid;
  day: CalendarDate;
  number: number;
  letters: number;
  created_at: Date;
  closed_at: Date | null;
  posted_at: Date | null;
  posted_by: string | null;
}

const MOST = 200;
const instantOf = (date: Date | null) => (date === null ? null : (date.getTime() as Instant));

/** @returns the newest batches, the newest first. @param batchId one of them only */
export async function listPrintBatches(tx: Tx, batchId: Uuid | null = null): Promise<PrintBatch[]> {
  const rows = await tx.sql<Row>(
    `select b.batch_id, b.day::text as day, b.number, b.created_at, b.closed_at, b.posted_at, b.posted_by,
       (select count(*)::int from print_batch_letter l where l.client_id = $1 and l.batch_id = b.batch_id) as letters
     from print_batch b where b.client_id = $1 and ($2::uuid is null or b.batch_id = $2) order by b.day desc, b.number desc limit ${MOST}`,
    [tx.clientId, batchId],
  );
  return rows.map((row) => ({
    batchId: row.batch_id,
    day: row.day,
    number: row.number,
    letters: row.letters,
    createdAt: row.created_at.getTime() as Instant,
    closedAt: instantOf(row.closed_at),
    postedAt: instantOf(row.posted_at),
    postedBy: row.posted_by,
  }));
}

/** @throws Fault NOT_FOUND */
export async function readPrintBatch(tx: Tx, batchId: string): Promise<PrintBatch> {
  const [batch] = /^[0-9a-f-]{36}$/.test(batchId) ? await listPrintBatches(tx, batchId as Uuid) : [];
  if (!batch) throw notFound('printBatchNotFound');
  return batch;
}

/** Closes a batch, so that what is printed of it is all of it. One that is closed stays so. @throws Fault NOT_FOUND */
export async function closePrintBatch(tx: Tx, batchId: string): Promise<PrintBatch> {
  await readPrintBatch(tx, batchId);
  await tx.sql('update print_batch set closed_at = $3 where client_id = $1 and batch_id = $2 and closed_at is null', [
    tx.clientId,
    batchId,
    isoInstant(now()),
  ]);
  return readPrintBatch(tx, batchId);
}

/** Notes that a batch was handed to the post. @throws Fault NOT_FOUND, CONFLICT while it is open or when it was posted before */
export async function markPrintBatchPosted(tx: Tx, batchId: string, userName: string): Promise<PrintBatch> {
  const batch = await readPrintBatch(tx, batchId);
  if (batch.closedAt === null) throw fault('CONFLICT', 'printBatchOpen', {}, 'batchId');
  const changed = await tx.sql(
    'update print_batch set posted_at = $3, posted_by = $4 where client_id = $1 and batch_id = $2 and posted_at is null returning batch_id',
    [tx.clientId, batchId, isoInstant(now()), userName],
  );
  if (changed.length === 0) throw fault('CONFLICT', 'printBatchPosted', {}, 'batchId');
  await appendEvents(tx, [
    { messageType: 'printBatchPosted', payload: { batchId: batch.batchId, day: batch.day, number: batch.number, letters: batch.letters } },
  ]);
  return readPrintBatch(tx, batchId);
}

interface Letter extends Record<string, unknown> {
  outbox_id: Uuid;
  country: string;
  postal_code: string;
  recipient: string;
  external_account_ref: string;
}

/** In the order of the post: letters within the country first, then by country and postcode. */
async function lettersOf(tx: Tx, batchId: Uuid): Promise<Letter[]> {
  const home = (await readLocality(tx)).countryCode.slice(0, 2);
  return tx.sql<Letter>(
    `select l.outbox_id, l.country, l.postal_code, l.recipient, a.external_account_ref from print_batch_letter l
     join published.account a on a.client_id = $1 and a.account_id = l.account_id
     where l.client_id = $1 and l.batch_id = $2 order by l.country <> $3, l.country, l.postal_code, l.recipient, l.outbox_id`,
    [tx.clientId, batchId, home],
  );
}

/** @returns a batch as one PDF. A letter whose file is gone is left out; the list says so. */
export async function batchPdf(database: Database, clientId: Uuid, batchId: Uuid, duplex: boolean): Promise<Uint8Array> {
  const letters = await inClient(database, clientId, (tx) => readFiles(tx, batchId), { readOnly: true });
  const { pdf } = await joins.one({ clientId }, { letters: letters.flatMap(({ content }) => (content ? [content] : [])), duplex });
  return pdf;
}

async function readFiles(tx: Tx, batchId: Uuid) {
  const files: (Letter & { readonly content: Buffer | null })[] = [];
  for (const letter of await lettersOf(tx, batchId))
    files.push({ ...letter, content: (await readLetter(tx, letter.outbox_id))?.content ?? null });
  return files;
}

/** @returns the list of a batch as CSV, one letter a line, in the order of the PDF. Its reference names the letter when it comes back. */
export async function batchCsv(tx: Tx, batchId: Uuid): Promise<string> {
  const letters = await lettersOf(tx, batchId);
  const lines = letters.map((letter, at) =>
    csvLine(
      [String(at + 1), letter.outbox_id, letter.external_account_ref, ...split(letter.recipient), letter.postal_code, letter.country].map(
        csvCell,
      ),
    ),
  );
  return [csvLine(['position', 'reference', 'account', 'name', 'address', 'postalCode', 'country']), ...lines].join('');
}

function split(recipient: string): [name: string, address: string] {
  const [name = '', ...rest] = recipient.split('\n');
  return [name, rest.join(', ')];
}
