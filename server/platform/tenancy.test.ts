import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { together } from './statements.ts';
import { inClient, type Tx } from './tenancy.ts';
import { openTestHouse, type TestHouse } from './testing.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

it('whoever reads at length reads all of one moment, whatever others write between two pages', async () => {
  const names = 'select name from client_user order by name';
  const [first, second] = await inClient(
    house.database,
    house.clientA,
    async (tx) => {
      const page = await tx.sql(names);
      await house.inA((other) => other.sql("update client_user set name = name || ' the second'"));
      return [page, await tx.sql(names)];
    },
    { readOnly: true, lengthy: true },
  );
  expect(first?.length).toBeGreaterThan(0);
  expect(second).toEqual(first);
  expect(await house.inA((tx) => tx.sql(names))).not.toEqual(first);
});

const rename = (tx: Tx, name: string) => tx.sql('update client_user set name = $2 where client_id = $1', [tx.clientId, name]);
const namesNow = async () =>
  new Set((await house.inA((tx) => tx.sql<{ name: string }>('select name from client_user'))).map(({ name }) => name));
/** A statement that fails, by 22012. */
const fail = (tx: Tx) => tx.sql('select 1 / (count(*) - count(*)) from client_user');

describe('a statement whose answer nobody waits for', () => {
  it('is there when the transaction has ended', async () => {
    await house.inA(async (tx) => tx.later(rename(tx, 'Later')));
    expect(await namesNow()).toEqual(new Set(['Later']));
  });

  it.each([
    ['at the next statement', async (tx: Tx) => void (await tx.sql('select 1'))],
    ['at the end', async () => {}],
  ])('fails everything with its own error, %s', async (_when, next) => {
    const failing = house.inA(async (tx) => {
      await rename(tx, 'Never');
      tx.later(fail(tx));
      await next(tx);
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(await namesNow()).toEqual(new Set(['Later']));
  });
});

it('a failed statement that nobody speaks of keeps the transaction from passing for committed', async () => {
  const failing = house.inA(async (tx) => {
    await rename(tx, 'Never');
    await fail(tx).catch(() => {});
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(await namesNow()).toEqual(new Set(['Later']));
});

describe('an attempt', () => {
  it('takes back what it wrote and locked, and nothing else', async () => {
    await house.inA(async (tx) => {
      await rename(tx, 'Before');
      tx.held.add('before');
      const refused = tx.attempt(async () => {
        await rename(tx, 'Tried');
        tx.held.add('tried');
        throw new Error('No');
      });
      await expect(refused).rejects.toThrow('No');
      expect([...tx.held]).toEqual(['before']);
    });
    expect(await namesNow()).toEqual(new Set(['Before']));
  });

  it('fails with the error of a statement that nobody waited for, and the transaction goes on', async () => {
    await house.inA(async (tx) => {
      const refused = tx.attempt(async () => {
        tx.later(fail(tx));
        await tx.sql('select 1');
      });
      await expect(refused).rejects.toMatchObject({ code: '22012' });
      await rename(tx, 'After');
    });
    expect(await namesNow()).toEqual(new Set(['After']));
  });

  it('stands in another one', async () => {
    await house.inA((tx) =>
      tx.attempt(async () => {
        await rename(tx, 'Outer');
        await expect(tx.attempt(() => rename(tx, 'Inner').then(() => fail(tx)))).rejects.toMatchObject({ code: '22012' });
      }),
    );
    expect(await namesNow()).toEqual(new Set(['Outer']));
  });
});

it('of statements sent together, the first that failed is the failure', async () => {
  const failing = house.inA((tx) => together(tx.sql('select 1'), fail(tx), tx.sql('select * from nothing_of_that_name')));
  await expect(failing).rejects.toMatchObject({ code: '22012' });
});
