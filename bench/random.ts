/**
 * Random strategies of every step type, with as many decision trees, and workflows and rules beside them, saved, read and run on Postgres; two fifths
 * are wrong in places. Prints how often each outcome was; fails on an exception that is no reason. Run: node bench/random.ts [count] [seed]
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Uuid, uuidv7 } from '../core/id.ts';
import { notePurpose } from '../server/platform/installation.ts';
import { type OwnedDatabase, openMigrated } from '../server/platform/owned.ts';
import { startPostgres } from '../server/platform/postgres.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { neverDecided, runRandom } from '../server/services/reactions/reactions.random.testing.ts';

const count = Number(process.argv[2] ?? 10_000);
const seed = Number(process.argv[3] ?? 1);
/** Strategies of one client: saving one reads what it leads to, and nobody has ten thousand. */
const PER_CLIENT = 500;

async function addClient(database: OwnedDatabase): Promise<Uuid> {
  const clientId = uuidv7();
  await inClient(database, clientId, (tx) =>
    tx.sql(
      `insert into client (client_id, name, currency, timezone, country_code, created_at) values ($1, 'Random', 'EUR', 'Europe/Berlin', 'DE', '2026-01-01T00:00:00Z')`,
      [clientId],
    ),
  );
  return clientId;
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'quittance-random-'));
chmodSync(folder, 0o755);
const postgres = await startPostgres({ folder });
let failed = true;
try {
  const database = await openMigrated(postgres.url);
  await notePurpose(database, 'test');
  const began = performance.now();
  const outcomes = new Map<string, number>();
  const exceptions: string[] = [];
  for (let done = 0; done < count; done += PER_CLIENT) {
    const part = await runRandom(database, await addClient(database), { count: Math.min(PER_CLIENT, count - done), seed: seed + done });
    for (const [outcome, number] of part.outcomes) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + number);
    exceptions.push(...part.exceptions);
    for (const text of part.exceptions.slice(0, 5)) console.log(`  EXCEPTION ${text}`);
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(`  ${Math.min(count, done + PER_CLIENT)} of ${count}: ${exceptions.length} exceptions without a reason, ${seconds} s`);
  }
  for (const [outcome, number] of [...outcomes].sort(([one], [other]) => one.localeCompare(other)))
    console.log(`  ${String(number).padStart(7)} ${outcome}`);
  const missed = count >= 1_000 ? neverDecided({ outcomes, exceptions }) : [];
  for (const type of missed) console.log(`  no run came to a step ${type}`);
  console.log(`  ${count} strategies and ${count} trees, seed ${seed}: ${exceptions.length} exceptions without a reason`);
  failed = exceptions.length > 0 || missed.length > 0;
  await database.close();
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
