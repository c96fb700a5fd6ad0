/** Files from partners as they are kept: what came, how it is read, how far it is, and what became of its rows. */
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { type FaultWords, fault, invalid, notFound, type SaidWords, words } from '../../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../../core/id.ts';
import { fromDecimal, money, toDecimal } from '../../../../core/money.ts';
import { RETURN_KINDS } from '../../../../core/partnerFiles.ts';
import { now } from '../../../platform/clock.ts';
import { enqueue } from '../../../platform/jobs.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { partnerReturn, partnerReturnRow, type ReturnStatus, type RowOutcome } from './exchange.tables.ts';
import { returnJob } from './file.job.logic.ts';
import type { Decided } from './in.decide.logic.ts';
import type { ReturnMapping } from './in.mapping.ts';
import type { ReturnFacts } from './in.table.ts';

type Counts = Record<RowOutcome, number>;

/** Rows by what became or will become of them, and decimal sums by currency. */
export interface ReturnSummary extends Counts {
  kinds: Record<string, Counts>;
  sums: Record<string, { payments: string; costs: string }>;
  /** By the key of the reason. */
  reasons: Record<string, { values: FaultWords['values']; count: number; firstRow: number }>;
}

export type ReturnRecord = Omit<typeof partnerReturn.$inferSelect, 'facts' | 'summary' | 'mapping'> & {
  facts: ReturnFacts;
  summary: ReturnSummary | null;
  mapping: ReturnMapping | null;
};

const MOST_PAGE = 100;
const MOST_ROWS = 200;
/** Refused rows of a preview that are kept to be shown; the booking keeps all. */
const PREVIEW_ROWS = 1_000;

const of = (tx: Tx, returnId: Uuid) => and(eq(partnerReturn.clientId, tx.clientId), eq(partnerReturn.returnId, returnId));

/** @throws Fault NOT_FOUND */
export async function readReturn(tx: Tx, returnId: Uuid, lock = false): Promise<ReturnRecord> {
  const query = tx.db.select().from(partnerReturn).where(of(tx, returnId));
  const [row] = isUuid(returnId) ? await (lock ? query.for('update') : query) : [];
  if (!row) throw notFound('returnNotFound');
  return row as unknown as ReturnRecord;
}

/** @param partnerId of one partner; null: of all. @returns files, newest first. @throws Fault INVALID_INPUT */
export async function listReturns(
  tx: Tx,
  partnerId: Uuid | null,
  limit: number,
  offset: number,
): Promise<{ items: ReturnRecord[]; total: number }> {
  if (limit < 1 || limit > MOST_PAGE) throw invalid('limit', 'pageSize', { most: MOST_PAGE });
  if (offset < 0) throw invalid('offset', 'pageStart', { first: 0 });
  const mine = and(eq(partnerReturn.clientId, tx.clientId), partnerId === null ? undefined : eq(partnerReturn.partnerId, partnerId));
  const items = await tx.db.select().from(partnerReturn).where(mine).orderBy(desc(partnerReturn.returnId)).limit(limit).offset(offset);
  return { items: items as unknown as ReturnRecord[], total: await tx.db.$count(partnerReturn, mine) };
}

/** @returns how many files of a partner came from programs and were not gone on with. */
export const countUntouched = (tx: Tx, partnerId: Uuid): Promise<number> =>
  tx.db.$count(
    partnerReturn,
    and(
      eq(partnerReturn.clientId, tx.clientId),
      eq(partnerReturn.partnerId, partnerId),
      sql`source in ('api', 'partner') and status in ('uploaded', 'checked') and erased_at is null`,
    ),
  );

/** @returns the file of a partner that had the same content. */
export async function findContent(tx: Tx, partnerId: Uuid, sha256: string): Promise<ReturnRecord | null> {
  const [row] = await tx.db
    .select()
    .from(partnerReturn)
    .where(and(eq(partnerReturn.clientId, tx.clientId), eq(partnerReturn.partnerId, partnerId), eq(partnerReturn.sha256, sha256)));
  return (row as unknown as ReturnRecord | undefined) ?? null;
}

const STATUS_WORDS = {
  uploaded: words('returnUploaded'),
  checking: words('returnChecking'),
  checked: words('returnChecked'),
  booking: words('returnBooking'),
  booked: words('returnBooked'),
  failed: words('returnFailed'),
  cancelled: words('returnCancelled'),
} as const satisfies Record<ReturnStatus, SaidWords>;

const NEXT: Readonly<Record<'checking' | 'booking' | 'cancelled', readonly ReturnStatus[]>> = {
  checking: ['uploaded', 'checked', 'failed', 'cancelled'],
  booking: ['checked', 'failed', 'cancelled'],
  cancelled: ['uploaded', 'checking', 'checked', 'booking'],
};

/**
 * Moves a file on, and has it worked on. One that was begun to be booked goes on from where it stopped, and can't be checked again.
 * @throws Fault NOT_FOUND, CONFLICT when its status does not allow it
 */
