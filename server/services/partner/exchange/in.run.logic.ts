/**
 * A partner's file goes through in chunks: first a preview, which writes nothing of it, then the booking. Each chunk that is booked is one
 * transaction that also moves the mark: killed, it goes on there with the same result.
 */
import { Fault, invalid, words } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { localDate } from '../../../../core/zone.ts';
import { alone } from '../../../platform/alone.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import { logger } from '../../../platform/log.ts';
import { type Database, inClient, SYSTEM, type Tx } from '../../../platform/tenancy.ts';
import { readLocality } from '../../backoffice/backoffice.logic.ts';
import { withStoredPath } from '../../files/files.bytes.logic.ts';
import { Heap } from '../../import/import.table.logic.ts';
import { getPartner } from '../ground/partner.logic.ts';
import { checkBySaved } from './in.add.logic.ts';
import { bookRows } from './in.book.logic.ts';
import { type DecideContext, type Decided, decide } from './in.decide.logic.ts';
import { checkReturnMapping } from './in.mapping.ts';
import { type RefusedRow, type ReturnRow, RowParser } from './in.read.ts';
import { readColumns, readTable } from './in.table.ts';
import {
  addToSummary,
  emptySummary,
  finishReturn,
  moveReturn,
  type ReturnRecord,
  type ReturnSummary,
  readReturn,
  replaceRows,
  saveProgress,
  saveRows,
} from './return.logic.ts';
import { isAutomatic, tellFailed, tellWaiting, whyToBook } from './return.tell.ts';
import { readExchange } from './setting.logic.ts';

/** Rows of one transaction. */
const CHUNK = 1_000;
/** Refused rows of a preview that are kept. */
const KEPT = 1_000;

export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told after every chunk that is written. */
  readonly onProgress?: (rowsDone: number) => void;
}

/** The file was cancelled, or somebody else goes on with it. */
class Interrupted extends Error {}

/** Checks or books a file as its status says, unless somebody is at it; one that only came has it decided whether it can be checked. What is wrong with the file is kept with it. @throws Error when the database is away */
export async function workOnReturn(database: Database, clientId: Uuid, returnId: Uuid, options: RunOptions = {}): Promise<void> {
  await alone(database, `partner return ${returnId}`, async () => {
    const row = await inClient(database, clientId, (tx) => readReturn(tx, returnId), { readOnly: true }).catch(() => null);
    try {
      if (row?.status === 'uploaded') await checkBySaved(database, clientId, returnId, SYSTEM);
      else if (row?.status === 'checking') await preview(database, row, options);
      else if (row?.status === 'booking') await execute(database, row, options);
    } catch (error) {
      if (error instanceof Interrupted || options.signal?.aborted) return;
      if (isLostDatabase(error)) throw error;
      if (!(error instanceof Fault)) logger.error({ error, returnId }, 'a file from a partner could not be worked on');
      const said = error instanceof Fault ? error.words : words('returnBroke');
      await inClient(database, clientId, async (tx) => {
        await finishReturn(tx, returnId, 'failed', { error: said });
        if (row) await tellFailed(tx, row, said);
      });
    }
  });
}

/** Classes 08, 57P and a broken connection: nothing is known about the file. */
function isLostDatabase(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return /^(08|57P|ECONN|EPIPE)/.test(code ?? '') || /Connection terminated|connection ended/i.test(message ?? '');
}

type Chunk = readonly (ReturnRow | RefusedRow)[];

/** Goes through a file. @param skip rows that were done before: they are read all the same, since equal ones count. */
async function through(
  row: ReturnRecord,
  skip: number,
  work: (chunk: Chunk, rowsDone: number, parser: RowParser) => Promise<void>,
): Promise<number> {
  const mapping = checkReturnMapping(row.mapping);
  return withStoredPath(row.clientId as Uuid, row.returnId as Uuid, async (path) => {
    const parser = new RowParser(mapping, await readColumns(path, row.facts, mapping));
    let chunk: (ReturnRow | RefusedRow)[] = [];
    let count = 0;
    for await (const group of readTable(path, row.facts, mapping))
      for (const each of group) {
        const read = parser.read(each);
        if (++count <= skip) continue;
        chunk.push(read);
        if (chunk.length < CHUNK) continue;
        await work(chunk, count, parser);
        chunk = [];
      }
    if (chunk.length > 0) await work(chunk, count, parser);
    return count;
  });
}

async function surroundings(tx: Tx): Promise<Pick<DecideContext, 'today' | 'zone'>> {
  const { timezone: zone } = await readLocality(tx);
  return { zone, today: localDate(now(), zone) };
}

