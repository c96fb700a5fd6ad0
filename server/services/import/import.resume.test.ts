/** A worker that is killed half-way leaves nothing half done: whoever goes on ends where an uninterrupted import ends. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inClient, type Tx } from '../../platform/tenancy.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { readImportFile } from './import.file.logic.ts';
import { workOn } from './import.jobs.ts';
import { moveImport, readImport } from './import.logic.ts';
import { uploadText } from './import.testing.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const ROWS = 20_000;
/** Claims of 6,000 accounts, some wrong. In the first half some come again with another amount; the second half is all new, so its chunks are written side by side. */
function portfolio(): string {
  const lines = ['customer_id,last_name,email,invoice_number,amount,due_date,payment_date'];
  for (let row = 0; row < ROWS; row++) {
    const claim = row % 100 === 99 && row < ROWS / 2 ? row - 50 : row;
    lines.push(
      `K${row % 6000},Name ${row % 6000},k${row % 6000}@example.com,R${claim},${row % 500 === 3 ? 'x' : `${(row % 90) + 10}.00`},2026-0${(row % 9) + 1}-15,${row % 7 === 0 ? '2026-01-01' : ''}`,
    );
  }
  return lines.join('\n');
}

/** Everything that an import writes, without ids and times. */
async function picture(tx: Tx): Promise<string> {
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

async function checkedImport(clientId: string, content = portfolio()): Promise<string> {
  const importId = await uploadText(house, content, 'portfolio.csv', clientId);
  await inClient(house.database, clientId, async (tx) => {
    const { suggestion } = await readImportFile(tx, importId, {});
    await moveImport(tx, importId, 'checking', { mapping: suggestion, name: null });
    await tx.sql(`update import_run set status = 'checked' where client_id = $1 and import_id = $2`, [clientId, importId]);
    await moveImport(tx, importId, 'running');
  });
  return importId;
}

it('killed with -9 and started again it ends the same, row for row', async () => {
  const whole = await checkedImport(house.clientB);
  await workOn(house.database, house.clientB, whole);
  const importId = await checkedImport(house.clientA);
  const script = path.join(house.config.dataFolder, 'worker.mts');
  const here = (file: string) => JSON.stringify(path.join(import.meta.dirname, file));
  writeFileSync(
    script,
    `const { openDatabase } = await import(${here('../../platform/tenancy.ts')});
     const { useImportFolder } = await import(${here('import.files.ts')});
     const { workOn } = await import(${here('import.jobs.ts')});
     useImportFolder(${JSON.stringify(house.config.dataFolder)});
     await workOn(openDatabase(process.argv[2], { poolSize: 4 }), process.argv[3], process.argv[4], { onProgress: (rows) => console.log(rows) });`,
  );
  const seen: number[] = [];
  for (const killAfter of [1, 3, 1]) {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, house.database.url, house.clientA, importId], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let chunks = 0;
    await new Promise<void>((resolve) => {
      child.stdout.on('data', () => {
        if (++chunks >= killAfter) child.kill('SIGKILL');
      });
      child.on('exit', () => resolve());
    });
    const { status, rowsDone } = await house.inA((tx) => readImport(tx, importId));
    expect(status).toBe('running');
    seen.push(rowsDone);
  }
  expect(seen.every((rows) => rows > 0 && rows < ROWS)).toBe(true);
  // A dead process lets go of its import a moment later.
  await expect
    .poll(
      async () => {
        await workOn(house.database, house.clientA, importId);
        return (await house.inA((tx) => readImport(tx, importId))).status;
      },
      { timeout: 30_000 },
    )
    .toBe('done');
  expect(await house.inA(picture)).toBe(await house.inB(picture));
}, 180_000);

it('two workers at one import do it once', async () => {
  const importId = await checkedImport(house.clientB);
  await Promise.all([1, 2, 3].map(() => workOn(house.database, house.clientB, importId)));
  const run = await house.inB((tx) => readImport(tx, importId));
  expect(run).toMatchObject({ status: 'done', rowsDone: ROWS });
  // The same file again: only the rows whose claim the file itself changed back and forth say something new.
  expect(run.summary.created).toBe(0);
}, 180_000);

it('two files that make the same accounts and claims at the same time make each once', async () => {
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => {
      const claim = from + n;
      return `T${claim % 2000},Name ${claim % 2000},T-R${claim},${(claim % 90) + 10}.00,2026-03-15`;
    });
  const header = 'customer_id,last_name,invoice_number,amount,due_date';
  const first = await checkedImport(house.clientA, [header, ...rows(0, 12_000)].join('\n'));
  const second = await checkedImport(house.clientA, [header, ...rows(4000, 16_000)].join('\n'));
  await Promise.all([first, second].map((importId) => workOn(house.database, house.clientA, importId)));
  const runs = await house.inA((tx) => Promise.all([first, second].map((importId) => readImport(tx, importId))));
  expect(runs.map(({ status }) => status)).toEqual(['done', 'done']);
  expect(runs.reduce((sum, run) => sum + run.summary.created, 0)).toBe(16_000);
  expect(runs.reduce((sum, run) => sum + run.summary.unchanged, 0)).toBe(8000);
  expect(runs.reduce((sum, run) => sum + run.summary.newAccounts, 0)).toBe(2000);
  const owed = Array.from({ length: 16_000 }, (_, claim) => ((claim % 90) + 10) * 100).reduce((sum, amount) => sum + amount, 0);
  expect(
    await house.inA((tx) =>
      tx.sql(
        `select count(*)::int as accounts, sum(active_claims_count)::int as claims, sum(total_amount)::int as owed,
           (select sum(amount)::int from ledger_entry where client_id = $1 and external_claim_ref like 'T-R%') as booked
         from account where client_id = $1 and external_account_ref like 'T%'`,
        [tx.clientId],
      ),
    ),
  ).toEqual([{ accounts: 2000, claims: 16_000, owed, booked: owed }]);
}, 180_000);
