/**
 * One look into a watched folder: what was imported is moved aside, what is new is noted, and what is whole is fetched. A look that breaks
 * off leaves nothing half: a file is either here with its import, or as it was, and the next look begins again.
 */
import { and, eq, inArray } from 'drizzle-orm';
import { Fault, type SaidWords, words } from '../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { type Instant, instant, isoInstant } from '../../../core/time.ts';
import { alone } from '../../platform/alone.ts';
import { now } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { type Patience, type Place, type PlacedFile, sftpPlace } from '../../platform/delivery/sftp.place.ts';
import { wordsOfSftp } from '../../platform/delivery/sftp.session.ts';
import { appendEvents } from '../../platform/events.ts';
import { logger } from '../../platform/log.ts';
import { outboundOf } from '../../platform/outbound.ts';
import { type Database, inClient, SYSTEM, type Tx } from '../../platform/tenancy.ts';
import { addFile } from './import.file.logic.ts';
import { nextLook, pinWatchKey, readWatch, secretsOf, serverOf, type WatchRow, whyIgnored } from './import.watch.logic.ts';
import { folderPlace } from './import.watch.place.ts';
import { advanceWatch, fail, finish, type WatchedFile } from './import.watch.settle.logic.ts';
import { importWatch, importWatchFile, importWatchLook } from './import.watch.tables.ts';

/** Names that one look reads; more are left for people to clear away. */
export const MOST_FILES = 10_000;
/** Files that one look fetches: the others come with the next. */
const MOST_TAKEN = 100;
/** How long a file has to stay as it is, milliseconds: two looks in a row may be made by somebody within a second. */
export const SETTLED = 30_000;
/** When a file that may still grow is looked at again. */
const AGAIN = 60_000;
/** When a look is begun again whose process has died, milliseconds. */
const LEASE = 300_000;
const KEPT_LOOKS = 300;

export interface LookOptions {
  readonly config: Pick<Config, 'watchFolders' | 'outboundAllow' | 'production' | 'importLimitBytes'>;
  /** Who asked for it; null: the schedule. */
  readonly userId: Uuid | null;
  readonly patience?: Patience;
}

/** @returns the place that a folder is in. @throws Fault saying why it can't be used */
export async function openPlace(
  watch: Pick<WatchRow, 'clientId' | 'folder' | 'fingerprint'>,
  server: ReturnType<typeof serverOf>,
  secrets: ReturnType<typeof secretsOf>,
  { config, patience }: Pick<LookOptions, 'config' | 'patience'>,
): Promise<Place> {
  if (!server) return folderPlace(config.watchFolders, watch.clientId, watch.folder);
  return sftpPlace({ ...server, ...secrets, fingerprint: watch.fingerprint }, watch.folder, outboundOf(config), patience);
}

/** Looks into a folder, unless another process does. @returns whether it was looked into */
export async function lookInto(database: Database, clientId: Uuid, watchId: Uuid, options: LookOptions): Promise<boolean> {
  return alone(database, `import watch ${watchId}`, async () => {
    const watch = await inClient(database, clientId, (tx) => beginLook(tx, watchId, options.userId));
    if (!watch) return;
    const look = new Look(database, watch, options);
    await look.run();
  });
}

/** @returns the folder, if it is to be looked into. Should this process end in the middle, somebody begins again after a while. */
async function beginLook(tx: Tx, watchId: Uuid, userId: Uuid | null): Promise<WatchRow | null> {
  const watch = await readWatch(tx, watchId, true).catch(() => null);
  if (!watch || (!watch.isActive && userId === null)) return null;
  if (watch.isActive) await setNext(tx, watchId, instant(now() + LEASE));
  return watch;
}

async function setNext(tx: Tx, watchId: Uuid, next: Instant): Promise<void> {
  await tx.sql('update import_watch set next_look_at = $3 where client_id = $1 and watch_id = $2 and is_active', [
    tx.clientId,
    watchId,
    isoInstant(next),
  ]);
}

/** The content was imported before. */
class Repeated extends Error {
  readonly importId: Uuid;
  readonly why: SaidWords;
  constructor(importId: Uuid, why: SaidWords) {
    super('repeated');
    this.importId = importId;
    this.why = why;
  }
}

/** The file is another one than a moment ago. */
class Changed extends Error {}

class Look {
  private readonly database: Database;
  private readonly watch: WatchRow;
  private readonly options: LookOptions;
  private readonly startedAt = now();
  private readonly counts = { found: 0, fresh: 0, taken: 0, moved: 0 };
  /** Said of a look that went well otherwise. */
  private note: SaidWords | null = null;
  private isAwaited = false;

  constructor(database: Database, watch: WatchRow, options: LookOptions) {
    this.database = database;
    this.watch = watch;
    this.options = options;
  }

