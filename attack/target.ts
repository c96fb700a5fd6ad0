/** What attacks are aimed at: the product as production runs it, in a process of its own, with two clients and debtors who owe. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { API_SCOPES } from '../core/apiScopes.ts';
import type { Uuid } from '../core/id.ts';
import { keyFor } from '../server/api/api.testing.ts';
import { readConfig } from '../server/platform/config.ts';
import { connect } from '../server/platform/connect.ts';
import { type Database, inClient } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { createTinyLink } from '../server/services/landing-page/landing-page.logic.ts';

export interface ClientTarget {
  readonly clientId: Uuid;
  readonly email: string;
  readonly password: string;
  /** An administrator's identity token; good for fifteen minutes. */
  readonly token: string;
  /** Accounts of the client; each has a debtor, postal code 10119, and two claims. */
  readonly accountIds: readonly Uuid[];
  /** Addresses of debtors' pages, as paths, one for each account. */
  readonly links: readonly string[];
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; null when it is none. */
  readonly json: { data?: unknown; errors?: { message: string; extensions?: { code?: string } }[] } & Record<string, unknown>;
}

export interface Target {
  readonly url: string;
  readonly filesUrl: string;
  readonly a: ClientTarget;
  readonly b: ClientTarget;
  /** The database from inside, to look at what an attack left behind. */
  readonly database: Database;
  /** Settings of the attacked process, for starting another one beside it. */
  readonly env: Readonly<Record<string, string>>;
  readonly request: (path: string, init?: RequestInit) => Promise<Answer>;
  /** A GraphQL request. @param token null: without one; otherwise client A's administrator unless told. */
  readonly query: (service: string, document: string, variables?: object, token?: string | null) => Promise<Answer>;
  /** @returns resident memory of the attacked process, bytes. */
  readonly memory: () => Promise<number>;
  readonly close: () => Promise<void>;
}

const root = path.resolve(import.meta.dirname, '..');

async function freePort(): Promise<number> {
  const socket = createServer();
  await new Promise<void>((resolve) => socket.listen(0, '127.0.0.1', resolve));
  const { port } = socket.address() as { port: number };
  await new Promise((resolve) => socket.close(resolve));
  return port;
}

/** Runs a command of the product to its end. @throws Error with what it said when it fails. */
async function command(file: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${file}: ${said}`);
}

/** Waits until the process serves. @throws Error with what it said when it ends or takes longer than a minute. */
async function serving(child: ChildProcess, url: string, said: () => string): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const answer = await fetch(`${url}/auth`).catch(() => null);
    if (answer?.ok) return;
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`The product did not start:\n${said()}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Adds debtors who owe to a client. */
async function addDebtors(database: Database, clientId: Uuid, publicUrl: string): Promise<Pick<ClientTarget, 'accountIds' | 'links'>> {
  return inClient(database, clientId, async (tx) => {
    const mark = clientId.slice(-4);
    const ids = await addSampleAccounts(
      tx,
      Array.from({ length: 12 }, (_, index) => ({
        ref: `${mark}-${index}`,
        first: 'Hannah',
        last: `Brandt ${index}`,
        city: 'Berlin',
        email: `debtor${index}.${mark}@example.net`,
        claims: [
          { ref: `C-${mark}-${index}-1`, balance: 12_000, due: '2026-01-15' },
          { ref: `C-${mark}-${index}-2`, balance: 4_550, due: '2026-02-15' },
        ],
      })),
    );
    const accountIds = [...ids.values()];
    const links: string[] = [];
    for (const accountId of accountIds)
      links.push(new URL((await createTinyLink(tx, { accountId, externalClaimRef: null, publicUrl })).url).pathname);
    return { accountIds, links };
  });
}

/** Starts the product over an empty database, as production would. @returns it, with everything needed to attack it. */
export async function openTarget(): Promise<Target> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'quittance-attack-'));
  chmodSync(folder, 0o755);
  const [port, filesPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const env: Record<string, string> = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    FILES_PORT: String(filesPort),
    PUBLIC_URL: url,
    QUITTANCE_DATA: folder,
    QUITTANCE_SECRET: randomBytes(36).toString('base64'),
    LOG_LEVEL: 'fatal',
  };
  // From here on this process reads the same settings; it holds the database up for the attacked one.
  for (const [name, value] of Object.entries(env)) process.env[name] = value;
  const { database, close } = await connect(readConfig());
  const people = ['a', 'b'].map((name) => ({
    name,
    email: `ada@${name}.example`,
    password: `${randomBytes(12).toString('base64url')} long`,
  }));
  for (const { name, email, password } of people)
    await command(
      'server/services/backoffice/create-client.command.ts',
      [
        '--name',
        `Client ${name}`,
        '--currency',
        'EUR',
        '--timezone',
        'Europe/Berlin',
        '--country',
        'DE',
        '--email',
        email,
        '--user',
        'Ada',
      ],
      { ...env, QUITTANCE_PASSWORD: password },
    );
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/main.ts'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said = `${said}${part}`.slice(-20_000)));
  const end = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode === null && child.kill('SIGTERM')) await ended;
    await close();
    rmSync(folder, { recursive: true, force: true });
  };
  await serving(child, url, () => said).catch(async (error) => {
    await end();
    throw error;
  });

  const request: Target['request'] = async (at, init) => {
    const answer = await fetch(new URL(at, url), { redirect: 'manual', ...init });
    const text = await answer.text();
    let json = {};
    try {
      json = (JSON.parse(text) as object) ?? {};
    } catch {}
    return { status: answer.status, headers: answer.headers, text, json };
  };
  let standard: string | null = null;
  const query: Target['query'] = (service, document, variables = {}, token = standard) =>
    request(`/api/${service}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token === null ? {} : { authorization: token }) },
      body: JSON.stringify({ query: document, variables }),
    });
  const clients: ClientTarget[] = [];
  for (const { email, password } of people) {
    const { json } = await query(
      'identity',
      'mutation ($email: String!, $password: String!) { signIn(email: $email, password: $password) { session { token } } }',
      { email, password },
      null,
    );
    const token = (json.data as { signIn?: { session?: { token: string } } } | undefined)?.signIn?.session?.token;
    if (!token) throw new Error(`${email} could not sign in: ${JSON.stringify(json)}`);
    standard ??= token;
    const { rows } = await database.identity.query<{ client_id: Uuid }>(
      'select client_id from pool_group g join pool_user using (user_id) where email = $1',
      [email],
    );
    const clientId = rows[0]!.client_id;
    clients.push({ clientId, email, password, token, ...(await addDebtors(database, clientId, url)) });
  }
  return {
    url,
    filesUrl: `http://127.0.0.1:${filesPort}`,
    a: clients[0]!,
    b: clients[1]!,
    database,
    env,
    request,
    query,
    memory: async () => {
      const { readFile } = await import('node:fs/promises');
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
    },
    close: end,
  };
}

/** @returns new API keys of a client; each has a rate of its own. */
export async function keysOf({ database }: Target, { clientId }: ClientTarget, count: number) {
  const keys: { key: string; keyId: string }[] = [];
  for (let each = 0; each < count; each += 1) keys.push(await keyFor(database, clientId, { userId: clientId, scopes: API_SCOPES }));
  return keys;
}

/** @returns the references of a client's claims. */
export async function refsOf({ database }: Target, { clientId }: ClientTarget): Promise<string[]> {
  const claims = await inClient(database, clientId, (tx) =>
    tx.sql<{ ref: string }>('select external_claim_ref as ref from published.claim where client_id = $1', [tx.clientId]),
  );
  return claims.map(({ ref }) => ref);
}
