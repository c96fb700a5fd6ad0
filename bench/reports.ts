/**
 * The home page and the reports over a million accounts, through HTTP and GraphQL on the embedded database, one question after the other.
 * Prints the best, the middle and the slowest of the runs of each; a question that may wait for a cold cache is asked once before.
 * Run: node bench/reports.ts [accounts] [runs] [questions that begin so]
 * KEEP=<folder> keeps the seeded database there and uses it again.
 */
import type { OwnedDatabase } from '../server/platform/owned.ts';
import { withServer } from './house.ts';

const CLIENT = '01940000-0000-7000-8000-000000000002';
const accounts = Number(process.argv[2] ?? 1_000_000);
const runs = Number(process.argv[3] ?? 10);
const chosen = process.argv[4] ?? '';

const ACCOUNT = `('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
const BLUEPRINT = `('00000000-0000-7000-8000-00000000000' || n % 3)::uuid`;
/** How many days ago a payment came. */
const PAID = '(n::bigint * 7 % (n % 500 + 1))::int';
/** Every row is a function of its number; days lie before today, as in a portfolio that was worked for 500 days. What is booked lies in the order of booking. */
const ROWS: readonly (readonly [table: string, columns: string, values: string, series: string])[] = [
  [
    'account',
    'account_id, external_account_ref, currency, created_at, updated_at, debtor_name, total_amount, active_claims_count',
    `${ACCOUNT}, 'R-' || n, 'EUR', now(), now(), 'Debtor ' || n, case when n % 3 = 0 then 0 else 10000 + n % 5000 end, 1`,
    'generate_series(1, $2::int)',
  ],
  [
    'claim',
    'external_claim_ref, account_id, currency, amount, balance, due_date, external_portfolio_ref, product_name, status, meta, created_at, updated_at',
    `'C-' || n, ${ACCOUNT}, 'EUR', 20000 + n % 5000, case when n % 3 = 0 then 0 else 10000 + n % 5000 end, current_date - n % 400, 'P-' || n % 5,
     'Product ' || n % 7, case when n % 3 = 0 then 'resolved' else 'open' end, jsonb_build_object('meter', 'M-' || n, 'tariff', 'basic'),
     now() - make_interval(days => n % 500), now()`,
    'generate_series(1, $2::int)',
  ],
  [
    'ledger_entry',
    'entry_id, account_id, external_claim_ref, kind, amount, currency, value_date, booked_at, key',
    `gen_random_uuid(), ${ACCOUNT}, 'C-' || n, 'principal', 20000 + n % 5000, 'EUR', current_date - n % 500, now() - make_interval(days => n % 500), 'p' || n`,
    '(select n from generate_series(1, $2::int) n order by n % 500 desc)',
  ],
  [
    'ledger_entry',
    'entry_id, account_id, external_claim_ref, kind, amount, currency, value_date, booked_at, key',
    `gen_random_uuid(), ${ACCOUNT}, 'C-' || n, 'payment', case when n % 3 = 0 then -(20000 + n % 5000) else -10000 end, 'EUR',
     current_date - ${PAID}, now() - make_interval(days => ${PAID}), 'y' || n`,
    `(select n from generate_series(1, $2::int) n order by ${PAID} desc)`,
  ],
  [
    'promise_to_pay',
    'promise_to_pay_id, account_id, external_claim_ref, amount, currency, start_date, due_date, requested_by, status, idempotency_key, created_at, updated_at',
    `gen_random_uuid(), ${ACCOUNT}, 'C-' || n, 100 + n % 9000, 'EUR', current_date, current_date + n / 10 % 40 - 30, 'debtor',
     case when n / 10 % 40 < 30 then case when n % 20 = 0 then 'broken' else 'kept' end else 'active' end, 'x' || n, now(), now()`,
    'generate_series(10, $2::int, 10)',
  ],
  [
    'communication',
    'communication_id, outbox_id, account_id, external_claim_ref, channel, direction, recipient, sender, locale, text_content, provider_name, tracking_token, created_at, opened_at',
    `gen_random_uuid(), gen_random_uuid(), ${ACCOUNT}, 'C-' || n, 'email', 'outbound', 'a@b.example', 'x@y.example', 'de_DE',
     repeat('Sehr geehrte Damen und Herren. ', 25), 'smtp', 't' || n, now() - make_interval(mins => (n::bigint * 17 % (60 * 24 * 40))::int), case when n % 2 = 0 then now() end`,
    '(select n from generate_series(1, $2::int, 2) n order by n::bigint * 17 % (60 * 24 * 40) desc)',
  ],
  [
    'case_task',
    'task_id, account_id, status, note, created_at, updated_at',
    `gen_random_uuid(), ${ACCOUNT}, 'new', 'x', now(), now()`,
    'generate_series(1, $2::int, 20)',
  ],
  [
    'strategy_run',
    'run_id, account_id, external_claim_ref, blueprint_id, version, status, started_at, step_entered_at',
    `gen_random_uuid(), ${ACCOUNT}, 'C-' || n, ${BLUEPRINT}, 1, 'waiting', now() - make_interval(days => n % 300), now()`,
    'generate_series(1, $2::int)',
  ],
  [
    'strategy_blueprint',
    'blueprint_id, display_name, current_version, created_at, updated_at',
    `${BLUEPRINT}, 'Strategy ' || n, 1, now(), now()`,
    'generate_series(0, least(2, $2::int))',
  ],
];

async function seed(database: OwnedDatabase): Promise<void> {
  const started = performance.now();
  await database.owner.query(
    `insert into client (client_id, name, currency, timezone, country_code, created_at) values ($1, 'Bench', 'EUR', 'Europe/Berlin', 'DE', '2025-01-01T00:00:00Z')`,
    [CLIENT],
  );
  for (const [table, columns, values, series] of ROWS)
    await database.owner.query(`insert into ${table} (client_id, ${columns}) select $1, ${values} from ${series} n`, [CLIENT, accounts]);
  await database.owner.query(`vacuum (analyze) ${[...new Set(ROWS.map(([table]) => table))].join(', ')}`);
  console.log(`${accounts.toLocaleString('en')} accounts seeded in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);