async function preview(database: Database, row: ReturnRecord, { signal }: RunOptions): Promise<void> {
  const clientId = row.clientId as Uuid;
  const { returnId, partnerId } = row;
  using heap = new Heap(row.size);
  const summary = emptySummary();
  const refused: Decided[] = [];
  const overlay: DecideContext['overlay'] = new Map();
  const used: DecideContext['used'] = new Map();
  const rowsTotal = await through(row, 0, async (chunk, rowsDone, parser) => {
    const decided = await inClient(database, clientId, async (tx) =>
      decide({ tx, partnerId: partnerId as Uuid, parser, overlay, used, ...(await surroundings(tx)) }, chunk),
    );
    addToSummary(summary, decided);
    for (const each of decided) if (each.outcome === 'refused' && refused.length < KEPT) refused.push(each);
    await inClient(database, clientId, (tx) => saveProgress(tx, returnId as Uuid, 'checking', rowsDone, summary));
    heap.tidy();
    if (signal?.aborted) throw new Interrupted();
  });
  if (rowsTotal === 0) throw invalid('file', 'returnEmpty');
  await inClient(database, clientId, async (tx) => {
    if ((await readReturn(tx, returnId as Uuid, true)).status !== 'checking') throw new Interrupted();
    await replaceRows(tx, returnId as Uuid, partnerId as Uuid, refused);
    await finishReturn(tx, returnId as Uuid, 'checked', { rowsTotal, summary });
    const exchange = await readExchange(tx, partnerId as Uuid);
    const bookedBy = exchange.booksItself && isAutomatic(row) && summary.refused === 0 ? exchange.booksFor : null;
    if (bookedBy) await moveReturn(tx, returnId as Uuid, 'booking', { bookedBy });
    else await tellWaiting(tx, row, whyToBook(summary, rowsTotal));
  });
}

async function execute(database: Database, row: ReturnRecord, { signal, onProgress }: RunOptions): Promise<void> {
  const clientId = row.clientId as Uuid;
  const [returnId, partnerId, userId] = [row.returnId as Uuid, row.partnerId as Uuid, row.bookedBy as Uuid];
  const as = { actor: { type: row.isBookedByKey ? ('apiKey' as const) : ('user' as const), id: userId }, correlationId: returnId };
  using heap = new Heap(row.size);
  const name = await inClient(
    database,
    clientId,
    async (tx) => {
      if (row.startedAt === null) await replaceRows(tx, returnId, partnerId, []);
      return (await getPartner(tx, partnerId)).name;
    },
    as,
  );
  let summary: ReturnSummary = row.startedAt === null ? emptySummary() : (row.summary ?? emptySummary());
  let before = row.startedAt === null ? 0 : row.rowsDone;
  const rowsTotal = await through(row, before, async (chunk, rowsDone, parser) => {
    summary = await inClient(
      database,
      clientId,
      async (tx) => {
        // Two files of a client at once see each other's payments.
        await tx.sql(
          `select pg_advisory_xact_lock(hashtextextended('partner return ' || $1, 0)), set_config('synchronous_commit', 'off', true)`,
          [clientId],
        );
        const held = await readReturn(tx, returnId, true);
        if (held.status !== 'booking' || (held.startedAt !== null && held.rowsDone !== before)) throw new Interrupted();
        const decided = await decide({ tx, partnerId, parser, overlay: null, used: new Map(), ...(await surroundings(tx)) }, chunk);
        await bookRows(tx, { partnerId, name }, decided, userId);
        await saveRows(tx, returnId, partnerId, decided);
        const next = structuredClone(summary);
        addToSummary(next, decided);
        await saveProgress(tx, returnId, 'booking', rowsDone, next);
        return next;
      },
      as,
    );
    before = rowsDone;
    heap.tidy();
    onProgress?.(rowsDone);
    if (signal?.aborted) throw new Interrupted();
  });
  await inClient(
    database,
    clientId,
    async (tx) => {
      await finishReturn(tx, returnId, 'booked', { rowsTotal, summary });
      const { booked, known, refused, sums } = summary;
      const by = (which: 'payments' | 'costs') => Object.fromEntries(Object.entries(sums).map(([currency, sum]) => [currency, sum[which]]));
      const payload = { returnId, partnerId, name: row.fileName, booked, known, refused, payments: by('payments'), costs: by('costs') };
      await appendEvents(tx, [{ messageType: 'partnerReturnBooked', payload }]);
    },
    as,
  );
}
