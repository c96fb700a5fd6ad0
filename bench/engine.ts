/**
 * Durable steps per second of the strategy engine on the embedded database (fsync on): 100,000 claims in a five-step strategy with a
 * condition, an e-mail (queued, not sent) and a wait. Beside it, on the same machine in the same run: a one-workflow-per-claim engine
 * (DBOS) and a queue job per step (graphile-worker) that do the same steps with the same rows, on smaller counts, and bare SQL that
 * inserts and updates those rows. Run: node bench/engine.ts [claims]
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DAY, type Instant, instant } from '../core/time.ts';
import type { TreeStep } from '../engine/graph/tree.ts';
import { useClock } from '../server/platform/clock.ts';
import { notePurpose } from '../server/platform/installation.ts';
import { type OwnedDatabase, openMigrated } from '../server/platform/owned.ts';
import { startPostgres } from '../server/platform/postgres.ts';
import { inClient } from '../server/platform/tenancy.ts';
import '../server/services/account/account.effects.ts';
import '../server/services/cms/cms.effects.ts';
import { saveBlueprint } from '../server/services/strategy/strategy.blueprint.logic.ts';
import '../server/services/strategy/strategy.effects.ts';
import { advanceDue } from '../server/services/strategy/strategy.engine.logic.ts';
import { startRuns } from '../server/services/strategy/strategy.runs.logic.ts';
import { measureBare } from './engine.bare.ts';
import { measurePeers } from './engine.peers.ts';

const claims = Number(process.argv[2] ?? 100_000);
const CLIENT = '01940000-0000-7000-8000-000000000001';

/** Five steps a claim: condition, e-mail, wait, condition, end. */
const STEPS: TreeStep[] = [
  {
    id: 'large',
    stepType: 'evaluateIfCondition',
    stepState: condition('claimBalance >= money("50.00", "EUR")'),
    left: null,
    right: 'reminder',
  },
  { id: 'reminder', stepType: 'sendEmail', stepState: { bundleName: 'reminder' }, down: 'week' },
  { id: 'week', stepType: 'delay', stepState: { days: 7 }, down: 'still' },
  { id: 'still', stepType: 'evaluateIfCondition', stepState: condition('daysPastDue > 30'), left: null, right: 'end' },
  { id: 'end', stepType: 'expired', stepState: {} },
];
function condition(expression: string) {
  return { mode: 'advanced', expression };
}

async function seed(database: OwnedDatabase): Promise<void> {
  await inClient(database, CLIENT, async (tx) => {
    await tx.sql(
      `insert into client (client_id, name, currency, timezone, country_code, created_at) values ($1, 'Bench', 'EUR', 'Europe/Berlin', 'DE', '2026-01-01T00:00:00Z')`,
      [CLIENT],
    );
    const id = (kind: number) => `('0194${kind}000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
    await tx.sql(
      `insert into account (client_id, account_id, external_account_ref, currency, created_at, updated_at, debtor_name)
       select $1, ${id(1)}, 'A-' || n, 'EUR', '2026-01-01', '2026-01-01', 'Debtor ' || n from generate_series(1, $2::int) n`,
      [CLIENT, claims],
    );
    await tx.sql(
      `insert into debtor (client_id, account_id, debtor_id, external_debtor_ref, type, last_name) select $1, ${id(1)}, ${id(2)}, 'D-' || n, 'person', 'Name' || n from generate_series(1, $2::int) n`,
      [CLIENT, claims],
    );
    await tx.sql(
      `insert into contact_point (client_id, account_id, debtor_id, kind, value, normalized, updated_at)
       select $1, ${id(1)}, ${id(2)}, 'email', 'd' || n || '@debtor.example', 'd' || n || '@debtor.example', '2026-01-01' from generate_series(1, $2::int) n`,
      [CLIENT, claims],
    );
    await tx.sql(
      `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, due_date, created_at, updated_at)
       select $1, 'INV-' || n, ${id(1)}, 'EUR', 10000 + n, 10000 + n, '2026-01-15', '2026-01-01', '2026-01-01' from generate_series(1, $2::int) n`,
      [CLIENT, claims],
    );
  });
  await database.owner.query('vacuum analyze');
}

async function measureEngine(database: OwnedDatabase): Promise<number> {
  let time: Instant = instant('2026-03-03T10:00:00Z');
  const restoreClock = useClock(() => time);
  const blueprintId = await inClient(database, CLIENT, async (tx) => {
    const { blueprint, problems } = await saveBlueprint(tx, { id: 'new', displayName: 'Bench', steps: JSON.stringify(STEPS) });
    if (!blueprint) throw new Error(JSON.stringify(problems));
    return blueprint.id;
  });
  const refs = Array.from({ length: claims }, (_, index) => `INV-${index + 1}`);
  for (let from = 0; from < claims; from += 20_000)
    await inClient(database, CLIENT, (tx) => startRuns(tx, { blueprintId, externalClaimRefs: refs.slice(from, from + 20_000) }));
  let seconds = 0;
  let steps = 0;
  for (const label of ['condition, e-mail, wait', 'wait over, condition, end']) {
    const started = performance.now();
    const done = await advanceDue(database, CLIENT);
    const took = (performance.now() - started) / 1000;
    console.log(`  ${label}: ${done.runs.toLocaleString('en')} runs, ${done.steps.toLocaleString('en')} steps in ${took.toFixed(2)} s`);
    seconds += took;
    steps += done.steps;
    time = instant(time + 8 * DAY);
  }
  restoreClock();
  const [row] = await inClient(database, CLIENT, (tx) =>
    tx.sql<{ ended: number; queued: number }>(
      `select (select count(*)::int from strategy_run where status = 'completed' and client_id = $1) as ended, (select count(*)::int from outbox where client_id = $1) as queued`,
      [CLIENT],
    ),
  );
  if (row?.ended !== claims || row.queued !== claims) throw new Error(`not every claim went its way: ${JSON.stringify(row)}`);
  if (steps !== claims * STEPS.length) throw new Error(`${steps} steps instead of ${claims * STEPS.length}`);
  const rate = steps / seconds;
  console.log(`  Quittance: ${Math.round(rate).toLocaleString('en')} durable steps/s`);
  return rate;
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'quittance-bench-'));
chmodSync(folder, 0o755);
const postgres = await startPostgres({ folder });
try {
  const database = await openMigrated(postgres.url);
  await notePurpose(database, 'test');
  await seed(database);
  const rate = await measureEngine(database);
  const bare = await measureBare(database, CLIENT, claims);
  await database.close();
  console.log(
    `  bare SQL, same rows: ${Math.round(bare).toLocaleString('en')} steps/s; the engine reaches ${((rate / bare) * 100).toFixed(0)} % of it`,
  );
  for (const peer of measurePeers(postgres.url))
    console.log(
      `  ${peer.name}: ${Math.round(peer.rate).toLocaleString('en')} steps/s (${peer.claims.toLocaleString('en')} claims); Quittance is ${(rate / peer.rate).toFixed(0)} times as fast`,
    );
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
