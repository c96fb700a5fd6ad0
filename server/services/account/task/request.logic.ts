/** What a debtor asks of staff: one open task in the queue for each matter; what they write besides is added to it. */
import { fault } from '../../../../core/fault.ts';
import { HELP_DAYS, HELP_NOTE } from '../../../../core/help.ts';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { DEFAULT_TOPIC, type TaskMatter } from '../../../../core/tasks.ts';
import { addDays, type CalendarDate, isoInstant } from '../../../../core/time.ts';
import { addWorkingDays } from '../../../../core/workdays.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { ASKS_FOR_HELP } from '../ground/help.ts';
import { assignNewTasks } from './task.assign.logic.ts';
import { readToday } from './task.due.logic.ts';
import { writeTask } from './task.row.logic.ts';

/** Characters of one task's description; who writes more is answered by a person first. */
const MOST = 40_000;

/**
 * Puts a debtor's request into the task queue of the default topic. While a task about the same matter is open, the words are added to it and it
 * comes back if it was put off: a hundred requests are one task, and no word is lost. @param key makes a repeated request the same one.
 * @throws Fault RATE_LIMITED when the open task is full.
 */
export async function raiseDebtorTask(
  tx: Tx,
  request: {
    readonly accountId: Uuid;
    readonly externalClaimRef: string | null;
    readonly matter: TaskMatter;
    /** What the matter's text is filled in with; two requests with other values are two matters. */
    readonly values?: Readonly<Record<string, string>>;
    /** The debtor's own words, if it is theirs. */
    readonly description?: string;
    /** When it is to be answered; absent: some time. */
    readonly dueDate?: CalendarDate;
    readonly key: string;
  },
): Promise<'new' | 'added' | 'known'> {
  const taskId = uuidv7();
  const { matter, values = {}, description = '' } = request;
  const key = `request:${request.key}`;
  const [known] = await tx.sql('select 1 from case_task where client_id = $1 and effect_key = $2', [tx.clientId, key]);
  if (known) return 'known';
  if (await addToOpenTask(tx, { ...request, values, description })) return 'added';
  const [given] = await assignNewTasks(tx, [{ accountId: request.accountId, topicId: DEFAULT_TOPIC }]);
  const recipientId = given?.userId ?? null;
  const rows = await tx.sql(
    `insert into case_task (client_id, task_id, effect_key, account_id, external_claim_ref, note, matter, matter_values, description, recipient_id, sender_id, created_at, updated_at, due_date, due_date_option)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'debtor', $11, $11, $12, case when $12::date is not null then 'date' end) on conflict (client_id, effect_key) do nothing returning task_id`,
    [
      tx.clientId,
      taskId,
      key,
      request.accountId,
      request.externalClaimRef,
      matter === 'help' ? HELP_NOTE : '',
      matter,
      values,
      description,
      recipientId,
      isoInstant(now()),
      request.dueDate ?? null,
    ],
  );
  if (rows.length === 0) return 'known';
  const { accountId, externalClaimRef } = request;
  await appendEvents(tx, [
    {
      messageType: 'taskCreated',
      accountId,
      externalClaimRef,
      payload: {
        taskId,
        topicId: DEFAULT_TOPIC,
        note: '',
        matter,
        values,
        recipientId,
        blueprintName: null,
        ...(given ? { why: given.why } : {}),
      },
    },
  ]);
  return 'new';
}

/** Two requests of an account at once take turns. @param which SQL of what the task is about; its values are $3 and on. */
async function lockOpenTask(tx: Tx, accountId: Uuid, which: string, values: readonly unknown[]) {
  await tx.sql(`select pg_advisory_xact_lock(hashtextextended('request ' || $1 || $2, 0))`, [tx.clientId, accountId]);
  const [open] = await tx.sql<{ task_id: Uuid; description: string; due_date: CalendarDate | null }>(
    `select task_id, description, due_date from case_task
     where client_id = $1 and account_id = $2 and sender_id = 'debtor' and ${which} and status <> 'resolved' order by created_at limit 1 for update`,
    [tx.clientId, accountId, ...values],
  );
  return open;
}

