/**
 * Webhooks: events at a steady rate, each for two fast endpoints, one that takes half a second and one that never answers, by workers in
 * processes of their own; then the same with a worker killed (-9) in the middle. Prints rates, how long the fast ones wait for an event after its
 * commit, and how many came twice. Fails when one is lost. Everything is on the embedded database, with every commit on disk.
 * Run: node bench/webhooks.ts [events a second] [seconds] [workers]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { type Uuid, uuidv7 } from '../core/id.ts';
import { readConfig } from '../server/platform/config.ts';
import { appendEvents, type NewEvent } from '../server/platform/events.ts';
import { notePurpose } from '../server/platform/installation.ts';
import { outboundOf } from '../server/platform/outbound.ts';
import { type OwnedDatabase, openMigrated } from '../server/platform/owned.ts';
import { startPostgres } from '../server/platform/postgres.ts';
import { inClient } from '../server/platform/tenancy.ts';
import '../server/services.ts';
import { saveEndpoint } from '../server/services/webhook-subscription/webhook-subscription.endpoint.logic.ts';
import { postgresTime } from './postgres.time.ts';

const rate = Number(process.argv[2] ?? 1000);
const seconds = Number(process.argv[3] ?? 30);
const workers = Number(process.argv[4] ?? 1);
const ACCOUNTS = 5_000;
const FAST = ['/fast/1', '/fast/2'];
const SLOW_MS = 500;
/** Appended in one transaction, ms. */
const EACH = 50;
/** Events that are not counted. */
const WARM_UP = 2_000;
/** How long the fast ones are waited for after the last event, ms. */
const PATIENCE = 180_000;
const WORKER = path.join(import.meta.dirname, '../server/services/webhook-subscription/webhook-subscription.kill.worker.ts');

interface Arrivals {
  readonly first: Map<string, number>;
  repeats: number;
}

const arrivals = new Map<string, Arrivals>();
const server = createServer((request, response) => {
  const url = request.url ?? '';
  request.resume().on('end', () => {
    const id = String(request.headers['webhook-id']);
    const place = arrivals.get(url) ?? { first: new Map<string, number>(), repeats: 0 };
    arrivals.set(url, place);
    if (place.first.has(id)) place.repeats++;
    else place.first.set(id, performance.now());
    if (url === '/dead') return;
    if (url === '/slow') setTimeout(() => response.writeHead(200).end(), SLOW_MS);
    else response.writeHead(200).end();
  });
});

const folder = mkdtempSync(path.join(os.tmpdir(), 'quittance-webhooks-'));
chmodSync(folder, 0o755);
const postgres = await startPostgres({ folder });
let failed = false;
const number = (value: number) => Math.round(value).toLocaleString('en');

function startProcess(database: OwnedDatabase): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', WORKER, JSON.stringify(database.addresses)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, OUTBOUND_ALLOW: '127.0.0.0/8' },
  });
  return new Promise((resolve) => child.stdout!.once('data', () => resolve(child)));
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function measure(database: OwnedDatabase, title: string, kills: boolean): Promise<void> {
  const clientId = uuidv7();
  arrivals.clear();
  await inClient(database, clientId, async (tx) => {
    await tx.sql(
      `insert into client (client_id, name, currency, timezone, country_code, created_at) values ($1, 'Bench', 'EUR', 'Europe/Berlin', 'DE', '2026-01-01')`,
      [clientId],
    );
    const outbound = outboundOf({ ...readConfig(), outboundAllow: ['127.0.0.0/8'] });
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const url of [...FAST, '/slow', '/dead'])
      await saveEndpoint(tx, outbound, { url: base + url, messageTypes: ['customTriggerFired.v1'] });
  });
  const accounts = Array.from({ length: ACCOUNTS }, () => uuidv7());
  const running = await Promise.all(Array.from({ length: workers }, () => startProcess(database)));
  const committed = new Map<Uuid, number>();
  let appended = 0;
  const append = async (count: number) => {
    const events = Array.from({ length: count }, (): NewEvent => {
      const accountId = accounts[appended++ % ACCOUNTS]!;
      return { messageType: 'customTriggerFired', accountId, payload: { trigger: 'bench' } };
    });
    const stored = await inClient(database, clientId, (tx) => appendEvents(tx, events));
    const at = performance.now();
    for (const { messageId } of stored) committed.set(messageId, at);
  };
  const missing = () => FAST.reduce((sum, url) => sum + [...committed.keys()].filter((id) => !arrivals.get(url)?.first.has(id)).length, 0);
  const arrive = async () => {
    const until = performance.now() + PATIENCE;
    while (missing() > 0 && performance.now() < until) await wait(200);
  };
  // An endpoint of a minute ago is known to the database's statistics, as in any installation.
  await append(WARM_UP);
  await arrive();
  await database.owner.query('vacuum analyze');
  committed.clear();
  const warm = new Map([...arrivals].map(([url, { first }]) => [url, first.size]));
  for (const each of arrivals.values()) each.repeats = 0;
  const before = { bench: process.cpuUsage(), database: postgresTime(folder) };
  const first = appended;
  const began = performance.now();
  let killed = !kills;
  while (performance.now() - began < seconds * 1000) {
    const due = Math.floor(((performance.now() - began) / 1000) * rate) - (appended - first);
    if (due > 0) await append(due);
    if (!killed && performance.now() - began > (seconds * 1000) / 2) {
      killed = true;
      running.shift()!.kill('SIGKILL');
      void startProcess(database).then((child) => running.push(child));
    }
    await wait(EACH);
  }
  const produced = (performance.now() - began) / 1000;
  await arrive();
  const ended = (performance.now() - began) / 1000;
  for (const child of running) child.kill('SIGKILL');
  console.log(`  ${title}: ${number(committed.size)} events in ${produced.toFixed(1)} s (${number(committed.size / produced)}/s)`);
  for (const url of [...FAST, '/slow', '/dead']) {
    const { first, repeats } = arrivals.get(url) ?? { first: new Map<string, number>(), repeats: 0 };
    const waits = [...committed].flatMap(([id, at]) => (first.has(id) ? [first.get(id)! - at] : [])).sort((one, other) => one - other);
    const at = (part: number) => number(waits[Math.min(waits.length - 1, Math.floor(waits.length * part))] ?? 0);
    const isFast = FAST.includes(url);
    const lost = committed.size - waits.length;
    failed ||= isFast && lost > 0;
    console.log(
      `    ${url.padEnd(8)} ${number(first.size - (warm.get(url) ?? 0))} arrived, ${number(repeats)} twice${isFast ? `, ${lost} lost, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms` : ''}`,
    );
  }
  const { user, system } = process.cpuUsage(before.bench);
  const worked = [(user + system) / 1e6, (postgresTime(folder) - before.database) / 1000].map((time) => `${time.toFixed(1)} s`);
  console.log(`    processor time: this program ${worked[0]}, the database ${worked[1]}`);
  console.log(`    the last of the fast ones ${(ended - produced).toFixed(1)} s after the last event`);
}

try {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const database = await openMigrated(postgres.url);
  await notePurpose(database, 'test');
  await measure(database, 'all at once', false);
  await measure(database, 'a worker killed in the middle', true);
  await database.close();
} finally {
  server.closeAllConnections();
  server.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
