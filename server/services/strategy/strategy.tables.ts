import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Reason, RunStatus, TreeStep } from '../../../engine/types.ts';
import { clientId, clientPolicy, instantColumn } from '../../platform/tables.ts';

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
  { clientId: clientId(), blueprintId: uuid().notNull(), version: integer().notNull(), steps: jsonb().$type<TreeStep[]>().notNull(), savedAt: instantColumn().notNull(), savedBy: text() },
  (t) => [primaryKey({ columns: [t.clientId, t.blueprintId, t.version] }), clientPolicy()],
);

/** Where one claim stands in one strategy. At most one run of a claim is alive. */
export const strategyRun = pgTable(
  'strategy_run',
  {
    clientId: clientId(),
    runId: uuid().notNull(),
    accountId: uuid().notNull(),
    externalClaimRef: text().notNull(),
    blueprintId: uuid().notNull(),
    version: integer().notNull(),
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
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.runId] }),
    uniqueIndex('strategy_run_alive').on(t.clientId, t.externalClaimRef).where(sql`status in ('active', 'waiting', 'paused')`),
    index('strategy_run_due').on(t.clientId, t.wakeAt).where(sql`wake_at is not null`),
    index('strategy_run_claim').on(t.clientId, t.externalClaimRef),
    clientPolicy(),
  ],
);
