/** Watched folders as they are set up: where files come, which of them, how they are read, and when somebody looks. */
import { and, asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { collectFaults, faultOfIssues, inSchema } from '../../../core/collectFaults.ts';
import { fault, invalid, notFound, words } from '../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../core/id.ts';
import { addDays, type Instant, instant, MINUTE, type TimeOfDay } from '../../../core/time.ts';
import { isWorkingDay } from '../../../core/workdays.ts';
import { at, localDate } from '../../../core/zone.ts';
import { now } from '../../platform/clock.ts';
import {
  checkServer,
  cleanFolder,
  type GivenSecrets,
  isSameServer,
  mergeSecrets,
  type Secrets,
  type ServerPlace,
  serverSchema,
} from '../../platform/delivery/sftp.setting.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Outbound } from '../../platform/outbound.ts';
import { openObject, sealObject } from '../../platform/seal.ts';
import { defineSealed, placeIn } from '../../platform/sealedColumns.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { readToday } from '../account/task/task.due.logic.ts';
import { readLocality } from '../backoffice/backoffice.logic.ts';
import { importMapping } from './import.tables.ts';
import { folderParts } from './import.watch.place.ts';
import { importWatch, importWatchFile, importWatchLook } from './import.watch.tables.ts';

const SECRETS = defineSealed({
  table: 'import_watch',
  key: [{ column: 'watch_id', type: 'uuid' }],
  row: 'watch_id',
  column: 'secrets',
  before: 'clear',
});

const [LEAST_MINUTES, MOST_MINUTES] = [1, 1440];
const minutes = inSchema(words('watchMinutes', { least: LEAST_MINUTES, most: MOST_MINUTES }));
const percent = inSchema(words('wholeBetween', { least: 0, most: 100 }));
const times = inSchema(words('watchTimes'));

const schema = z.object({
  name: z
    .string()
    .trim()
    .min(1, inSchema(words('watchName')))
    .max(100, inSchema(words('watchName'))),
  isActive: z.boolean(),
  kind: z.enum(['folder', 'sftp']),
  folder: z.string().trim().max(500),
  /** Only of a server. */
  server: serverSchema.nullable(),
  /** A file name with * and ?: no folder, and nothing hidden. */
  pattern: z
    .string()
    .trim()
    .min(1, inSchema(words('watchPattern')))
    .max(200, inSchema(words('watchPattern')))
    .regex(/^[^./\\\0][^/\\\0]*$/, inSchema(words('watchPattern'))),
  marker: z
    .string()
    .trim()
    .regex(/^\.[A-Za-z0-9]{1,20}$/, inSchema(words('watchMarker')))
    .nullable(),
  mappingId: z.string(),
  everyMinutes: z.int({ error: minutes }).min(LEAST_MINUTES, minutes).max(MOST_MINUTES, minutes).nullable(),
  times: z.array(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, times)).max(24, times),
  workingDays: z.boolean(),
  isMoved: z.boolean(),
  confirm: z.enum(['never', 'overLimit', 'always']),
  mostRejected: z.int({ error: percent }).min(0, percent).max(100, percent),
  userIds: z.array(z.string()).max(50),
});

export type WatchInput = z.infer<typeof schema>;
export type WatchRow = typeof importWatch.$inferSelect;

/** Looks at what somebody wants to set up, by itself. @throws Fault INVALID_INPUT naming every wrong field */
export function readWatchInput(given: unknown): WatchInput {
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw faultOfIssues('watch', parsed.error.issues);
  const { data } = parsed;
  return collectFaults((check) => {
    check(() => {
      if (data.kind === 'folder') folderParts(data.folder, 'watch.folder');
    });
    check(() => {
      if (data.kind === 'sftp' && !data.server) throw invalid('watch.server.host', 'needed');
    });
    check(() => {
      if (data.everyMinutes === null && data.times.length === 0) throw invalid('watch.times', 'watchTimes');
    });
    return {
      ...data,
      server: data.kind === 'sftp' ? data.server : null,
      folder: cleanFolder(data.folder),
      times: [...new Set(data.times)].sort(),
    };
  });
}

/** @throws Fault NOT_FOUND */
export async function readWatch(tx: Tx, watchId: Uuid, lock = false): Promise<WatchRow> {
  if (!isUuid(watchId)) throw notFound('watchNotFound');
  const asked = tx.db
    .select()
    .from(importWatch)
    .where(and(eq(importWatch.clientId, tx.clientId), eq(importWatch.watchId, watchId)));
  const [row] = await (lock ? asked.for('update') : asked);
  if (!row) throw notFound('watchNotFound');
  return row;
}

