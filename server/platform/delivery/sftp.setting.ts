/** How a client's own SFTP server is set up, wherever one is asked for: where it is, who logs in, and what proves it. */
import ssh2 from 'ssh2';
import { z } from 'zod';
import { inSchema } from '../../../core/collectFaults.ts';
import { invalid, words } from '../../../core/fault.ts';
import { type Outbound, RefusedAddress } from '../outbound.ts';

const needed = inSchema(words('needed'));
const portWrong = inSchema(words('wholeBetween', { least: 1, most: 65_535 }));

/** Where a server is and who logs in. A folder is relative to where the login lands unless it begins with a slash. */
export const serverSchema = z.strictObject({
  host: z.string().trim().min(1, needed).max(255),
  port: z.int({ error: portWrong }).min(1, { error: portWrong }).max(65_535, { error: portWrong }),
  user: z.string().trim().min(1, needed).max(255),
});
export type ServerPlace = z.infer<typeof serverSchema>;

export interface Secrets {
  readonly password?: string;
  readonly privateKey?: string;
}

/** What comes in: absent or null: as it was; an empty text: none. */
export interface GivenSecrets {
  readonly password?: string | null | undefined;
  readonly privateKey?: string | null | undefined;
}

const MOST_SECRET = 20_000;

/**
 * @param kept what is known for the same host, port and user: a secret is never handed to another server than the one it was entered for.
 * @param at what the fields are under, such as "watch.". @throws Fault INVALID_INPUT (password, privateKey)
 */
export function mergeSecrets(kept: Secrets, given: GivenSecrets, at: string): Secrets {
  const next: { password?: string; privateKey?: string } = { ...kept };
  for (const name of ['password', 'privateKey'] as const) {
    const value = given[name];
    if (value === null || value === undefined) continue;
    if (value.length > MOST_SECRET) throw invalid(`${at}${name}`, 'atMostCharacters', { number: MOST_SECRET });
    if (value.trim() === '') delete next[name];
    else next[name] = value;
  }
  if (!next.password && !next.privateKey) throw invalid(`${at}password`, 'connectorSecret');
  if (next.privateKey !== undefined && ssh2.utils.parseKey(next.privateKey) instanceof Error)
    throw invalid(`${at}privateKey`, 'sftpKeyUnreadable');
  return next;
}

/** @returns whether two settings name the same login at the same server. */
export const isSameServer = (one: ServerPlace, other: ServerPlace): boolean =>
  one.host.toLowerCase() === other.host.toLowerCase() && one.port === other.port && one.user === other.user;

/** Checks whom a client wants us to speak to. @throws Fault INVALID_INPUT (host) */
export async function checkServer(server: ServerPlace, outbound: Outbound, at: string): Promise<void> {
  await outbound.checkFileServer(server.host, server.port).catch((error: unknown) => {
    if (error instanceof RefusedAddress) throw invalid(`${at}${error.reason === 'outboundPort' ? 'port' : 'host'}`, error.reason);
    throw error;
  });
}

/** @returns a folder without what only repeats; empty: where the login lands. */
export const cleanFolder = (folder: string): string =>
  folder
    .trim()
    .replace(/\/{2,}/g, '/')
    .replace(/(?<=.)\/+$/, '');

/** @returns a name in a folder of a server. */
export const inFolder = (folder: string, name: string): string =>
  folder === '' ? name : folder.endsWith('/') ? `${folder}${name}` : `${folder}/${name}`;
