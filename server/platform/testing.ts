/** What tests stand on: a real Postgres, a database per test file, two clients with staff, and calls over real HTTP. */
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type DocumentNode, print } from 'graphql';
import pg from 'pg';
import { type Uuid, uuidv7 } from '../../core/id.ts';
import { instant } from '../../core/time.ts';
import { accessOf } from './access.ts';
import type { Group } from './caller.ts';
import type { Config } from './config.ts';
import { trustOf } from './edge/proxies.ts';
import type { Tokens } from './identity.ts';
import { notePurpose, type Purpose } from './installation.ts';
import { type OwnedDatabase, openOwned, TEST_SECRET } from './owned.ts';
import { type Database, inClient, type Tx } from './tenancy.ts';

export interface TestHouse {
  readonly database: OwnedDatabase;
  readonly app: FastifyInstance;
  readonly tokens: Tokens;
  readonly config: Config;
  /** Client "A" of the tests, and a stranger. Both: EUR, Europe/Berlin, DE. */
  readonly clientA: Uuid;
  readonly clientB: Uuid;
  readonly userA: Uuid;
  readonly userB: Uuid;
  /** A token of userA in clientA (ADMINISTRATOR unless told otherwise); of a partner's person when a partner is named. */
  readonly tokenFor: (clientId: Uuid, role?: string, userId?: Uuid, partnerId?: Uuid | null) => Promise<string>;
  /** Calls an operation over HTTP. @throws Error with the GraphQL errors' messages and codes. */
  readonly call: <Data = Record<string, never>>(
    service: string,
    document: string | DocumentNode,
    variables?: object,
    token?: string | null,
  ) => Promise<Data>;
  /** Calls and gives the raw answer, errors included. */
  readonly raw: (service: string, document: string | DocumentNode, variables?: object, token?: string | null) => Promise<RawAnswer>;
  readonly inA: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  readonly inB: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  readonly close: () => Promise<void>;
}

export interface RawAnswer {
  readonly status: number;
  readonly data?: Record<string, unknown> | null;
  readonly errors?: {
    message: string;
    extensions?: { code?: string; field?: string; key?: string; fields?: { field: string; message: string; key?: string }[] };
  }[];
}

/** Where the global set-up of vitest leaves the address of the test cluster. */
export const CLUSTER_FILE = path.join(os.tmpdir(), `quittance-test-cluster-${process.env.QUITTANCE_TEST_ID ?? 'default'}`);