  private inClient<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return inClient(this.database, this.watch.clientId, work);
  }

  async run(): Promise<void> {
    let away: SaidWords | null = null;
    try {
      const place = await openPlace(this.watch, serverOf(this.watch), secretsOf(this.watch), this.options);
      try {
        const { fingerprint } = place;
        if (fingerprint !== null && this.watch.fingerprint === null)
          await this.inClient((tx) => pinWatchKey(tx, this.watch.watchId, fingerprint));
        await this.tidy(place);
        await this.take(place);
      } finally {
        place.close();
      }
    } catch (error) {
      if (!(error instanceof Fault)) logger.warn({ error, watchId: this.watch.watchId }, 'a watched folder could not be looked into');
      away = wordsOfSftp(error);
    }
    await this.inClient((tx) => this.end(tx, away));
  }

  /** Moves what has ended beside the others. */
  private async tidy(place: Place): Promise<void> {
    if (!this.watch.isMoved) return;
    const { watchId, marker } = this.watch;
    const ended = await this.inClient((tx) =>
      tx.db
        .select()
        .from(importWatchFile)
        .where(
          and(
            eq(importWatchFile.clientId, tx.clientId),
            eq(importWatchFile.watchId, watchId),
            eq(importWatchFile.staysPut, true),
            inArray(importWatchFile.state, ['done', 'failed', 'repeated']),
          ),
        ),
    );
    for (const file of ended) {
      const there = await place.look(file.name);
      // Gone, or another file by now: there is nothing to move.
      if (there && isSame(there, file)) {
        try {
          await place.move(file.name, file.state === 'failed' ? 'failed' : 'done');
          if (marker !== null && (await place.look(file.name + marker)))
            await place.move(file.name + marker, file.state === 'failed' ? 'failed' : 'done');
          this.counts.moved++;
        } catch (error) {
          this.note = words('watchFileMoved', { reason: wordsOfSftp(error) });
          continue;
        }
      }
      await this.inClient((tx) =>
        tx.sql('update import_watch_file set stays_put = false where client_id = $1 and file_id = $2', [tx.clientId, file.fileId]),
      );
    }
  }

  /** Notes what is there, and fetches what is whole. */
  private async take(place: Place): Promise<void> {
    const { files, isCut } = await place.list(MOST_FILES);
    if (isCut) this.note = words('watchMany', { number: MOST_FILES });
    const names = new Set(files.map(({ name }) => name));
    const wanted = files.filter(({ name }) => whyIgnored(name, this.watch) === null).sort(byTime);
    this.counts.found = wanted.length;
    const open = await this.inClient((tx) => this.remember(tx, wanted));
    const { marker } = this.watch;
    for (const file of open) {
      const isWhole = marker === null ? file.foundAt <= this.startedAt - SETTLED : names.has(file.name + marker);
      if (!isWhole || this.counts.taken >= MOST_TAKEN) {
        this.isAwaited ||= marker === null;
        continue;
      }
      await this.fetch(place, file);
    }
  }

  /** Notes new files, and what has changed of those that may still grow. @returns those that are not here yet, in their order */
  private async remember(tx: Tx, found: readonly PlacedFile[]): Promise<WatchedFile[]> {
    const { watchId } = this.watch;
    const known = await tx.db
      .select()
      .from(importWatchFile)
      .where(and(eq(importWatchFile.clientId, tx.clientId), eq(importWatchFile.watchId, watchId)));
    const open = new Map(known.filter(({ state }) => state === 'seen').map((file) => [file.name, file]));
    const byName = Map.groupBy(known, ({ name }) => name);
    const result: WatchedFile[] = [];
    for (const file of found) {
      const same = byName.get(file.name)?.find((each) => isSame(file, each));
      if (same?.state === 'seen') {
        open.delete(file.name);
        result.push(same);
      }
      if (same) continue;
      const growing = open.get(file.name);
      open.delete(file.name);
      const value = { sizeBytes: file.size, modified: file.modified, foundAt: this.startedAt };
      if (growing) {
        await tx.db
          .update(importWatchFile)
          .set(value)
          .where(and(eq(importWatchFile.clientId, tx.clientId), eq(importWatchFile.fileId, growing.fileId)));
        result.push({ ...growing, ...value });
        continue;
      }
      this.counts.fresh++;
      const [row] = await tx.db
        .insert(importWatchFile)
        .values({ clientId: tx.clientId, fileId: uuidv7(), watchId, name: file.name, state: 'seen', ...value })
        .returning();
      if (row) result.push(row);
    }
    // Taken away again before they were whole.
    for (const { fileId } of open.values())
      await tx.sql('delete from import_watch_file where client_id = $1 and file_id = $2', [tx.clientId, fileId]);
    return result;
  }

  /** Fetches one file. What is wrong with the file ends it; what is wrong with the place ends the look. */
  private async fetch(place: Place, file: WatchedFile): Promise<void> {
    const { clientId } = this.watch;
    const stillSame = async () => {
      const there = await place.look(file.name);
      if (!there || !isSame(there, file)) throw new Changed();
    };
    try {
      await stillSame();
      await addFile(this.database, clientId, SYSTEM, file.name, await place.read(file.name), this.options.config.importLimitBytes, {
        whole: async ({ sizeBytes }) => {
          if (sizeBytes !== file.sizeBytes) throw new Changed();
          await stillSame();
        },
        keep: (tx, importId, { sha256 }) => this.keep(tx, file, importId, sha256),
      });
      this.counts.taken++;
      await this.inClient((tx) => advanceWatch(tx, this.watch.watchId));
    } catch (error) {
      if (error instanceof Changed) {
        this.isAwaited = true;
        return;
      }
      if (error instanceof Repeated) {
        await this.inClient(async (tx) => {
          await tx.sql('update import_watch_file set import_id = $3 where client_id = $1 and file_id = $2', [
            tx.clientId,
            file.fileId,
            error.importId,
          ]);
          await finish(tx, this.watch, file, { state: 'repeated', reason: error.why });
        });
        return;
      }
      if (!(error instanceof Fault) || error.code !== 'INVALID_INPUT' || error.words.key === 'fileInterrupted') throw error;
      await this.inClient((tx) => fail(tx, this.watch, file, error.words));
    }
  }

  /** Puts a file in line. Two folders with the same content wait for each other, so that one of them finds the other's. @throws Repeated */
  private async keep(tx: Tx, file: WatchedFile, importId: Uuid, sha256: string): Promise<void> {
    await tx.sql(`select pg_advisory_xact_lock(hashtextextended('import content ' || $1, 0))`, [tx.clientId]);
    const [earlier] = await tx.sql<{ import_id: Uuid; file_name: string; at: Date }>(
      `select r.import_id, r.file_name, coalesce(r.finished_at, r.created_at) as at from import_run r
       where r.client_id = $1 and r.sha256 = $2 and (r.status in ('checking', 'running', 'done') or exists (
         select from import_watch_file f where f.client_id = $1 and f.import_id = r.import_id and f.state in ('taken', 'checking', 'waiting', 'importing')))
       order by r.created_at limit 1`,
      [tx.clientId, sha256],
    );
    if (earlier)
      throw new Repeated(
        earlier.import_id,
        words('watchRepeated', { file: earlier.file_name, day: earlier.at.toISOString().slice(0, 10) }),
      );
    await tx.db
      .update(importWatchFile)
      .set({ state: 'taken', sha256, importId, takenAt: now(), reason: null })
      .where(and(eq(importWatchFile.clientId, tx.clientId), eq(importWatchFile.fileId, file.fileId)));
  }

  private async end(tx: Tx, away: SaidWords | null): Promise<void> {
    const { watchId, name, userIds } = this.watch;
    const endedAt = now();
    // Removed meanwhile: there is nothing left to note.
    const watch = await readWatch(tx, watchId, true).catch(() => null);
    if (!watch) return;
    await tx.db.insert(importWatchLook).values({
      clientId: tx.clientId,
      lookId: uuidv7(),
      watchId,
      userId: this.options.userId,
      startedAt: this.startedAt,
      endedAt,
      ...this.counts,
      error: away ?? this.note,
    });
    await tx.sql(
      `delete from import_watch_look where client_id = $1 and watch_id = $2 and look_id not in (
         select look_id from import_watch_look where client_id = $1 and watch_id = $2 order by started_at desc, look_id desc limit ${KEPT_LOOKS})`,
      [tx.clientId, watchId],
    );
    await tx.db
      .update(importWatch)
      .set({ lastLookAt: this.startedAt, lastError: away ?? this.note, awaySince: away ? (watch.awaySince ?? this.startedAt) : null })
      .where(and(eq(importWatch.clientId, tx.clientId), eq(importWatch.watchId, watchId)));
    if (away && !watch.awaySince)
      await appendEvents(tx, [{ messageType: 'connectorAway', payload: { watchId, name, userIds, key: away.key, values: away.values } }]);
    if (!away && watch.awaySince) await appendEvents(tx, [{ messageType: 'connectorBack', payload: { watchId, name, userIds } }]);
    await setNext(tx, watchId, await this.nextAfter(tx, watch));
    await advanceWatch(tx, watchId);
  }

  /** @returns when to look again: at once when something is to be moved or somebody changed the folder, soon when a file may be whole by then */
  private async nextAfter(tx: Tx, watch: WatchRow): Promise<Instant> {
    if (watch.revision !== this.watch.revision) return now();
    const ended = watch.isMoved
      ? await tx.sql('select from import_watch_file where client_id = $1 and watch_id = $2 and stays_put and ended_at >= $3 limit 1', [
          tx.clientId,
          watch.watchId,
          isoInstant(this.startedAt),
        ])
      : [];
    if (ended.length > 0) return now();
    const next = await nextLook(tx, watch, now());
    return this.isAwaited ? instant(Math.min(next, now() + AGAIN)) : next;
  }
}

const isSame = ({ size, modified }: PlacedFile, file: WatchedFile) => size === file.sizeBytes && modified === file.modified;
const byTime = (one: PlacedFile, other: PlacedFile) =>
  Number(one.modified) - Number(other.modified) || one.name.localeCompare(other.name, 'en');
