/** Tasks, the topics and groups that give them to people, and what lies on a collector's screen. */
import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { TaskMatter } from '../../../../core/tasks.ts';
import { calendarDateColumn, clientId, clientPolicy, instantColumn } from '../../../platform/tables.ts';

type Json = Record<string, unknown>;

/** A set of topics, and who gets their tasks. */
export const taskGroup = pgTable(
  'task_group',
  {
    clientId: clientId(),
    groupId: text().notNull(),
    name: text().notNull(),
    /** How a task without a recipient finds one; task/task.assign.logic.ts reads it. */
    logic: jsonb().$type<Json>().notNull(),
    /** Where the last round of giving ended. */
    state: jsonb().$type<Json>().notNull().default({}),
    createdAt: instantColumn().notNull(),
    revision: integer().notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.groupId] }), clientPolicy()],
);

export const taskTopic = pgTable(
  'task_topic',
  {
    clientId: clientId(),
    topicId: text().notNull(),
    groupId: text(),
    name: text().notNull(),
    userIds: uuid().array().notNull().default(sql`'{}'`),
    createdAt: instantColumn().notNull(),
    revision: integer().notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.topicId] }), clientPolicy()],
);

export type TaskStatus = 'new' | 'active' | 'resolved';

export const caseTask = pgTable(
  'case_task',
  {
    clientId: clientId(),
    taskId: uuid().notNull(),
    accountId: uuid().notNull(),
    externalClaimRef: text(),
    topicId: text().notNull().default('default'),
    /** What people call it; empty where the product made it and nobody has given it a name of their own: then its matter says it. */
    note: text().notNull().default(''),
    /** What it is about where the product made it (core/tasks.ts), with the values of its text. */
    matter: text().$type<TaskMatter>(),
    matterValues: jsonb().$type<Readonly<Record<string, string>>>().notNull().default({}),
    description: text().notNull().default(''),
    tags: text().array().notNull().default(sql`'{}'`),
    status: text().$type<TaskStatus>().notNull().default('new'),
    dueDate: calendarDateColumn(),
    /** How the due date was chosen: the option and its number of days. */
    dueDateOption: text(),
    dueDateValue: integer(),
    /** Who started it holds it until then, or until the browser that works it says so again; after it others may take it. */
    heldUntil: instantColumn(),
    senderId: text(),
    /** Who shall work it; null: anybody of the topic. */
    recipientId: uuid(),
    skippedUntil: instantColumn(),
    resolutionNote: text(),
    resolvedAt: instantColumn(),
    resolverId: uuid(),
    blueprintName: text(),
    /** Set by a strategy step: makes the task once. */
    effectKey: text(),
    createdAt: instantColumn().notNull(),
    updatedAt: instantColumn().notNull(),
    updatedBy: text(),
    revision: integer().notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.taskId] }),
    uniqueIndex('case_task_effect').on(t.clientId, t.effectKey),
    index('case_task_account').on(t.clientId, t.accountId),
    index('case_task_queue').on(t.clientId, t.status, t.dueDate, t.createdAt).where(sql`status <> 'resolved'`),
    clientPolicy(),
  ],
);

/** How a piece of a collector's work stands: held by who has it on the screen, or over. */
export type WorkStatus = 'held' | 'done' | 'skipped' | 'released' | 'lapsed' | 'undone';

/** One account on one collector's screen: held while it is worked, and afterwards what came of it (work/work.logic.ts). */
export const workItem = pgTable(
  'work_item',
  {
    clientId: clientId(),
    workItemId: uuid().notNull(),
    accountId: uuid().notNull(),
    userId: uuid().notNull(),
    /** The task it came with. */
    taskId: uuid(),
    status: text().$type<WorkStatus>().notNull(),
    /** Others may have the account after it, unless the open screen says so again. */
    heldUntil: instantColumn().notNull(),
    /** Why it was this one: reasons with their numbers. */
    reasons: jsonb().$type<readonly Json[]>().notNull().default([]),
    /** The outcome's name, or why it was skipped. */
    outcome: text(),
    /** Nobody gets the account again before this moment. */
    notBefore: instantColumn(),
    /** Minor units of what was promised with it. */
    promisedAmount: bigint({ mode: 'bigint' }).notNull().default(sql`0`),
    currency: text(),
    /** What was made with it and what was there before: what taking it back needs. */
    made: jsonb().$type<Json>().notNull().default({}),
    idempotencyKey: text(),
    createdAt: instantColumn().notNull(),
    finishedAt: instantColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.workItemId] }),
    uniqueIndex('work_item_account_held').on(t.clientId, t.accountId).where(sql`status = 'held'`),
    uniqueIndex('work_item_user_held').on(t.clientId, t.userId).where(sql`status = 'held'`),
    uniqueIndex('work_item_key').on(t.clientId, t.idempotencyKey),
    index('work_item_account').on(t.clientId, t.accountId, t.finishedAt.desc()),
    index('work_item_user').on(t.clientId, t.userId, t.finishedAt.desc()),
    clientPolicy(),
  ],
);
