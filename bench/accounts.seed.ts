/** Accounts as a collector meets them, made in a few statements: what measurements of screens and of the collector workspace begin with. */
import type { OwnedDatabase } from '../server/platform/owned.ts';
import { inClient } from '../server/platform/tenancy.ts';

/** The client that has them. */
export const CLIENT = '01940000-0000-7000-8000-000000000001';

/** Accounts with one debtor, one number and one claim each; one in a hundred has written and waits, one in ten was contacted lately. */
export async function seedAccounts(database: OwnedDatabase, accounts: number): Promise<void> {
  const started = performance.now();
  await inClient(database, CLIENT, async (tx) => {
    await tx.sql(
      `insert into client (client_id, name, currency, timezone, country_code, created_at) values ($1, 'Bench', 'EUR', 'Europe/Berlin', 'DE', '2026-01-01T00:00:00Z')`,
      [CLIENT],
    );
    await tx.sql(
      'create temporary table made on commit drop as select n, gen_random_uuid() as a, gen_random_uuid() as d, abs(hashint4(n)) as hash from generate_series(1, $1::int) n',
      [accounts],
    );
    await tx.sql(
      `insert into account (client_id, account_id, external_account_ref, currency, created_at, updated_at, debtor_name, total_amount, active_claims_count, oldest_due_date, latest_communication_date)
       select $1, a, 'ACC-' || n, 'EUR', '2026-01-01Z', '2026-01-01Z', 'Debtor ' || n, 500 + hash % 900000, 1, date '2026-10-01' - (hash % 400),
         case when hash % 10 = 0 then timestamptz '2026-10-01Z' end from made`,
      [CLIENT],
    );
    await tx.sql(
      `insert into debtor (client_id, account_id, debtor_id, external_debtor_ref, type, first_name, last_name) select $1, a, d, 'D-' || n, 'person', 'Debtor', n::text from made`,
      [CLIENT],
    );
    await tx.sql(
      `insert into contact_point (client_id, account_id, debtor_id, kind, value, normalized, updated_at)
       select $1, a, d, 'mobile', '+4915' || lpad(n::text, 9, '0'), '+4915' || lpad(n::text, 9, '0'), '2026-01-01Z' from made`,
      [CLIENT],
    );
    await tx.sql(
      `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, due_date, status, created_at, updated_at)
       select $1, 'C-' || n, a, 'EUR', 500 + hash % 900000, 500 + hash % 900000, date '2026-10-01' - (hash % 400), 'open', '2026-01-01Z', '2026-01-01Z' from made`,
      [CLIENT],
    );
    await tx.sql(
      `insert into communication (client_id, communication_id, account_id, channel, direction, recipient, sender, locale, text_content, provider_name, tracking_token, created_at)
       select $1, gen_random_uuid(), a, 'sms', 'inbound', '+4930', '+4915', 'de_DE', 'Please call me', 'bench', gen_random_uuid()::text, timestamptz '2026-10-20Z' + n * interval '1 second'
       from made where n % 100 = 0`,
      [CLIENT],
    );
  });
  await database.owner.query('vacuum analyze account, claim, debtor, contact_point, communication');
  console.log(`${accounts.toLocaleString('en')} accounts seeded in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
