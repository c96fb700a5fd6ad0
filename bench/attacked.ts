/**
 * 200 people at work for a minute, alone and then with an attacker beside them: requests, waiting times and the server's memory in both minutes,
 * and how many times as long people wait. The product runs as production does, limits included, in a process of its own; people and attacker
 * come from addresses of their own, as the proxy in front would name them. All of them and the database share this machine's processors.
 * Ends with 1 when the 95th percentile more than doubles or somebody's work fails. Run: node bench/attacked.ts [accounts] [seconds] [people]
 * [addresses of the attacker]
 */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { type DocumentNode, Kind, parse, print } from 'graphql';
import { openTarget, type Target } from '../attack/target.ts';
import { type Uuid, uuidv7 } from '../core/id.ts';
import { createTokens } from '../server/platform/identity.ts';
import { inClient } from '../server/platform/tenancy.ts';

const accounts = Number(process.argv[2] ?? 50_000);
const seconds = Number(process.argv[3] ?? 60);
const people = Number(process.argv[4] ?? 200);
const addresses = Number(process.argv[5] ?? 1);
/** Somebody reads and thinks between two clicks, ms, evenly spread. */
const THINKS = { from: 2_000, to: 4_000 };

/** @returns an operation of a screen, as the staff's application sends it. */
function documentOf(screen: string, service: string, name: string): string {
  const file = path.resolve(import.meta.dirname, '../web/screens', screen, `${service}.graphql`);
  const { definitions } = parse(readFileSync(file, 'utf8'));
  const wanted = definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION || ('name' in each && each.name?.value === name));
  return print({ kind: Kind.DOCUMENT, definitions: wanted } as DocumentNode);
}

interface Click {
  readonly share: number;
  readonly service: string;
  readonly query: string;
  readonly variables: (accountIds: readonly Uuid[]) => object;
}

const any = <Value>(values: readonly Value[]): Value => values[Math.floor(Math.random() * values.length)] as Value;
const ofAnAccount = (accountIds: readonly Uuid[]) => ({ accountId: any(accountIds) });
/** What a collector does, in the proportions of a day at the desk. */
const CLICKS: readonly Click[] = [
  {
    share: 20,
    service: 'account',
    query: documentOf('account/manage', 'account', 'Accounts'),
    variables: () => ({ queryText: `Debtor ${Math.floor(Math.random() * accounts)}`, size: 50 }),
  },
  { share: 10, service: 'account', query: documentOf('account/manage', 'account', 'Accounts'), variables: () => ({ size: 50 }) },
  { share: 30, service: 'account', query: documentOf('account/detail', 'account', 'Account'), variables: ofAnAccount },
  { share: 25, service: 'events', query: documentOf('account/detail', 'events', 'Diary'), variables: ofAnAccount },
  {
    share: 10,
    service: 'notes',
    query: documentOf('account/detail', 'notes', 'AddNote'),
    variables: (accountIds) => ({ ...ofAnAccount(accountIds), text: 'Called, nobody there.' }),
  },
  { share: 5, service: 'reporting', query: documentOf('dashboard/backoffice-homepage', 'reporting', 'Homepage'), variables: () => ({}) },
];

/** Accounts with a debtor and a claim each, in client A. @returns some of their ids */
async function addAccounts({ database, a: { clientId } }: Target): Promise<Uuid[]> {
  return inClient(database, clientId, async (tx) => {
    await tx.sql(
      `insert into account (client_id, account_id, external_account_ref, currency, created_at, updated_at, debtor_name, total_amount, active_claims_count, oldest_due_date)
       select $1, gen_random_uuid(), 'ACC-' || n, 'EUR', now(), now(), 'Debtor ' || n, 500 + n % 9000, 1, current_date - n % 400 from generate_series(1, $2::int) n`,
      [clientId, accounts],
    );
    await tx.sql(
      `insert into debtor (client_id, account_id, debtor_id, external_debtor_ref, type, first_name, last_name)
       select $1, account_id, gen_random_uuid(), external_account_ref, 'person', 'Debtor', external_account_ref from account where client_id = $1 and external_account_ref like 'ACC-%'`,
      [clientId],
    );
    await tx.sql(
      `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, due_date, status, created_at, updated_at)
       select $1, 'C-' || external_account_ref, account_id, 'EUR', total_amount, total_amount, oldest_due_date, 'open', now(), now()
       from account where client_id = $1 and external_account_ref like 'ACC-%'`,
      [clientId],
    );
    const rows = await tx.sql<{ id: Uuid }>('select account_id as id from account where client_id = $1 limit 5000', [clientId]);
    return rows.map(({ id }) => id);
  });
}

