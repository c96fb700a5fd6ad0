/**
 * Letters a second from the outbox to their PDFs and the day's batch, on the embedded database: gate, text, code of a transfer, printing by Chromium, file,
 * communication and event included; then the batch as one PDF. Run: node bench/letters.ts [letters]
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startLetter } from '../blocks/letterStart.ts';
import { instant } from '../core/time.ts';
import { useClock } from '../server/platform/clock.ts';
import { readConfig } from '../server/platform/config.ts';
import { notePurpose } from '../server/platform/installation.ts';
import { type OwnedDatabase, openMigrated } from '../server/platform/owned.ts';
import { closePrinter } from '../server/platform/pdf.ts';
import { startPostgres } from '../server/platform/postgres.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { saveBundle } from '../server/services/cms/cms.bundle.logic.ts';
import { drainClient } from '../server/services/cms/cms.delivery.ts';
import { batchPdf, listPrintBatches } from '../server/services/cms/cms.print.logic.ts';
import { saveBankAccount } from '../server/services/finance/account/account.logic.ts';
import { setProviderSetting } from '../server/services/operations/operations.provider.logic.ts';

const letters = Number(process.argv[2] ?? 1_000);
const CLIENT = '01940000-0000-7000-8000-000000000001';
const ADDRESS = { addressLine1: 'Lindenstraße', houseNumber: '12', postalCode: '10115', city: 'Berlin', country: 'DE' };

async function seed(database: OwnedDatabase): Promise<void> {
  await inClient(database, CLIENT, async (tx) => {
    const id = (kind: number) => `('0194${kind}000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
    const each = (text: string, ...more: unknown[]) => tx.sql(`${text} from generate_series(1, $2::int) n`, [CLIENT, letters, ...more]);
    await tx.sql(
      `insert into client (client_id, name, currency, timezone, country_code, created_at) values ($1, 'Bench', 'EUR', 'Europe/Berlin', 'DE', '2026-01-01T00:00:00Z')`,
      [CLIENT],
    );
    await each(
      `insert into account (client_id, account_id, external_account_ref, currency, created_at, updated_at, debtor_name) select $1, ${id(1)}, 'A-' || n, 'EUR', '2026-01-01', '2026-01-01', 'Debtor ' || n`,
    );
    await each(
      `insert into debtor (client_id, account_id, debtor_id, external_debtor_ref, type, last_name, address) select $1, ${id(1)}, ${id(2)}, 'D-' || n, 'person', 'Name' || n, $3::jsonb`,
      JSON.stringify(ADDRESS),
    );
    await each(
      `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, due_date, created_at, updated_at) select $1, 'INV-' || n, ${id(1)}, 'EUR', 10000 + n, 10000 + n, '2026-01-15', '2026-01-01', '2026-01-01'`,
    );
    const { design, texts } = startLetter('en_US');
    const content = JSON.stringify(texts.en_US);
    await saveBundle(
      tx,
      {
        fileName: 'reminder',
        displayName: 'Reminder',
        contentTemplateType: 'letter',
        template: { design },
        contentTemplates: [{ locale: 'en_US', format: 'design', content }],
      },
      'Bench',
    );
    await saveBankAccount(tx, { name: 'Bench', holder: 'Bench', iban: 'DE02120300000000202051', currency: 'EUR', isDefault: true });
    await setProviderSetting(tx, 'letter', [{ providerName: 'PrintBatch', credentials: {} }], readConfig());
    await each(
      `insert into outbox (client_id, outbox_id, key, channel, account_id, external_claim_ref, request, next_attempt_at, created_at)
       select $1, gen_random_uuid(), 'bench:' || n, 'letter', ${id(1)}, 'INV-' || n, '{"bundleName": "reminder", "locale": null}', '2026-03-03', '2026-03-03'`,
    );
  });
  await database.owner.query('vacuum analyze');
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'quittance-bench-'));
chmodSync(folder, 0o755);
process.env.QUITTANCE_DATA = folder;
const postgres = await startPostgres({ folder });
const database = await openMigrated(postgres.url);
await notePurpose(database, 'test');
// A Tuesday within everybody's contact hours.
useClock(() => instant('2026-03-03T10:00:00Z'));
await seed(database);
const started = performance.now();
const sent = await drainClient(database, CLIENT, 'letter', readConfig());
const took = (performance.now() - started) / 1000;
if (sent !== letters) throw new Error(`${sent} of ${letters} letters were printed`);
console.log(`  ${letters.toLocaleString('en')} letters printed in ${took.toFixed(1)} s, ${(sent / took).toFixed(1)}/s`);
const [batch] = await inClient(database, CLIENT, (tx) => listPrintBatches(tx));
const joining = performance.now();
const pdf = await batchPdf(database, CLIENT, batch!.batchId, false);
console.log(`  the batch as one PDF in ${((performance.now() - joining) / 1000).toFixed(1)} s, ${(pdf.length / 2 ** 20).toFixed(1)} MB`);
await closePrinter();
await database.close();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(0);
