import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { DecisionTree } from '../../../engine/trees/tree.ts';
import { clientId, clientPolicy, instantColumn } from '../../platform/tables.ts';

export type TreeStatus = 'draft' | 'live' | 'archived';

export const decisionTree = pgTable(
  'decision_tree',
  {
    clientId: clientId(),
    treeId: uuid().notNull(),
    name: text().notNull(),
    description: text().notNull().default(''),
    categories: text().array().notNull().default(sql`'{}'`),
    isDeleted: boolean().notNull().default(false),
    createdAt: instantColumn().notNull(),
    updatedAt: instantColumn().notNull(),
    updatedBy: text(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.treeId] }),
    uniqueIndex('decision_tree_name').on(t.clientId, sql`lower(name)`).where(sql`not is_deleted`),
    clientPolicy(),
  ],
);

/** Only a draft changes; strategies run the others. */
export const decisionTreeVersion = pgTable(
  'decision_tree_version',
  {
    clientId: clientId(),
    treeId: uuid().notNull(),
    version: integer().notNull(),
    status: text().$type<TreeStatus>().notNull(),
    revision: integer().notNull().default(1),
    tree: jsonb().$type<DecisionTree>().notNull(),
    nodeCount: integer().notNull(),
    savedAt: instantColumn().notNull(),
    savedBy: text(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.treeId, t.version] }),
    uniqueIndex('decision_tree_one_live').on(t.clientId, t.treeId).where(sql`status = 'live'`),
    uniqueIndex('decision_tree_one_draft').on(t.clientId, t.treeId).where(sql`status = 'draft'`),
    clientPolicy(),
  ],
);
