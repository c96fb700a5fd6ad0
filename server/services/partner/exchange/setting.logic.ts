/** How files go to a partner and come from it: forms, server, keys, times. Secrets go in and never come out. */

import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { collectFaults, faultOfIssues } from '../../../../core/collectFaults.ts';
import { fault, invalid } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import {
  DATE_FORMATS,
  FILE_TYPES,
  type FileType,
  type Layout,
  OUT_ENCODINGS,
  OUT_SEPARATORS,
  outFieldKind,
} from '../../../../core/partnerFiles.ts';
import { addDays, HOUR, type Instant, instant, isoInstant } from '../../../../core/time.ts';
import { at as atTime, localDate } from '../../../../core/zone.ts';
import { now } from '../../../platform/clock.ts';
import type { SftpServer } from '../../../platform/delivery/sftp.session.ts';
import {
  checkServer,
  cleanFolder,
  type GivenSecrets,
  isSameServer,
  mergeSecrets,
  type Secrets,
  serverSchema,
} from '../../../platform/delivery/sftp.setting.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Outbound } from '../../../platform/outbound.ts';
import { opened, openObject, sealed, sealObject } from '../../../platform/seal.ts';
import { placeIn } from '../../../platform/sealedColumns.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { readLocality } from '../../backoffice/backoffice.logic.ts';
import { getPartner } from '../ground/partner.logic.ts';
import { EXCHANGE_PRIVATE_KEY, EXCHANGE_SECRETS, partnerExchange } from './exchange.tables.ts';
import { checkColumnNames } from './out.format.ts';
import { checkPublicKey, lookAtKey, makeKeyPair } from './pgp.ts';

export type Exchange = typeof partnerExchange.$inferSelect;

const MOST_COLUMNS = 200;

const layoutSchema = z.strictObject({
  columns: z.array(z.strictObject({ name: z.string().trim().min(1).max(200), field: z.string().max(250) })).max(MOST_COLUMNS),
  dateFormat: z.enum(DATE_FORMATS),
  decimalMark: z.enum(['.', ',']),
  encoding: z.enum(OUT_ENCODINGS),
  separator: z.enum(OUT_SEPARATORS),
});

export interface ExchangeInput {
  readonly fileType: string;
  /** Null: the product's own. */
  readonly layout?: unknown;
  /** Null: none. Secrets that are absent stay, for the same host, port and user. */
  readonly server?: (GivenSecrets & { readonly host: string; readonly port: number; readonly user: string }) | null | undefined;
  /** Null: whoever answers next is believed. */
  readonly fingerprint?: string | null | undefined;
  readonly folderOut?: string | null | undefined;
  readonly folderIn?: string | null | undefined;
  readonly fetches?: boolean | null | undefined;
  readonly booksItself?: boolean | null | undefined;
  readonly publicKey?: string | null | undefined;
  readonly signs?: boolean | null | undefined;
}

/** @returns how a partner's files are exchanged; what holds while nobody has said anything. @param lock until the transaction ends. @throws Fault NOT_FOUND */
export async function readExchange(tx: Tx, partnerId: Uuid, lock = false): Promise<Exchange> {
  await getPartner(tx, partnerId);
  return exchangeWith(tx, partnerId, lock);
}

/** The same of whoever was a partner: what it was to be told still goes out. */
export async function exchangeWith(tx: Tx, partnerId: Uuid, lock = false): Promise<Exchange> {
  if (lock) await tx.db.insert(partnerExchange).values({ clientId: tx.clientId, partnerId, updatedAt: now() }).onConflictDoNothing();
  const query = tx.db
    .select()
    .from(partnerExchange)
    .where(and(eq(partnerExchange.clientId, tx.clientId), eq(partnerExchange.partnerId, partnerId)));
  const [row] = await (lock ? query.for('update') : query);
  return row ?? unset(tx.clientId, partnerId);
}

const unset = (clientId: Uuid, partnerId: Uuid): Exchange => ({
  clientId,
  partnerId,
  fileType: 'csv',
  layout: null,
  mapping: null,
  server: null,
  secrets: null,
  fingerprint: null,
  folderOut: '',
  folderIn: '',
  fetches: false,
  booksItself: false,
  booksFor: null,
  publicKey: null,
  ownPublicKey: null,
  ownPrivateKey: null,
  signs: false,
  dailyAt: null,
  nextFileAt: null,
  nextLookAt: null,
  lastLookAt: null,
  lastError: null,
  filesMade: 0,
  updatedAt: instant(0),
  revision: 0,
});

