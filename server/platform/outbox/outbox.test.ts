/** Kinds of deliveries: one declaration is all that a further one takes, whoever is called and whatever its receiver guarantees. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Uuid } from '../../../core/id.ts';
import { type Instant, MINUTE } from '../../../core/time.ts';
import { now, useClock } from '../clock.ts';
import { inClient } from '../tenancy.ts';
import { openTestHouse, type TestHouse } from '../testing.ts';
import type { DeliveryClass, SendAnswer } from './answer.ts';
import { readHealth } from './circuit.ts';
import { drainOutbox } from './drain.ts';
import { holdSending, resumeSending } from './hold.ts';
import { defineDelivery } from './kinds.ts';
import { sweep } from './outbox.jobs.ts';
import { queueRows } from './queue.ts';
import { queueState, requeueChanged } from './state.ts';

const LEASE = 30_000;

/** The system that is called: what reached it, and what it answers. */
const receiver: { calls: { key: string; text: string }[]; answer: () => Promise<SendAnswer<string>> | SendAnswer<string>; seen: string[] } =
  {
    calls: [],
    answer: () => ({ outcome: 'sent', providerRef: 'theirs', reply: 'thanks' }),
    seen: [],
  };

for (const deliveryClass of ['idempotent', 'askable', 'neither'] as const satisfies readonly DeliveryClass[])
  defineDelivery<{ text: string }, { text: string }, string>({
    kind: `test.${deliveryClass}`,
    to: 'system',
    open: async () => ({
      providerName: 'a system',
      deliveryClass,
      leads: 'outside',
      prepare: async (_tx, rows) =>
        new Map(rows.map(({ outboxId, request, rendered }) => [outboxId, { answer: 'send', payload: rendered ?? { text: request.text } }])),
      send: async ({ row, payload }) => {
        receiver.calls.push({ key: row.outboxId, text: payload.text });
        return receiver.answer();
      },
      ask: async ({ row }) => ({ known: receiver.calls.some(({ key }) => key === row.outboxId), providerRef: 'theirs' }),
      record: async (_tx, told) => {
        for (const { news } of told) receiver.seen.push(news.became === 'sent' ? `sent ${news.reply ?? 'asked'}` : news.became);
      },
      close: async () => {},
    }),
  });

/** A system that follows a state of ours. */
const follower: { state: string; brought: string[]; whileBrought: () => Promise<unknown> } = {
  state: '',
  brought: [],
  whileBrought: async () => {},
};

defineDelivery<{ asked: number }, object, null>({
  kind: 'test.state',
  to: 'system',
  open: async () => ({
    providerName: 'a follower',
    deliveryClass: 'idempotent',
    leads: 'outside',
    prepare: async (_tx, rows) => new Map(rows.map(({ outboxId }) => [outboxId, { answer: 'send', payload: {} }])),
    send: async () => {
      const { state } = follower;
      await follower.whileBrought();
      follower.brought.push(state);
      return { outcome: 'sent', providerRef: null };
    },
    record: (tx, told) =>
      requeueChanged(
        tx,
        told.map(({ row }) => row),
      ),
    close: async () => {},
  }),
});

let house: TestHouse;
let time: Instant;
let restore: () => void;
beforeAll(async () => {
  time = now();
  restore = useClock(() => time);
  house = await openTestHouse();
});
beforeEach(async () => {
  await house.database.owner.query('delete from outbox');
  await house.database.owner.query('delete from delivery_health');
  Object.assign(receiver, { calls: [], seen: [], answer: () => ({ outcome: 'sent', providerRef: 'theirs', reply: 'thanks' }) });
});
afterAll(async () => {
  restore();
  await house.close();
});

const queue = (kind: string, key = 'one') => house.inA((tx) => queueRows(tx, [{ kind, key, request: { text: 'hello' } }]));
const drain = (kind: string) => drainOutbox(house.database, house.clientA, kind, house.config, { lease: LEASE, pause: 1_000 });
const statuses = async () =>
  (await house.inA((tx) => tx.sql<{ status: string }>('select status from outbox where client_id = $1', [tx.clientId]))).map(
    ({ status }) => status,
  );
const pass = (ms: number) => {
  time = (time + ms) as Instant;
};

