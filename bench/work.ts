/**
 * The collector workspace: how long the next account takes, through HTTP and GraphQL, while one outcome after the other is kept.
 * Run: node bench/work.ts [accounts] [outcomes]
 */
import { instant, MINUTE } from '../core/time.ts';
import { useClock } from '../server/platform/clock.ts';
import type { OwnedDatabase } from '../server/platform/owned.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { withServer } from './house.ts';

const CLIENT = '01940000-0000-7000-8000-000000000001';
const accounts = Number(process.argv[2] ?? 50_000);
const outcomes = Number(process.argv[3] ?? 200);
/** A Wednesday, 10:00 in Berlin: everybody may be called. */
let at = instant('2026-10-21T08:00:00Z');

/** Accounts with one debtor, one number and one claim each; one in a hundred has written and waits, one in ten was contacted lately. */
async function seed(database: OwnedDatabase): Promise<void> {
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

const ITEM = 'item { workItemId accountId } blocked';
const quantile = (list: readonly number[], q: number) =>
  [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * q))] ?? 0;

await withServer({ name: 'work', clientId: CLIENT, role: 'ADMINISTRATOR', seed }, async ({ port, token }) => {
  const restore = useClock(() => at);
  const ask = async (query: string, variables: object) => {
    const started = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/api/account`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify({ query, variables: { clientId: CLIENT, ...variables } }),
    });
    const { data, errors } = (await answer.json()) as { data: { next: { item: { workItemId: string } | null } }; errors?: unknown };
    if (errors || !data.next.item) throw new Error(JSON.stringify(errors ?? data).slice(0, 500));
    return { workItemId: data.next.item.workItemId, ms: performance.now() - started };
  };
  const times: number[] = [];
  let { workItemId } = await ask(`mutation ($clientId: ID!) { next: takeNextWorkItem(clientId: $clientId) { ${ITEM} } }`, {});
  for (let round = 0; round < outcomes + 10; round++) {
    at = instant(at + MINUTE);
    const answer = await ask(
      `mutation ($clientId: ID!, $workItemId: ID!, $key: ID!, $outcome: WorkOutcomeInput!) {
        next: completeWorkItem(clientId: $clientId, workItemId: $workItemId, outcome: $outcome, idempotencyKey: $key) { ${ITEM} } }`,
      {
        workItemId,
        key: `bench-${round}`,
        outcome: { outcome: round % 3 === 0 ? 'refusal' : 'noAnswer', rightParty: ['name', 'birthDate', 'address', 'reference'] },
      },
    );
    workItemId = answer.workItemId;
    // The first ones warm up.
    if (round >= 10) times.push(answer.ms);
  }
  const [p50, p95, most] = [quantile(times, 0.5), quantile(times, 0.95), Math.max(...times)].map((ms) => ms.toFixed(0));
  console.log(`an outcome kept and the next account there: p50 ${p50} ms, p95 ${p95} ms, at most ${most} ms (bound: 100 ms)`);
  restore();
  if (quantile(times, 0.95) >= 100) process.exitCode = 1;
});