/** Writes columns of a row that was read with its lock. */
export async function writeExchange(tx: Tx, partnerId: Uuid, change: Partial<Exchange>): Promise<void> {
  await tx.db
    .update(partnerExchange)
    .set(change)
    .where(and(eq(partnerExchange.clientId, tx.clientId), eq(partnerExchange.partnerId, partnerId)));
}

/** @returns the server of a partner with its secrets; null: none is set up. */
export function serverOf({ clientId, partnerId, server, secrets, fingerprint }: Exchange): SftpServer | null {
  if (!server || secrets === null) return null;
  const { password, privateKey } = openObject(secrets, placeIn(EXCHANGE_SECRETS, clientId, partnerId)) as Secrets;
  return { ...server, password, privateKey, fingerprint };
}

/** @returns our private key for the partner's files, armored; null: there is none. */
export const ownKeyOf = ({ clientId, partnerId, ownPrivateKey }: Exchange): string | null =>
  opened(ownPrivateKey, placeIn(EXCHANGE_PRIVATE_KEY, clientId, partnerId));

/** @throws Fault INVALID_INPUT naming what is wrong with a layout */
function readLayout(given: unknown): Layout | null {
  if (given === null || given === undefined) return null;
  const parsed = layoutSchema.safeParse(given);
  if (!parsed.success) throw faultOfIssues('layout', parsed.error.issues);
  for (const [index, { field }] of parsed.data.columns.entries())
    if (outFieldKind(field) === null) throw invalid(`layout.columns.${index}.field`, 'exchangeField', { field });
  checkColumnNames(parsed.data.columns.map(({ name }) => name));
  return parsed.data;
}

const readFileType = (given: string): FileType => {
  const type = FILE_TYPES.find((each) => each === given);
  if (!type) throw invalid('fileType', 'oneOf', { choices: FILE_TYPES.join(', ') });
  return type;
};

async function readServer(before: Exchange, { server }: ExchangeInput, outbound: Outbound) {
  if (!server) return { server: null, secrets: null, isSame: false };
  const { password, privateKey, ...place } = server;
  const parsed = serverSchema.safeParse(place);
  const isSame = before.server !== null && parsed.success && isSameServer(before.server, parsed.data);
  const kept: Secrets = (isSame ? serverOf(before) : null) ?? {};
  const { password: oldPassword, privateKey: oldKey } = kept;
  return collectFaults(async (check) => {
    check(() => {
      if (!parsed.success) throw faultOfIssues('server', parsed.error.issues);
    });
    const secrets = check(() =>
      mergeSecrets(
        { ...(oldPassword ? { password: oldPassword } : {}), ...(oldKey ? { privateKey: oldKey } : {}) },
        { password, privateKey },
        'server.',
      ),
    );
    await check(async () => {
      if (parsed.success) await checkServer(parsed.data, outbound, 'server.');
    });
    return { server: parsed.data!, secrets: secrets!, isSame };
  });
}

/** Saves all of it. @param revision the one the editor saw. @throws Fault NOT_FOUND, CONFLICT, INVALID_INPUT naming every wrong field */
export async function saveExchange(tx: Tx, partnerId: Uuid, input: ExchangeInput, revision: number, outbound: Outbound): Promise<Exchange> {
  const before = await readExchange(tx, partnerId, true);
  // Whoever locks a row that was not there has made it.
  if (before.revision !== revision && !(revision === 0 && before.revision === 1))
    throw fault('CONFLICT', 'exchangeChangedMeanwhile', {}, 'revision');
  const place = { clientId: tx.clientId, partnerId };
  const change = await collectFaults(async (check) => {
    const fileType = check(() => readFileType(input.fileType));
    const layout = check(() => readLayout(input.layout));
    const given = await check(() => readServer(before, input, outbound));
    const publicKey = await check(async () => (input.publicKey?.trim() ? await checkPublicKey(input.publicKey, now()) : null));
    check(() => {
      if (input.signs && before.ownPrivateKey === null) throw invalid('signs', 'pgpNoOwnKey');
    });
    check(() => {
      if (input.fetches && !input.server) throw invalid('fetches', 'exchangeNoServer');
    });
    return { fileType: fileType!, layout: layout ?? null, given: given!, publicKey: publicKey ?? null };
  });
  const { server, secrets, isSame } = change.given;
  const fetches = input.fetches ?? false;
  const booksItself = input.booksItself ?? false;
  const next = {
    fileType: change.fileType,
    layout: change.layout,
    server,
    secrets: secrets && sealObject(secrets, placeIn(EXCHANGE_SECRETS, place.clientId, partnerId)),
    // Another server has another key.
    fingerprint:
      server === null ? null : input.fingerprint?.trim() || (isSame && input.fingerprint === undefined ? before.fingerprint : null),
    folderOut: cleanFolder(input.folderOut ?? ''),
    folderIn: cleanFolder(input.folderIn ?? ''),
    fetches,
    booksItself,
    booksFor: booksItself ? (before.booksItself ? before.booksFor : (tx.actor.id as Uuid)) : null,
    publicKey: change.publicKey,
    signs: input.signs ?? false,
    nextLookAt: fetches ? (before.nextLookAt ?? now()) : null,
    lastError: fetches && isSame ? before.lastError : null,
    updatedAt: now(),
    revision: before.revision + 1,
  };
  await writeExchange(tx, partnerId, next);
  const parts = (
    ['fileType', 'layout', 'server', 'fingerprint', 'folderOut', 'folderIn', 'fetches', 'booksItself', 'publicKey', 'signs'] as const
  ).filter((part) => JSON.stringify(before[part]) !== JSON.stringify(next[part]));
  await appendEvents(tx, [{ messageType: 'partnerExchangeChanged', payload: { partnerId, parts: [...parts] } }]);
  return readExchange(tx, partnerId);
}

