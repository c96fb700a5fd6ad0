import { afterAll, beforeAll, expect, it } from 'vitest';
import { inClient } from './tenancy.ts';
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
