/** A file from a partner comes in: kept, opened with our key when it is encrypted, looked at, and taken once. */
import { createHash } from 'node:crypto';
import { open, readFile as readBytes } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Fault, fault, words } from '../../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import { wholeOf } from '../../../platform/partnerReach.ts';
import { type Actor, type Database, inClient, type Tx } from '../../../platform/tenancy.ts';
import { readClient } from '../../backoffice/backoffice.logic.ts';
import { removeStoredBytes, storeBytes, withStoredPath } from '../../files/files.bytes.logic.ts';
import { cleanFileName, readFirstRows } from '../../import/import.table.logic.ts';
import { getPartner } from '../ground/partner.logic.ts';
import { partnerReturn, type ReturnSource } from './exchange.tables.ts';
import { checkReturnMapping, guessReturnMapping, type ReturnMapping } from './in.mapping.ts';
import { inspectReturn, type ReturnFacts, readColumns, readTable } from './in.table.ts';
import { decryptMessage, isMessage } from './pgp.ts';
import { countUntouched, findContent, moveReturn, type ReturnRecord, readReturn } from './return.logic.ts';
import { tellWaiting } from './return.tell.ts';
import { ownKeyOf, readExchange } from './setting.logic.ts';

/** Rows that a guess looks at, and rows that are shown. */
const SAMPLE = 200;
const SHOWN = 10;
/** Files of a partner that programs handed in and nobody has gone on with: more of them help nobody, and fill the disk. */
const MOST_UNTOUCHED = 500;

export interface Arriving {
  readonly partnerId: Uuid;
  readonly fileName: string;
  readonly source: ReturnSource;
  /** What the API key that it comes with is called. */
  readonly handedInWith?: string | null;
  readonly bytes: NodeJS.ReadableStream;
  /** Bytes. */
  readonly limit: number;
  /** Says whether what came is what there was to come; a fault when it is not. */
  readonly whole?: (size: number) => Promise<void>;
  /** Whatever else is noted in the transaction that takes the file. */
  readonly keep?: (tx: Tx, returnId: Uuid) => Promise<void>;
}

/** The same content was here before, as this. */
class Repeated extends Fault {
  readonly returnId: Uuid | null;
  constructor({ code, words: said }: Fault, returnId: Uuid | null) {
    super(code, said);
    this.returnId = returnId;
  }
}

/**
 * Takes what a program hands in. The same content again is the file that is here: whoever didn't hear the answer may send it once more.
 * @param database as the program's key sees it. @param actor the key.
 * @returns the file's id. @throws Fault NOT_FOUND, INVALID_INPUT; CONFLICT while too many wait
 */
export async function handInReturn(
  database: Database,
  clientId: Uuid,
  actor: Actor,
  arriving: Pick<Arriving, 'partnerId' | 'fileName' | 'bytes' | 'limit'>,
): Promise<Uuid> {
  const { partnerId } = arriving;
  await inClient(
    database,
    clientId,
    async (tx) => {
      await getPartner(tx, partnerId);
      if ((await countUntouched(tx, partnerId)) >= MOST_UNTOUCHED) throw fault('CONFLICT', 'returnsMost', { number: MOST_UNTOUCHED });
    },
    { readOnly: true },
  );
  const [key] = await inClient(
    wholeOf(database),
    clientId,
    (tx) => tx.sql<{ name: string }>('select name from published.api_key where client_id = $1 and key_id = $2', [clientId, actor.id]),
    { readOnly: true },
  );
  const source = database.reach ? ('partner' as const) : ('api' as const);
  try {
    return await addReturn(database, clientId, actor, { ...arriving, source, handedInWith: key?.name ?? null });
  } catch (error) {
    if (error instanceof Repeated && error.returnId !== null) return error.returnId;
    throw error;
  }
}

/**
 * Takes a file, and has it checked when it is known how the partner's files are read. Nothing stays of one that can't be taken.
 * @param database as whoever brings it sees it; how the file is opened and read is the product's.
 * @returns its id. @throws Fault NOT_FOUND, INVALID_INPUT; CONFLICT when the same content was here before
 */
export async function addReturn(database: Database, clientId: Uuid, actor: Actor, arriving: Arriving): Promise<Uuid> {
  const returnId = uuidv7();
  const { partnerId, source } = arriving;
  const exchange = await inClient(wholeOf(database), clientId, (tx) => readExchange(tx, partnerId), { readOnly: true });
  let { size, sha256 } = await storeBytes(clientId, returnId, arriving.bytes, arriving.limit);
  try {
    await arriving.whole?.(size);
    let isSigned: boolean | null = null;
    const sealed = await withStoredPath(clientId, returnId, async (path) => ((await isEncrypted(path)) ? readBytes(path) : null));
    if (sealed) {
      const decrypted = await decryptMessage(sealed, ownKeyOf(exchange), exchange.publicKey, now());
      isSigned = decrypted.isSigned;
      sha256 = createHash('sha256').update(decrypted.content).digest('hex');
      ({ size } = await storeBytes(clientId, returnId, Readable.from([Buffer.from(decrypted.content)]), arriving.limit));
    }
    const facts = await withStoredPath(clientId, returnId, inspectReturn);
    const row = {
      clientId,
      returnId,
      partnerId,
      fileName: cleanFileName(arriving.fileName),
      source,
      handedInWith: arriving.handedInWith ?? null,
      size,
      sha256,
      wasEncrypted: sealed !== null,
      isSigned,
      facts: { ...facts },
      status: 'uploaded' as const,
      rowsTotal: facts.lines,
      createdBy: actor.type === 'user' ? (actor.id as Uuid) : null,
      createdAt: now(),
    };
    await inClient(
      database,
      clientId,
      async (tx) => {
        const added = await tx.db.insert(partnerReturn).values(row).onConflictDoNothing().returning({ id: partnerReturn.returnId });
        if (added.length === 0) throw await repeated(tx, partnerId, sha256);
        await appendEvents(tx, [{ messageType: 'partnerReturnReceived', payload: { returnId, partnerId, name: row.fileName, source } }]);
        await arriving.keep?.(tx, returnId);
      },
      { actor },
    );
  } catch (error) {
    await removeStoredBytes(clientId, returnId);
    throw error;
  }
  await checkBySaved(wholeOf(database), clientId, returnId, actor);
  return returnId;
}

