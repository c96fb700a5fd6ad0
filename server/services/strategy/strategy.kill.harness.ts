/**
 * What the kill test and the kill bench share: claims of three clients, one per class of provider, whose strategy sends an e-mail; workers
 * in processes of their own that are killed with -9 again and again; and the count of what reached the provider, the outbox and the log.
 */
import type { ChildProcess } from 'node:child_process';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { readConfig } from '../../platform/config.ts';
import type { DeliveryClass } from '../../platform/outbox/answer.ts';
import { type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { startTestProgram } from '../../platform/testing.workers.ts';
import { addBundle } from '../cms/cms.testing.ts';
import { setProviderSetting } from '../operations/operations.provider.logic.ts';
import { saveBlueprint } from './strategy.blueprint.logic.ts';
import { startRuns } from './strategy.runs.logic.ts';

export const CLASSES: readonly DeliveryClass[] = ['idempotent', 'askable', 'neither'];

const STEPS = JSON.stringify([
  { id: 'mail', stepType: 'sendEmail', stepState: { bundleName: 'reminder' }, down: 'end' },
  { id: 'end', stepType: 'expired', stepState: {} },
]);

export interface KillInput {
  readonly database: Database;
  /** Messages per class. */
  readonly messages: number;
  readonly kills: number;
  readonly workers: number;
  /** Per cent of answers that are lost, and of messages delivered before a 503. */
  readonly lost: number;
  readonly unavailable: number;
  /** Milliseconds after which what a killed worker held is taken up by another; long against what a busy machine needs for one batch. */
  readonly lease: number;
  /** Called after each kill; the bench kills the database here. */
  readonly afterKill?: (kill: number) => Promise<void>;
}

export interface KillResult {
  readonly deliveryClass: DeliveryClass;
  readonly messages: number;
  /** Messages that reached the provider more than once. */
  readonly duplicates: number;
  /** Messages that are said to be sent and never reached it, and claims without a message. */
  readonly lost: number;
  /** How those that were not sent stand, and what was in their way. */
  readonly unsent: readonly string[];
  /** Parked for people: only the provider that can neither deduplicate nor be asked has these. */
  readonly unknown: number;
  /** Steps with no event or more than one. */
  readonly wrongEvents: number;
}

/** Starts the worker of this folder, or its provider. */
const start = (name: string, args: readonly (string | number)[]) => startTestProgram(`services/strategy/strategy.kill.${name}.ts`, args);

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What is done while workers are killed. */
interface Killed<Result> {
  /** Claims that are begun, a share before each kill. */
  readonly claims: number;
  /** Prepares all, with the provider at this port. @returns what starts a worker. */
  readonly prepare: (port: number) => Promise<() => ChildProcess>;
  /** Begins the claims from..until and waits for a moment that is worth a kill. */
  readonly round: (from: number, until: number) => Promise<void>;
  /** Waits until all is done, and counts. */
  readonly settle: (port: number) => Promise<Result>;
}

/** Starts the provider and the workers, and kills a worker after each round; a new one takes its place. */
export async function killing<Result>(input: Omit<KillInput, 'messages'>, killed: Killed<Result>): Promise<Result> {
  // The gateway of this measurement is on this machine.
  process.env.OUTBOUND_ALLOW ??= '127.0.0.0/8';
  const { provider, port } = await startProvider(input.lost, input.unavailable);
  const running = new Set<ChildProcess>();
  try {
    const work = await killed.prepare(port);
    for (let count = 0; count < input.workers; count++) running.add(work());
    let begun = 0;
    for (let kill = 1; kill <= input.kills; kill++) {
      const until = Math.ceil((killed.claims * kill) / input.kills);
      await killed.round(begun, until);
      begun = until;
      const [victim] = running;
      if (victim) {
        running.delete(victim);
        victim.kill('SIGKILL');
      }
      running.add(work());
      await input.afterKill?.(kill);
    }
    return await killed.settle(port);
  } finally {
    for (const child of [...running, provider]) child.kill('SIGKILL');
  }
}

/** Runs it all and counts. @throws Error when after the last kill nothing moves for two minutes. */
export function killWorkers(input: KillInput): Promise<KillResult[]> {
  const { database, messages } = input;
  const clients = new Map<DeliveryClass, Uuid>();
  return killing(input, {
    claims: messages,
    prepare: async (port) => {
      for (const deliveryClass of CLASSES)
        clients.set(deliveryClass, await seed(database, deliveryClass, messages, `http://127.0.0.1:${port}/${deliveryClass}`));
      return () => start('worker', [JSON.stringify(database.addresses), input.lease, ...clients.values()]);
    },
    round: async (from, until) => {
      for (const clientId of clients.values()) await again(() => startClaims(database, clientId, from, until));
      await pause(300 + Math.random() * 500);
    },
    settle: (port) => settle(database, clients, messages, port),
  });
}

/** Starts the provider. @param lost per cent of answers @param unavailable per cent of messages that are delivered before a 503 */
async function startProvider(lost: number, unavailable: number): Promise<{ provider: ChildProcess; port: number }> {
  const provider = start('provider', [lost, unavailable, 20]);
  const port = await new Promise<number>((resolve) => provider.stdout?.once('data', (chunk: Buffer) => resolve(Number(chunk.toString()))));
  return { provider, port };
}

/** @returns how often each message reached the provider. */
export async function deliveredBy(port: number): Promise<Readonly<Record<string, number>>> {
  return (await (await fetch(`http://127.0.0.1:${port}/delivered`)).json()) as Record<string, number>;
}

/** A command whose transaction a killed database refused is given again, as people do: starting a claim twice starts it once. */
export async function again<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 100) throw error;
      await pause(200);
    }
  }
}

