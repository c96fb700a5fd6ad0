/** Processes that are killed while they erase or make a file: nothing is half done, whoever comes next goes on, and each ends once. */
import type { ChildProcess } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sealClient } from '../../platform/events.seal.ts';
import { verifyClient } from '../../platform/events.verify.ts';
import { closePrinter } from '../../platform/pdf.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { startTestProgram } from '../../platform/testing.workers.ts';
import { createDataFile, makeDataFile, removeExpiredDataFiles } from './privacy.file.logic.ts';
import type { Task } from './privacy.kill.worker.ts';
import { eraseOnRequest } from './privacy.request.logic.ts';
import { applyRule } from './privacy.rule.logic.ts';
import { createTestPerson } from './privacy.testing.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(async () => {
  await closePrinter();
  await house.close();
});

/** A process of its own that does it with the product's functions. */
const start = (task: Task) =>
  startTestProgram(
    'services/privacy/privacy.kill.worker.ts',
    [JSON.stringify(house.database.addresses), house.clientA, JSON.stringify(task)],
    { QUITTANCE_DATA: house.config.dataFolder, ERASURE_JOURNAL: house.config.erasureFolder },
    ['ignore', 'inherit', 'inherit'],
  );

const ended = (child: ChildProcess) => new Promise<void>((resolve) => child.on('exit', () => resolve()));
const owner = <Row extends object>(text: string, values: unknown[] = []) =>
  house.database.owner.query<Row & Record<string, unknown>>(text, values).then(({ rows }) => rows);
const RULE = { months: 12, fromYearEnd: false, isDuty: false, ground: 'Test', isActive: true, isDefault: false, revision: 1 } as const;

/** Does a task in a process and kills it when `when` says so, while a lock of the tables keeps it from its end. */
async function killedAt(tables: string, task: Task, when: () => Promise<boolean>): Promise<void> {
  const keeper = await house.database.owner.connect();
  await keeper.query(`begin; ${tables}`);
  const child = start(task);
  const over = ended(child);
  try {
    await expect.poll(when, { interval: 50 }).toBe(true);
    expect(child.exitCode).toBeNull();
  } finally {
    child.kill('SIGKILL');
    await over;
    await keeper.query('rollback');
    keeper.release();
  }
  // What the killed process had begun is over when its connection is.
  await expect.poll(async () => (await waiting()).length).toBe(0);
}

