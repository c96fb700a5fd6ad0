/** Files of everything known about a person (Art. 15, 20 GDPR): asked for, made in the background, fetched by right, removed after a time. */
import { Readable } from 'node:stream';
import { and, desc, eq, lt, ne, sql } from 'drizzle-orm';
import { fault, invalid, notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../core/id.ts';
import { isLocale } from '../../../core/locale.ts';
import { DATA_FILE_DAYS } from '../../../core/retention.ts';
import { DAY, type Instant, isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import { enqueue } from '../../platform/jobs.ts';
import { logger } from '../../platform/log.ts';
import { printPdf } from '../../platform/pdf.ts';
import type { Subject } from '../../platform/personal.ts';
import { type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { zipper } from '../../platform/zip.ts';
import { revealDebtorField } from '../account/debtor/debtor.edit.logic.ts';
import { readDebtors } from '../account/debtor/debtor.logic.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { openStoredBytes, removeStoredBytes, storeBytes } from '../files/files.bytes.logic.ts';
import { readStoredFile } from '../files/files.logic.ts';
import { collectPersonalData, type PersonalDocument, type Secrets, secretKey } from './privacy.collect.logic.ts';
import { dataFileJob } from './privacy.file.job.logic.ts';
import { documentHtml } from './privacy.html.ts';
import { checkedPersons, type Person } from './privacy.request.logic.ts';
import { DATA_FILE_PARTS, type DataFilePart, personalDataFile } from './privacy.tables.ts';

/** What an archive without 64-bit extensions may hold, with room for what is not a file. */
const MOST_BYTES = 3.5 * 2 ** 30;

export type DataFileRow = typeof personalDataFile.$inferSelect;

/** Asks for a file. @param locale of the person; that of the first account, else the client's, when null. @throws Fault NOT_FOUND, INVALID_INPUT */
export async function createDataFile(tx: Tx, wanted: readonly Person[], locale: string | null, userId: Uuid): Promise<DataFileRow> {
  const persons = await checkedPersons(tx, wanted);
  if (locale !== null && !isLocale(locale)) throw invalid('locale', 'languageUnknown');
  const { account } = await readDebtors(tx, persons[0]!.accountId);
  const at = now();
  const row: DataFileRow = {
    clientId: tx.clientId,
    dataFileId: uuidv7(),
    persons,
    locale: locale ?? account.locale ?? (await readClient(tx)).defaultLocale,
    status: 'waiting',
    // Noted before the first byte is written, so that nothing lies about that nobody knows of.
    parts: Object.fromEntries(DATA_FILE_PARTS.map((part) => [part, { fileId: uuidv7(), size: 0, sha256: '' }])),
    lastError: null,
    createdBy: userId,
    createdAt: at,
    finishedAt: null,
    expiresAt: (at + DATA_FILE_DAYS * DAY) as Instant,
  };
  await tx.db.insert(personalDataFile).values(row);
  await appendEvents(
    tx,
    accountsOf(persons).map((accountId) => ({ messageType: 'personalDataFileMade', accountId, payload: { dataFileId: row.dataFileId } })),
  );
  await enqueue(tx, dataFileJob, { clientId: tx.clientId, dataFileId: row.dataFileId });
  return row;
}

const accountsOf = (persons: readonly Person[]): Uuid[] => [...new Set(persons.map((each) => each.accountId))];

async function find(tx: Tx, dataFileId: Uuid, lock = false): Promise<DataFileRow> {
  const query = tx.db
    .select()
    .from(personalDataFile)
    .where(and(eq(personalDataFile.clientId, tx.clientId), eq(personalDataFile.dataFileId, dataFileId)));
  const [row] = isUuid(dataFileId) ? await (lock ? query.for('update') : query) : [];
  if (!row) throw notFound('fileNotFound');
  return row;
}

/** Says what became of a file that is made. @returns whether it still waits: somebody may have deleted it, or another made it, meanwhile. */
async function finish(tx: Tx, dataFileId: Uuid, values: Partial<DataFileRow>): Promise<boolean> {
  const of = and(eq(personalDataFile.clientId, tx.clientId), eq(personalDataFile.dataFileId, dataFileId));
  const rows = await tx.db
    .update(personalDataFile)
    .set({ ...values, finishedAt: now() })
    .where(and(of, eq(personalDataFile.status, 'waiting')))
    .returning();
  return rows.length > 0;
}

/** @returns the files that went over an account, newest first. */
export async function listDataFiles(tx: Tx, accountId: Uuid): Promise<DataFileRow[]> {
  return tx.db
    .select()
    .from(personalDataFile)
    .where(
      and(
        eq(personalDataFile.clientId, tx.clientId),
        ne(personalDataFile.status, 'deleted'),
        sql`${personalDataFile.persons} @> ${JSON.stringify([{ accountId }])}::jsonb`,
      ),
    )
    .orderBy(desc(personalDataFile.createdAt));
}

/** Makes the file; a failure is noted for whoever asked. Made again after a kill. */
export async function makeDataFile(database: Database, clientId: Uuid, dataFileId: Uuid): Promise<void> {
  const row = await inClient(database, clientId, (tx) => find(tx, dataFileId), { readOnly: true }).catch(() => null);
  if (row?.status !== 'waiting') return;
  const subject: Subject = { persons: row.persons, accountIds: accountsOf(row.persons) };
  try {
    const secrets = await inClient(database, clientId, (tx) => readSecrets(tx, row.persons), {
      actor: { type: 'user', id: row.createdBy },
    });
    const document = await inClient(database, clientId, (tx) => collectPersonalData(tx, subject, secrets, now()), {
      readOnly: true,
      lengthy: true,
    });
    const json = Buffer.from(JSON.stringify({ ...document, madeAt: isoInstant(document.madeAt) }, null, 1));
    const pdf = Buffer.from(await printPdf(documentHtml(document, row.locale)));
    const parts: DataFileRow['parts'] = {};
    const keep = async (part: DataFilePart, source: NodeJS.ReadableStream) => {
      const { fileId } = row.parts[part]!;
      parts[part] = { fileId, ...(await storeBytes(clientId, fileId, source, MOST_BYTES)) };
    };
    await keep('json', Readable.from([json]));
    await keep('pdf', Readable.from([pdf]));
    await inClient(database, clientId, (tx) => keep('zip', Readable.from(archive(tx, document, json, pdf))), {
      readOnly: true,
      lengthy: true,
    });
    const isKept = await inClient(database, clientId, (tx) => finish(tx, dataFileId, { status: 'done', parts }));
    if (!isKept) await removeIfUnwanted(database, row);
  } catch (error) {
    logger.error({ error, dataFileId }, 'a file of personal data could not be made');
    await inClient(database, clientId, (tx) => finish(tx, dataFileId, { status: 'failed', lastError: 'INTERNAL' }));
  }
}

/** Nothing lies about of a file that was deleted while it was made, its row perhaps by a nightly run that was before the bytes. */
async function removeIfUnwanted(database: Database, made: DataFileRow): Promise<void> {
  const row = await inClient(database, made.clientId, (tx) => find(tx, made.dataFileId), { readOnly: true }).catch(() => null);
  if (row?.status !== 'done') await removeDataFileBytes(made);
}

async function readSecrets(tx: Tx, persons: readonly Person[]): Promise<Secrets> {
  const secrets = new Map<string, Record<string, string | null>>();
  for (const person of persons) {
    const reveal = (field: 'SSN' | 'IBAN') => revealDebtorField(tx, person.accountId, person.externalDebtorRef, field);
    secrets.set(secretKey(person), { ssn: await reveal('SSN'), iban: await reveal('IBAN') });
  }
  return secrets;
}

/** Everything in one archive, the account's files among it. */
async function* archive(tx: Tx, document: PersonalDocument, json: Buffer, pdf: Buffer): AsyncGenerator<Buffer> {
  const zip = zipper();
  const whole = async function* (bytes: Buffer) {
    yield bytes;
  };
  yield* zip.file('personal-data.json', whole(json));
  yield* zip.file('personal-data.pdf', whole(pdf));
  let size = json.length + pdf.length;
  for (const row of document.sections.files ?? []) {
    const file = await readStoredFile(tx, String(row.fileId)).catch(() => null);
    if (!file) continue;
    size += file.size;
    if (size > MOST_BYTES) throw new Error('the files of the person are larger than an archive can be');
    // Ids keep two files of one name apart; nothing in a name leads out of the folder.
    yield* zip.file(
      `files/${String(row.fileId).slice(-6)}-${file.name.replace(/[/\\:]/g, '_')}`,
      (await file.open()) as unknown as AsyncIterable<Uint8Array>,
    );
  }
  yield zip.end();
}

/** Opens one form of the file; an event says who took it. @throws Fault NOT_FOUND; CONFLICT while it is made. */
export async function openDataFile(
  tx: Tx,
  dataFileId: Uuid,
  part: DataFilePart,
): Promise<{ size: number; open: () => Promise<NodeJS.ReadableStream> }> {
  const row = await find(tx, dataFileId);
  if (row.status === 'waiting') throw fault('CONFLICT', 'dataFileRunning');
  const bytes = row.parts[part];
  if (row.status !== 'done' || !bytes || row.expiresAt < now()) throw notFound('fileNotFound');
  await appendEvents(
    tx,
    accountsOf(row.persons).map((accountId) => ({ messageType: 'personalDataFileDownloaded', accountId, payload: { dataFileId, part } })),
  );
  return { size: bytes.size, open: () => openStoredBytes(tx.clientId, bytes.fileId) };
}

/** Removes a file before its time. The bytes go at once; a crash in between leaves them to the nightly run. @throws Fault NOT_FOUND */
export async function deleteDataFile(tx: Tx, dataFileId: Uuid): Promise<DataFileRow> {
  const row = await find(tx, dataFileId, true);
  if (row.status === 'deleted') throw notFound('fileNotFound');
  await tx.db
    .update(personalDataFile)
    .set({ status: 'deleted', expiresAt: now() })
    .where(and(eq(personalDataFile.clientId, tx.clientId), eq(personalDataFile.dataFileId, dataFileId)));
  await appendEvents(
    tx,
    accountsOf(row.persons).map((accountId) => ({ messageType: 'personalDataFileDeleted', accountId, payload: { dataFileId } })),
  );
  return row;
}

/** Removes the bytes of a file in every form. */
export async function removeDataFileBytes(row: DataFileRow): Promise<void> {
  for (const part of Object.values(row.parts)) await removeStoredBytes(row.clientId, part.fileId);
}

/** Removes files whose time is over with their rows, and asks again for those that a killed process left. */
export async function removeExpiredDataFiles(database: Database, clientId: Uuid): Promise<void> {
  const expired = and(eq(personalDataFile.clientId, clientId), lt(personalDataFile.expiresAt, now()));
  const rows = await inClient(database, clientId, (tx) => tx.db.select().from(personalDataFile).where(expired));
  for (const row of rows) await removeDataFileBytes(row);
  const ids = new Set(rows.map((row) => row.dataFileId));
  await inClient(database, clientId, async (tx) => {
    for (const dataFileId of ids)
      await tx.db.delete(personalDataFile).where(and(eq(personalDataFile.clientId, clientId), eq(personalDataFile.dataFileId, dataFileId)));
    const left = await tx.db
      .select()
      .from(personalDataFile)
      .where(
        and(
          eq(personalDataFile.clientId, clientId),
          eq(personalDataFile.status, 'waiting'),
          lt(personalDataFile.createdAt, (now() - DAY / 24) as Instant),
        ),
      );
    for (const { dataFileId } of left)
      await enqueue(tx, dataFileJob, { clientId, dataFileId }, { key: `${dataFileJob.name}:${dataFileId}` });
  });
}