export async function listWatches(tx: Tx): Promise<WatchRow[]> {
  return tx.db.select().from(importWatch).where(eq(importWatch.clientId, tx.clientId)).orderBy(asc(importWatch.name));
}

export const serverOf = ({ kind, host, port, username }: WatchRow): ServerPlace | null =>
  kind === 'sftp' ? { host: host ?? '', port: port ?? 22, user: username ?? '' } : null;

export const secretsOf = ({ clientId, watchId, secrets }: WatchRow): Secrets =>
  secrets ? openObject(secrets, placeIn(SECRETS, clientId, watchId)) : {};

/** @returns what proves a login, of what is saved and what was given now. @throws Fault INVALID_INPUT */
export function secretsFor(saved: WatchRow | null, server: ServerPlace, given: GivenSecrets): Secrets {
  const known = saved && serverOf(saved);
  return mergeSecrets(saved && known && isSameServer(server, known) ? secretsOf(saved) : {}, given, 'watch.');
}

/** @returns the key that a server has to show: the saved one, for the same server. */
export function keyFor(saved: WatchRow | null, server: ServerPlace): string | null {
  const known = saved && serverOf(saved);
  return saved && known && isSameServer(server, known) ? saved.fingerprint : null;
}

/**
 * Sets a folder up, or changes one. @param revision what the screen was opened with; 0 for a new one.
 * @throws Fault INVALID_INPUT naming the fields, CONFLICT when somebody else saved meanwhile, NOT_FOUND
 */
export async function saveWatch(
  tx: Tx,
  {
    watchId,
    watch: given,
    secrets: givenSecrets,
    forgetKey,
    revision,
  }: {
    readonly watchId: Uuid | null;
    readonly watch: unknown;
    readonly secrets: GivenSecrets;
    readonly forgetKey: boolean;
    readonly revision: number;
  },
  userId: Uuid,
  outbound: Outbound,
): Promise<WatchRow> {
  const before = watchId === null ? null : await readWatch(tx, watchId, true);
  const wanted = readWatchInput(given);
  if (before && before.revision !== revision) throw fault('CONFLICT', 'connectorChanged', {}, 'revision');
  const { server, ...rest } = wanted;
  await collectFaults(async (check) => {
    await check(() => refuseTakenName(tx, wanted.name, watchId));
    await check(() => requireMapping(tx, wanted.mappingId));
    await check(() => requireStaff(tx, wanted.userIds));
    if (server) await check(() => checkServer(server, outbound, 'watch.server.'));
  });
  const id = before?.watchId ?? uuidv7();
  const secrets = server && sealObject(secretsFor(before, server, givenSecrets), placeIn(SECRETS, tx.clientId, id));
  const isSamePlace =
    before !== null && before.kind === wanted.kind && before.folder === wanted.folder && (!server || isSame(before, server));
  const value = {
    ...rest,
    host: server?.host ?? null,
    port: server?.port ?? null,
    username: server?.user ?? null,
    secrets,
    fingerprint: server && !forgetKey ? keyFor(before, server) : null,
    // What is new is looked at within the minute.
    nextLookAt: wanted.isActive ? now() : null,
    ...(isSamePlace ? {} : { lastError: null, awaySince: null }),
    updatedAt: now(),
    updatedBy: userId,
  };
  if (before)
    await tx.db
      .update(importWatch)
      .set({ ...value, revision: before.revision + 1 })
      .where(and(eq(importWatch.clientId, tx.clientId), eq(importWatch.watchId, id)));
  else await tx.db.insert(importWatch).values({ clientId: tx.clientId, watchId: id, ...value, createdAt: now() });
  const parts = (Object.keys(value) as (keyof typeof value)[]).filter(
    (part) =>
      !['secrets', 'nextLookAt', 'updatedAt', 'updatedBy', 'lastError', 'awaySince'].includes(part) &&
      before !== null &&
      JSON.stringify(value[part]) !== JSON.stringify(before[part as keyof WatchRow]),
  );
  await appendEvents(tx, [{ messageType: 'importWatchSaved', payload: { watchId: id, name: wanted.name, isNew: before === null, parts } }]);
  return readWatch(tx, id);
}

const isSame = (before: WatchRow, server: ServerPlace) => {
  const known = serverOf(before);
  return known !== null && isSameServer(known, server);
};

