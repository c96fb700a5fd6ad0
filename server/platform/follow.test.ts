/** Followers of the event log: each event once and in order, whatever fails, comes late or runs beside. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Uuid } from '../../core/id.ts';
import { DAY, type Instant, MINUTE } from '../../core/time.ts';
import { appendAnyEvents } from './events.ts';
import { beginFollowing, defineFollower, endFollowing, follow, forgetFollowed, LOOKS, replay } from './follow.ts';
import { drainJobs } from './jobs.ts';
import { inClient } from './tenancy.ts';
import { openTestHouse, type TestHouse } from './testing.ts';
import { idAt } from './timedIds.ts';

let house: TestHouse;
const state = { before: async (_mark: string) => {} };

defineFollower({
  name: 'test.marks',
  // A kind of its own: other tests in this process append none.
  types: ['followTested'],
  run: async (tx, events) => {
    for (const event of events) {
      const mark = String(event.payload.mark);
      await tx.sql('insert into followed_mark (mark, client_id) values ($1, $2)', [mark, tx.clientId]);
      await state.before(mark);
    }
  },
});

const needs = { wanted: [] as string[] };
defineFollower({
  name: 'test.wanted',
  types: ['followWanted', 'followUnwanted'],
  wants: async () => needs.wanted,
  run: async (tx, events) => {
    for (const { messageType } of events)
      await tx.sql('insert into followed_mark (mark, client_id) values ($1, $2)', [messageType, tx.clientId]);
  },
});

beforeAll(async () => {
  house = await openTestHouse();
  await house.database.owner.query(
    'create table followed_mark (n serial, mark text, client_id uuid); grant all on followed_mark, followed_mark_n_seq to public',
  );
});
afterAll(() => house.close());
beforeEach(async () => {
  state.before = async () => {};
  await house.database.owner.query('delete from followed_mark; delete from event_follower; delete from event_followed; delete from event');
});

const append = (clientId: Uuid, ...marks: string[]) =>
  inClient(house.database, clientId, (tx) =>
    appendAnyEvents(
      tx,
      marks.map((mark) => ({ messageType: 'followTested', payload: { mark } })),
    ),
  );
/** An event of an earlier moment, as a transaction leaves it behind that commits late. */
const appendLate = (mark: string, age: number) =>
  house.database.owner.query(
    `insert into event (client_id, message_id, message_type, emit_time, actor_type, payload) values ($1, $2, 'followTested', now(), 'system', $3)`,
    [house.clientA, idAt(Date.now() - age), JSON.stringify({ mark })],
  );
const written = async (clientId: Uuid = house.clientA) =>
  (
    await house.database.owner.query<{ mark: string }>('select mark from followed_mark where client_id = $1 order by n', [clientId])
  ).rows.map((row) => row.mark);
const read = (back?: number) => follow(house.database, house.clientA, back);
/** Lets the pause after a failure pass. */
const pauseOver = () =>
  house.database.owner.query("update event_follower set retry_at = now() - interval '1 second' where retry_at is not null");

it('handles each event once, in order, for each client by itself, from a client’s first event on', async () => {
  await append(house.clientA, 'a', 'b');
  await append(house.clientB, 'x');
  await append(house.clientA, 'c');
  expect(await read()).toBe(3);
  expect(await read(LOOKS.night)).toBe(0);
  expect([await written(), await written(house.clientB)]).toEqual([['a', 'b', 'c'], []]);
  // Whoever runs what is due, runs this.
  await append(house.clientA, 'd');
  await drainJobs(house.database);
  expect([await written(), await written(house.clientB)]).toEqual([['a', 'b', 'c', 'd'], ['x']]);
});

it('handles thousands in several transactions, also when two processes read at once', async () => {
  const marks = Array.from({ length: 1_700 }, (_, at) => String(at));
  for (let from = 0; from < marks.length; from += 100) await append(house.clientA, ...marks.slice(from, from + 100));
  const [one, other] = await Promise.all([read(), read()]);
  expect(one + other).toBe(marks.length);
  expect(await written()).toEqual(marks);
});

it('finds what committed late by the look that goes back far enough, and repeats nothing for it', async () => {
  await append(house.clientA, 'a');
  await read();
  await appendLate('seconds', 3_000);
  await appendLate('minutes', 2 * MINUTE);
  await appendLate('an hour', 60 * MINUTE);
  expect([await read(), await read(LOOKS.minute), await read(LOOKS.night)]).toEqual([1, 1, 1]);
  expect(await written()).toEqual(['a', 'seconds', 'minutes', 'an hour']);
});

