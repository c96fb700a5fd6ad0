/** What tests of backup and restore stand on: empty places, everything that stands in a database, and the commands as an operator runs them. */
import path from 'node:path';
import pg from 'pg';
import { uuidv7 } from '../../core/id.ts';
import { TEST_SECRET } from './owned.ts';
import { startProgram } from './testing.programs.ts';
import type { TestHouse } from './testing.ts';

/** @returns what makes an empty database with a data folder that is not there yet, and what drops all of them. */
export function openPlaces(house: TestHouse, folder: string) {
  const names: string[] = [];
  return {
    async empty() {
      const name = `restored_${uuidv7().replaceAll('-', '')}`;
      await house.database.owner.query(`create database ${name}`);
      names.push(name);
      const url = house.database.url.replace(/\/test_\w+\?/, `/${name}?`);
      return { url, dataFolder: path.join(folder, name), filesStore: null, archiveSecrets: [TEST_SECRET], secrets: [TEST_SECRET] };
    },
    async drop() {
      for (const name of names) await house.database.owner.query(`drop database if exists ${name} with (force)`);
    },
  };
}

/** Every row of every table, as text, and every sequence. */
export async function everything(url: string): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker') order by 1`,
  );
  const found = new Map<string, string>();
  for (const { name } of tables) {
    const columns = name === 'graphile_worker.migrations' ? 't.id' : 't.*::text';
    const { rows } = await client.query(
      `select count(*), md5(coalesce(string_agg(md5((${columns})::text), '' order by md5((${columns})::text)), '')) as digest from ${name} t`,
    );
    found.set(name, JSON.stringify(rows[0]));
  }
  const { rows: sequences } = await client.query(
    `select sequencename, last_value from pg_sequences where schemaname <> 'drizzle' order by 1`,
  );
  found.set('sequences', JSON.stringify(sequences));
  await client.end();
  return found;
}

/** Runs a command of the server as a process of its own. @param env more of its environment */
export const command = (file: string, url: string, dataFolder: string, args: readonly string[], env: Record<string, string> = {}) =>
  startProgram(file, args, { DATABASE_URL: url, QUITTANCE_DATA: dataFolder, QUITTANCE_SECRET: TEST_SECRET, NODE_ENV: 'test', ...env });
