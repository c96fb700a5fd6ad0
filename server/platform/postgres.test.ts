/** The embedded database asks everybody for a password, that of an earlier release included. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { type EmbeddedPostgres, startPostgres } from './postgres.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'quittance-embedded-'));
chmodSync(folder, 0o755);
let running: EmbeddedPostgres | null = null;
const start = async () => {
  running = await startPostgres({ folder, throwaway: true });
  return running;
};
const stop = async () => {
  await running?.stop();
  running = null;
};
afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

const query = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};
const withPassword = (url: string, password: string) => url.replace(/:\/\/[^@]*@/, `://quittance${password}@`);
const key = path.join(folder, 'database.key');

it('lets the owner in by the password of the data folder alone', async () => {
  const { url } = await start();
  expect(statSync(key).mode & 0o777).toBe(0o600);
  await query(url, 'create table kept (a int); insert into kept values (1)');
  for (const password of ['', ':', ':quittance', ':wrong'])
    await expect(query(withPassword(url, password), 'select 1'), password).rejects.toThrow(/password|SASL/i);
  await stop();
});

it('closes the data folder of a release that relied on the folder of its socket', async () => {
  rmSync(key);
  writeFileSync(path.join(folder, 'postgres', 'pg_hba.conf'), 'local all all trust\n');
  const { url } = await start();
  expect(await query(url, 'select a from kept')).toEqual([{ a: 1 }]);
  await expect(query(withPassword(url, ''), 'select 1')).rejects.toThrow(/password|SASL/i);
  // Somebody else finds it running.
  const second = await startPostgres({ folder, throwaway: true });
  expect(second.url).toBe(url);
  await stop();
});

it('makes a new password for a folder that lost it, and refuses a wrong one with what to do', async () => {
  rmSync(key);
  const { url } = await start();
  expect(existsSync(key)).toBe(true);
  expect(await query(url, 'select a from kept')).toEqual([{ a: 1 }]);
  const right = readFileSync(key, 'utf8');
  writeFileSync(key, 'another');
  await expect(startPostgres({ folder, throwaway: true })).rejects.toThrow('delete database.key');
  writeFileSync(key, right);
});
