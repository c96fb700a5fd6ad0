/** What one process tells the others, through lost connections: nothing twice, and word that something may have been missed. */
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Listening, listen } from './listen.ts';
import { openTestHouse, type TestHouse } from './testing.ts';

let house: TestHouse;
let listening: Listening<{ text: string }>;
const heard: string[] = [];
let gaps = 0;

beforeAll(async () => {
  house = await openTestHouse();
  listening = await listen<{ text: string }>(house.database, 'quittance_listen_test');
  listening.notices.on('notice', ({ text }) => void heard.push(text));
  listening.notices.on('gap', () => void gaps++);
});
afterAll(() => house.close());

const tell = (text: string) => house.database.owner.query('select pg_notify($1, $2)', ['quittance_listen_test', JSON.stringify({ text })]);
const cut = () =>
  house.database.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen quittance_listen_test'`,
  );

it('a lost connection is opened again, says that something may have been missed, and tells each notice once', async () => {
  await tell('before');
  await expect.poll(() => heard).toEqual(['before']);
  for (let lost = 1; lost <= 2; lost++) {
    await cut();
    await expect.poll(listening.isUp).toBe(false);
    await expect.poll(() => [listening.isUp(), gaps]).toEqual([true, lost]);
    await tell(`after ${lost}`);
    await expect.poll(() => heard.includes(`after ${lost}`)).toBe(true);
  }
  expect(heard).toEqual(['before', 'after 1', 'after 2']);
});

it('one that was stopped hears nothing and is not opened again', async () => {
  await listening.stop();
  await tell('too late');
  const connections = async () => {
    const { rows } = await house.database.owner.query(
      `select 1 from pg_stat_activity where datname = current_database() and query = 'listen quittance_listen_test'`,
    );
    return rows.length;
  };
  await expect.poll(connections).toBe(0);
  expect(heard).toHaveLength(3);
});

it('a server that is closed does not go on trying to listen', async () => {
  const other = await openTestHouse();
  await other.raw('account', 'query ($clientId: ID!) { countAccounts(clientId: $clientId) { total } }', { clientId: other.clientA });
  await other.close();
  const connect = vi.spyOn(pg.Client.prototype, 'connect');
  // Longer than a lost connection waits before it is opened again.
  await setTimeout(1_500);
  const { database } = new pg.Client({ connectionString: other.database.url });
  expect((connect.mock.contexts as pg.Client[]).filter((client) => client.database === database)).toEqual([]);
  connect.mockRestore();
});
