/**
 * Measures a partner's file that comes back: payments for as many claims as rows, checked and then booked through the product's own path, with the peak of
 * this process' memory. `node bench/partners-files.ts [--rows 100000]`; at most 60 s and 300 MB for 100,000 rows.
 */
import { chmodSync, createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { uuidv7 } from '../core/id.ts';
import { readConfig } from '../server/platform/config.ts';
import { notePurpose } from '../server/platform/installation.ts';
import { openMigrated } from '../server/platform/owned.ts';
import { startPostgres } from '../server/platform/postgres.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { configureFiles } from '../server/services/files/files.settings.ts';
import { Heap } from '../server/services/import/import.memory.ts';
import { readFile, requestFile } from '../server/services/partner/exchange/file.logic.ts';
import { addReturn } from '../server/services/partner/exchange/in.add.logic.ts';
import { workOnReturn } from '../server/services/partner/exchange/in.run.logic.ts';
import { makeFile } from '../server/services/partner/exchange/make.logic.ts';
import { moveReturn, readReturn } from '../server/services/partner/exchange/return.logic.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '100000' } } });
const rows = Number(values.rows);
const folder = mkdtempSync(path.join(os.tmpdir(), 'quittance-bench-partner-'));
chmodSync(folder, 0o755);
const postgres = await startPostgres({ folder });
try {
  const database = await openMigrated(postgres.url);
  await notePurpose(database, 'test');
  configureFiles({ ...readConfig(), dataFolder: folder, filesStore: null });
  const [clientId, userId, partnerId] = [uuidv7(), uuidv7(), uuidv7()];
  const actor = { type: 'user', id: userId } as const;
  await inClient(database, clientId, async (tx) => {
    await tx.sql(
      `insert into client (client_id, name, currency, timezone, country_code, created_at) values ($1, 'Bench', 'EUR', 'Europe/Berlin', 'DE', '2026-01-01T00:00:00Z')`,
      [clientId],
    );
    await tx.sql(`insert into partner (client_id, partner_id, name, created_at, updated_at) values ($1, $2, 'Nordstern', now(), now())`, [
      clientId,
      partnerId,
    ]);
    await tx.sql(
      `insert into account (client_id, account_id, external_account_ref, currency, created_at, updated_at)
       select $1, gen_random_uuid(), 'A' || n, 'EUR', now(), now() from generate_series(1, $2::int) n`,
      [clientId, rows],
    );
    await tx.sql(
      `insert into debtor (client_id, account_id, debtor_id, external_debtor_ref, type, first_name, last_name, address)
       select $1, account_id, gen_random_uuid(), 'D' || external_account_ref, 'person', 'Ada', 'Weber', '{"city": "Köln"}' from account where client_id = $1`,
      [clientId],
    );
    await tx.sql(
      `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, created_at, updated_at)
       select $1, 'R' || substr(external_account_ref, 2), account_id, 'EUR', 10000, 10000, now(), now() from account where client_id = $1`,
      [clientId],
    );
    await tx.sql(
      `insert into ledger_entry (client_id, entry_id, account_id, external_claim_ref, kind, amount, currency, value_date, booked_at, key, description, component, contra)
       select $1, gen_random_uuid(), account_id, external_claim_ref, 'principal', 10000, 'EUR', '2026-01-01', now(), external_claim_ref, '', 'principal', 'opening' from claim where client_id = $1`,
      [clientId],
    );
    await tx.sql(
      `insert into claim_assignment (client_id, assignment_id, partner_id, account_id, external_claim_ref, currency, amount, outsource_method, created_at, updated_at)
       select $1, gen_random_uuid(), $2, account_id, external_claim_ref, 'EUR', 10000, 'manual', '2026-02-01', now() from claim where client_id = $1`,
      [clientId, partnerId],
    );
  });
  await database.owner.query('analyze');
  // What loading the modules and filling the database left is not the files'.
  new Heap(Number.POSITIVE_INFINITY)[Symbol.dispose]();
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50);
  const timed = async (name: string, work: () => Promise<unknown>) => {
    peak = 0;
    const began = performance.now();
    await work();
    const seconds = (performance.now() - began) / 1000;
    console.log(`${name}: ${rows.toLocaleString('en')} rows in ${seconds.toFixed(1)} s, peak ${Math.round(peak / 2 ** 20)} MB`);
  };
  await timed('file for a partner', async () => {
    const { fileId } = await inClient(database, clientId, (tx) => requestFile(tx, partnerId, false), { actor });
    await makeFile(database, clientId, fileId);
    const made = await inClient(database, clientId, (tx) => readFile(tx, fileId));
    if (made.itemCount !== rows) throw new Error(`${made.status}: ${made.itemCount} rows`);
  });
  const file = path.join(folder, 'back.csv');
  writeFileSync(
    file,
    `claim,reference,date,amount\n${Array.from({ length: rows }, (_, n) => `R${n + 1},N-${n},2026-07-01,40.00`).join('\n')}\n`,
  );
  const returnId = await addReturn(database, clientId, actor, {
    partnerId,
    fileName: 'back.csv',
    source: 'upload',
    bytes: createReadStream(file),
    limit: Number.MAX_SAFE_INTEGER,
  });
  const fields = [
    { field: 'kind' as const, constant: 'payment' },
    ...(['claim', 'reference', 'date', 'amount'] as const).map((column) => ({
      field: column === 'claim' ? ('claimRef' as const) : column,
      column,
    })),
  ];
  const mapping = { hasHeader: true, decimalMark: '.' as const, dateOrder: 'YMD' as const, fields };
  await inClient(database, clientId, (tx) => moveReturn(tx, returnId, 'checking', { mapping }), { actor });
  await timed('preview', () => workOnReturn(database, clientId, returnId));
  await inClient(database, clientId, (tx) => moveReturn(tx, returnId, 'booking', { bookedBy: userId }), { actor });
  await timed('booking', () => workOnReturn(database, clientId, returnId));
  clearInterval(watch);
  const { status, summary, lastError } = await inClient(database, clientId, (tx) => readReturn(tx, returnId));
  if (status !== 'booked' || summary?.booked !== rows) throw new Error(`${status}: ${JSON.stringify(lastError ?? summary)}`);
  await database.close();
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