interface Minute {
  readonly waits: number[];
  readonly failed: string[];
  /** Resident memory of the server in the end, bytes. */
  memory: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 400 });

/** One request on a connection that stays. @returns what was wrong with the answer, or null */
function ask(target: Target, click: Click, token: string, from: string, accountIds: readonly Uuid[]): Promise<string | null> {
  const body = JSON.stringify({ query: click.query, variables: { clientId: target.a.clientId, ...click.variables(accountIds) } });
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', authorization: token, 'x-forwarded-for': from };
    const request = httpRequest(`${target.url}/api/${click.service}`, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => (text += part));
      response.on('end', () =>
        resolve(response.statusCode === 200 && !text.includes('"errors"') ? null : `${response.statusCode} ${text}`),
      );
    });
    request.on('error', (error) => resolve(error.message));
    request.end(body);
  });
}

/** Everybody works for a time. @returns how long each waited for what */
async function work(target: Target, tokens: readonly string[], accountIds: readonly Uuid[], forSeconds: number): Promise<Minute> {
  const end = performance.now() + forSeconds * 1000;
  const minute: Minute = { waits: [], failed: [], memory: 0 };
  const weighted = CLICKS.flatMap((click) => Array.from({ length: click.share }, () => click));
  const think = (most: number, least: number) => new Promise((resolve) => setTimeout(resolve, least + Math.random() * (most - least)));
  await Promise.all(
    tokens.map(async (token, index) => {
      await think(THINKS.to, 0);
      while (performance.now() < end) {
        const started = performance.now();
        const wrong = await ask(target, any(weighted), token, `192.0.2.${index % 250}`, accountIds);
        minute.waits.push(performance.now() - started);
        if (wrong) minute.failed.push(wrong.slice(0, 200));
        await think(THINKS.to, THINKS.from);
      }
    }),
  );
  minute.memory = await target.memory();
  return minute;
}

const quantile = (list: readonly number[], q: number) =>
  [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * q))] ?? 0;

function tell(name: string, { waits, failed, memory }: Minute): void {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((q) => quantile(waits, q).toFixed(0));
  console.log(
    `  ${name}: ${waits.length.toLocaleString('en')} requests, ${failed.length} failed, p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms; ${Math.round(memory / 2 ** 20)} MB`,
  );
  for (const each of new Set(failed.slice(0, 3))) console.log(`    ${each}`);
}

/** An attacker in a process of its own, until stopped. @returns a function that stops it and says what it did */
function attacker({ url, a: { clientId, token, links } }: Target): () => Promise<string> {
  const child = fork(path.join(import.meta.dirname, 'attacked.attacker.ts'));
  // The attacker's own computing would not be done on this machine; what it asks for is.
  os.setPriority(child.pid!, os.constants.priority.PRIORITY_LOW);
  child.send({ url, clientId, token, links, addresses });
  return () =>
    new Promise((resolve) => {
      child.once('message', (said) => resolve(String(said)));
      child.send('stop');
    });
}

const target = await openTarget();
try {
  const accountIds = await addAccounts(target);
  const tokens = createTokens(target.database);
  const group = { clientId: target.a.clientId, role: 'ADMINISTRATOR', partnerId: null };
  const signed = await Promise.all(
    Array.from({ length: people }, (_, index) =>
      tokens.sign({ userId: uuidv7(), email: `p${index}@a.example`, name: `Person ${index}`, groups: [group] }),
    ),
  );
  const everybody = signed.map(({ token }) => token);
  // As long as the rest: the database analyses what is new within a minute, and code that runs often is compiled.
  await work(target, everybody, accountIds, seconds);
  const alone = await work(target, everybody, accountIds, seconds);
  tell(`${people} people alone for ${seconds} s`, alone);
  const stop = attacker(target);
  const attacked = await work(target, everybody, accountIds, seconds);
  const said = await stop();
  tell(`${people} people, an attacker beside them`, attacked);
  console.log(`  the attacker: ${said}`);
  const after = await work(target, everybody, accountIds, seconds);
  tell(`${people} people alone again`, after);
  const ratio = quantile(attacked.waits, 0.95) / quantile([...alone.waits, ...after.waits], 0.95);
  console.log(`  with the attacker the 95th percentile is ${ratio.toFixed(2)} times that without (bound: 2)`);
  if (ratio > 2 || alone.failed.length + attacked.failed.length + after.failed.length > 0) process.exitCode = 1;
} finally {
  agent.destroy();
  await target.close();
}