describe('a call to a system', () => {
  it('is queued once by its key, made once, and its answer is told in the transaction that writes it', async () => {
    expect([await queue('test.neither'), await queue('test.neither')]).toEqual([1, 0]);
    expect([await drain('test.neither'), await drain('test.neither')]).toEqual([1, 0]);
    expect(receiver).toMatchObject({ calls: [{ text: 'hello' }], seen: ['sent thanks'] });
    expect(await statuses()).toEqual(['sent']);
  });

  it('goes on while the operator holds all messages', async () => {
    await holdSending(house.database, 'wrong balances');
    try {
      await queue('test.idempotent');
      expect(await drain('test.idempotent')).toBe(1);
    } finally {
      await resumeSending(house.database);
    }
  });

  it('waits for a system that is away, uses up no tries, and is made once when it is back', async () => {
    await queue('test.idempotent');
    receiver.answer = () => ({ outcome: 'refused', permanent: false, badAddress: false, reason: 'no connection', isAway: true });
    for (let times = 0; times < 12; times++) {
      await drain('test.idempotent');
      pass(6 * MINUTE);
    }
    const health = await inClient(house.database, house.clientA, readHealth);
    expect(health.find(({ kind }) => kind === 'test.idempotent')).toMatchObject({
      waiting: 1,
      providerName: 'a system',
      reason: 'no connection',
    });
    expect([await statuses(), receiver.seen]).toEqual([['queued'], []]);
    receiver.answer = () => ({ outcome: 'sent', providerRef: null, reply: 'back' });
    await drain('test.idempotent');
    expect([await statuses(), receiver.seen]).toEqual([['sent'], ['sent back']]);
  });

  it('is found by the sweep when the process that had it was killed', async () => {
    await queue('test.idempotent');
    await house.database.owner.query('delete from graphile_worker._private_jobs');
    await sweep.run({}, house.database, undefined);
    const { rows } = await house.database.owner.query<{ payload: object }>('select payload from graphile_worker._private_jobs');
    expect(rows).toEqual([{ payload: { clientId: house.clientA, channel: 'test.idempotent' } }]);
  });
});

describe('a process that is killed between the call and its record', () => {
  /** The call arrives; what would record its answer never runs. */
  async function die(kind: string): Promise<void> {
    await queue(kind);
    await drain(kind);
    receiver.seen.length = 0;
    await house.database.owner.query(
      `update outbox set status = 'sending', sent_at = null, rendered = '{"text": "hello"}', next_attempt_at = $2 where client_id = $1`,
      [house.clientA as Uuid, new Date(time)],
    );
    pass(LEASE);
  }

  it.each([
    { kind: 'test.idempotent', calls: 2, status: 'sent', seen: 'sent thanks' },
    { kind: 'test.askable', calls: 1, status: 'sent', seen: 'sent asked' },
    { kind: 'test.neither', calls: 1, status: 'unknown', seen: 'unknown' },
  ])('$kind', async ({ kind, calls, status, seen }) => {
    await die(kind);
    await drain(kind);
    // An idempotent receiver is given the same key.
    expect(new Set(receiver.calls.map(({ key }) => key)).size).toBe(1);
    expect([receiver.calls.length, await statuses(), receiver.seen]).toEqual([calls, [status], [seen]]);
  });
});

describe('a state that another system follows', () => {
  const change = (state: string) =>
    house.inA(async (tx) => {
      follower.state = state;
      await queueState(tx, 'test.state', 'thing', { name: 'thing' });
    });

  it('is brought again when it changes on its way, and one call at a time', async () => {
    await change('first');
    const meanwhile: number[] = [];
    follower.whileBrought = async () => {
      follower.whileBrought = async () => {};
      await change('second');
      await change('third');
      meanwhile.push(await drain('test.state'));
      expect(follower.brought).toEqual([]);
    };
    await drain('test.state');
    expect([follower.brought, meanwhile, await statuses()]).toEqual([['first', 'third'], [0], ['sent']]);
  });

  it('is brought when the process that brought it was killed, as it is by then', async () => {
    await change('before');
    await house.inA((tx) =>
      tx.sql(
        `update outbox set status = 'sending', attempts = 1, provider_name = 'a follower', rendered = '{}', next_attempt_at = $2 where client_id = $1`,
        [tx.clientId, new Date(time + LEASE)],
      ),
    );
    await change('after');
    follower.brought = [];
    expect(await drain('test.state')).toBe(0);
    pass(LEASE);
    await drain('test.state');
    await drain('test.state');
    expect([follower.brought, await statuses()]).toEqual([['after'], ['sent']]);
  });
});
