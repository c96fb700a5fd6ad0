/**
 * What a night of retention costs. A portfolio whose business ended long ago, each account with a debtor, a note, a message and four events,
 * is erased by all rules that count from the end of business; then one debtor with many claims and events on their own wish. Prints rows a
 * second, the longest transaction, and the longest that somebody waited who wrote to accounts meanwhile.
 * Run: node bench/retention.ts [accounts] [claims of the debtor] [events of the debtor]
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { uuidv7 } from '../core/id.ts';
import { ACCOUNT_KINDS } from '../core/retention.ts';
import { readConfig } from '../server/platform/config.ts';
import { sealClient } from '../server/platform/events.seal.ts';
import { openMigrated } from '../server/platform/owned.ts';
import { startPostgres } from '../server/platform/postgres.ts';
import { type Database, inClient } from '../server/platform/tenancy.ts';
import '../server/services.ts';
import { eraseOnRequest } from '../server/services/privacy/privacy.request.logic.ts';
import { applyRule } from '../server/services/privacy/privacy.rule.logic.ts';
import { configurePrivacy } from '../server/services/privacy/privacy.settings.ts';

const accounts = Number(process.argv[2] ?? 100_000);
const claims = Number(process.argv[3] ?? 5_000);
const events = Number(process.argv[4] ?? 200_000);
const folder = mkdtempSync(path.join(os.tmpdir(), 'quittance-retention-'));
chmodSync(folder, 0o755);
const postgres = await startPostgres({ folder });
const [clientId, userId, big] = [uuidv7(), uuidv7(), uuidv7()];

/** Accounts in parts, so that no statement runs into its limit. */
async function fill(database: Database): Promise<void> {
  await inClient(database, clientId, (tx) =>
    tx.sql(
      `insert into client (client_id, name, currency, timezone, country_code, created_at) values ($1, 'Bench', 'EUR', 'Europe/Berlin', 'DE', now())`,
      [clientId],
    ),
  );
  const PART = 5_000;
  for (let from = 0; from < accounts; from += PART)
    await inClient(database, clientId, (tx) =>
      tx.sql(
        `with numbers as (select n, gen_random_uuid() as account_id, gen_random_uuid() as debtor_id from generate_series($2::int + 1, $3::int) n),
           accounts as (insert into account (client_id, account_id, external_account_ref, currency, debtor_name, meta, created_at, updated_at)
             select $1, account_id, 'A-' || n, 'EUR', 'Debtor ' || n, '{"tariff": "basic"}', '2010-01-01', '2010-01-01' from numbers),
           debtors as (insert into debtor (client_id, account_id, debtor_id, external_debtor_ref, type, first_name, last_name)
             select $1, account_id, debtor_id, 'D-' || n, 'person', 'Debtor', 'No ' || n from numbers),
           points as (insert into contact_point (client_id, account_id, debtor_id, kind, value, normalized, updated_at)
             select $1, account_id, debtor_id, 'email', 'd' || n || '@debtor.example', 'd' || n || '@debtor.example', '2010-01-01' from numbers),
           claims as (insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, status, created_at, updated_at)
             select $1, 'C-' || n, account_id, 'EUR', 10000, 0, 'resolved', '2010-01-01', '2010-01-01' from numbers),
           booked as (insert into ledger_entry (client_id, entry_id, account_id, external_claim_ref, kind, amount, currency, value_date, booked_at, key, description)
             select $1, gen_random_uuid(), account_id, 'C-' || n, kind, amount, 'EUR', '2010-01-01', '2010-01-01', kind || n, 'Debtor ' || n
             from numbers, (values ('principal', 10000), ('payment', -10000)) as each(kind, amount)),
           messages as (insert into communication (client_id, communication_id, account_id, channel, direction, recipient, sender, locale, subject, text_content, provider_name, tracking_token, created_at)
             select $1, gen_random_uuid(), account_id, 'email', 'outbound', 'd' || n || '@debtor.example', 'us@client.example', 'en_US', 'Reminder', 'Dear Debtor ' || n, 'SMTP', gen_random_uuid(), '2010-01-01' from numbers),
           notes as (insert into note (client_id, note_id, account_id, text, user_id, created_at)
             select $1, gen_random_uuid(), account_id, 'Debtor called', $4, '2010-01-01' from numbers)
         insert into event (client_id, message_id, message_type, emit_time, account_id, actor_type, actor_id, payload)
           select $1, gen_random_uuid(), type, '2010-01-01', account_id, 'user', $4::uuid::text, json_build_object('text', 'Debtor ' || n)
           from numbers, unnest(array['noteAdded', 'debtorChanged', 'communicationSent', 'ledgerEntryBooked']) as type`,
        [clientId, from, Math.min(from + PART, accounts), userId],
      ),
    );
  for (const table of ['account', 'claim', 'ledger_entry', 'event', 'note', 'communication', 'debtor'])
    await (database as Awaited<ReturnType<typeof openMigrated>>).owner.query(`vacuum analyze ${table}`);
}

