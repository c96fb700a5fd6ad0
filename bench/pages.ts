/**
 * Debtors open their pages: a landing page of the client's with placeholders, a condition and a list, each link by a browser of its own, at a steady
 * rate. The first look of a debtor is measured, which notes that the link was opened and which version was shown.
 * Run: node bench/pages.ts [a second] [seconds] [accounts]
 */
import { fork } from 'node:child_process';
import http from 'node:http';
import type { Design } from '../blocks/design.ts';
import { startPage } from '../blocks/page/start.ts';
import { startBlock } from '../blocks/start.ts';
import { richTextOf } from '../blocks/words.ts';
import { uuidv7 } from '../core/id.ts';
import type { CalendarDate } from '../core/time.ts';
import type { OwnedDatabase } from '../server/platform/owned.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { saveLandingPage } from '../server/services/cms/cms.landing.logic.ts';
import { book } from '../server/services/finance/ledger/ledger.logic.ts';
import { createTinyLinks, writePortalSetting } from '../server/services/landing-page/landing-page.logic.ts';
import { withServer } from './house.ts';
import { postgresTime } from './postgres.time.ts';

const CLIENT = '01940000-0000-7000-8000-000000000002';
const rate = Number(process.argv[2] ?? 100);
const seconds = Number(process.argv[3] ?? 20);
const accounts = Number(process.argv[4] ?? rate * (seconds + 2));
const BATCH = 500;

async function seed(database: OwnedDatabase): Promise<void> {
  await inClient(database, CLIENT, async (tx) => {
    await tx.sql(
      `insert into client (client_id, name, currency, timezone, country_code, created_at) values ($1, 'Bench', 'EUR', 'Europe/Berlin', 'DE', '2026-01-01T00:00:00Z')`,
      [CLIENT],
    );
    await writePortalSetting(tx, { identityField: 'none', maxTries: 5, linkDays: 30 });
    const home = startPage('home');
    const own = [
      { ...startBlock('text', 'intro') },
      {
        ...startBlock('text', 'late'),
        when: { match: 'every' as const, asks: [{ tag: 'claim.daysPastDue', operation: 'above' as const, value: '30' }] },
      },
      { ...startBlock('text', 'each'), each: 'claims' as const },
    ];
    const design: Design = { ...home, blocks: [...own, ...home.blocks] };
    const texts = {
      'intro.text': { text: richTextOf('Dear {{ debtor.firstName }}, this is about {{ claim.reference }}.') },
      'late.text': { text: richTextOf('It is {{ claim.daysPastDue }} days late.') },
      'each.text': { text: richTextOf('{{ item.reference }}: {{ item.balance }}') },
    };
    const contentTemplates = [{ locale: 'en_US', content: JSON.stringify(texts) }];
    await saveLandingPage(tx, { displayName: 'Bench', pageContents: [{ type: 'home', template: { design }, contentTemplates }] }, 'Bench');
  });
  for (let from = 0; from < accounts; from += BATCH)
    await inClient(database, CLIENT, async (tx) => {
      const made = Array.from({ length: Math.min(BATCH, accounts - from) }, (_, at) => ({ n: from + at, accountId: uuidv7() }));
      const ids = made.map(({ accountId }) => accountId);
      const numbers = made.map(({ n }) => n);
      await tx.sql(
        `insert into account (client_id, account_id, external_account_ref, currency, created_at, updated_at) select $1, id, 'A-' || n, 'EUR', now(), now() from unnest($2::uuid[], $3::int[]) t(id, n)`,
        [CLIENT, ids, numbers],
      );
      await tx.sql(
        `insert into debtor (client_id, account_id, debtor_id, external_debtor_ref, type, first_name) select $1, id, id, 'D-' || n, 'person', 'Hannah' from unnest($2::uuid[], $3::int[]) t(id, n)`,
        [CLIENT, ids, numbers],
      );
      await tx.sql(
        `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, due_date, product_name, created_at, updated_at)
         select $1, n || '-' || k, id, 'EUR', 5000, 0, '2026-09-01', 'Electricity', now(), now() from unnest($2::uuid[], $3::int[]) t(id, n), generate_series(1, 2) k`,
        [CLIENT, ids, numbers],
      );
      await book(
        tx,
        made.flatMap(({ accountId, n }) =>
          [1, 2].map((k) => ({
            accountId,
            externalClaimRef: `${n}-${k}`,
            kind: 'principal' as const,
            amount: 5000n,
            currency: 'EUR',
            valueDate: '2026-09-01' as CalendarDate,
            key: `${n}-${k}`,
          })),
        ),
      );
    });
  // As the database does by itself a minute later.
  await database.owner.query('analyze');
}