/** Makes our own key for a partner's files, in the place of the one before. @throws Fault NOT_FOUND */
export async function makeOwnKey(tx: Tx, partnerId: Uuid): Promise<Exchange> {
  const { name } = await getPartner(tx, partnerId);
  await readExchange(tx, partnerId, true);
  const { publicKey, privateKey } = await makeKeyPair(`Files from ${name}`, now());
  await writeExchange(tx, partnerId, {
    ownPublicKey: publicKey,
    ownPrivateKey: sealed(privateKey, placeIn(EXCHANGE_PRIVATE_KEY, tx.clientId, partnerId)),
    updatedAt: now(),
  });
  await appendEvents(tx, [{ messageType: 'partnerExchangeChanged', payload: { partnerId, parts: ['ownKey'] } }]);
  return readExchange(tx, partnerId);
}

const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** @returns the next moment after another one at which a clock of the zone shows a time. @param time HH:MM */
export function nextDaily(after: Instant, time: string, zone: string): Instant {
  const [, hour = '0', minute = '0'] = TIME.exec(time) ?? [];
  const today = localDate(after, zone);
  for (const days of [0, 1, 2]) {
    const moment = atTime(addDays(today, days), { hour: Number(hour), minute: Number(minute) }, zone);
    if (moment > after) return moment;
  }
  return instant(after + 24 * HOUR);
}

/**
 * Says when files are made and sent: once at a moment, every day at a time, or, with neither, never.
 * @throws Fault NOT_FOUND, INVALID_INPUT
 */
export async function scheduleFiles(tx: Tx, partnerId: Uuid, once: Instant | null, dailyAt: string | null): Promise<Exchange> {
  if (dailyAt !== null && !TIME.test(dailyAt)) throw invalid('dailyAt', 'exchangeTime');
  if (once !== null && dailyAt !== null) throw invalid('dailyAt', 'exchangeOneTime');
  if (once !== null && once <= now()) throw invalid('at', 'exchangePast');
  await readExchange(tx, partnerId, true);
  const { timezone } = await readLocality(tx);
  const nextFileAt = dailyAt === null ? once : nextDaily(now(), dailyAt, timezone);
  await writeExchange(tx, partnerId, { dailyAt, nextFileAt, updatedAt: now() });
  const payload = { partnerId, dailyAt, nextFileAt: nextFileAt && isoInstant(nextFileAt) };
  await appendEvents(tx, [{ messageType: 'partnerFilesScheduled', payload }]);
  return readExchange(tx, partnerId);
}

/** @returns it as the contract gives it. */
export async function presentExchange(row: Exchange) {
  const key = (armored: string | null) => (armored === null ? null : lookAtKey(armored, now()));
  const secrets = row.secrets === null ? null : serverOf(row);
  return {
    ...row,
    server: row.server && { ...row.server, hasPassword: Boolean(secrets?.password), hasPrivateKey: Boolean(secrets?.privateKey) },
    partnerKey: await key(row.publicKey),
    ownKey: await key(row.ownPublicKey),
    errorKey: row.lastError?.key ?? null,
    errorValues: row.lastError?.values ?? null,
  };
}
