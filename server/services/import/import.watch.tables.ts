/** Folders that are watched for files: of this machine or of a client's SFTP server, what was found in them, and each look. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { FaultWords } from '../../../core/fault.ts';
import { clientId, clientPolicy, instantColumn } from '../../platform/tables.ts';

export type WatchKind = 'folder' | 'sftp';
export type WatchConfirm = 'never' | 'overLimit' | 'always';

export const importWatch = pgTable(
  'import_watch',
  {
    clientId: clientId(),
    watchId: uuid().notNull(),
    name: text().notNull(),
    isActive: boolean().notNull(),
    kind: text().$type<WatchKind>().notNull(),
    /** Below the client's own folder, or on the server; empty: that folder itself, or where the login lands. */
    folder: text().notNull(),
    host: text(),
    port: integer(),
    username: text(),
    /** Password and private key, sealed. */
    secrets: text(),
    /** Of the server's key, from the first time it was met. */
    fingerprint: text(),
    /** Of file names, with * and ?. */
    pattern: text().notNull(),
    /** Ending of a file beside it that says that it is whole, such as .done; null: it is when it has not changed for two looks. */
    marker: text(),
    mappingId: uuid().notNull(),
    /** Either minutes between looks, or times of day in the client's zone. */
    everyMinutes: integer(),
    times: text().array().notNull(),
    workingDays: boolean().notNull(),
    /** Whether files are moved into done/ and failed/ afterwards, or left and remembered. */
    isMoved: boolean().notNull(),
    confirm: text().$type<WatchConfirm>().notNull(),
    /** Percent of rows that may be rejected before an import waits for somebody. */
    mostRejected: integer().notNull(),
    /** Who is told of failed and waiting files. */
    userIds: uuid().array().notNull(),
    /** Null while it is switched off. */
    nextLookAt: instantColumn(),
    lastLookAt: instantColumn(),
    /** Why the last look failed, and since when they do. */
    lastError: jsonb().$type<FaultWords>(),
    awaySince: instantColumn(),
    revision: integer().notNull().default(1),
    createdAt: instantColumn().notNull(),
    updatedAt: instantColumn().notNull(),
    updatedBy: uuid(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.watchId] }), uniqueIndex('import_watch_name').on(t.clientId, t.name), clientPolicy()],
);

/**
 * seen: may still be growing · taken: here, and waits for its turn · checking, importing: at work · waiting: for somebody's confirmation ·
 * done, failed · repeated: its content was imported before.
 */
export type WatchedState = 'seen' | 'taken' | 'checking' | 'waiting' | 'importing' | 'done' | 'failed' | 'repeated';

export const importWatchFile = pgTable(
  'import_watch_file',
  {
    clientId: clientId(),
    fileId: uuid().notNull(),
    watchId: uuid().notNull(),
    name: text().notNull(),
    /** As the server says, and compared with what it says later only: its clock may be wrong. */
    sizeBytes: bigint({ mode: 'number' }).notNull(),
    modified: text().notNull(),
    state: text().$type<WatchedState>().notNull(),
    sha256: text(),
    /** The import of its content: its own, or the earlier one of a repeated file. */
    importId: uuid(),
    reason: jsonb().$type<FaultWords>(),
    /** Whether it still lies where it was found, and is to be moved. */
    staysPut: boolean().notNull().default(true),
    foundAt: instantColumn().notNull(),
    takenAt: instantColumn(),
    endedAt: instantColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.fileId] }),
    uniqueIndex('import_watch_file_once').on(t.clientId, t.watchId, t.name, t.sizeBytes, t.modified),
    index('import_watch_file_time').on(t.clientId, t.watchId, t.foundAt.desc()),
    index('import_watch_file_open').on(t.clientId, t.watchId).where(sql`state not in ('done', 'failed', 'repeated')`),
    index('import_watch_file_import').on(t.clientId, t.importId).where(sql`import_id is not null`),
    clientPolicy(),
  ],
);

export const importWatchLook = pgTable(
  'import_watch_look',
  {
    clientId: clientId(),
    lookId: uuid().notNull(),
    watchId: uuid().notNull(),
    /** Null: the schedule. */
    userId: uuid(),
    startedAt: instantColumn().notNull(),
    endedAt: instantColumn().notNull(),
    /** Files that the pattern names, new ones among them, and those that were taken and moved. */
    found: integer().notNull(),
    fresh: integer().notNull(),
    taken: integer().notNull(),
    moved: integer().notNull(),
    error: jsonb().$type<FaultWords>(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.lookId] }),
    index('import_watch_look_time').on(t.clientId, t.watchId, t.startedAt.desc()),
    clientPolicy(),
  ],
);