export async function moveReturn(
  tx: Tx,
  returnId: Uuid,
  to: keyof typeof NEXT,
  more: { readonly mapping?: ReturnMapping; readonly bookedBy?: Uuid | null; readonly isBookedByKey?: boolean } = {},
): Promise<ReturnRecord> {
  const held = await readReturn(tx, returnId, true);
  const hasBegun = held.startedAt !== null;
  if (
    !NEXT[to].includes(held.status) ||
    (to === 'checking' && hasBegun) ||
    (to === 'booking' && held.status !== 'checked' && !hasBegun) ||
    held.erasedAt !== null
  )
    throw fault('CONFLICT', 'partnerFileNotNow', { status: STATUS_WORDS[held.status] });
  await tx.db
    .update(partnerReturn)
    .set({
      status: to,
      lastError: null,
      finishedAt: to === 'cancelled' ? now() : null,
      ...(to === 'checking' || (to === 'booking' && !hasBegun) ? { rowsDone: 0 } : {}),
      ...(to === 'checking' ? { summary: null } : {}),
      ...(more.mapping ? { mapping: more.mapping } : {}),
      ...(to === 'booking' && more.bookedBy ? { bookedBy: more.bookedBy, isBookedByKey: more.isBookedByKey ?? false } : {}),
    })
    .where(of(tx, returnId));
  if (to !== 'cancelled') await enqueue(tx, returnJob, { clientId: tx.clientId, returnId }, { key: `${returnJob.name}:${returnId}` });
  return readReturn(tx, returnId);
}

/** Notes how far a file is. The first rows that are booked begin it. */
export async function saveProgress(
  tx: Tx,
  returnId: Uuid,
  status: 'checking' | 'booking',
  rowsDone: number,
  summary: ReturnSummary,
): Promise<void> {
  await tx.db
    .update(partnerReturn)
    .set({
      rowsDone,
      summary: { ...summary },
      rowsTotal: sql`greatest(rows_total, ${rowsDone})`,
      ...(status === 'booking' ? { startedAt: sql`coalesce(started_at, ${new Date(now()).toISOString()}::timestamptz)` } : {}),
    })
    .where(and(of(tx, returnId), eq(partnerReturn.status, status)));
}

/** Ends a file or its preview, unless somebody did. */
export async function finishReturn(
  tx: Tx,
  returnId: Uuid,
  status: 'checked' | 'booked' | 'failed',
  end: { readonly rowsTotal?: number; readonly summary?: ReturnSummary; readonly error?: SaidWords },
): Promise<void> {
  await tx.db
    .update(partnerReturn)
    .set({
      status,
      ...(end.rowsTotal === undefined ? {} : { rowsTotal: end.rowsTotal, rowsDone: end.rowsTotal }),
      ...(end.summary ? { summary: { ...end.summary } } : {}),
      lastError: end.error ?? null,
      finishedAt: status === 'checked' ? null : now(),
    })
    .where(and(of(tx, returnId), sql`status in ('checking', 'booking')`));
}

/** Half a character of a cut value, or a zero, fits in no column. */
const storable = (value: unknown) =>
  JSON.stringify(value, (_, each) => (typeof each === 'string' ? each.replaceAll('\0', '�').toWellFormed() : each));

/** Keeps what became of rows. */
export async function saveRows(tx: Tx, returnId: Uuid, partnerId: Uuid, decided: readonly Decided[]): Promise<void> {
  if (decided.length === 0) return;
  await tx.sql(
    `insert into partner_return_row (client_id, return_id, partner_id, row_number, account_id, kind, external_claim_ref, reference, row_key, currency, amount, digest, outcome, words, cells)
     select $1, $2, $3, * from unnest($4::int[], $5::uuid[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::bigint[], $12::text[], $13::text[], $14::jsonb[], $15::jsonb[])`,
    [
      tx.clientId,
      returnId,
      partnerId,
      decided.map(({ number }) => number),
      decided.map(({ accountId }) => accountId),
      decided.map(({ kind }) => kind),
      decided.map(({ claimRef }) => claimRef),
      decided.map(({ row }) => row?.reference || null),
      decided.map(({ row }) => row?.key ?? null),
      decided.map(({ currency }) => currency),
      decided.map(({ amount }) => amount),
      decided.map(({ digest }) => digest),
      decided.map(({ outcome }) => outcome),
      decided.map(({ words: said }) => (said ? storable(said) : null)),
      decided.map(({ outcome, cells }) => (outcome === 'refused' ? storable(cells) : null)),
    ],
  );
}

/** Drops what an earlier look at a file has kept; a preview keeps its refused rows, as far as they are shown. */
export async function replaceRows(tx: Tx, returnId: Uuid, partnerId: Uuid, refused: readonly Decided[]): Promise<void> {
  await tx.db.delete(partnerReturnRow).where(and(eq(partnerReturnRow.clientId, tx.clientId), eq(partnerReturnRow.returnId, returnId)));
  await saveRows(tx, returnId, partnerId, refused.slice(0, PREVIEW_ROWS));
}

export const emptySummary = (): ReturnSummary => ({ booked: 0, known: 0, refused: 0, kinds: {}, sums: {}, reasons: {} });

