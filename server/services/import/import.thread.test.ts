/** A thread of its own prepares a large file: whatever ends it, the import is where an import without one would be. */
import { rm } from 'node:fs/promises';
import type { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { inClient } from '../../platform/tenancy.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { importPath } from './import.files.ts';
import { workOn } from './import.jobs.ts';
import { moveImport, readImport } from './import.logic.ts';
import { closeGate, picture, portfolio, startedImport } from './import.testing.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

/** Threads that were started. */
let threads: Worker[] = [];
const note = (thread: Worker) => threads.push(thread);
beforeEach(() => {
  threads = [];
  process.on('worker', note);
});
afterEach(() => {
  process.off('worker', note);
  // Ended, all of them: a thread that runs has an id.
  expect(threads.map(({ threadId }) => threadId).filter((id) => id !== -1)).toEqual([]);
});

const ROWS = 8000;
const stateOf = (importId: string) => house.inA((tx) => readImport(tx, importId));
const goOn = (importId: string) => house.inA((tx) => moveImport(tx, importId, 'running'));
const work = (importId: string, onProgress?: (rowsDone: number) => void, signal?: AbortSignal) =>
  workOn(house.database, house.clientA, importId, { threadFrom: 0, signal, ...(onProgress ? { onProgress } : {}) });
const header = 'customer_id,last_name,invoice_number,amount,due_date';
/** Claims that are all new, one for each account. */
const claims = (sign: string, rows: number) =>
  Array.from({ length: rows }, (_, row) => `${sign}${row},Name ${row},${sign}-R${row},10.00,2026-03-15`);

it('a thread that dies half-way fails the import, which goes on from there and ends as one without a thread', async () => {
  const whole = await startedImport(house, house.clientB, portfolio(ROWS));
  await workOn(house.database, house.clientB, whole);
  expect(threads).toHaveLength(0);
  const importId = await startedImport(house, house.clientA, portfolio(ROWS));
  await work(importId, () => threads[0]?.terminate());
  expect(threads).toHaveLength(1);
  const failed = await stateOf(importId);
  expect(failed).toMatchObject({ status: 'failed', lastError: expect.stringContaining('can go on from there') });
  expect(failed.rowsDone).toBeGreaterThan(0);
  expect(failed.rowsDone).toBeLessThan(ROWS);
  await goOn(importId);
  await work(importId);
  expect(threads).toHaveLength(2);
  expect(await house.inA(picture)).toBe(await house.inB(picture));
});

it('what is wrong at the end of a file is said as without a thread; all before it is imported', async () => {
  const content = [header, ...claims('F', 7000), 'F,"Name'].join('\n');
  const importId = await startedImport(house, house.clientA, content);
  await work(importId);
  const alone = await startedImport(house, house.clientB, content);
  await workOn(house.database, house.clientB, alone);
  const { status, lastError, rowsDone, summary } = await inClient(house.database, house.clientB, (tx) => readImport(tx, alone));
  expect(lastError).toContain('a quotation mark is opened but never closed');
  expect(await stateOf(importId)).toMatchObject({ status, lastError, rowsDone, summary });
  expect(rowsDone).toBe(6000);
  expect(threads).toHaveLength(1);
});

it('stopped, cancelled and started again it goes on to the end', async () => {
  const importId = await startedImport(house, house.clientA, [header, ...claims('C', 9000)].join('\n'));
  const stop = new AbortController();
  await work(importId, () => stop.abort(), stop.signal);
  const stopped = await stateOf(importId);
  expect(stopped.status).toBe('running');
  expect(stopped.rowsDone).toBeGreaterThan(0);
  expect(stopped.rowsDone).toBeLessThan(9000);
  const gate = await closeGate(house, house.clientA);
  const cancelled = work(importId);
  await gate.whenWaiting(1);
  await house.inA((tx) => moveImport(tx, importId, 'cancelled'));
  await gate.open();
  await cancelled;
  expect(await stateOf(importId)).toMatchObject({ status: 'cancelled', rowsDone: stopped.rowsDone });
  await goOn(importId);
  await work(importId);
  expect(await stateOf(importId)).toMatchObject({ status: 'done', rowsDone: 9000, summary: { created: 9000, newAccounts: 9000 } });
});

it('a file that is gone, and a database that is lost, are no fault of the file', async () => {
  const importId = await startedImport(house, house.clientA, [header, ...claims('G', 10)].join('\n'));
  await rm(importPath(house.clientA, importId));
  await work(importId);
  expect(await stateOf(importId)).toMatchObject({ status: 'failed', lastError: expect.stringContaining('went wrong on our side') });
  const other = await startedImport(house, house.clientA, [header, ...claims('L', 5000)].join('\n'));
  const gate = await closeGate(house, house.clientA);
  const lost = work(other);
  lost.catch(() => {});
  await gate.whenWaiting(1);
  await gate.connection.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await gate.open();
  await expect(lost).rejects.toThrow();
  expect(await stateOf(other)).toMatchObject({ status: 'running' });
  await expect
    .poll(
      async () => {
        await work(other);
        return (await stateOf(other)).status;
      },
      { timeout: 30_000 },
    )
    .toBe('done');
});

it('what a file says again word by word is passed over beside what is new; what it says otherwise is changed in its turn', async () => {
  const [known, fresh] = [claims('M', 1500), claims('N', 3000)];
  await work(await startedImport(house, house.clientA, [header, ...known].join('\n')));
  const mixed = [header, ...fresh.slice(0, 1500).flatMap((row, index) => [row, known[index] ?? '']), ...fresh.slice(1500)];
  const importId = await startedImport(
    house,
    house.clientA,
    mixed.join('\n').replace('N-R2999,10.00', 'M-R7,12.50').replace('N2999,Name 2999', 'M7,Name 7'),
  );
  await work(importId);
  expect((await stateOf(importId)).summary).toMatchObject({ created: 2999, unchanged: 1500, changed: 1, rejected: 0, newAccounts: 2999 });
  const [sum] = await house.inA((tx) =>
    tx.sql<{ claims: number; entries: string; balances: string; changed: string }>(
      `select count(*)::int as claims, sum(balance)::text as balances, (select sum(amount)::text from ledger_entry where external_claim_ref ~ '^[MN]-R') as entries,
         (select balance::text from claim where external_claim_ref = 'M-R7') as changed
       from claim where external_claim_ref ~ '^[MN]-R'`,
    ),
  );
  expect(sum).toEqual({ claims: 4499, entries: '4499250', balances: '4499250', changed: '1250' });
});
