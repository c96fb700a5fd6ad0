import { sql } from 'drizzle-orm';
import { boolean, customType, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { TreeStep } from '../../../engine/graph/tree.ts';
import type { Memory, Reason, RunStatus } from '../../../engine/types.ts';
import { clientId, clientPolicy, instantColumn } from '../../platform/tables.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const strategyBlueprint = pgTable(
  'strategy_blueprint',
  {
    clientId: clientId(),
    blueprintId: uuid().notNull(),
    displayName: text().notNull(),
    categories: text().array().notNull().default(sql`'{}'`),
    currentVersion: integer().notNull(),
    /** The drawing of the canvas as it was saved last: a small PNG or WebP. */
    preview: text(),
    isDeleted: boolean().notNull().default(false),
    createdAt: instantColumn().notNull(),
    updatedAt: instantColumn().notNull(),
    updatedBy: text(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.blueprintId] }),
    uniqueIndex('strategy_blueprint_name').on(t.clientId, sql`lower(display_name)`).where(sql`not is_deleted`),
    clientPolicy(),
  ],
);

/** Immutable: a running claim keeps its version unless it is moved. */
export const strategyVersion = pgTable(
  'strategy_version',
  {
    clientId: clientId(),
    blueprintId: uuid().notNull(),
    version: integer().notNull(),
    steps: jsonb().$type<TreeStep[]>().notNull(),
    savedAt: instantColumn().notNull(),
    savedBy: text(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.blueprintId, t.version] }), clientPolicy()],
);

/** Drains per client that work side by side, in one process or several. */
export const SLOTS = 4;

/** @returns the slot of an account's claims. The last digit of an id is random. */
export function slotOf(accountId: string): number {
  return Number.parseInt(accountId.slice(-1), 16) % SLOTS;
}

/**
 * Where a claim stands in its strategy: the run that lives, else the one that ended last. One row per claim, so that no claim can run in
 * two strategies and the engine's writes touch two indexes only; earlier runs are told by the event log.
 */
export const strategyRun = pgTable(
  'strategy_run',
  {
    clientId: clientId(),
    runId: uuid().notNull(),
    accountId: uuid().notNull(),
    externalClaimRef: text().notNull(),
    blueprintId: uuid().notNull(),
    version: integer().notNull(),
    /** Which of the client's drains advances it: claims of one account share a slot, so that their contacts are counted together. */
    slot: smallint().notNull().default(0),
    stepId: text(),
    status: text().$type<RunStatus>().notNull(),
    /** When a worker shall look; null while paused or over. */
    wakeAt: instantColumn(),
    visit: integer().notNull().default(0),
    sinceWait: integer().notNull().default(0),
    startedAt: instantColumn().notNull(),
    stepEnteredAt: instantColumn().notNull(),
    endedAt: instantColumn(),
    reason: jsonb().$type<Reason>(),
    /** Values, strategies to come back to, events waited for; null for most. */
    memory: jsonb().$type<Memory>(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.externalClaimRef] }),
    index('strategy_run_due').on(t.clientId, t.slot, t.wakeAt).where(sql`wake_at is not null`),
    // Whoever waits for an event is found by its account.
    index('strategy_run_event').on(t.clientId, t.accountId).where(sql`memory ? 'wake'`),
    clientPolicy(),
  ],
);

/**
 * What people write at a step while they work on a strategy. It hangs at the step's id, which versions keep, and belongs to no version: a comment
 * outlives the saves that follow, and its step.
 */
export const strategyStepComment = pgTable(
  'strategy_step_comment',
  {
    clientId: clientId(),
    commentId: uuid().notNull(),
    blueprintId: uuid().notNull(),
    stepId: text().notNull(),
    /** The comment it answers; null for one that begins. */
    replyTo: uuid(),
    body: text().notNull(),
    author: uuid().notNull(),
    createdAt: instantColumn().notNull(),
    resolvedAt: instantColumn(),
    resolvedBy: uuid(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.commentId] }),
    index('strategy_step_comment_blueprint').on(t.clientId, t.blueprintId, t.createdAt),
    clientPolicy(),
  ],
);

/** A trigger of the client's own: a name and what a firing may say. */
export const customTrigger = pgTable(
  'custom_trigger',
  {
    clientId: clientId(),
    name: text().notNull(),
    description: text().notNull().default(''),
    /** TriggerField (strategy.trigger.logic.ts). */
    fields: jsonb().notNull(),
    updatedAt: instantColumn().notNull(),
    /** Counts saves: an edit of an older state is refused. */
    revision: integer().notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.name] }), clientPolicy()],
);

/** A drawing on its way: made by createStrategyPreviewFileURL, filled by one PUT, taken over by the next save. */
export const strategyPreview = pgTable(
  'strategy_preview',
  {
    clientId: clientId(),
    previewId: uuid().notNull(),
    /** Digest of the secret part of the upload address. */
    codeDigest: text().notNull(),
    contentType: text(),
    content: bytes(),
    createdAt: instantColumn().notNull(),
    expiresAt: instantColumn().notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.previewId] }), clientPolicy()],
);
