/**
 * An upgrade under load: readers and writers work on a portfolio while a release's migrations run. Prints the longest any of them waited.
 * Run: node bench/upgrade.ts [accounts]
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { uuidv7 } from '../core/id.ts';
import { buildBeside } from '../server/platform/migrations.online.ts';
import { applyMigrations, migrations } from '../server/platform/migrations.ts';
import { openMigrated } from '../server/platform/owned.ts';
import { startPostgres } from '../server/platform/postgres.ts';
import { inClient } from '../server/platform/tenancy.ts';

const accounts = Number(process.argv[2] ?? 200_000);
const folder = mkdtempSync(path.join(os.tmpdir(), 'quittance-upgrade-'));
chmodSync(folder, 0o755);
const postgres = await startPostgres({ folder });
const clientId = uuidv7();

/** What releases do: a column with a default, one that is filled, an index, a rule. As drizzle writes it, then as we run it. */
const RELEASE = [
  `ALTER TABLE "account" ADD COLUMN "upgrade_score" integer DEFAULT 0 NOT NULL;`,
  `ALTER TABLE "account" ADD COLUMN "upgrade_key" text;`,
  `-- in batches
UPDATE "account" SET "upgrade_key" = lower("debtor_name") WHERE ctid = any(array(select ctid from "account" where "upgrade_key" is null limit 2000));`,
  `CREATE INDEX "account_upgrade_key" ON "account" USING btree ("client_id","upgrade_key");`,
  `ALTER TABLE "account" ADD CONSTRAINT "upgrade_key_there" CHECK ("upgrade_key" is not null) NOT VALID;`,
  `ALTER TABLE "account" VALIDATE CONSTRAINT "upgrade_key_there";`,
].join('--> statement-breakpoint');

try {
  const database = await openMigrated(postgres.url);
  await inClient(database, clientId, async (tx) => {
    await tx.sql(`set local statement_timeout = 0`);
    await tx.sql(
      `insert into client (client_id, name, currency, timezone, country_code, created_at) values ($1, 'Bench', 'EUR', 'Europe/Berlin', 'DE', now())`,
      [clientId],
    );
    await tx.sql(
      `insert into account (client_id, account_id, external_account_ref, currency, debtor_name, search_words, created_at, updated_at)
       select $1, gen_random_uuid(), 'A' || n, 'EUR', 'Debtor ' || n, to_tsvector('simple', 'debtor ' || n), now(), now() from generate_series(1, $2::int) n`,
      [clientId, accounts],
    );
  });
  await database.owner.query('vacuum analyze account');

  let isOver = false;
  const waits = { read: [] as number[], write: [] as number[] };
  const work = async (kind: 'read' | 'write') => {
    while (!isOver) {
      const reference = `A${1 + Math.floor(Math.random() * accounts)}`;
      const began = performance.now();
      await inClient(
        database,
        clientId,
        (tx) =>
          kind === 'read'
            ? tx.sql('select debtor_name from account where client_id = $1 and external_account_ref = $2', [clientId, reference])
            : tx.sql(
                `update account set updated_at = now(), debtor_name = debtor_name || '' where client_id = $1 and external_account_ref = $2`,
                [clientId, reference],
              ),
        { readOnly: kind === 'read' },
      );
      waits[kind].push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const workers = [work('read'), work('read'), work('write'), work('write')];
  // Somebody's report of some seconds stands in the way of the first ALTER.
  const report = inClient(database, clientId, (tx) => tx.sql('select count(*), pg_sleep(4) from account'));
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const owner = new pg.Client({ connectionString: postgres.url });
  await owner.connect();
  const statements = buildBeside(RELEASE)
    .split('--> statement-breakpoint')
    .map((statement) => statement.trim());
  const last = migrations().at(-1)!;
  const began = performance.now();
  await applyMigrations(owner, undefined, [...migrations(), { tag: 'next', when: last.when + 1, hash: 'next', statements }]);
  const took = performance.now() - began;
  await owner.end();
  await report;
  isOver = true;
  await Promise.all(workers);
  const longest = (kind: 'read' | 'write') => Math.max(...waits[kind]);
  console.log(
    `${accounts} accounts: the migration took ${(took / 1000).toFixed(1)} s; ${waits.read.length} reads, longest ${(longest('read') / 1000).toFixed(2)} s; ` +
      `${waits.write.length} writes, longest ${(longest('write') / 1000).toFixed(2)} s`,
  );
  await database.close();
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