const SUMS = '{ currency amount }';
const PROMISES = `{ count amounts ${SUMS} }`;
const QUESTIONS: Record<string, string> = {
  'home page': `getHomepage(clientId: $clientId) { today ownTasksDue tasksDue moneyToday ${SUMS} moneyThisMonth ${SUMS} moneyLastMonth ${SUMS}
    moneyByDay { day currency amount } promisesDueToday ${PROMISES} promisesDueThisWeek ${PROMISES} promisesBrokenThisWeek ${PROMISES}
    promisesDue { accountId amount day } brokenPromises { accountId amount day } }`,
  'home page, totals': `getHomepageTotals(clientId: $clientId) { outstanding ${SUMS} openClaims openAccounts contact { sent opened accountsResponded } }`,
  'aging today': 'getAgingReport(clientId: $clientId) { total claims buckets { bucket claims amount } }',
  'aging 90 days ago': `getAgingReport(clientId: $clientId, asOf: "${day(90)}") { total claims buckets { bucket claims amount } }`,
  'roll rates, 6 months': 'getRollRates(clientId: $clientId, months: 6) { months { month flows { from to amount share } } }',
  'recovery, 12 months':
    'getRecoveryCurve(clientId: $clientId, months: 12) { cohorts { month claims placed points { monthsSince collected share } } }',
  'performance, 30 days': `getPerformance(clientId: $clientId, range: {from: "${day(30)}", to: "${day(1)}"}) { collected agents { userId collected } strategies { displayName collected } }`,
  'cash forecast': 'getCashForecast(clientId: $clientId) { unplanned weeks { week promised instalments expected } }',
};

async function measure(url: string, token: string): Promise<void> {
  for (const [name, question] of Object.entries(QUESTIONS).filter(([each]) => each.startsWith(chosen))) {
    const ask = async () => {
      const started = performance.now();
      const response = await fetch(`${url}/api/reporting`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: token },
        body: JSON.stringify({ query: `query ($clientId: ID!) { ${question} }`, variables: { clientId: CLIENT } }),
      });
      const answer = await response.text();
      if (answer.includes('"errors"')) throw new Error(`${name}: ${answer.slice(0, 500)}`);
      return performance.now() - started;
    };
    await ask();
    const times: number[] = [];
    for (let run = 0; run < runs; run++) times.push(await ask());
    times.sort((a, b) => a - b);
    const ms = (index: number) => `${(times[index] ?? 0).toFixed(0).padStart(6)} ms`;
    console.log(`${name.padEnd(24)} best ${ms(0)}   middle ${ms(Math.floor(runs / 2))}   slowest ${ms(runs - 1)}`);
  }
}

await withServer({ name: 'reports', clientId: CLIENT, role: 'SUPERVISOR', seed }, ({ port, token }) =>
  measure(`http://127.0.0.1:${port}`, token),
);