/** Counts rows into a summary. */
export function addToSummary(summary: ReturnSummary, decided: readonly Decided[]): void {
  for (const { number, kind, outcome, amount, currency, words: said } of decided) {
    summary[outcome]++;
    summary.kinds[kind ?? 'unknown'] ??= { booked: 0, known: 0, refused: 0 };
    summary.kinds[kind ?? 'unknown']![outcome]++;
    if (said) {
      summary.reasons[said.key] ??= { values: said.values, count: 0, firstRow: number };
      summary.reasons[said.key]!.count++;
    }
    if (outcome !== 'booked' || amount === null || currency === null) continue;
    summary.sums[currency] ??= { payments: toDecimal(0n, currency), costs: toDecimal(0n, currency) };
    const sums = summary.sums[currency]!;
    const which = kind === 'payment' ? 'payments' : 'costs';
    sums[which] = toDecimal((fromDecimal(sums[which], currency) ?? 0n) + amount, currency);
  }
}

/** @param outcome null: all. @returns rows of a file after a row number. @throws Fault NOT_FOUND, INVALID_INPUT */
export async function listRows(tx: Tx, returnId: Uuid, outcome: string | null, limit: number, after: number) {
  await readReturn(tx, returnId);
  if (limit < 1 || limit > MOST_ROWS) throw invalid('limit', 'pageSize', { most: MOST_ROWS });
  return readRowsOf(tx, returnId, outcome, limit, after);
}

/** The same for as many as somebody wants, of a file that is there. */
export async function readRowsOf(tx: Tx, returnId: Uuid, outcome: string | null, limit: number, after: number) {
  const mine = and(
    eq(partnerReturnRow.clientId, tx.clientId),
    eq(partnerReturnRow.returnId, returnId),
    outcome === null ? undefined : sql`outcome = ${outcome}`,
  );
  const items = await tx.db
    .select()
    .from(partnerReturnRow)
    .where(and(mine, sql`row_number > ${after}`))
    .orderBy(asc(partnerReturnRow.rowNumber))
    .limit(limit);
  return { items, total: await tx.db.$count(partnerReturnRow, mine) };
}

/** @returns the key of a reason as the reader is told it: a partner doesn't learn which claims there are besides its own. */
const toldAs = <Key extends string>(key: Key, isPartner: boolean) => (isPartner && key === 'returnRowNotGiven' ? 'returnRowClaim' : key);

/** @param isPartner it is the partner that reads. @returns a row as the contract gives it. */
export const presentRow = (row: typeof partnerReturnRow.$inferSelect, isPartner: boolean) => ({
  ...row,
  cells: row.cells ? [...row.cells] : null,
  amount: row.amount === null || row.currency === null ? null : money(row.amount, row.currency),
  errorKey: row.words ? toldAs(row.words.key, isPartner) : null,
  errorValues: row.words?.values ?? null,
});

/** @returns the reasons as the reader is told them, the most frequent first. */
function presentReasons(reasons: ReturnSummary['reasons'], isPartner: boolean) {
  const told = new Map<string, { errorKey: string; errorValues: FaultWords['values']; count: number; firstRow: number }>();
  for (const [key, { values, count, firstRow }] of Object.entries(reasons)) {
    const errorKey = toldAs(key, isPartner);
    const other = told.get(errorKey);
    const first = other && other.firstRow < firstRow ? other : { errorKey, errorValues: values, firstRow };
    told.set(errorKey, { ...first, count: count + (other?.count ?? 0) });
  }
  return [...told.values()].sort((a, b) => b.count - a.count || a.firstRow - b.firstRow);
}

const presentSummary = ({ booked, known, refused, kinds, sums, reasons }: ReturnSummary, isPartner: boolean) => ({
  booked,
  known,
  refused,
  kinds: [...RETURN_KINDS, 'unknown'].flatMap((kind) => (kinds[kind] ? [{ kind, ...kinds[kind] }] : [])),
  sums: Object.entries(sums).map(([currency, sum]) => ({
    currency,
    payments: money(fromDecimal(sum.payments, currency) ?? 0n, currency),
    costs: money(fromDecimal(sum.costs, currency) ?? 0n, currency),
  })),
  reasons: presentReasons(reasons, isPartner),
});

/** @returns a mapping as the contract gives it. */
export const presentMapping = (mapping: ReturnMapping) => ({
  encoding: mapping.encoding ?? null,
  separator: mapping.separator ?? null,
  skipRows: mapping.skipRows ?? 0,
  sheet: mapping.sheet ?? null,
  hasHeader: mapping.hasHeader,
  decimalMark: mapping.decimalMark,
  dateOrder: mapping.dateOrder,
  fields: mapping.fields.map(({ field, column, constant, values }) => ({
    field,
    column: column ?? null,
    constant: constant ?? null,
    values: values ?? [],
  })),
});

/** @param isPartner it is the partner that reads. @returns a file as the contract gives it. */
export const presentReturn = (row: ReturnRecord, isPartner = false) => ({
  ...row,
  mapping: row.mapping && presentMapping(row.mapping),
  summary: row.summary && presentSummary(row.summary, isPartner),
  errorKey: row.lastError?.key ?? null,
  errorValues: row.lastError?.values ?? null,
});