it('is not told of histories that an import brings: their ids are made of what they say', async () => {
  await house.database.owner.query(
    `insert into event (client_id, message_id, message_type, emit_time, actor_type, payload) values ($1, 'ffffffff-0506-4708-8900-0b0c0d0e0f10', 'followTested', now(), 'import', '{"mark": "old"}')`,
    [house.clientA],
  );
  await append(house.clientA, 'new');
  await read(LOOKS.night);
  expect(await written()).toEqual(['new']);
});

describe('what fails', () => {
  it('leaves nothing behind, holds up nothing before it, is tried again after a pause, and then all goes on', async () => {
    let broken = true;
    state.before = async (mark) => {
      if (mark === 'poison' && broken) throw new Error('no');
    };
    await append(house.clientA, 'a', 'b', 'poison', 'c');
    await read();
    // The first try takes all together, and so nothing of it stays.
    expect(await written()).toEqual([]);
    expect(await read()).toBe(0);
    await pauseOver();
    await read();
    expect(await written()).toEqual(['a', 'b']);
    const { rows } = await house.database.owner.query(
      'select failures, last_error from event_follower where client_id = $1 and follower = $2',
      [house.clientA, 'test.marks'],
    );
    expect(rows).toEqual([{ failures: 2, last_error: 'no' }]);
    broken = false;
    await pauseOver();
    await append(house.clientA, 'd');
    await read();
    expect(await written()).toEqual(['a', 'b', 'poison', 'c', 'd']);
  });

  it('of a process that dies after its work, before the commit, is done once by the next', async () => {
    await append(house.clientA, 'a');
    state.before = async () => {
      await house.database.owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state = 'idle in transaction' and query like 'insert into followed_mark%'`,
      );
    };
    await read().catch(() => {});
    state.before = async () => {};
    await pauseOver();
    await read();
    expect(await written()).toEqual(['a']);
  });
});

it('hands over again what was appended since a moment, when it is asked to', async () => {
  await append(house.clientA, 'a');
  await new Promise((resolve) => setTimeout(resolve, 5));
  const since = Date.now() as Instant;
  await append(house.clientA, 'b', 'c');
  await read();
  await house.inA((tx) => replay(tx, 'test.marks', since));
  await read();
  expect(await written()).toEqual(['a', 'b', 'c', 'b', 'c']);
});

it('forgets after some days what it has handled, unless it stands before that, and handles nothing twice for it', async () => {
  await append(house.clientA, 'a');
  await read();
  const long = idAt(Date.now() - 4 * DAY);
  await house.database.owner.query('update event set message_id = $1', [long]);
  await house.database.owner.query('update event_followed set message_id = $1', [long]);
  const kept = async () => (await house.database.owner.query('select 1 from event_followed')).rows.length;
  // It has failed for days on what comes after.
  await house.database.owner.query("update event_follower set looked_until = looked_until - interval '5 days'");
  await house.inA(forgetFollowed);
  expect([await kept(), await read()]).toEqual([1, 0]);
  await house.inA(forgetFollowed);
  expect([await kept(), await read(LOOKS.night)]).toEqual([0, 0]);
});

it('passes over what the client does not want, without a row, and begins where it is first wanted', async () => {
  const both = () =>
    house.inA((tx) =>
      appendAnyEvents(
        tx,
        ['followWanted', 'followUnwanted'].map((messageType) => ({ messageType, payload: {} })),
      ),
    );
  const rows = async () =>
    (
      await house.database.owner.query(
        "select follower from event_followed where follower = 'test.wanted' union all select follower from event_follower where follower = 'test.wanted'",
      )
    ).rows.length;
  await both();
  await read();
  expect([await written(), await rows()]).toEqual([[], 0]);
  needs.wanted = ['followWanted'];
  await house.inA((tx) => beginFollowing(tx, 'test.wanted'));
  await house.database.owner.query('delete from event');
  await both();
  await read();
  expect([await written(), await rows()]).toEqual([['followWanted'], 2]);
  needs.wanted = [];
  await house.inA((tx) => endFollowing(tx, 'test.wanted'));
  expect(await rows()).toBe(1);
});
