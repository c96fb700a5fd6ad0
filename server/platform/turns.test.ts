import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from '../../core/id.ts';
import { mountExports } from '../exports.ts';
import { READERS } from './tenancy.ts';
import { openTestHouse, type TestHouse } from './testing.ts';
import { Turns } from './turns.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  it('lets so many of a key go on at once, in the order they came, and forgets keys', async () => {
    const steps = fc.array(fc.record({ key: fc.constantFrom('a', 'b'), ends: fc.boolean() }), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 4 }), async (all, most) => {
        const turns = new Turns(most);
        const going: Record<string, { number: number; leave: () => void }[]> = { a: [], b: [] };
        const begun: Record<string, number[]> = { a: [], b: [] };
        for (const [number, { key, ends }] of all.entries()) {
          if (ends) going[key]!.shift()?.leave();
          else
            void turns.take(key).then((leave) => {
              going[key]!.push({ number, leave });
              begun[key]!.push(number);
            });
          await settled();
          for (const each of Object.values(going)) expect(each.length).toBeLessThanOrEqual(most);
        }
        for (const each of Object.values(begun)) expect(each).toEqual([...each].sort((one, other) => one - other));
        while (Object.values(going).some((each) => each.length > 0)) {
          for (const each of Object.values(going)) each.shift()?.leave();
          await settled();
        }
        expect(turns.size).toBe(0);
        const asked = (key: string) => all.filter((each) => each.key === key && !each.ends).length;
        for (const key of ['a', 'b']) expect(begun[key]).toHaveLength(asked(key));
      }),
    );
  });

  it('refuses who has too much waiting already', async () => {
    const turns = new Turns(1);
    const leave = await turns.take('a');
    const waiting = Array.from({ length: 100 }, () => turns.take('a').then((end) => end()));
    await expect(turns.take('a')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    (await turns.take('b'))();
    leave();
    await Promise.all(waiting);
    expect(turns.size).toBe(0);
  });
});

describe('one person who asks for much at once', () => {
  let house: TestHouse;
  beforeAll(async () => {
    house = await openTestHouse(mountExports, { settings: { rates: { perAddress: 1_000, perPerson: 100, signIn: 100 } } });
  });
  afterAll(() => house.close());

  const person = () => house.tokenFor(house.clientA, 'ADMINISTRATOR', uuidv7());
  const searches = (count: number) =>
    `query ($c: ID!) { ${Array.from({ length: count }, (_, at) => `s${at}: searchAccounts(clientId: $c) { results { accountId } }`).join(' ')} }`;

  /** Runs `work` while whatever reads accounts waits. */
  async function whileLocked(work: (waiting: () => Promise<number>, unlock: () => Promise<void>) => Promise<void>): Promise<void> {
    const { owner } = house.database;
    const holder = await owner.connect();
    const unlock = async () => void (await holder.query('rollback'));
    const waiting = async () =>
      (await owner.query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).rowCount ?? 0;
    await holder.query('begin; lock table account in access exclusive mode');
    try {
      await work(waiting, unlock);
    } finally {
      await unlock();
      holder.release();
    }
  }
  const moment = () => new Promise((resolve) => setTimeout(resolve, 200));

  it('leaves a connection for the others', () =>
    whileLocked(async (waiting, unlock) => {
      const greedy = house.raw('account', searches(READERS + 10), { c: house.clientA }, await person());
      // As many as may be are in the database by then, and wait there.
      await expect.poll(waiting).toBeGreaterThanOrEqual(READERS - 1);
      await moment();
      const roles = 'query ($c: ID!) { getClientRoles(clientId: $c) { name } }';
      const other = await house.raw('backoffice', roles, { c: house.clientA }, await person());
      expect(other.errors).toBeUndefined();
      await unlock();
      expect((await greedy).errors).toBeUndefined();
    }));

  it('takes three files away at once, the others afterwards', () =>
    whileLocked(async (waiting, unlock) => {
      const authorization = await person();
      const download = () =>
        house.app.inject({ method: 'POST', url: '/api/export/accounts', headers: { authorization }, payload: { clientId: house.clientA } });
      const files = Promise.all(Array.from({ length: 6 }, download));
      await expect.poll(waiting).toBeGreaterThanOrEqual(3);
      await moment();
      expect(await waiting()).toBe(3);
      await unlock();
      for (const { statusCode } of await files) expect(statusCode).toBe(200);
    }));

  it('is counted by operations, whatever their other names', async () => {
    const token = await person();
    const codes = [];
    for (let request = 0; request < 10; request += 1)
      codes.push((await house.raw('account', searches(30), { c: house.clientA }, token)).errors?.[0]?.extensions?.code ?? 'ok');
    expect(codes.slice(0, 3)).toEqual(['ok', 'ok', 'ok']);
    expect(codes.at(-1)).toBe('RATE_LIMITED');
  });
});
