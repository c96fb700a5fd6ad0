/**
 * A camt.053 of 20,000 bank transactions, end to end: read, matched against as many accounts, booked, and what is left to people.
 * Of ten bank transactions seven name a claim with its sum, one a claim and a part of its sum by its debtor, one only a name, and one nothing known.
 * Run: node bench/statements.ts [bank transactions]
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Uuid, uuidv7 } from '../core/id.ts';
import { notePurpose } from '../server/platform/installation.ts';
import { openMigrated } from '../server/platform/owned.ts';
import { startPostgres } from '../server/platform/postgres.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { refreshAccounts } from '../server/services/account/ground/projection.logic.ts';
import { saveBankAccount } from '../server/services/finance/account/account.logic.ts';
import { statementXml, type TestBankTransaction } from '../server/services/finance/bank/camt.testing.ts';
import { matchStatement } from '../server/services/finance/bank/matching.logic.ts';
import { addStatements } from '../server/services/finance/bank/statement.logic.ts';

const movements = Number(process.argv[2] ?? 20_000);
const clientId: Uuid = uuidv7();
const userId: Uuid = uuidv7();
const IBAN = 'DE02120300000000202051';
/** Seconds the issue allows. */
const LIMIT = 30;

const folder = mkdtempSync(path.join(os.tmpdir(), 'quittance-statements-'));
chmodSync(folder, 0o755);
const postgres = await startPostgres({ folder });
try {
  const database = await openMigrated(postgres.url);
  await notePurpose(database, 'test');
  await inClient(database, clientId, async (tx) => {
    const at = '2026-01-01T00:00:00Z';
    await tx.sql(
      `insert into client (client_id, name, currency, timezone, country_code, created_at) values ($1, 'Bench', 'EUR', 'Europe/Berlin', 'DE', $2)`,
      [clientId, at],
    );
    await saveBankAccount(tx, { name: 'Main', holder: 'Bench', iban: IBAN });
    const ids = Array.from({ length: movements }, uuidv7);
    await tx.sql(
      `insert into account (client_id, account_id, external_account_ref, currency, created_at, updated_at) select $1, id, 'A-' || n, 'EUR', $3, $3 from unnest($2::uuid[]) with ordinality as t(id, n)`,
      [clientId, ids, at],
    );
    await tx.sql(
      `insert into debtor (client_id, account_id, debtor_id, external_debtor_ref, type, first_name, last_name) select $1, id, id, 'D-' || n, 'person', 'Hanna' || n % 211, 'Brandt' || n % 977 from unnest($2::uuid[]) with ordinality as t(id, n)`,
      [clientId, ids],
    );
    await tx.sql(
      `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, due_date, created_at, updated_at)
       select $1, 'INV-2026-' || n, id, 'EUR', 10000 + n, 10000 + n, '2026-10-01', $3, $3 from unnest($2::uuid[]) with ordinality as t(id, n)`,
      [clientId, ids, at],
    );
    await tx.sql(
      `insert into ledger_entry (client_id, entry_id, account_id, external_claim_ref, kind, amount, currency, value_date, booked_at, key)
       select client_id, gen_random_uuid(), account_id, external_claim_ref, 'principal', balance, 'EUR', '2026-01-01', $2, 'principal:' || external_claim_ref from claim where client_id = $1`,
      [clientId, at],
    );
    await refreshAccounts(tx, ids);
  });
  await database.owner.query('analyze');
  const cents = (value: number) => (value / 100).toFixed(2);
  const list = Array.from({ length: movements }, (_, index): TestBankTransaction => {
    const n = index + 1;
    const name = `Hanna${n % 211} Brandt${n % 977}`;
    const base = { bankRef: `B${n}`, iban: `DE${String(n).padStart(20, '0')}` };
    if (n % 10 < 7) return { ...base, amount: cents(10_000 + n), name: 'Somebody', text: `Rechnung INV 2026 ${n} vielen Dank` };
    if (n % 10 === 7) return { ...base, amount: cents(5_000), name, text: `Rate INV-2026-${n}` };
    return { ...base, amount: cents(1_234), name: n % 10 === 8 ? name : 'Nobody Known', text: 'Danke' };
  });
  const file = Buffer.from(statementXml(IBAN, 'BENCH', list));
  const target = path.join(folder, 'statement.xml');
  writeFileSync(target, file);
  const started = performance.now();
  const [read] = await addStatements(database, clientId, { type: 'user', id: userId }, 'bench.xml', target, '');
  const readIn = (performance.now() - started) / 1000;
  await matchStatement(database, clientId, read?.statementId ?? '');
  const total = (performance.now() - started) / 1000;
  const { rows } = await database.owner.query<{ status: string; count: number }>(
    'select status, count(*)::int as count from bank_entry where client_id = $1 group by 1 order by 1',
    [clientId],
  );
  console.log(
    `${movements} movements, ${(file.length / 2 ** 20).toFixed(1)} MiB: read in ${readIn.toFixed(1)} s, with matching and booking ${total.toFixed(1)} s`,
  );
  console.log(rows.map((row) => `${row.status} ${row.count}`).join(', '));
  console.log(`memory of the process at its end: ${Math.round(process.memoryUsage().rss / 2 ** 20)} MiB`);
  if (total > LIMIT) process.exitCode = 1;
  await database.close();
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
