/** A worker that is killed half-way leaves nothing half done: whoever goes on ends where an uninterrupted import ends. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { startTestProgram } from '../../platform/testing.workers.ts';
import { addSampleAccounts } from '../account/account.sample.ts';
import { workOn } from './import.jobs.ts';
import { readImport } from './import.logic.ts';
import { closeGate, picture, portfolio, startedImport } from './import.testing.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const ROWS = 16_000;
it('killed with -9 and started again, with a thread and without, it ends the same, row for row', async () => {
  const whole = await startedImport(house, house.clientB, portfolio(ROWS));
  await workOn(house.database, house.clientB, whole);
  const importId = await startedImport(house, house.clientA, portfolio(ROWS));
  const seen: number[] = [];
  for (const { killAfter, threadFrom } of [
    { killAfter: 1, threadFrom: 0 },
    { killAfter: 2, threadFrom: Number.POSITIVE_INFINITY },
    { killAfter: 1, threadFrom: 0 },
  ]) {
    const child = startTestProgram('services/import/import.kill.worker.ts', [
      JSON.stringify(house.database.addresses),
      house.config.dataFolder,
      house.clientA,
      importId,
      threadFrom,
    ]);
    let chunks = 0;
    await new Promise<void>((resolve) => {
      child.stdout?.on('data', () => {
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
});

it('two workers at one import do it once', async () => {
  const importId = await startedImport(house, house.clientB, portfolio(ROWS));
  await Promise.all([1, 2, 3].map(() => workOn(house.database, house.clientB, importId)));
  const run = await house.inB((tx) => readImport(tx, importId));
  expect(run).toMatchObject({ status: 'done', rowsDone: ROWS });
  // The same file again: only the rows whose claim the file itself changed back and forth say something new.
  expect(run.summary.created).toBe(0);
});

it('two files that make the same accounts and claims at the same time make each once', async () => {
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => {
      const claim = from + n;
      return `T${claim % 2000},Name ${claim % 2000},T-R${claim},${(claim % 90) + 10}.00,2026-03-15`;
    });
  const header = 'customer_id,last_name,invoice_number,amount,due_date';
  const first = await startedImport(house, house.clientA, [header, ...rows(0, 6000)].join('\n'));
  const second = await startedImport(house, house.clientA, [header, ...rows(2000, 8000)].join('\n'));
  // Nobody writes before both have prepared the same accounts as new ones.
  const gate = await closeGate(house, house.clientA);
  const working = [
    workOn(house.database, house.clientA, first, { threadFrom: 0 }),
    workOn(house.database, house.clientA, second, { threadFrom: Number.POSITIVE_INFINITY }),
  ];
  await gate.whenWaiting(2);
  await gate.open();
  await Promise.all(working);
  const runs = await house.inA((tx) => Promise.all([first, second].map((importId) => readImport(tx, importId))));
  expect(runs.map(({ status }) => status)).toEqual(['done', 'done']);
  expect(runs.reduce((sum, run) => sum + run.summary.created, 0)).toBe(8000);
  expect(runs.reduce((sum, run) => sum + run.summary.unchanged, 0)).toBe(4000);
  expect(runs.reduce((sum, run) => sum + run.summary.newAccounts, 0)).toBe(2000);
  const owed = Array.from({ length: 8000 }, (_, claim) => ((claim % 90) + 10) * 100).reduce((sum, amount) => sum + amount, 0);
  expect(
    await house.inA((tx) =>
      tx.sql(
        `select count(*)::int as accounts, sum(active_claims_count)::int as claims, sum(total_amount)::int as owed,
           (select sum(amount)::int from ledger_entry where client_id = $1 and external_claim_ref like 'T-R%') as booked
         from account where client_id = $1 and external_account_ref like 'T%'`,
        [tx.clientId],
      ),
    ),
  ).toEqual([{ accounts: 2000, claims: 8000, owed, booked: owed }]);
});

// Longer than a machine may take until they stand as they do below, and not even as long as that.
it.each([
  ['and waits for another one', 8_000, ['idle in transaction', 'idle in transaction', 'transactionid']],
  ['until its chunks have given up', 100, ['idle in transaction', 'transactionid']],
] as const)('somebody who holds one of its accounts %s holds it up for a moment only', async (_, rowPatience, standing) => {
  const own = `U${rowPatience}-`;
  const rows = Array.from({ length: 2000 }, (_, n) => `${own}${n},Name ${n},${own}R${n},10.00,2026-03-15`);
  const importId = await startedImport(house, house.clientA, ['customer_id,last_name,invoice_number,amount,due_date', ...rows].join('\n'));
  const gate = await closeGate(house, house.clientA);
  const working = workOn(house.database, house.clientA, importId, { rowPatience });
  await gate.whenWaiting(1);
  const account = (ref: string) => ({ ref, first: 'Ada', last: ref, claims: [] });
  await house.inA(async (tx) => {
    await addSampleAccounts(tx, [account(`${own}0`)]);
    await gate.open();
    // The first chunk waits for this transaction; the second one has written and waits for the first, which no database can know, or is gone.
    await expect
      .poll(async () => {
        const { rows: others } = await house.database.owner.query<{ doing: string }>(
          `select coalesce(nullif(wait_event, 'ClientRead'), state) as doing from pg_stat_activity
           where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`,
        );
        return others.map(({ doing }) => doing).sort();
      })
      .toEqual(standing);
    await addSampleAccounts(tx, [account(`${own}1500`)]);
  });
  await working;
  expect(await house.inA((tx) => readImport(tx, importId))).toMatchObject({
    status: 'done',
    summary: { created: 2000, newAccounts: 1998 },
  });
});
