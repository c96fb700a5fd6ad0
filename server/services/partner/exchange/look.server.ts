/** A partner's server, as far as it is looked at: whether it lets us in, and what lies in its folder. */
import type { Readable } from 'node:stream';
import type { FileEntryWithStats, Stats } from 'ssh2';
import { fault, type SaidWords } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import type { Config } from '../../../platform/config.ts';
import { openSftp, promised, within, wordsOfSftp } from '../../../platform/delivery/sftp.session.ts';
import { inFolder } from '../../../platform/delivery/sftp.setting.ts';
import { outboundOf } from '../../../platform/outbound.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { type Exchange, serverOf } from './setting.logic.ts';

/** Milliseconds for logging in, and for a list or a question. */
const PATIENCE = 15_000;
/** For a whole file. */
const FILE_PATIENCE = 300_000;
/** Names that are read; a partner clears its folder away at some time. */
const MOST_NAMES = 10_000;

export type Outside = Pick<Config, 'outboundAllow' | 'production'>;

export interface Placed {
  readonly name: string;
  readonly size: number;
  /** Seconds, by the server's clock. */
  readonly modified: number;
}

/** Believes the key that answered first, and nobody else from then on. */
export async function pinKey(tx: Tx, partnerId: Uuid, fingerprint: string): Promise<void> {
  await tx.sql(
    'update partner_exchange set fingerprint = $3 where client_id = $1 and partner_id = $2 and fingerprint is null and server is not null',
    [tx.clientId, partnerId, fingerprint],
  );
}

/** A folder of a partner that is open. */
export interface Folder {
  readonly fingerprint: string;
  readonly list: () => Promise<Placed[]>;
  /** @returns the file as it is now; null: it is gone. */
  readonly look: (name: string) => Promise<Placed | null>;
  readonly read: (name: string) => Promise<Readable>;
  readonly close: () => void;
}

/** @param folder within the server. @throws Fault UNAVAILABLE saying why; CONFLICT without a server */
export async function openFolder(exchange: Exchange, folder: string, outside: Outside): Promise<Folder> {
  const server = serverOf(exchange);
  if (!server) throw fault('CONFLICT', 'exchangeNoServer');
  const { client, sftp, fingerprint } = await saying(() => openSftp(server, outboundOf(outside), PATIENCE));
  return {
    fingerprint,
    list: () =>
      saying(() =>
        within(PATIENCE, async () => {
          const found = await promised<FileEntryWithStats[]>((done) => sftp.readdir(folder || '.', done));
          return found
            .filter(({ attrs }) => attrs.isFile())
            .slice(0, MOST_NAMES)
            .map(({ filename, attrs }) => ({ name: filename, size: attrs.size, modified: attrs.mtime }));
        }),
      ),
    look: async (name) => {
      const found = await within(PATIENCE, () => promised<Stats>((done) => sftp.stat(inFolder(folder, name), done))).catch(() => null);
      return found && { name, size: found.size, modified: found.mtime };
    },
    read: async (name) => {
      const stream = sftp.createReadStream(inFolder(folder, name));
      const timer = setTimeout(() => stream.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })), FILE_PATIENCE);
      stream.on('close', () => clearTimeout(timer));
      // A server that dies ends no stream: whoever reads would wait for ever.
      client.on('close', () => stream.destroy(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
      return stream;
    },
    close: () => client.end(),
  };
}

async function saying<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { key, values } = wordsOfSftp(error);
    throw fault('UNAVAILABLE', key as 'sftpNoLogin', values as never);
  }
}

/** What a test of the connection has found. */
export interface ServerTest {
  readonly fingerprint: string | null;
  /** The first names in each of the two folders. */
  readonly inFiles: readonly string[];
  readonly outFiles: readonly string[];
  readonly said: SaidWords | null;
}

/** Logs in and looks into both folders; nothing is written. */
export async function testServer(exchange: Exchange, outside: Outside): Promise<ServerTest> {
  let fingerprint: string | null = null;
  const files: string[][] = [];
  try {
    for (const folder of [exchange.folderIn, exchange.folderOut]) {
      const opened = await openFolder(exchange, folder, outside);
      fingerprint = opened.fingerprint;
      try {
        files.push((await opened.list()).slice(0, 20).map(({ name }) => name));
      } finally {
        opened.close();
      }
    }
    return { fingerprint, inFiles: files[0] ?? [], outFiles: files[1] ?? [], said: null };
  } catch (error) {
    return { fingerprint, inFiles: files[0] ?? [], outFiles: files[1] ?? [], said: wordsOfSftp(error) };
  }
}