async function refuseTakenName(tx: Tx, name: string, watchId: Uuid | null): Promise<void> {
  const taken = await tx.sql('select from import_watch where client_id = $1 and name = $2 and ($3::uuid is null or watch_id <> $3)', [
    tx.clientId,
    name,
    watchId,
  ]);
  if (taken.length > 0) throw invalid('watch.name', 'watchNameTaken');
}

async function requireMapping(tx: Tx, mappingId: string): Promise<void> {
  const known = isUuid(mappingId)
    ? await tx.db
        .select({ id: importMapping.mappingId })
        .from(importMapping)
        .where(and(eq(importMapping.clientId, tx.clientId), eq(importMapping.mappingId, mappingId)))
    : [];
  if (known.length === 0) throw invalid('watch.mappingId', 'mappingNotFound');
}

async function requireStaff(tx: Tx, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  const known = userIds.every(isUuid)
    ? await tx.sql('select user_id from published.client_user where client_id = $1 and user_id = any($2::uuid[])', [
        tx.clientId,
        [...userIds],
      ])
    : [];
  if (known.length !== new Set(userIds).size) throw invalid('watch.userIds', 'watchTold');
}

/** Removes a folder with what is known of its files. What they brought stays. @throws Fault NOT_FOUND */
export async function deleteWatch(tx: Tx, watchId: Uuid): Promise<void> {
  const { name } = await readWatch(tx, watchId, true);
  for (const table of [importWatchLook, importWatchFile, importWatch])
    await tx.db.delete(table).where(and(eq(table.clientId, tx.clientId), eq(table.watchId, watchId)));
  await appendEvents(tx, [{ messageType: 'importWatchDeleted', payload: { watchId, name } }]);
}

/** Keeps the key that a server has shown first. */
export async function pinWatchKey(tx: Tx, watchId: Uuid, fingerprint: string): Promise<void> {
  await tx.sql('update import_watch set fingerprint = $3 where client_id = $1 and watch_id = $2 and fingerprint is null', [
    tx.clientId,
    watchId,
    fingerprint,
  ]);
}

/** Days that are gone through for the next look. */
const MOST_DAYS = 40;

/** @returns when a folder is looked into after a moment: minutes later, or at the next of its times on a day that counts. */
export async function nextLook(tx: Tx, watch: Pick<WatchRow, 'everyMinutes' | 'times' | 'workingDays'>, after: Instant): Promise<Instant> {
  if (watch.everyMinutes !== null) return instant(after + watch.everyMinutes * MINUTE);
  const { timezone } = await readLocality(tx);
  const { isFree } = await readToday(tx);
  let day = localDate(after, timezone);
  for (let count = 0; count < MOST_DAYS; count++, day = addDays(day, 1)) {
    if (watch.workingDays && !isWorkingDay(day, isFree)) continue;
    const next = watch.times.map((time) => at(day, timeOf(time), timezone)).find((moment) => moment > after);
    if (next !== undefined) return next;
  }
  return instant(after + MOST_DAYS * 24 * 60 * MINUTE);
}

const timeOf = (text: string): TimeOfDay => {
  const [hour, minute] = text.split(':').map(Number) as [number, number];
  return { hour, minute };
};

const UNFINISHED = /\.(part|tmp|filepart|crdownload)$/i;

/** @returns why a file of the folder is no matter of this setting; null: it is to be imported. */
export function whyIgnored(
  name: string,
  { pattern, marker }: Pick<WatchRow, 'pattern' | 'marker'>,
): 'unfinished' | 'marker' | 'pattern' | null {
  if (UNFINISHED.test(name) || name.startsWith('.')) return 'unfinished';
  if (marker !== null && name.endsWith(marker)) return 'marker';
  return matches(name, pattern) ? null : 'pattern';
}

/** @param pattern with * and ?; letters are compared without their case. Goes through both once, so that no pattern takes long. */
export function matches(name: string, pattern: string): boolean {
  const [text, wanted] = [[...name.toLowerCase()], [...pattern.toLowerCase()]];
  let [at, place, star, mark] = [0, 0, -1, 0];
  while (at < text.length) {
    if (wanted[place] === '*') {
      star = place++;
      mark = at;
    } else if (wanted[place] === '?' || wanted[place] === text[at]) {
      at++;
      place++;
    } else if (star >= 0) {
      place = star + 1;
      at = ++mark;
    } else return false;
  }
  while (wanted[place] === '*') place++;
  return place === wanted.length;
}
