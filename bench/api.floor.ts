/**
 * The least that a write of the API's kind can cost with this server and this database: a bare HTTP server, and in place of each table one of three
 * columns. The caller's key is looked up; then one transaction finds out whether the request was made before and whether its subject is there, and
 * keeps what was written, that it happened and its answer. No rights, no row-level security, no rates, no reading of the request but its JSON.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { uuidv7 } from '../core/id.ts';
import type { OwnedDatabase } from '../server/platform/owned.ts';

const TABLES = ['floor_key', 'floor_subject', 'floor_note', 'floor_event', 'floor_answer'] as const;
type Table = (typeof TABLES)[number];

/** @returns the port it listens on, and how to end it. */
export async function startFloor(database: OwnedDatabase): Promise<{ port: number; close: () => Promise<void> }> {
  for (const table of TABLES) {
    await database.owner.query(`create table if not exists ${table} (id uuid primary key, content text, at timestamptz default now())`);
    await database.owner.query(`grant select, insert on ${table} to public`);
  }
  const known = uuidv7();
  for (const table of ['floor_key', 'floor_subject'] as const) await add(database.owner, table, known, '');

  const write = async (content: string): Promise<void> => {
    await find(database.readers, 'floor_key', known);
    const connection = await database.writers.connect();
    try {
      const key = uuidv7();
      const lock = { name: 'floor_lock', text: 'select pg_try_advisory_xact_lock(hashtextextended($1, 0))', values: [key] };
      await Promise.all([connection.query('begin'), connection.query(lock), find(connection, 'floor_answer', key)]);
      await Promise.all([
        find(connection, 'floor_subject', known),
        add(connection, 'floor_note', uuidv7(), content),
        add(connection, 'floor_event', uuidv7(), content),
        add(connection, 'floor_answer', key, content),
        connection.query('commit'),
      ]);
    } finally {
      connection.release();
    }
  };

  const server = http.createServer(async (request, reply) => {
    let text = '';
    for await (const piece of request) text += piece;
    await write((JSON.parse(text) as { text: string }).text);
    reply.setHeader('content-type', 'application/json').end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { port: (server.address() as AddressInfo).port, close };
}

type Asked = Pick<pg.Pool, 'query'> | Pick<pg.PoolClient, 'query'>;

const find = (asked: Asked, table: Table, id: string) =>
  (asked as pg.Pool).query({ name: `find_${table}`, text: `select * from ${table} where id = $1`, values: [id] });

const add = (asked: Asked, table: Table, id: string, content: string) =>
  (asked as pg.Pool).query({ name: `add_${table}`, text: `insert into ${table} (id, content) values ($1, $2)`, values: [id, content] });
