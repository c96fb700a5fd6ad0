/** The whole product on a port of its own for a browser: web app, debtor's page, worker, a fresh database with one client. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createSocket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { type Uuid, uuidv7 } from '../core/id.ts';
import { buildWebApp } from '../scripts/build.ts';
import { WEB_OUTPUT } from '../scripts/targets.ts';
import { mountPages } from '../server/pages.ts';
import { now } from '../server/platform/clock.ts';
import type { Config } from '../server/platform/config.ts';
import { readConfig } from '../server/platform/config.ts';
import { startFollowing } from '../server/platform/follow.jobs.ts';
import type { Purpose } from '../server/platform/installation.ts';
import { startWorker } from '../server/platform/jobs.ts';
import type { OwnedDatabase } from '../server/platform/owned.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { testDatabase } from '../server/platform/testing.ts';
import { createServer } from '../server/server.ts';
import { addClientUser, createClient } from '../server/services/backoffice/backoffice.logic.ts';
import { putUser } from '../server/services/identity/identity.logic.ts';
import { signInBy } from './signIn.ts';

export interface WholeHouse {
  readonly url: string;
  readonly database: OwnedDatabase;
  readonly config: Config;
  readonly clientId: Uuid;
  readonly userId: Uuid;
  /** Signs its administrator in, and opens an address or what the house begins with. */
  readonly signIn: (page: Page, at?: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

const EMAIL = 'ada@nordlicht.example';
const PASSWORD = 'a long enough password';

/** @returns the running product; its only user is an administrator. @param purpose of its database: a live one allows no sandboxes. */
export async function openWholeHouse(purpose: Purpose = 'test'): Promise<WholeHouse> {
  await buildWebApp();
  const { database, drop } = await testDatabase(purpose);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'quittance-e2e-'));
  const port = await freePort();
  // Jobs read the environment too.
  Object.assign(process.env, { NODE_ENV: 'development', QUITTANCE_DATA: folder, PORT: String(port) });
  const config = readConfig();
  const [clientId, userId] = [uuidv7(), uuidv7()];
  await createClient(database, {
    clientId,
    name: 'Nordlicht Energie',
    currency: 'EUR',
    defaultLocale: 'en_US',
    timezone: 'Europe/Berlin',
    countryCode: 'DE',
    createdAt: now(),
  });
  await putUser(database, {
    userId,
    email: EMAIL,
    name: 'Ada Petersen',
    password: PASSWORD,
    groups: [{ clientId, role: 'ADMINISTRATOR', partnerId: null }],
  });
  await inClient(database, clientId, (tx) => addClientUser(tx, { userId, email: EMAIL, name: 'Ada Petersen', role: 'ADMINISTRATOR' }));
  const web = await createServer(database, config, (app, tokens) => mountPages(app, tokens, database, config, WEB_OUTPUT));
  await web.listenForFiles('127.0.0.1', 0);
  await web.app.listen({ host: '127.0.0.1', port });
  const worker = await startWorker(database, 2);
  const following = await startFollowing(database);
  return {
    url: config.publicUrl,
    database,
    config,
    clientId,
    userId,
    signIn: (page, at) => signInBy(page, config.publicUrl, EMAIL, PASSWORD, at),
    close: async () => {
      await following.stop();
      await worker.stop();
      await web.close();
      await drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Where this worker's last house stood: at the same address a browser has the application in its memory. */
let lastPort = 0;

async function freePort(): Promise<number> {
  // Below those that systems hand out by themselves: between this look and the server's start nobody else gets it by chance.
  const port = lastPort || 20_000 + Math.floor(Math.random() * 10_000);
  lastPort = 0;
  const socket = createSocket();
  const isFree = await new Promise<boolean>((resolve) =>
    socket.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true)),
  );
  if (!isFree) return freePort();
  await new Promise((resolve) => socket.close(resolve));
  lastPort = port;
  return port;
}
