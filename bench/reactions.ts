/**
 * What answering events costs: 50 rules of a client over its log, most of which differ from an event in a field; one in fifty events is answered
 * with a task. Everything is on the embedded database, with every commit on disk. Run: node bench/reactions.ts [events]
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { NewEvent } from '../server/platform/events.ts';
import { appendEvents } from '../server/platform/events.ts';
import { follow } from '../server/platform/follow.ts';
import { notePurpose } from '../server/platform/installation.ts';
import { type OwnedDatabase, openMigrated } from '../server/platform/owned.ts';
import { startPostgres } from '../server/platform/postgres.ts';
import { inClient } from '../server/platform/tenancy.ts';
import '../server/services/account/account.effects.ts';
import { addRule } from '../server/services/reactions/reactions.edit.logic.ts';
import '../server/services/reactions/reactions.follow.ts';

const events = Number(process.argv[2] ?? 100_000);
const ACCOUNTS = 20_000;
const RULES = 50;
const CLIENT = '01940000-0000-7000-8000-000000000001';
const id = (kind: number, n: number) => `0194${kind}000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

async function seed(database: OwnedDatabase): Promise<void> {
  await inClient(database, CLIENT, async (tx) => {
    await tx.sql(
      `insert into client (client_id, name, currency, timezone, country_code, created_at) values ($1, 'Bench', 'EUR', 'Europe/Berlin', 'DE', '2026-01-01T00:00:00Z')`,
      [CLIENT],
    );
    const account = `('01941000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
    await tx.sql(
      `insert into account (client_id, account_id, external_account_ref, currency, created_at, updated_at)
       select $1, ${account}, 'A-' || n, 'EUR', '2026-01-01', '2026-01-01' from generate_series(1, $2::int) n`,
      [CLIENT, ACCOUNTS],
    );
    await tx.sql(
      `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, due_date, created_at, updated_at)
       select $1, 'INV-' || n, ${account}, 'EUR', 10000, 10000, '2026-01-15', '2026-01-01', '2026-01-01' from generate_series(1, $2::int) n`,
      [CLIENT, ACCOUNTS],
    );
    const parameters = JSON.stringify({ topicId: 'default' });
    for (let n = 0; n < RULES; n++)
      await addRule(tx, null, {
        displayName: `Rule ${n}`,
        messageType: 'customTriggerFired',
        triggerName: `trigger-${n}`,
        reactions: [{ id: 'task', type: 'createCaseManagementTask', parameters }],
      });
  });
  for (let from = 0; from < events; from += 5_000)
    await inClient(database, CLIENT, (tx) =>
      appendEvents(
        tx,
        Array.from({ length: Math.min(5_000, events - from) }, (_, index): NewEvent => {
          const n = from + index;
          const [account, trigger] = [(n % ACCOUNTS) + 1, n % RULES === 0 ? `trigger-${(n / RULES) % RULES}` : 'other'];
          return {
            messageType: 'customTriggerFired',
            accountId: id(1, account),
            externalClaimRef: `INV-${account}`,
            payload: { trigger },
          };
        }),
      ),
    );
  await database.owner.query('vacuum analyze');
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'quittance-bench-'));
chmodSync(folder, 0o755);
const postgres = await startPostgres({ folder });
try {
  const database = await openMigrated(postgres.url);
  await notePurpose(database, 'test');
  await seed(database);
  const began = performance.now();
  const handled = await follow(database, CLIENT);
  const seconds = (performance.now() - began) / 1000;
  if ((await follow(database, CLIENT)) > 0) throw new Error('events were handled twice');
  const [row] = await inClient(database, CLIENT, (tx) =>
    tx.sql<{ firings: number; tasks: number }>(
      'select (select count(*)::int from reaction_firing where client_id = $1) as firings, (select count(*)::int from case_task where client_id = $1) as tasks',
      [CLIENT],
    ),
  );
  const expected = Math.ceil(events / RULES);
  if (row?.firings !== expected || row.tasks !== expected) throw new Error(`not every event was answered once: ${JSON.stringify(row)}`);
  const number = (value: number) => Math.round(value).toLocaleString('en');
  console.log(`  ${number(handled)} events, ${RULES} rules, ${number(row.firings)} answered with a task, in ${seconds.toFixed(1)} s`);
  console.log(`  ${number((events * RULES) / seconds)} rule decisions/s, ${number(events / seconds)} events/s`);
  await database.close();
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
