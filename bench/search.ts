/**
 * Account search over a million accounts: 20 people search at once, through HTTP and GraphQL, on the embedded database.
 * Prints p50, p95 and p99 per kind of search and over all, and which part of it took the processor's time.
 * Run: node bench/search.ts [accounts] [seconds] [parallel] [kinds that begin so]
 * KEEP=<folder> keeps the seeded database there and uses it again.
 */
import { fork } from 'node:child_process';
import http from 'node:http';
import os from 'node:os';
import { uuidv7 } from '../core/id.ts';
import type { OwnedDatabase } from '../server/platform/owned.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { wordSign } from '../server/services/account/ground/words.ts';
import { withServer } from './house.ts';
import { postgresTime } from './postgres.time.ts';

const CLIENT = '01940000-0000-7000-8000-000000000001';
/** A first name per letter pair, the first ones by far the most common, as in life. */
const FIRST =
  'Anna Peter Maria Thomas Michael Sabine Andreas Petra Stefan Monika Christian Claudia Elif Marta Jonas Noah Greta Hannah Pieter Aksel Sofia Ingrid Tomas Claire Rafael'.split(
    ' ',
  );
const SYLLABLES =
  'brandt weber kowal lind yil vries herrera lorenz fischer sol novak dubois costa mayer schmidt braun klein wolf neu haupt sommer winter stein berg'.split(
    ' ',
  );
const CITIES =
  'Berlin Hamburg München Köln Frankfurt Stuttgart Düsseldorf Leipzig Dortmund Essen Bremen Dresden Hannover Nürnberg Duisburg'.split(' ');
const PRODUCTS = ['Electricity', 'Gas', 'Heat', 'Water', 'Internet', 'Mobile'];

const accounts = Number(process.argv[2] ?? 1_000_000);
const seconds = Number(process.argv[3] ?? 20);
const PARALLEL = Number(process.argv[4] ?? 20);
const chosen = process.argv[5] ?? '';

