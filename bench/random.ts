/**
 * Random strategies of every step type, with as many decision trees, and workflows and rules beside them, saved, read and run on Postgres; two fifths
 * are wrong in places. Prints how often each outcome was; fails on an exception that is no reason. Run: node bench/random.ts [count] [seed]
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { uuidv7 } from '../core/id.ts';
import { notePurpose } from '../server/platform/installation.ts';
import { openMigrated } from '../server/platform/owned.ts';
import { startPostgres } from '../server/platform/postgres.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { neverDecided, runRandom } from '../server/services/reactions/reactions.random.testing.ts';

const count = Number(process.argv[2] ?? 10_000);
const seed = Number(process.argv[3] ?? 1);
const folder = mkdtempSync(path.join(os.tmpdir(), 'quittance-random-'));
chmodSync(folder, 0o755);
const postgres = await startPostgres({ folder });
let failed = true;
try {
  const database = await openMigrated(postgres.url);
  await notePurpose(database, 'test');
  const clientId = uuidv7();
  await inClient(database, clientId, (tx) =>
    tx.sql(
      `insert into client (client_id, name, currency, timezone, country_code, created_at) values ($1, 'Random', 'EUR', 'Europe/Berlin', 'DE', '2026-01-01T00:00:00Z')`,
      [clientId],
    ),
  );
  const began = performance.now();
  const counts = await runRandom(database, clientId, {
    count,
    seed,
    onRound: (done) => done % 1_000 === 0 && console.log(`  ${done} of ${count}`),
  });
  const seconds = Math.round((performance.now() - began) / 1000);
  for (const [outcome, number] of [...counts.outcomes].sort(([a], [b]) => a.localeCompare(b)))
    console.log(`  ${String(number).padStart(7)} ${outcome}`);
  const missed = count >= 1_000 ? neverDecided(counts) : [];
  for (const type of missed) console.log(`  no run came to a step ${type}`);
  for (const text of counts.exceptions.slice(0, 20)) console.log(`  EXCEPTION ${text}`);
  console.log(
    `  ${count} strategies and ${count} trees, seed ${seed}, ${seconds} s: ${counts.exceptions.length} exceptions without a reason`,
  );
  failed = counts.exceptions.length > 0 || missed.length > 0;
  await database.close();
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