/** One debtor with all that, on one account. */
async function fillBig(database: Database): Promise<void> {
  await inClient(database, clientId, async (tx) => {
    await tx.sql(
      `insert into account (client_id, account_id, external_account_ref, currency, debtor_name, created_at, updated_at) values ($1, $2, 'BIG', 'EUR', 'Zebulon', '2010-01-01', '2010-01-01')`,
      [clientId, big],
    );
    await tx.sql(
      `insert into debtor (client_id, account_id, debtor_id, external_debtor_ref, type, first_name, last_name) values ($1, $2, $3, 'BIG', 'person', 'Zebulon', 'Quastenberg')`,
      [clientId, big, uuidv7()],
    );
    await tx.sql(
      `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, status, meta, created_at, updated_at)
       select $1, 'BIG-' || n, $2, 'EUR', 10000, 0, 'resolved', '{"driver": "Zebulon"}', '2010-01-01', '2010-01-01' from generate_series(1, $3::int) n`,
      [clientId, big, claims],
    );
    for (let from = 0; from < events; from += 20_000)
      await tx.sql(
        `insert into event (client_id, message_id, message_type, emit_time, account_id, actor_type, actor_id, payload)
         select $1, gen_random_uuid(), (array['noteAdded', 'debtorChanged', 'communicationSent', 'ledgerEntryBooked', 'contactDenied'])[n % 5 + 1], '2010-01-01', $2, 'user', $3::uuid::text,
           json_build_object('text', 'Zebulon Quastenberg ' || n) from generate_series($4::int + 1, $5::int) n`,
        [clientId, big, userId, from, Math.min(from + 20_000, events)],
      );
  });
}

/** Somebody who writes a note to some account while `work` runs. @returns milliseconds of work, and the longest wait. */
async function beside<Result>(database: Database, work: () => Promise<Result>): Promise<{ result: Result; took: number; waited: number }> {
  let isOver = false;
  let waited = 0;
  const writing = (async () => {
    while (!isOver) {
      const began = performance.now();
      await inClient(database, clientId, (tx) =>
        tx.sql('update account set updated_at = updated_at where client_id = $1 and external_account_ref = $2', [
          clientId,
          `A-${1 + Math.floor(Math.random() * accounts)}`,
        ]),
      );
      waited = Math.max(waited, performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const began = performance.now();
  const result = await work();
  const took = performance.now() - began;
  isOver = true;
  await writing;
  return { result, took, waited };
}

const counted = async (database: Database) => {
  const [row] = await inClient(database, clientId, (tx) =>
    tx.sql<{ rows: number }>(
      'select coalesce(sum(value::int), 0)::int as rows from erasure e, jsonb_each_text(e.counts) where client_id = $1',
      [clientId],
    ),
  );
  return row?.rows ?? 0;
};

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1);

try {
  const database = { ...(await openMigrated(postgres.url)), patience: 900_000 };
  configurePrivacy({ ...readConfig(), erasureFolder: path.join(folder, 'erasures') });
  let began = performance.now();
  await fill(database);
  console.log(`  ${accounts} accounts in ${seconds(performance.now() - began)} s`);
  let before = 0;
  let total = 0;
  for (const kind of ACCOUNT_KINDS) {
    const rule = { kind, months: 12, fromYearEnd: false, isDuty: false, ground: 'Bench', isActive: true, isDefault: false, revision: 1 };
    const { result, took, waited } = await beside(database, () => applyRule(database, clientId, rule));
    const rows = (await counted(database)) - before;
    before += rows;
    total += took;
    console.log(
      `    ${kind.padEnd(10)} ${rows} rows in ${seconds(took)} s: ${Math.round(rows / (took / 1000))} a second, ${result} transactions of ${Math.round(took / Math.max(result, 1))} ms; a writer beside it waited at most ${Math.round(waited)} ms`,
    );
  }
  console.log(`  all rules: ${before} rows in ${seconds(total)} s, ${Math.round(before / (total / 1000))} a second`);
  await fillBig(database);
  await database.owner.query('analyze event');
  began = performance.now();
  await sealClient(database, clientId);
  console.log(`  sealing took ${seconds(performance.now() - began)} s`);
  const wish = await beside(database, () =>
    inClient(database, clientId, (tx) => eraseOnRequest(tx, [{ accountId: big, externalDebtorRef: 'BIG' }], userId), {
      actor: { type: 'user', id: userId },
    }),
  );
  console.log(
    `  one debtor with ${claims} claims and ${events} events, on their wish: ${(await counted(database)) - before} rows in ${seconds(wish.took)} s; a writer to other accounts waited at most ${Math.round(wish.waited)} ms`,
  );
  await database.close();
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