const blueprints = new Map<Uuid, Uuid>();

async function startClaims(database: Database, clientId: Uuid, from: number, until: number): Promise<void> {
  const externalClaimRefs = Array.from({ length: until - from }, (_, index) => `K-${from + index + 1}`);
  await inClient(database, clientId, (tx) => startRuns(tx, { blueprintId: blueprints.get(clientId)!, externalClaimRefs }));
}

async function seed(database: Database, deliveryClass: DeliveryClass, messages: number, baseURL: string): Promise<Uuid> {
  const clientId = uuidv7();
  await inClient(database, clientId, async (tx) => {
    await addKilledClient(tx, deliveryClass, messages, baseURL);
    const { blueprint } = await saveBlueprint(tx, { id: 'new', displayName: 'Reminder', steps: STEPS });
    blueprints.set(clientId, blueprint!.id);
  });
  return clientId;
}

/** Adds the running client with its claims K-1, K-2 …, each on an account of its own, a provider of e-mail and the message "reminder". */
export async function addKilledClient(tx: Tx, deliveryClass: DeliveryClass, claims: number, baseURL: string): Promise<void> {
  await tx.sql(
    `insert into client (client_id, name, currency, timezone, country_code, created_at) values ($1, $2, 'EUR', 'Europe/Berlin', 'DE', '2026-01-01T00:00:00Z')`,
    [tx.clientId, `Killed ${deliveryClass}`],
  );
  const choice = { providerName: 'HttpGateway', credentials: JSON.stringify({ baseURL }), extras: JSON.stringify({ deliveryClass }) };
  await setProviderSetting(tx, 'email', [choice], readConfig());
  await tx.sql(
    `with numbers as (select n, gen_random_uuid() as account_id, gen_random_uuid() as debtor_id from generate_series(1, $2::int) n),
     accounts as (insert into account (client_id, account_id, external_account_ref, currency, created_at, updated_at)
       select $1, account_id, 'A-' || n, 'EUR', '2026-01-01', '2026-01-01' from numbers),
     debtors as (insert into debtor (client_id, account_id, debtor_id, external_debtor_ref, type, last_name)
       select $1, account_id, debtor_id, 'D-' || n, 'person', 'Name' from numbers),
     points as (insert into contact_point (client_id, account_id, debtor_id, kind, value, normalized, updated_at)
       select $1, account_id, debtor_id, 'email', 'd' || n || '@debtor.example', 'd' || n || '@debtor.example', '2026-01-01' from numbers)
     insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, due_date, created_at, updated_at)
       select $1, 'K-' || n, account_id, 'EUR', 10000, 10000, '2026-01-15', '2026-01-01', '2026-01-01' from numbers`,
    [tx.clientId, claims],
  );
  await addBundle(tx, 'reminder', { source: 'Please pay {{ claim.balance }}.' });
}

async function settle(
  database: Database,
  clients: ReadonlyMap<DeliveryClass, Uuid>,
  messages: number,
  port: number,
): Promise<KillResult[]> {
  const results: KillResult[] = [];
  for (const [deliveryClass, clientId] of clients) {
    let least = Number.POSITIVE_INFINITY;
    let moved = Date.now();
    for (;;) {
      const [open] = await again(() =>
        inClient(database, clientId, (tx) =>
          tx.sql<{ count: number }>(
            `select (select count(*)::int from strategy_run where client_id = $1 and wake_at is not null)
             + (select count(*)::int from outbox where client_id = $1 and status in ('queued', 'sending')) as count`,
            [clientId],
          ),
        ),
      );
      if (open!.count === 0) break;
      if (open!.count < least) {
        least = open!.count;
        moved = Date.now();
      }
      if (Date.now() - moved > 120_000) throw new Error(`${deliveryClass}: ${open!.count} runs or messages do not come to an end`);
      await pause(100);
    }
    const delivered = await deliveredBy(port);
    results.push(await again(() => count(database, clientId, deliveryClass, messages, delivered)));
  }
  return results;
}

async function count(
  database: Database,
  clientId: Uuid,
  deliveryClass: DeliveryClass,
  messages: number,
  delivered: Readonly<Record<string, number>>,
): Promise<KillResult> {
  return inClient(database, clientId, async (tx) => {
    const rows = await tx.sql<{ outbox_id: Uuid; status: string; last_error: string | null }>(
      'select outbox_id, status, last_error from outbox where client_id = $1',
      [clientId],
    );
    const [events] = await tx.sql<{ wrong: number }>(
      `select count(*)::int as wrong from (
         select c.external_claim_ref from claim c left join event e on e.client_id = $1 and e.account_id = c.account_id where c.client_id = $1
         group by c.external_claim_ref having count(*) filter (where e.message_type = 'strategyStep') <> 1
           or count(*) filter (where e.message_type = 'strategyCompleted') <> 1
           or count(*) filter (where e.message_type in ('communicationSent', 'communicationUnknown')) <> 1) claims`,
      [clientId],
    );
    const missing = rows.filter((row) => row.status !== 'unknown' && (row.status !== 'sent' || !delivered[row.outbox_id]));
    return {
      deliveryClass,
      messages: rows.length,
      duplicates: rows.filter((row) => (delivered[row.outbox_id] ?? 0) > 1).length,
      lost: missing.length + (messages - rows.length),
      unsent: missing.map(({ status, last_error }) => `${status}: ${last_error}`),
      unknown: rows.filter((row) => row.status === 'unknown').length,
      wrongEvents: events!.wrong,
    };
  });
}