/** Statements of others that wait for a lock. */
const waiting = () => owner(`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);

async function chainFindings(): Promise<string[]> {
  const findings: string[] = [];
  await sealClient(house.database, house.clientA);
  await verifyClient(house.database, house.clientA, [], (finding) => findings.push(finding.what));
  return findings;
}

it('a person’s erasure that is killed has erased nothing, and the next one erases everything once', async () => {
  const person = await house.inA((tx) => createTestPerson(tx, 'K-1', '2010-05-05T10:00:00Z'));
  const left = () =>
    owner<{ texts: number; notes: number; points: number; erasures: number; erased: number }>(
      `select (select count(*)::int from communication where account_id = $1 and text_content <> '') as texts, (select count(*)::int from note where account_id = $1) as notes, (select count(*)::int from contact_point where account_id = $1) as points,
         (select count(*)::int from erasure where $1 = any(account_ids)) as erasures,
         (select count(*)::int from event where account_id = $1 and payload::text like '{"erased"%') as erased`,
      [person.accountId],
    ).then(([row]) => row!);
  const before = await left();
  expect(before).toMatchObject({ texts: 1, notes: 1, points: 2, erasures: 0, erased: 0 });
  // Rows are gone in its transaction when it comes to the events.
  await killedAt(
    'lock table event_erasure in share mode',
    { kind: 'person', person, userId: house.userA },
    async () => (await waiting()).length > 0,
  );
  expect(await left()).toEqual(before);
  const rows = await house.inA((tx) => eraseOnRequest(tx, [person], house.userA));
  expect(new Set(rows.map((row) => row.kind)).size).toBe(rows.length);
  expect(await left()).toMatchObject({ texts: 0, notes: 0, points: 0, erasures: rows.length });
  expect(await house.inA((tx) => eraseOnRequest(tx, [person], house.userA))).toEqual([]);
  expect(await chainFindings()).toEqual([]);
});

it('a night that is killed again and again erases each account once', async () => {
  const ACCOUNTS = 450;
  await owner(
    `with numbers as (select n, gen_random_uuid() as account_id from generate_series(1, $2::int) n),
       accounts as (insert into account (client_id, account_id, external_account_ref, currency, created_at, updated_at)
         select $1, account_id, 'N-' || n, 'EUR', '2010-01-01', '2010-01-01' from numbers),
       events as (insert into event (client_id, message_id, message_type, emit_time, account_id, actor_type, actor_id, payload)
         select $1, gen_random_uuid(), 'noteAdded', '2010-01-01', account_id, 'user', null, '{"text": "Zebulon"}' from numbers)
       insert into note (client_id, note_id, account_id, text, user_id, created_at)
         select $1, gen_random_uuid(), account_id, 'Zebulon', $3, '2010-01-01' from numbers`,
    [house.clientA, ACCOUNTS, house.userA],
  );
  const state = () =>
    owner<{ notes: number; said: number; counted: number; names: number; twice: number }>(
      `select (select count(*)::int from note where client_id = $1) as notes,
         (select count(*)::int from event where client_id = $1 and message_type = 'noteAdded' and payload::text not like '{"erased"%') as said,
         (select coalesce(sum((counts ->> 'notes')::int), 0)::int from erasure where client_id = $1 and cause = 'rule') as counted,
         (select count(*)::int from (select unnest(account_ids) as a from erasure where client_id = $1 and cause = 'rule') x) as names,
         (select count(*)::int from (select unnest(account_ids) as a from erasure where client_id = $1 and cause = 'rule' group by 1 having count(*) > 1) x) as twice`,
      [house.clientA],
    ).then(([row]) => row!);
  /** What state() says too, for looking often: a process takes seconds to begin. */
  const erasedSoFar = () =>
    owner<{ notes: number }>(`select coalesce(sum((counts ->> 'notes')::int), 0)::int as notes from erasure where cause = 'rule'`).then(
      ([row]) => row!.notes,
    );
  const task: Task = { kind: 'rule', rule: { ...RULE, kind: 'notes' } };
  // First between the rows and their events, then wherever it happens to be.
  await killedAt('lock table event_erasure in share mode', task, async () => (await waiting()).length > 0);
  expect(await state()).toEqual({ notes: ACCOUNTS, said: ACCOUNTS, counted: 0, names: 0, twice: 0 });
  let killed = 0;
  for (let goal = 0; ; goal += 200) {
    const child = start(task);
    const over = ended(child);
    while (child.exitCode === null && child.signalCode === null) {
      // Killed as soon as one more part has ended, so anywhere within the next.
      if ((await erasedSoFar()) > goal) {
        child.kill('SIGKILL');
        killed++;
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await over;
    const { notes, said, counted, names, twice } = await state();
    // A row and its event go together with the record, or not at all.
    expect({ said, counted, names, twice }).toEqual({ said: notes, counted: ACCOUNTS - notes, names: ACCOUNTS - notes, twice: 0 });
    if (notes === 0) break;
  }
  expect(killed).toBeGreaterThan(0);
  expect(await applyRule(house.database, house.clientA, { ...RULE, kind: 'notes' })).toBe(0);
  expect(await chainFindings()).toEqual([]);
});

it('a file whose maker was killed is made by the next, and one that was deleted meanwhile leaves nothing', async () => {
  const person = await house.inA((tx) => createTestPerson(tx, 'K-2', '2020-05-05T10:00:00Z'));
  const make = () => house.inA((tx) => createDataFile(tx, [person], null, house.userA));
  const onDisk = (parts: object) => {
    const ids = Object.values(parts as Record<string, { fileId: string }>).map((part) => part.fileId);
    const folder = path.join(house.config.dataFolder, 'files', house.clientA);
    try {
      return readdirSync(folder).filter((name) => ids.some((id) => name.includes(id)));
    } catch {
      return [];
    }
  };
  const read = (id: string) =>
    owner<{ status: string; parts: Record<string, { size: number }> }>(
      'select status, parts from personal_data_file where data_file_id = $1',
      [id],
    ).then(([row]) => row);
  const file = await make();
  await killedAt(
    'lock table personal_data_file in share mode',
    { kind: 'file', dataFileId: file.dataFileId },
    async () => (await waiting()).length > 0,
  );
  expect(await read(file.dataFileId)).toMatchObject({ status: 'waiting' });
  expect(onDisk(file.parts)).toHaveLength(3);
  await makeDataFile(house.database, house.clientA, file.dataFileId);
  const done = await read(file.dataFileId);
  expect(done?.status).toBe('done');
  for (const part of Object.values(done!.parts)) expect(part.size).toBeGreaterThan(0);
  expect(onDisk(file.parts)).toHaveLength(3);

  // Deleted while it is made.
  const gone = await make();
  const keeper = await house.database.owner.connect();
  await keeper.query('begin; lock table personal_data_file in share mode');
  const making = makeDataFile(house.database, house.clientA, gone.dataFileId);
  await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0);
  await keeper.query(`update personal_data_file set status = 'deleted', expires_at = now() - interval '1 second' where data_file_id = $1`, [
    gone.dataFileId,
  ]);
  await keeper.query('commit');
  keeper.release();
  await making;
  expect((await read(gone.dataFileId))?.status).toBe('deleted');
  await removeExpiredDataFiles(house.database, house.clientA);
  expect(await read(gone.dataFileId)).toBeUndefined();
  expect(onDisk(gone.parts)).toEqual([]);
});