/** @returns a fresh, migrated database of the test cluster and how to drop it. */
export async function testDatabase(purpose: Purpose | null = 'test'): Promise<{ database: OwnedDatabase; drop: () => Promise<void> }> {
  const cluster = readFileSync(CLUSTER_FILE, 'utf8');
  const name = `test_${uuidv7().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: cluster.replace('/quittance?', '/postgres?') });
  await admin.connect();
  // Without the copied pages in the log: half the processor time, and nobody recovers this cluster.
  await admin.query(`create database ${name} template quittance strategy file_copy`);
  const database = openOwned(cluster.replace('/quittance?', `/${name}?`), { poolSize: 10, like: 'quittance' });
  if (purpose) await notePurpose(database, purpose);
  return {
    database,
    drop: async () => {
      // Whatever still listened would try to connect to the dropped database for ever: the process goes on with other files.
      await accessOf(database).close();
      await database.close();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

/** What of main.ts a test wants mounted beside the services. */
export type Mount = (
  app: FastifyInstance,
  parts: { readonly database: Database; readonly config: Config; readonly tokens: Tokens },
) => Promise<void>;

export interface HouseOptions {
  /** What its database was made for: a live one allows no sandboxes. */
  readonly purpose?: Purpose;
  /** Configured as in production. */
  readonly production?: boolean;
  /** Settings other than the usual ones. */
  readonly settings?: Partial<Config>;
}

/** Opens a house with two clients and no accounts. */
export async function openTestHouse(
  mount?: Mount,
  { purpose = 'test', production = false, settings = {} }: HouseOptions = {},
): Promise<TestHouse> {
  const { database, drop } = await testDatabase(purpose);
  const { createServer } = await import('../server.ts');
  const config: Config = {
    production,
    databaseUrl: null,
    migrationDatabaseUrl: null,
    dataFolder: path.join(os.tmpdir(), `quittance-test-${uuidv7()}`),
    erasureFolder: path.join(os.tmpdir(), `quittance-test-${uuidv7()}`),
    host: '127.0.0.1',
    port: 0,
    publicUrl: 'http://127.0.0.1:4000',
    ownOrigins: [],
    isTrustedProxy: trustOf('loopback'),
    // All of a file's calls come from one address within seconds.
    rates: { perAddress: 1_000_000, perPerson: 1_000_000, signIn: 1_000_000 },
    secret: TEST_SECRET,
    earlierSecrets: [],
    hasDefaultSecret: false,
    smtpUrl: null,
    mailFrom: 'Quittance <no-reply@quittance.example>',
    logLevel: 'silent',
    featureFlags: [],
    cognito: null,
    designService: null,
    helpUrl: null,
    analyticsScriptUrl: null,
    errorReportingScriptUrl: null,
    locationLookupUrl: null,
    dnsServers: [],
    embedOrigins: [],
    outboundAllow: ['127.0.0.0/8'],
    importLimitBytes: 64 * 2 ** 20,
    watchFolders: null,
    filesPort: 0,
    filesUrl: null,
    filesLimitBytes: 2 ** 20,
    clamav: null,
    filesStore: null,
    metricsToken: null,
    healthPort: null,
    tracesEndpoint: null,
    ...settings,
  };
  const web = await createServer(database, config, async (app, tokens) => mount?.(app, { database, config, tokens }));
  await web.app.ready();
  const [clientA, clientB, userA, userB] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
  for (const [clientId, name, userId] of [
    [clientA, 'Nordlicht Energie', userA],
    [clientB, 'Stadtwerke Süd', userB],
  ] as const) {
    await inClient(database, clientId, async (tx) => {
      await tx.sql(
        `insert into client (client_id, name, currency, timezone, country_code, created_at) values ($1, $2, 'EUR', 'Europe/Berlin', 'DE', '2026-01-01T00:00:00Z')`,
        [clientId, name],
      );
      await tx.sql(`insert into client_user (client_id, user_id, email, name, role) values ($1, $2, $3, $4, 'ADMINISTRATOR')`, [
        clientId,
        userId,
        `${userId}@test.example`,
        `Staff of ${name}`,
      ]);
    });
  }
  const signed = new Map<string, string>();
  // Signing a token and checking its signature takes longer than most calls: one is used until it has ended.
  const tokenFor: TestHouse['tokenFor'] = async (
    clientId,
    role = 'ADMINISTRATOR',
    userId = clientId === clientB ? userB : userA,
    partnerId = null,
  ) => {
    const key = `${clientId} ${role} ${userId} ${partnerId}`;
    const known = signed.get(key);
    if (known !== undefined && (await isLiving(known))) return known;
    const groups: Group[] = [{ clientId, role, partnerId }];
    const { token } = await web.tokens.sign({ userId, email: `${userId}@test.example`, name: 'Test', groups });
    signed.set(key, token);
    return token;
  };
  // Some tests put another one in its place.
  const { verify } = web.tokens;
  const isLiving = (token: string) =>
    verify(token).then(
      () => true,
      () => false,
    );
  const raw: TestHouse['raw'] = async (service, document, variables = {}, token) => {
    const authorization = token === null ? undefined : (token ?? (await tokenFor(clientA)));
    const answer = await web.app.inject({
      method: 'POST',
      url: `/api/${service}`,
      headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
      payload: JSON.stringify({ query: typeof document === 'string' ? document : print(document), variables }),
    });
    return { status: answer.statusCode, ...(answer.json() as object) } as RawAnswer;
  };
  return {
    database,
    app: web.app,
    tokens: web.tokens,
    config,
    clientA,
    clientB,
    userA,
    userB,
    tokenFor,
    raw,
    call: async (service, document, variables, token) => {
      const answer = await raw(service, document, variables, token);
      if (answer.errors?.length)
        throw new Error(answer.errors.map((error) => `${error.extensions?.code ?? ''}: ${error.message}`).join('; '));
      return answer.data as never;
    },
    inA: (work) => inClient(database, clientA, work, { actor: { type: 'user', id: userA } }),
    inB: (work) => inClient(database, clientB, work, { actor: { type: 'user', id: userB } }),
    close: async () => {
      await web.close();
      await drop();
    },
  };
}

/** A moment in tests. */
export const at = instant;
