/** How tests import: upload, mapping, preview and import as the screen and the jobs do it. */
import { Readable } from 'node:stream';
import { expect } from 'vitest';
import type { Uuid } from '../../../core/id.ts';
import { inClient, type Tx } from '../../platform/tenancy.ts';
import type { TestHouse } from '../../platform/testing.ts';
import { addFile, readImportFile } from './import.file.logic.ts';
import { useImportFolder } from './import.files.ts';
import { workOn } from './import.jobs.ts';
import { listRejections, moveImport, readImport, type Summary } from './import.logic.ts';
import { checkMapping, type FieldMapping, type Mapping } from './import.mapping.ts';

export interface Wish {
  /** The whole mapping; the first guess when absent. */
  readonly mapping?: Mapping;
  /** Constants added to the guess, by field. */
  readonly constants?: Readonly<Record<string, string>>;
  readonly fileName?: string;
}

export interface Imported {
  readonly importId: Uuid;
  readonly suggestion: Mapping;
  readonly preview: Summary | null;
  readonly summary: Summary;
  readonly status: string;
  readonly lastError: string | null;
  readonly rejectedRows: number[];
  readonly reasons: string[];
}

/** Uploads a file for a client. */
export async function uploadText(
  house: TestHouse,
  content: string | Buffer,
  fileName = 'portfolio.csv',
  clientId: Uuid = house.clientA,
): Promise<Uuid> {
  useImportFolder(house.config.dataFolder);
  return addFile(
    house.database,
    clientId,
    { type: 'user', id: house.userA },
    fileName,
    Readable.from([Buffer.from(content)]),
    house.config.importLimitBytes,
  );
}

/** Takes a file from upload to result, for client A. */
export async function importText(house: TestHouse, content: string | Buffer, wish: Wish = {}): Promise<Imported> {
  const importId = await uploadText(house, content, wish.fileName);
  const inA = house.inA;
  const view = await inA((tx) => readImportFile(tx, importId, {}));
  const added: FieldMapping[] = Object.entries(wish.constants ?? {}).map(([field, constant]) => ({ field, constant }));
  const mapping = checkMapping(wish.mapping ?? { ...view.suggestion, fields: [...view.suggestion.fields, ...added] });
  await inA((tx) => moveImport(tx, importId, 'checking', { mapping, name: null }));
  await workOn(house.database, house.clientA, importId);
  const checked = await inA((tx) => readImport(tx, importId));
  if (checked.status === 'checked') {
    await inA((tx) => moveImport(tx, importId, 'running'));
    await workOn(house.database, house.clientA, importId);
  }
  return inClient(house.database, house.clientA, async (tx) => {
    const run = await readImport(tx, importId);
    const { items } = await listRejections(tx, importId, 100_000, 0);
    return {
      importId,
      suggestion: view.suggestion,
      preview: checked.summary,
      summary: run.summary,
      status: run.status,
      lastError: run.lastError,
      rejectedRows: items.map((item) => item.rowNumber),
      reasons: items.map((item) => `${item.rowNumber} ${item.field ?? ''}: ${item.reason}`),
    };
  });
}

/** The columns of the shortest file of claims. */
export const HEADER = 'customer_id,invoice_number,amount,due_date';

/** @returns the row of one of client A's claims; undefined where there is none. */
export async function readClaim(house: TestHouse, ref: string): Promise<Record<string, unknown> | undefined> {
  const [claim] = await house.inA((tx) =>
    tx.sql('select * from claim where client_id = $1 and external_claim_ref = $2', [tx.clientId, ref]),
  );
  return claim;
}

/** @returns the types of the events of one of client A's claims, by name. */
export async function readEventTypes(house: TestHouse, ref: string): Promise<string[]> {
  const rows = await house.inA((tx) =>
    tx.sql<{ t: string }>('select message_type as t from event where client_id = $1 and external_claim_ref = $2 order by t', [
      tx.clientId,
      ref,
    ]),
  );
  return rows.map((row) => row.t);
}

/** A file of claims of 6,000 accounts, some wrong. In the first half some come again with another amount; the second half is all new, so its chunks are written side by side. */
export function portfolio(rows: number): string {
  const lines = ['customer_id,last_name,email,invoice_number,amount,due_date,payment_date'];
  for (let row = 0; row < rows; row++) {
    const claim = row % 100 === 99 && row < rows / 2 ? row - 50 : row;
    lines.push(
      `K${row % 6000},Name ${row % 6000},k${row % 6000}@example.com,R${claim},${row % 500 === 3 ? 'x' : `${(row % 90) + 10}.00`},2026-0${(row % 9) + 1}-15,${row % 7 === 0 ? '2026-01-01' : ''}`,
    );
  }
  return lines.join('\n');
}

/** Everything that an import writes, without ids and times. */
export async function picture(tx: Tx): Promise<string> {
  const digest = async (query: string) =>
    (await tx.sql<{ digest: string }>(`select md5(string_agg(t::text, '|' order by t::text)) as digest from (${query}) t`))[0]?.digest;
  return JSON.stringify([
    await digest('select external_claim_ref, amount, balance, status, due_date, meta, import_digest from claim'),
    await digest(
      `select external_claim_ref, kind, amount, value_date, regexp_replace(key, '[0-9a-f]{8}-[0-9a-f-]{27}', 'import') from ledger_entry`,
    ),
    await digest(
      'select external_account_ref, debtor_name, total_amount, active_claims_count, oldest_due_date, latest_claim_ref from account',
    ),
    await digest(`select message_type, external_claim_ref, payload::jsonb - 'importId' - 'entryId' from event`),
    await digest('select row_number, reason, "row" from import_rejection'),
    await digest('select rows_done, rows_total, summary, status from import_run'),
  ]);
}

/** Takes a file to where its import can be worked on, without the check. */
export async function startedImport(house: TestHouse, clientId: Uuid, content: string): Promise<Uuid> {
  const importId = await uploadText(house, content, 'portfolio.csv', clientId);
  await inClient(house.database, clientId, async (tx) => {
    const { suggestion } = await readImportFile(tx, importId, {});
    await moveImport(tx, importId, 'checking', { mapping: suggestion, name: null });
    await tx.sql(`update import_run set status = 'checked' where client_id = $1 and import_id = $2`, [clientId, importId]);
    await moveImport(tx, importId, 'running');
  });
  return importId;
}

/** Keeps a client's chunks from being written: the first one of each import waits at its first statement, prepared, and the next behind it, until the gate is opened. */
export async function closeGate(house: TestHouse, clientId: Uuid) {
  // On a busy machine some wait longer at the gate than a statement may take.
  Object.assign(house.database, { patience: 600_000 });
  const connection = await house.database.owner.connect();
  const lock = "hashtextextended('import ' || $1, 0)";
  await connection.query(`select pg_advisory_lock(${lock})`, [clientId]);
  const waiting = `select 1 from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  return {
    connection,
    /** Waits until so many imports wait with a chunk that is all new. */
    whenWaiting: (imports: number) => expect.poll(async () => (await connection.query(waiting)).rowCount).toBe(imports),
    open: async () => {
      await connection.query(`select pg_advisory_unlock(${lock})`, [clientId]);
      connection.release();
    },
  };
}
