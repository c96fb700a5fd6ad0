import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Listening, listen } from './listen.ts';
import { openTestHouse, type TestHouse } from './testing.ts';

const CHANNEL = 'quittance_announce_test';
let house: TestHouse;
let listening: Listening<{ text: string }>;
const heard: string[] = [];
beforeAll(async () => {
  house = await openTestHouse();
  listening = await listen(house.database, CHANNEL);
  listening.notices.on('notice', ({ text }) => heard.push(text));
});
afterAll(async () => {
  await listening.stop();
  await house.close();
});
beforeEach(() => void heard.splice(0));

const payload = (text: string) => JSON.stringify({ text });
/** Whatever was told before it has been heard when this is. */
async function heardUntil(last: string): Promise<string[]> {
  await house.inA(async (tx) => tx.notify(CHANNEL, payload(last)));
  await expect.poll(() => heard).toContain(last);
  return [...heard];
}

it('tells what transactions told that were committed, in their order, and nothing of others', async () => {
  await house.inA(async (tx) => {
    tx.notify(CHANNEL, payload('first'));
    await tx
      .attempt(async () => {
        tx.notify(CHANNEL, payload('taken back'));
        throw new Error('No');
      })
      .catch(() => {});
    tx.notify(CHANNEL, payload('second'));
  });
  await expect(
    house.inA(async (tx) => {
      tx.notify(CHANNEL, payload('rolled back'));
      throw new Error('No');
    }),
  ).rejects.toThrow('No');
  expect(await heardUntil('last')).toEqual(['first', 'second', 'last']);
});

it('tells it again when the connection is cut', async () => {
  const cut = () =>
    house.database.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
         and pid <> pg_backend_pid() and query not like 'listen%'`,
    );
  const texts = Array.from({ length: 200 }, (_, index) => `note ${index}`);
  await Promise.all([
    ...texts.map((text) => house.inA(async (tx) => tx.notify(CHANNEL, payload(text))).catch(() => void heard.push(text))),
    cut(),
  ]);
  await expect.poll(() => texts.filter((text) => !heard.includes(text))).toEqual([]);
});