/** One statement makes all accounts, every column a function of the account's number; amounts and days say nothing about names. */
async function seed(database: OwnedDatabase): Promise<void> {
  const started = performance.now();
  await inClient(database, CLIENT, async (tx) => {
    await tx.sql(
      `insert into client (client_id, name, currency, timezone, country_code, created_at) values ($1, 'Bench', 'EUR', 'Europe/Berlin', 'DE', '2026-01-01T00:00:00Z')`,
      [CLIENT],
    );
    await tx.sql(`insert into account_label select $1, 'product', unnest($2::text[])`, [CLIENT, PRODUCTS]);
    await tx.sql(`insert into account_label select $1, 'portfolio', 'P-' || n from generate_series(0, 499) n`, [CLIENT]);
    await tx.sql(
      `insert into account (client_id, account_id, external_account_ref, currency, created_at, updated_at, debtor_name, debtor_ref, debtor_type, city, total_amount,
         active_claims_count, oldest_due_date, latest_due_date, latest_claim_ref, latest_claim_portfolio, products, portfolios, latest_communication_date, search_words)
       select $1, ('0194' || lpad(to_hex(n / 65536), 4, '0') || '-' || lpad(to_hex(n % 65536), 4, '0') || '-7000-8000-' || lpad(to_hex(hash & 1048575), 12, '0'))::uuid, ref, 'EUR', created, created + (hash % 86400) * interval '1 second',
         name, 'D' || n, case when hash % 10 = 0 then 'company' else 'person' end, city, amount, claims, due, due + (hash % 40), 'INV-' || n, portfolio, array[product], array[portfolio],
         case when hash % 3 > 0 then created + (hash % 8640000) * interval '1 second' end,
         array_to_tsvector(array(select $10 || word from unnest(array[lower(first), lower(last), lower(unaccent(city)), postal, translate(lower(ref), '-', ''), 'd' || n, 'inv' || n, phone, lower(first) || lower(last) || n || 'exampleorg', '=product:' || product, '=portfolio:' || portfolio]) word))
       from (
         select *, first || ' ' || last as name from (
           select n, hash, 'ACC-' || lpad(n::text, 8, '0') as ref,
             ($2::text[])[1 + floor(power((hash % 10007) / 10007.0, 2.2) * $3)::int] as first,
             initcap(($4::text[])[1 + (hash / 7) % $5] || ($4::text[])[1 + (hash / 331) % $5] || case when hash % 3 = 0 then '' else ($4::text[])[1 + (hash / 5003) % $5] end) as last,
             ($6::text[])[1 + (hash / 11) % $7] as city, lpad(((hash / 17) % 90000 + 10000)::text, 5, '0') as postal,
             '4915' || lpad(((hash::bigint * 7919 + n) % 1000000000)::text, 9, '0') as phone,
             case when hash % 5 = 0 then 0 else (other % 900000)::bigint + 500 end as amount, case when hash % 5 = 0 then 0 else 1 + hash % 4 end as claims,
             case when hash % 5 = 0 then null else date '2026-11-20' - (other % 700)::int end as due,
             ($8::text[])[1 + (hash / 13) % 6] as product, 'P-' || floor(power((hash % 9973) / 9973.0, 3) * 500)::int as portfolio,
             timestamptz '2025-01-01' + (n % 50000000) * interval '1 minute' / 2 as created
           from (select n, abs(hashint4(n)) as hash, abs(hashint4(n + 1000003)) as other from generate_series(1, $9::int) n) numbers
         ) parts
       ) made`,
      [CLIENT, FIRST, FIRST.length - 1, SYLLABLES, SYLLABLES.length, CITIES, CITIES.length, PRODUCTS, accounts, wordSign(CLIENT)],
    );
  });
  await database.owner.query('vacuum analyze account');
  console.log(`${accounts.toLocaleString('en')} accounts seeded in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/** Kinds of search as people do them, with their share of the mix; $n is a random number. */
const any = <Value>(values: readonly Value[]): Value => values[Math.floor(Math.random() * values.length)] as Value;
const number = (most: number) => Math.floor(Math.random() * most);
/** A last name as the accounts have them: one in three is short, and many others begin with it. */
const last = () => any(SYLLABLES) + any(SYLLABLES) + (number(3) === 0 ? '' : any(SYLLABLES));
const KINDS: Record<string, { share: number; variables: () => object; pages?: number }> = {
  'no filter, default order': { share: 10, variables: () => ({}) },
  'no filter, by amount': { share: 5, variables: () => ({ orderFields: [{ field: 'totalAmount', descending: true }] }) },
  'no filter, by name': { share: 3, variables: () => ({ orderFields: [{ field: 'debtorFullName' }] }) },
  'very common first name': { share: 8, variables: () => ({ queryText: any(FIRST.slice(0, 3)) }) },
  'first name': { share: 6, variables: () => ({ queryText: any(FIRST.slice(3)) }) },
  'last name': { share: 8, variables: () => ({ queryText: last() }) },
  'last name and city': { share: 10, variables: () => ({ queryText: `${last()} ${any(CITIES)}` }) },
  'common name and city, by amount': {
    share: 4,
    variables: () => ({ queryText: `${any(FIRST)} ${any(CITIES)}`, orderFields: [{ field: 'totalAmount', descending: true }] }),
  },
  'two letters': { share: 3, variables: () => ({ queryText: last().slice(0, 2) }) },
  'beginning of all references': { share: 2, variables: () => ({ queryText: 'ACC' }) },
  reference: { share: 10, variables: () => ({ queryText: `ACC-${String(1 + number(accounts)).padStart(8, '0')}` }) },
  'phone, half typed': { share: 6, variables: () => ({ queryText: `015${number(9)} ${100 + number(900)}` }) },
  'amount range, by amount': { share: 5, variables: () => ({ ...amount(), orderFields: [{ field: 'totalAmount' }] }) },
  'amount range, by days past due': { share: 4, variables: () => amount() },
  'days past due, by amount': {
    share: 5,
    variables: () => ({ daysPastDueRange: { from: 30 + number(300) }, orderFields: [{ field: 'totalAmount', descending: true }] }),
  },
  product: { share: 5, variables: () => ({ products: [any(PRODUCTS)] }) },
  'product, portfolio and days past due': {
    share: 5,
    variables: () => ({ products: [any(PRODUCTS)], portfolios: [`P-${number(500)}`], daysPastDueRange: { from: 10 } }),
  },
  'deep paging': { share: 4, variables: () => ({ searchAfter: deep() }) },
};
const amount = () => ({ amountRange: { from: `${50 + number(500)}.00`, to: `${600 + number(4000)}.00` } });
const deep = () =>
  Buffer.from(JSON.stringify(['oldestClaimDPD-', new Date(Date.UTC(2025, number(22), 3)).toISOString().slice(0, 10), uuidv7()])).toString(
    'base64url',
  );

const FIELDS =
  'accountId externalAccountRef assinedToPartner assigneeUserId debtorFullName debtorRef debtorType currency totalAmount activeClaimsCount oldestClaimDPD latestClaimDPD latestClaimRef latestClaimPortfolio products portfolios latestCommunicationDate strategyName promisedUntil createdAt updatedAt';
const ARGUMENTS =
  'clientId: $clientId, queryText: $queryText, products: $products, portfolios: $portfolios, amountRange: $amountRange, daysPastDueRange: $daysPastDueRange, orderFields: $orderFields, searchAfter: $searchAfter';
const SEARCH = `query ($clientId: ID!, $queryText: String, $products: [String!], $portfolios: [String!], $amountRange: AmountRange, $daysPastDueRange: IntRange, $orderFields: [AccountOrderField!], $searchAfter: String) {
  searchAccounts(${ARGUMENTS}) { totalResults totalResultsRelation searchAfter results { ${FIELDS} } } }`;

/** The other process: asks, and measures what a browser would wait. */
async function load(port: number, token: string): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: PARALLEL });
  const ask = (variables: object) =>
    new Promise<string>((resolve, reject) => {
      const request = http.request(
        { port, agent, path: '/api/account', method: 'POST', headers: { 'content-type': 'application/json', authorization: token } },
        (response) => {
          let text = '';
          response
            .setEncoding('utf8')
            .on('data', (chunk: string) => (text += chunk))
            .on('end', () => resolve(text));
        },
      );
      request.on('error', reject).end(JSON.stringify({ query: SEARCH, variables: { clientId: CLIENT, ...variables } }));
    });
  const bag = Object.entries(KINDS)
    .filter(([name]) => name.startsWith(chosen))
    .flatMap(([name, kind]) => Array.from({ length: kind.share }, () => name));
  const times = new Map<string, number[]>();
  const measure = async (until: number, keep: boolean) => {
    while (performance.now() < until) {
      const name = any(bag);
      const started = performance.now();
      const answer = await ask(KINDS[name]!.variables());
      if (answer.includes('"errors"')) throw new Error(`${name}: ${answer.slice(0, 500)}`);
      if (keep) times.set(name, [...(times.get(name) ?? []), performance.now() - started]);
    }
  };
  const all = async (duration: number, keep: boolean) => {
    const until = performance.now() + duration;
    await Promise.all(Array.from({ length: PARALLEL }, () => measure(until, keep)));
  };
  await all(3000, false);
  process.send?.('begin');
  const before = process.cpuUsage();
  await all(seconds * 1000, true);
  const { user, system } = process.cpuUsage(before);
  const every = [...times.values()].flat();
  for (const [name, list] of [...[...times].sort((a, b) => quantile(b[1], 0.95) - quantile(a[1], 0.95)), ['all', every] as const])
    console.log(
      `${name.padEnd(40)} ${String(list.length).padStart(6)}   p50 ${ms(list, 0.5)}   p95 ${ms(list, 0.95)}   p99 ${ms(list, 0.99)}`,
    );
  console.log(`${PARALLEL} at once, ${(every.length / seconds).toFixed(0)} searches/s; p95 ${ms(every, 0.95).trim()} (bound: 100 ms)`);
  process.send?.({ searches: every.length, own: (user + system) / 1000 } satisfies Work);
  process.exit(quantile(every, 0.95) < 100 ? 0 : 1);
}

function quantile(list: readonly number[], q: number): number {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
}
const ms = (list: readonly number[], q: number) => `${quantile(list, q).toFixed(1).padStart(6)} ms`;

/** What the load generator did, and its own processor time in milliseconds. */
interface Work {
  readonly searches: number;
  readonly own: number;
}

/** The machine is shared by all three parts: their processor time per search says what bounds the searches per second. */
function tellWork({ searches, own }: Work, server: NodeJS.CpuUsage, database: number): void {
  const per = (milliseconds: number) => `${(milliseconds / searches).toFixed(2)} ms`;
  const ours = (server.user + server.system) / 1000;
  console.log(
    `processor time per search: ${per(database + ours + own)} = Postgres ${per(database)} + server ${per(ours)} + load generator ${per(own)}; ${os.availableParallelism()} processors`,
  );
}

if (process.env.BENCH_PORT) await load(Number(process.env.BENCH_PORT), process.env.BENCH_TOKEN ?? '');
else
  await withServer({ name: 'search', clientId: CLIENT, role: 'AGENT', seed }, async ({ port, token, folder }) => {
    const child = fork(import.meta.filename, process.argv.slice(2), {
      env: { ...process.env, BENCH_PORT: String(port), BENCH_TOKEN: token },
    });
    let [server, backends] = [process.cpuUsage(), 0];
    child.on('message', (message: 'begin' | Work) => {
      if (message === 'begin') [server, backends] = [process.cpuUsage(), postgresTime(folder)];
      else tellWork(message, process.cpuUsage(server), postgresTime(folder) - backends);
    });
    process.exitCode = await new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
  });