/** @returns milliseconds until the whole page was there. */
function open(port: number, agent: http.Agent, path: string, from: string): Promise<{ took: number; size: number }> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const asked = http.get({ port, path, headers: { 'x-forwarded-for': from }, agent }, (answer) => {
      let size = 0;
      answer.on('data', (part: Buffer) => {
        size += part.length;
      });
      answer.on('end', () =>
        answer.statusCode === 200
          ? resolve({ took: performance.now() - started, size })
          : reject(new Error(`answered ${answer.statusCode}`)),
      );
    });
    asked.on('error', reject);
  });
}

/** What the browsers do, in a process of their own: each address once. Tells the parent when the looks that count begin, and how many there were. */
async function load(port: number, paths: readonly string[]): Promise<void> {
  const agent = new http.Agent({ keepAlive: true });
  const places = paths.map((path, at) => [path, `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`] as const);
  for (const [path, from] of places.splice(0, rate)) await open(port, agent, path, from);
  process.send?.('begin');
  const looks: Promise<{ took: number; size: number }>[] = [];
  const begun = performance.now();
  for (const [at, [path, from]] of places.slice(0, rate * seconds).entries()) {
    const wait = begun + (at * 1000) / rate - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    looks.push(open(port, agent, path, from));
  }
  const all = await Promise.all(looks);
  const took = all.map((each) => each.took).toSorted((one, other) => one - other);
  const at = (part: number) => `${Math.round(took[Math.min(took.length - 1, Math.floor(part * took.length))] ?? 0)} ms`;
  console.log(
    `${all.length} first looks at ${rate} a second: p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}; a page has ${Math.round((all[0]?.size ?? 0) / 1000)} kB`,
  );
  process.send?.(all.length);
  agent.destroy();
  process.disconnect?.();
}

async function serve(): Promise<void> {
  await withServer({ name: 'pages', clientId: CLIENT, role: 'AGENT', seed, portal: true }, async ({ port, database, folder }) => {
    const links = await inClient(database, CLIENT, async (tx) => {
      const rows = await tx.sql<{ account_id: string }>('select account_id from account where client_id = $1 limit $2', [CLIENT, accounts]);
      const made = rows.map(({ account_id: accountId }) => ({ accountId, externalClaimRef: null, publicUrl: 'http://127.0.0.1' }));
      return (await createTinyLinks(tx, made)).map(({ url }) => new URL(url).pathname);
    });
    const child = fork(import.meta.filename, process.argv.slice(2), { env: { ...process.env, BENCH_PORT: String(port) } });
    child.send(links);
    let [own, backends] = [process.cpuUsage(), 0];
    child.on('message', (message: 'begin' | number) => {
      if (message === 'begin') [own, backends] = [process.cpuUsage(), postgresTime(folder)];
      else {
        const { user, system } = process.cpuUsage(own);
        const per = (milliseconds: number) => `${(milliseconds / message).toFixed(1)} ms`;
        console.log(`processor time a look: server ${per((user + system) / 1000)}, Postgres ${per(postgresTime(folder) - backends)}`);
      }
    });
    process.exitCode = await new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
  });
}

if (process.env.BENCH_PORT) process.once('message', (paths: string[]) => void load(Number(process.env.BENCH_PORT), paths));
else await serve();