async function repeated(tx: Tx, partnerId: Uuid, sha256: string): Promise<Repeated> {
  const earlier = await findContent(tx, partnerId, sha256);
  const day = new Date(earlier?.createdAt ?? now()).toISOString().slice(0, 10);
  const said = fault('CONFLICT', 'returnRepeated', { file: earlier?.fileName ?? '', day });
  return new Repeated(said, (earlier?.returnId as Uuid | undefined) ?? null);
}

async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    return isMessage(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

/** Has a file checked as the partner's files are read. Where nobody has said how, or it looks otherwise, it waits for somebody who says so. */
export async function checkBySaved(database: Database, clientId: Uuid, returnId: Uuid, actor: Actor): Promise<void> {
  const { row, mapping } = await inClient(
    database,
    clientId,
    async (tx) => {
      const row = await readReturn(tx, returnId);
      return { row, mapping: (await readExchange(tx, row.partnerId)).mapping };
    },
    { readOnly: true },
  );
  const checked = mapping && checkReturnMapping(mapping);
  const isFitting = checked !== null && (await fits(clientId, row, checked));
  await inClient(
    database,
    clientId,
    async (tx) => {
      // Somebody may have gone on with it meanwhile.
      if ((await readReturn(tx, returnId, true)).status !== 'uploaded') return;
      if (isFitting) await moveReturn(tx, returnId, 'checking', { mapping: checked });
      else await tellWaiting(tx, row, words(checked ? 'returnOtherColumns' : 'returnToAssign'));
    },
    { actor },
  );
}

async function fits(clientId: Uuid, { returnId, facts }: ReturnRecord, mapping: ReturnMapping): Promise<boolean> {
  const columns = await withStoredPath(clientId, returnId, (path) => readColumns(path, facts, mapping)).catch((error: unknown) => {
    // Another encoding: the check says so.
    if (error instanceof Fault) return null;
    throw error;
  });
  return columns === null || mapping.fields.every(({ column }) => !column || columns.includes(column));
}

/** @returns how a file looks, and what its columns probably are. @throws Fault NOT_FOUND */
export async function viewReturn(tx: Tx, returnId: Uuid) {
  const row = await readReturn(tx, returnId);
  const { countryCode } = await readClient(tx);
  if (row.erasedAt !== null) throw fault('CONFLICT', 'partnerFileNotNow', { status: words('fileNotFound') });
  return withStoredPath(tx.clientId, returnId, async (path) => {
    const { facts } = row;
    const form = await guessForm(path, facts);
    const columns = await readColumns(path, facts, form);
    const rows: (readonly string[])[] = [];
    try {
      for await (const group of readTable(path, facts, form)) {
        rows.push(...group.map(({ cells }) => cells));
        if (rows.length >= SAMPLE) break;
      }
    } catch (error) {
      // Of a file that breaks off there is something to see; the check says what is wrong.
      if (!(error instanceof Fault)) throw error;
    }
    const guessed = { ...guessReturnMapping(columns, rows, countryCode), skipRows: form.skipRows ?? 0, hasHeader: form.hasHeader };
    return {
      columns,
      rows: rows.slice(0, SHOWN).map((cells) => cells.map((cell) => cell.slice(0, 200))),
      suggestion: row.mapping ?? guessed,
    };
  });
}

/** Lines above the header, and whether there is one: as most files have it. */
async function guessForm(path: string, facts: ReturnFacts): Promise<ReturnMapping> {
  const form: ReturnMapping = { hasHeader: true, decimalMark: '.', dateOrder: 'YMD', skipRows: 0, fields: [] };
  if (facts.keys) return form;
  const sheet = facts.sheet === undefined ? null : { name: facts.sheet, decimalMark: '.' as const };
  const first = await readFirstRows(path, { encoding: facts.encoding, separator: facts.separator, skipRows: 0, sheet }, SAMPLE);
  // Above the names of the columns few cells are filled.
  const filled = first.map(({ cells }) => cells.filter((cell) => cell.trim() !== '').length);
  const usual = [...filled].sort((a, b) => a - b)[filled.length >> 1] ?? 0;
  const at = filled.slice(0, 20).findIndex((count) => count >= Math.max(2, usual * 0.75));
  return { ...form, skipRows: at > 0 ? first[at]!.number - 1 : 0 };
}
