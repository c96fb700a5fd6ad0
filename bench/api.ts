/**
 * The REST API under load: 50 programs at once write notes and book payments through HTTP, each with an Idempotency-Key, then read what they wrote; each kind
 * as fast as they are answered, and then once, twice and four times a second each; beside them the least that a write can cost here (api.floor.ts). Prints
 * p50, p95 and p99. Run: node bench/api.ts [seconds] [parallel]
 */
import { fork } from 'node:child_process';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { uuidv7 } from '../core/id.ts';
import { keyFor } from '../server/api/api.testing.ts';
import type { OwnedDatabase } from '../server/platform/owned.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { startFloor } from './api.floor.ts';
import { withServer } from './house.ts';
import { postgresTime } from './postgres.time.ts';

const CLIENT = '01940000-0000-7000-8000-000000000001';
const USER = '01940000-0000-7000-8000-0000000000aa';
const seconds = Number(process.argv[2] ?? 20);
const PARALLEL = Number(process.argv[3] ?? 50);
const ACCOUNTS = 1000;
/** How often a second a program that doesn't write all the time does so. */
const OFTEN = [1, 2, 4];
/** Of each kind, not counted, ms. */
const WARM_UP = 3_000;

/** Accounts that owe more than all payments of a run. */
async function seed(database: OwnedDatabase): Promise<void> {
  await inClient(database, CLIENT, async (tx) => {
    await tx.sql(
      `insert into client (client_id, name, currency, timezone, country_code, created_at) values ($1, 'Bench', 'EUR', 'Europe/Berlin', 'DE', '2026-01-01T00:00:00Z')`,
      [CLIENT],
    );
    const accounts = Array.from({ length: ACCOUNTS }, (_, index) => ({
      ref: `B-${index}`,
      first: 'Ada',
      last: `Petersen ${index}`,
      city: 'Berlin',
      claims: [{ ref: `C-${index}`, balance: 100_000_000, due: '2026-01-15' }],
    }));
    await addSampleAccounts(tx, accounts);
  });
}

/** What the load generator, a process of its own, is told. */
interface Told {
  readonly port: number;
  readonly floorPort: number;
  readonly keys: readonly string[];
  readonly accountIds: readonly string[];
}

if (process.send) process.once('message', (told: Told) => void load(told));
else
  await withServer({ name: 'api', clientId: CLIENT, role: 'ADMINISTRATOR', seed }, async ({ database, port, folder }) => {
    const rows = await inClient(database, CLIENT, (tx) =>
      tx.sql<{ account_id: string }>(`select account_id from account where client_id = $1 order by substr(external_account_ref, 3)::int`, [
        CLIENT,
      ]),
    );
    // A key does five things at once: programs have keys of their own.
    const keys: string[] = [];
    for (let each = 0; each < PARALLEL; each += 1) keys.push((await keyFor(database, CLIENT, { userId: USER })).key);
    const floor = await startFloor(database);
    const child = fork(import.meta.filename, process.argv.slice(2));
    let before = { server: process.cpuUsage(), database: 0 };
    // After each kind: what the server and its database worked for one request, whatever else the machine does meanwhile.
    child.on('message', async (requests: number) => {
      const { user, system } = process.cpuUsage(before.server);
      const each = [(user + system) / 1000, postgresTime(folder) - before.database].map((time) => `${(time / requests).toFixed(2)} ms`);
      if (before.database > 0) console.log(`  processor time of one: server ${each[0]}, database ${each[1]}`);
      // Within a minute an installation's database does so by itself.
      else await database.owner.query('vacuum analyze');
      before = { server: process.cpuUsage(), database: postgresTime(folder) };
      child.send('go on');
    });
    child.send({ port, floorPort: floor.port, keys, accountIds: rows.map(({ account_id }) => account_id) } satisfies Told);
    process.exitCode = await new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
    await floor.close();
  });

async function load({ port, floorPort, keys, accountIds }: Told): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: PARALLEL });

  const call = (key: string, method: string, path: string, body: object | null, at = port) =>
    new Promise<number>((resolve, reject) => {
      const began = performance.now();
      const request = http.request(
        {
          agent,
          port: at,
          host: '127.0.0.1',
          method,
          path: `/api/v1${path}`,
          headers: {
            authorization: `Bearer ${key}`,
            ...(body ? { 'content-type': 'application/json', 'idempotency-key': uuidv7() } : {}),
          },
        },
        (answer) => {
          answer.resume();
          answer.once('end', () => {
            if ((answer.statusCode ?? 500) < 300) resolve(performance.now() - began);
            else reject(new Error(`${method} ${path}: ${answer.statusCode}`));
          });
        },
      );
      request.once('error', reject);
      request.end(body ? JSON.stringify(body) : undefined);
    });

  const kinds: Readonly<Record<string, (key: string, index: number) => Promise<number>>> = {
    'write a note': (key, index) => call(key, 'POST', `/accounts/${accountIds[index]}/notes`, { text: `Seen by the ERP, ${index}` }),
    'book a payment': (key, index) =>
      call(key, 'POST', `/accounts/${accountIds[index]}/payments`, { externalClaimRefs: [`C-${index}`], amount: '0.01' }),
    'a write, the least of it': (key, index) => call(key, 'POST', '/floor', { text: `Seen by the ERP, ${index}` }, floorPort),
    'read an account': (key, index) => call(key, 'GET', `/accounts/${accountIds[index]}`, null),
  };
  const goOn = (requests: number) =>
    new Promise((resolve) => {
      process.once('message', resolve);
      process.send!(requests);
    });
  /** @returns how long each request took, in order, ms. */
  const together = async (one: (key: string, index: number) => Promise<number>, forMs: number, every = 0) => {
    const times: number[] = [];
    const began = performance.now();
    await Promise.all(
      keys.map(async (key, program) => {
        const first = began + (every * program) / PARALLEL;
        for (let turn = 0; performance.now() < began + forMs; turn += 1) {
          await sleep(Math.max(0, first + turn * every - performance.now()));
          times.push(await one(key, (program + turn * PARALLEL) % ACCOUNTS));
        }
      }),
    );
    return times.sort((a, b) => a - b);
  };
  const say = (times: readonly number[], how: string) => {
    const at = (share: number) => `${(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1)} ms`;
    console.log(`${how}: ${Math.round(times.length / seconds)} a second; p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}`);
  };
  for (const one of Object.values(kinds)) await together(one, WARM_UP);
  await goOn(0);
  for (const [name, one] of Object.entries(kinds)) {
    const times = await together(one, seconds * 1000);
    say(times, `${name}, ${PARALLEL} at once without a pause`);
    await goOn(times.length);
    for (const often of OFTEN) {
      const paced = await together(one, seconds * 1000, 1_000 / often);
      say(paced, `${name}, ${PARALLEL} programs ${often} a second each`);
      await goOn(paced.length);
    }
  }
  process.exit(0);
}
