/**
 * Kills. Workers with -9 sixty times while 4,000 e-mail steps per class of provider run against one that loses 2 % of its answers and
 * delivers 2 % before a 503; then the same with the database stopped at once (-m immediate) five times under load, with payments booked
 * beside it; then with strategies that run code, write, fire triggers, wait for workflows and have rules answer them, all of it once a claim. Fails
 * when anything is sent twice or lost, when a step has not exactly one event, when an acknowledged booking is missing, or when a balance is not
 * the sum of its ledger. Run: node bench/kills.ts [messages] [kills] [claims of
 * the third part]; without messages the third part alone
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { uuidv7 } from '../core/id.ts';
import type { CalendarDate } from '../core/time.ts';
import { notePurpose } from '../server/platform/installation.ts';
import { type OwnedDatabase, openMigrated } from '../server/platform/owned.ts';
import { startPostgres } from '../server/platform/postgres.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { book } from '../server/services/finance/ledger/ledger.logic.ts';
import { type KillResult, killWorkers } from '../server/services/strategy/strategy.kill.harness.ts';
import { showTogether } from './kills.together.ts';

const messages = Number(process.argv[2] ?? 4000);
const kills = Number(process.argv[3] ?? 60);
const claims = Number(process.argv[4] ?? 1200);
const DATABASE_KILLS = 5;
const CLAIMS = 50;
const VALUE_DATE = '2026-03-03' as CalendarDate;

const folder = mkdtempSync(path.join(os.tmpdir(), 'quittance-kills-'));
chmodSync(folder, 0o755);
const postgres = await startPostgres({ folder });
let failed = false;

function show(title: string, results: readonly KillResult[]): void {
  console.log(`  ${title}`);
  for (const { deliveryClass, messages: sent, duplicates, lost, unknown, wrongEvents } of results) {
    console.log(
      `    ${deliveryClass.padEnd(10)} ${sent} messages: ${duplicates} duplicates, ${lost} lost, ${unknown} parked as unknown, ${wrongEvents} steps without exactly one event`,
    );
    failed ||= duplicates > 0 || lost > 0 || wrongEvents > 0 || sent !== messages || (deliveryClass !== 'neither' && unknown > 0);
  }
}

/** Stops the database as a power cut would; its launcher starts it again on the same files, and it recovers while everybody keeps trying. */
function killDatabase(): void {
  process.kill(Number(readFileSync(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGQUIT');
}

const ledgerClient = uuidv7();
const acknowledged = new Set<string>();
let booking = true;

const entry = (account: string, claim: number, amount: bigint, key: string) => ({
  accountId: account,
  externalClaimRef: `L-${claim}`,
  kind: amount > 0n ? ('principal' as const) : ('payment' as const),
  amount,
  currency: 'EUR',
  valueDate: VALUE_DATE,
  key,
});

async function seedLedger(database: OwnedDatabase): Promise<string> {
  const account = uuidv7();
  await inClient(database, ledgerClient, async (tx) => {
    await tx.sql(
      `insert into client (client_id, name, currency, timezone, country_code, created_at) values ($1, 'Books', 'EUR', 'Europe/Berlin', 'DE', '2026-01-01')`,
      [ledgerClient],
    );
    await tx.sql(
      `insert into account (client_id, account_id, external_account_ref, currency, created_at, updated_at) values ($1, $2, 'L', 'EUR', '2026-01-01', '2026-01-01')`,
      [ledgerClient, account],
    );
    await tx.sql(
      `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, created_at, updated_at)
       select $1, 'L-' || n, $2, 'EUR', 100000000, 0, '2026-01-01', '2026-01-01' from generate_series(1, $3::int) n`,
      [ledgerClient, account, CLAIMS],
    );
    await book(
      tx,
      Array.from({ length: CLAIMS }, (_, n) => entry(account, n + 1, 100_000_000n, `principal-${n + 1}`)),
    );
  });
  return account;
}

/** Books small payments one after the other; a key counts as acknowledged only when its commit was answered. */
async function bookPayments(database: OwnedDatabase, account: string, lane: number): Promise<void> {
  for (let number = 0; booking; number++) {
    const key = `payment-${lane}-${number}`;
    const claim = 1 + ((number * 7 + lane) % CLAIMS);
    try {
      await inClient(database, ledgerClient, (tx) => book(tx, [entry(account, claim, -1n, key)]));
      acknowledged.add(key);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

async function checkLedger(database: OwnedDatabase): Promise<void> {
  const [row] = await inClient(database, ledgerClient, (tx) =>
    tx.sql<{ keys: string[]; wrong: number }>(
      `select (select array_agg(key) from ledger_entry where client_id = $1) as keys,
         (select count(*)::int from claim c where client_id = $1 and balance <> (select sum(amount) from ledger_entry l where l.client_id = $1 and l.account_id = c.account_id and l.external_claim_ref = c.external_claim_ref)) as wrong`,
      [ledgerClient],
    ),
  );
  const stored = new Set(row?.keys);
  const missing = [...acknowledged].filter((key) => !stored.has(key));
  console.log(
    `    ledger     ${acknowledged.size} acknowledged bookings: ${missing.length} missing, ${row?.wrong} of ${CLAIMS} balances differ from their entries`,
  );
  failed ||= missing.length > 0 || row?.wrong !== 0 || acknowledged.size === 0;
}

try {
  const database = await openMigrated(postgres.url);
  await notePurpose(database, 'test');
  const shared = { database, messages, kills, workers: 3, lost: 2, unavailable: 2, lease: 9_000 };
  const stops = { count: 0 };
  const stopDatabase = async (kill: number) => {
    if (kill % Math.ceil(kills / DATABASE_KILLS) !== 0 || stops.count === DATABASE_KILLS) return;
    stops.count++;
    killDatabase();
  };
  if (messages > 0) {
    show(`${kills} workers killed`, await killWorkers(shared));

    const account = await seedLedger(database);
    const lanes = [0, 1, 2].map((lane) => bookPayments(database, account, lane));
    const results = await killWorkers({ ...shared, afterKill: stopDatabase });
    booking = false;
    await Promise.all(lanes);
    show(`${kills} workers and ${stops.count} times the database killed`, results);
    await checkLedger(database);
  }
  stops.count = 0;
  const wrong = await showTogether({ ...shared, claims, afterKill: stopDatabase });
  console.log(`    with ${kills} workers and ${stops.count} times the database killed`);
  failed ||= wrong;
  await database.close();
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(failed ? '  FAILED' : '  all counts are as they must be');
process.exit(failed ? 1 : 0);
