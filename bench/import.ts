/**
 * Measures the import: a file with 15 columns, a debtor with address, e-mail and mobile per account, 2.5 claims per account, one after the
 * other as an export gives them (`--shuffled` spreads them: later chunks then name accounts of earlier ones). A thread of Node prepares chunks
 * while the database writes two others, so two cores are busy; on a shared machine look at the processor times, which add up over both.
 * Imports a generated file through the product's own path and prints rows per second and peak memory.
 * `node bench/import.ts [--rows 1000000] [--claims-per-account 2.5] [--shuffled]`
 */

import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { uuidv7 } from '../core/id.ts';
import { randomFrom } from '../server/demo/people.ts';
import { notePurpose } from '../server/platform/installation.ts';
import { openMigrated } from '../server/platform/owned.ts';
import { startPostgres } from '../server/platform/postgres.ts';
import { inClient, SYSTEM } from '../server/platform/tenancy.ts';
import { addLocalFile, readImportFile } from '../server/services/import/import.file.logic.ts';
import { useImportFolder } from '../server/services/import/import.files.ts';
import { workOn } from '../server/services/import/import.jobs.ts';
import { moveImport, readImport } from '../server/services/import/import.logic.ts';
import { Heap } from '../server/services/import/import.memory.ts';
import { postgresTime } from './postgres.time.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    'claims-per-account': { type: 'string', default: '2.5' },
    shuffled: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    generate: { type: 'string' },
  },
});
const rows = Number(values.rows);
const accounts = Math.max(1, Math.round(rows / Number(values['claims-per-account'])));

if (values.generate) {
  writePortfolio(values.generate);
  process.exit(0);
}
const folder = mkdtempSync(path.join(os.tmpdir(), 'quittance-bench-import-'));
chmodSync(folder, 0o755);
const postgres = await startPostgres({ folder });
try {
  const database = await openMigrated(postgres.url);
  await notePurpose(database, 'test');
  useImportFolder(folder);
  const clientId = uuidv7();
  await inClient(database, clientId, async (tx) => {
    await tx.sql(
      `insert into client (client_id, name, currency, timezone, country_code, created_at) values ($1, 'Bench', 'EUR', 'Europe/Berlin', 'DE', '2026-01-01T00:00:00Z')`,
      [clientId],
    );
  });
  const file = path.join(folder, 'portfolio.csv');
  // In a process of its own: this one's memory is what is measured.
  spawnSync(process.execPath, [import.meta.filename, ...process.argv.slice(2), '--generate', file], { stdio: 'inherit' });
  const importId = await addLocalFile(database, clientId, file, SYSTEM);
  const { suggestion } = await inClient(database, clientId, (tx) => readImportFile(tx, importId, {}));
  await inClient(database, clientId, (tx) => moveImport(tx, importId, 'checking', { mapping: suggestion, name: null }));
  // What loading the modules left is not the import's.
  new Heap(Number.POSITIVE_INFINITY)[Symbol.dispose]();
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50);
  if (values.check) {
    const began = performance.now();
    await workOn(database, clientId, importId);
    report('preview', (performance.now() - began) / 1000, peak);
  } else await inClient(database, clientId, (tx) => tx.sql(`update import_run set status = 'checked' where client_id = $1`, [clientId]));
  await inClient(database, clientId, (tx) => moveImport(tx, importId, 'running'));
  const cpu = process.cpuUsage();
  const databaseBefore = postgresTime(folder);
  const began = performance.now();
  await workOn(database, clientId, importId, {
    onProgress: (done) => process.stdout.isTTY && process.stdout.write(`\r${done.toLocaleString('en')}`),
  });
  const seconds = (performance.now() - began) / 1000;
  clearInterval(watch);
  const { user, system } = process.cpuUsage(cpu);
  const run = await inClient(database, clientId, (tx) => readImport(tx, importId));
  if (run.status !== 'done' || run.summary.created !== rows)
    throw new Error(`the import is ${run.status}: ${run.lastError ?? JSON.stringify(run.summary)}`);
  report(`import of ${rows.toLocaleString('en')} claims on ${accounts.toLocaleString('en')} accounts`, seconds, peak);
  const databaseTime = (postgresTime(folder) - databaseBefore) / 1000;
  console.log(`  processor time: node ${((user + system) / 1e6).toFixed(1)} s, postgres ${databaseTime.toFixed(1)} s`);
  await database.close();
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

function report(what: string, seconds: number, peak: number): void {
  console.log(
    `${what}: ${seconds.toFixed(1)} s, ${Math.round(rows / seconds).toLocaleString('en')} rows/s, peak memory ${Math.round(peak / 2 ** 20)} MB`,
  );
}

/** A file of claims with debtors, contacts and addresses; the same for the same seed. */
function writePortfolio(file: string): void {
  const random = randomFrom(20_260_115);
  const first = ['Anna', 'Jonas', 'Mira', 'Elif', 'Peter', 'Sofia', 'Noah', 'Ingrid', 'Tomas', 'Claire', 'Rafael', 'Greta'];
  const last = ['Brandt', 'Lindqvist', 'Weber', 'Yilmaz', 'de Vries', 'Herrera', 'Fischer', 'Novak', 'Dubois', 'Costa', 'Mayer', 'Schulz'];
  const cities = ['Hamburg', 'Berlin', 'Köln', 'München', 'Leipzig', 'Bremen', 'Kiel', 'Mainz'];
  const output = openSync(file, 'w');
  writeSync(
    output,
    'customer_id,first_name,last_name,email,mobile,street,postal_code,city,invoice_number,amount,invoice_date,due_date,product,portfolio,tariff\n',
  );
  let text = '';
  for (let row = 0; row < rows; row++) {
    const account = values.shuffled ? random.between(0, accounts - 1) : Math.floor((row * accounts) / rows);
    const of = randomFrom(account + 1);
    const [given, family] = [of.pick(first), of.pick(last)];
    const day = (offset: number) => new Date(Date.UTC(2025, 0, 1 + offset)).toISOString().slice(0, 10);
    const issued = random.between(0, 400);
    text += `K${1_000_000 + account},${given},${family},${given}.${family.replace(' ', '')}${account}@example.com,+4915${String(10_000_000 + account).padStart(9, '0')},${family}straße ${of.between(1, 200)},${of.between(10_000, 99_999)},${of.pick(cities)},R-${10_000_000 + row},${random.between(5, 900)}.${String(random.between(0, 99)).padStart(2, '0')},${day(issued)},${day(issued + 14)},${random.pick(['Strom', 'Gas', 'Wärme'])},${random.pick(['Nord', 'Süd'])},${random.pick(['Basis', 'Komfort'])}\n`;
    if (text.length > 1_000_000) {
      writeSync(output, text);
      text = '';
    }
  }
  writeSync(output, text);
  closeSync(output);
}
