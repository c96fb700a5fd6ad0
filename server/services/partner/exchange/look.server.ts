/** A partner's server, as far as it is looked at: whether it lets us in, and what lies in its folder. */
import { fault, type SaidWords } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import type { Config } from '../../../platform/config.ts';
import { type Place, sftpPlace } from '../../../platform/delivery/sftp.place.ts';
import { wordsOfSftp } from '../../../platform/delivery/sftp.session.ts';
import { outboundOf } from '../../../platform/outbound.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { type Exchange, serverOf } from './setting.logic.ts';

export type Outside = Pick<Config, 'outboundAllow' | 'production'>;

/** Believes the key that answered first, and nobody else from then on. */
export async function pinKey(tx: Tx, partnerId: Uuid, fingerprint: string): Promise<void> {
  await tx.sql(
    'update partner_exchange set fingerprint = $3 where client_id = $1 and partner_id = $2 and fingerprint is null and server is not null',
    [tx.clientId, partnerId, fingerprint],
  );
}

/** Names that are read; a partner clears its folder away at some time. */
export const MOST_NAMES = 10_000;
/** Names that a test shows. */
const SHOWN = 20;

/** @param folder within the partner's server. @throws Fault UNAVAILABLE saying why; CONFLICT without a server */
export async function openFolder(exchange: Exchange, folder: string, outside: Outside): Promise<Place> {
  const server = serverOf(exchange);
  if (!server) throw fault('CONFLICT', 'exchangeNoServer');
  return sftpPlace(server, folder, outboundOf(outside));
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
        files.push((await opened.list(SHOWN)).files.map(({ name }) => name));
      } finally {
        opened.close();
      }
    }
    return { fingerprint, inFiles: files[0] ?? [], outFiles: files[1] ?? [], said: null };
  } catch (error) {
    return { fingerprint, inFiles: files[0] ?? [], outFiles: files[1] ?? [], said: wordsOfSftp(error) };
  }
}