/** @returns whether there was an open task about the same matter. */
async function addToOpenTask(
  tx: Tx,
  request: { accountId: Uuid; matter: TaskMatter; values: Readonly<Record<string, string>>; description: string },
): Promise<boolean> {
  const open = await lockOpenTask(tx, request.accountId, `(matter = $3 and matter_values = $4 or $3 = 'help' and note = $5)`, [
    request.matter,
    request.values,
    HELP_NOTE,
  ]);
  if (!open) return false;
  if (request.description === '') return true;
  const description = `${open.description}\n\n${request.description}`;
  if (description.length > MOST) throw fault('RATE_LIMITED', 'tooManyTriesLater');
  const changes = [{ field: 'description', from: open.description, to: description }];
  await writeTask(tx, 'taskChanged', open.task_id, 'debtor', { description, skipped_until: null }, { changes });
  return true;
}

/**
 * Puts a debtor's wish to be called into the queue, due on its day. A new wish takes the place of the one that nobody has called about yet.
 * @throws as raiseDebtorTask
 */
export async function raiseCallTask(
  tx: Tx,
  request: Omit<Parameters<typeof raiseDebtorTask>[1], 'matter'> & { readonly description: string; readonly dueDate: CalendarDate },
): Promise<void> {
  const { values = {}, description, dueDate } = request;
  const open = await lockOpenTask(tx, request.accountId, `matter = 'callback'`, []);
  if (!open) return void (await raiseDebtorTask(tx, { ...request, matter: 'callback' }));
  const change = {
    matter_values: values,
    description,
    due_date: dueDate,
    due_date_option: 'date',
    due_date_value: null,
    skipped_until: null,
  };
  const changes = [
    { field: 'dueDate', from: open.due_date, to: dueDate },
    { field: 'description', from: open.description, to: description },
  ];
  await writeTask(tx, 'taskChanged', open.task_id, 'debtor', change, { changes: changes.filter(({ from, to }) => from !== to) });
}

/** @returns what the debtor's open wish to be called says, as it was asked; null without one. */
export async function readCallWish(tx: Tx, accountId: Uuid): Promise<Readonly<Record<string, string>> | null> {
  const [row] = await tx.sql<{ matter_values: Record<string, string> }>(
    `select matter_values from case_task where client_id = $1 and account_id = $2 and sender_id = 'debtor' and matter = 'callback' and status <> 'resolved'
     order by created_at limit 1`,
    [tx.clientId, accountId],
  );
  return row?.matter_values ?? null;
}

/**
 * Puts a request for help with paying into the queue, due on the next working day. While it is open it holds what collects by itself
 * (engine/gate's rule help, strategy.help.logic.ts). @throws as raiseDebtorTask
 */
export async function raiseHelpTask(tx: Tx, request: { readonly accountId: Uuid; readonly description: string; readonly key: string }) {
  const { today, isFree } = await readToday(tx);
  return raiseDebtorTask(tx, { ...request, externalClaimRef: null, matter: 'help', dueDate: addWorkingDays(today, 1, isFree) });
}

/** @returns those of the accounts whose request for help is open and has not held for its time yet. */
export async function helpAskedBy(tx: Tx, accountIds: readonly Uuid[]): Promise<ReadonlySet<Uuid>> {
  const { today } = await readToday(tx);
  const rows = await tx.sql<{ account_id: Uuid }>(
    `select t.account_id from case_task t where t.client_id = $1 and account_id = any($2::uuid[]) and sender_id = 'debtor' and ${ASKS_FOR_HELP} and status <> 'resolved'
     group by 1 having min(created_at) >= $3::date`,
    [tx.clientId, accountIds, addDays(today, -HELP_DAYS)],
  );
  return new Set(rows.map((row) => row.account_id));
}

/** Puts a wish to be called, which names no time, into the queue for the next working day. @throws as raiseDebtorTask */
export async function raiseCallSoonTask(
  tx: Tx,
  request: Pick<Parameters<typeof raiseDebtorTask>[1], 'accountId' | 'externalClaimRef' | 'key'> & { readonly description: string },
): Promise<void> {
  const { today, isFree } = await readToday(tx);
  await raiseDebtorTask(tx, { ...request, matter: 'callSoon', dueDate: addWorkingDays(today, 1, isFree) });
}
