/** What a strategy's steps change on accounts and claims: each kind of effect of a whole batch with one statement and its events. */
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import type { MetadataSchemaType } from '../../../../core/metadata.ts';
import { DEFAULT_TOPIC } from '../../../../core/tasks.ts';
import { type CalendarDate, type Instant, isoInstant } from '../../../../core/time.ts';
import type { ClaimFlag } from '../../../../engine/effects.ts';
import type { Meta } from '../../../../engine/types.ts';
import { appendEvents, type NewEvent } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import type { ClaimRef } from '../ground/facts.logic.ts';
import { refreshAccounts } from '../ground/projection.logic.ts';
import { searchedFields } from '../ground/searchable.ts';
import { assignNewTasks } from '../task/task.assign.logic.ts';

type Actor = NewEvent['actor'];

/** A task that a step asks for; `effectKey` makes it once. */
export interface StepTask extends ClaimRef {
  readonly effectKey: string;
  readonly topicId: string;
  readonly note: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly dueDate: CalendarDate | null;
  readonly recipientId: Uuid | null;
  readonly blueprintName: string;
  readonly actor: Actor;
}

/**
 * Puts tasks into their queues; a task whose effectKey exists is left out, and one of a topic that was deleted goes to the default one. Those
 * that name nobody are given by the logic of their topic's group.
 */
export async function createStepTasks(tx: Tx, wanted: readonly StepTask[], at: Instant): Promise<void> {
  const topics = await existingTopics(tx, wanted);
  const asked = (await newOnes(tx, wanted)).map((task) => (topics.has(task.topicId) ? task : { ...task, topicId: DEFAULT_TOPIC }));
  if (asked.length === 0) return;
  const unowned = asked.filter((task) => task.recipientId === null);
  const answers = await assignNewTasks(tx, unowned);
  const given = new Map(unowned.map((task, index) => [task.effectKey, answers[index] ?? null]));
  const tasks = asked.map((task) => ({ ...task, recipientId: task.recipientId ?? given.get(task.effectKey)?.userId ?? null }));
  const column = <Value>(read: (task: StepTask) => Value) => tasks.map(read);
  const created = await tx.sql<{ task_id: Uuid; effect_key: string }>(
    `insert into case_task (client_id, task_id, effect_key, account_id, external_claim_ref, topic_id, note, description, tags, due_date, recipient_id, blueprint_name,
       sender_id, created_at, updated_at)
     select $1, t.task_id, t.effect_key, t.account_id, t.external_claim_ref, t.topic_id, t.note, t.description,
       array(select jsonb_array_elements_text(t.tags)), t.due_date, t.recipient_id, t.blueprint_name, 'strategy', $13, $13
     from unnest($2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::jsonb[], $10::date[], $11::uuid[], $12::text[])
       as t(task_id, effect_key, account_id, external_claim_ref, topic_id, note, description, tags, due_date, recipient_id, blueprint_name)
     on conflict (client_id, effect_key) do nothing returning task_id, effect_key`,
    [
      tx.clientId,
      column(() => uuidv7()),
      column((task) => task.effectKey),
      column((task) => task.accountId),
      column((task) => task.externalClaimRef),
      column((task) => task.topicId),
      column((task) => task.note),
      column((task) => task.description),
      column((task) => JSON.stringify(task.tags)),
      column((task) => task.dueDate),
      column((task) => task.recipientId),
      column((task) => task.blueprintName),
      isoInstant(at),
    ],
  );
  const byKey = new Map(tasks.map((task) => [task.effectKey, task]));
  await appendEvents(
    tx,
    created.map(({ task_id, effect_key }) => {
      const task = byKey.get(effect_key)!;
      return {
        messageType: 'taskCreated',
        accountId: task.accountId,
        externalClaimRef: task.externalClaimRef,
        payload: {
          taskId: task_id,
          topicId: task.topicId,
          note: task.note,
          recipientId: task.recipientId,
          blueprintName: task.blueprintName,
          ...(given.get(effect_key) ? { why: given.get(effect_key)?.why } : {}),
        },
        ...(task.actor ? { actor: task.actor } : {}),
      };
    }),
  );
}

/** @returns those whose effectKey is new: nobody loses their turn to a task that is there already. */
async function newOnes(tx: Tx, tasks: readonly StepTask[]): Promise<readonly StepTask[]> {
  if (tasks.length === 0) return [];
  const rows = await tx.sql<{ effect_key: string }>(
    'select effect_key from case_task where client_id = $1 and effect_key = any($2::text[])',
    [tx.clientId, tasks.map((task) => task.effectKey)],
  );
  const there = new Set(rows.map((row) => row.effect_key));
  return tasks.filter((task) => !there.has(task.effectKey));
}

async function existingTopics(tx: Tx, tasks: readonly StepTask[]): Promise<ReadonlySet<string>> {
  if (tasks.length === 0) return new Set();
  const rows = await tx.sql<{ topic_id: string }>('select topic_id from task_topic where client_id = $1 and topic_id = any($2::text[])', [
    tx.clientId,
    [...new Set(tasks.map((task) => task.topicId))],
  ]);
  return new Set(rows.map((row) => row.topic_id));
}

export interface StepMeta extends ClaimRef {
  readonly values: Meta;
  readonly actor: Actor;
}

/** Writes metadata fields of claims; fields that are not named stay. Later entries of one claim win. */
export async function setClaimMeta(tx: Tx, changes: readonly StepMeta[], at: Instant): Promise<void> {
  if (changes.length === 0) return;
  const merged = merge(changes, (change) => change.externalClaimRef);
  await tx.sql(
    `update claim c set meta = c.meta || v.meta, updated_at = $4, revision = c.revision + 1
     from unnest($2::text[], $3::jsonb[]) as v(external_claim_ref, meta) where c.client_id = $1 and c.external_claim_ref = v.external_claim_ref`,
    [tx.clientId, [...merged.keys()], [...merged.values()].map((values) => JSON.stringify(values)), isoInstant(at)],
  );
  await refreshSearched(tx, 'claim', changes);
  await appendEvents(
    tx,
    changes.map((change) => ({ messageType: 'claimMetaChanged', ...about(change), payload: { values: change.values } })),
  );
}

/** Writes metadata fields of accounts; fields that are not named stay. Later entries of one account win. */
export async function setAccountMeta(tx: Tx, changes: readonly StepMeta[], at: Instant): Promise<void> {
  if (changes.length === 0) return;
  const merged = merge(changes, (change) => change.accountId);
  await tx.sql(
    `update account a set meta = a.meta || v.meta, updated_at = $4, revision = a.revision + 1
     from unnest($2::uuid[], $3::jsonb[]) as v(account_id, meta) where a.client_id = $1 and a.account_id = v.account_id`,
    [tx.clientId, [...merged.keys()], [...merged.values()].map((values) => JSON.stringify(values)), isoInstant(at)],
  );
  await refreshSearched(tx, 'account', changes);
  await appendEvents(
    tx,
    changes.map((change) => ({ messageType: 'accountMetaChanged', ...about(change), payload: { values: change.values } })),
  );
}

/** Search learns of values that it is to find. */
async function refreshSearched(tx: Tx, type: MetadataSchemaType, changes: readonly StepMeta[]): Promise<void> {
  const fields = (await searchedFields(tx)).filter((field) => field.type === type);
  if (fields.length === 0) return;
  const touched = changes.filter(({ values }) => fields.some(({ name }) => Object.hasOwn(values, name)));
  await refreshAccounts(tx, [...new Set(touched.map((change) => change.accountId))]);
}

/** Assigns accounts to users, or to nobody; the last entry of an account wins, and one that changes nothing makes no event. */
export async function assignByStep(
  tx: Tx,
  changes: readonly (ClaimRef & { userId: Uuid | null; actor: Actor })[],
  at: Instant,
): Promise<void> {
  if (changes.length === 0) return;
  const last = new Map(changes.map((change) => [change.accountId, change]));
  const rows = await tx.sql<{ account_id: Uuid; previous: Uuid | null }>(
    `update account a set assignee_user_id = v.user_id, updated_at = $4, revision = a.revision + 1
     from (select v.account_id, v.user_id, b.assignee_user_id as previous from unnest($2::uuid[], $3::uuid[]) as v(account_id, user_id)
           join account b on b.client_id = $1 and b.account_id = v.account_id and b.assignee_user_id is distinct from v.user_id for update of b) v
     where a.client_id = $1 and a.account_id = v.account_id returning a.account_id, v.previous`,
    [tx.clientId, [...last.keys()], [...last.values()].map((change) => change.userId), isoInstant(at)],
  );
  await appendEvents(
    tx,
    rows.map(({ account_id, previous }) => {
      const change = last.get(account_id)!;
      return { messageType: 'accountAssigned', ...about(change), payload: { from: previous, userId: change.userId } };
    }),
  );
}

const FLAG_COLUMNS: Readonly<Record<ClaimFlag, string>> = {
  instalmentsPlan: 'instalments_plan_enabled',
  promiseToPay: 'promise_to_pay_enabled',
  debtorCallback: 'debtor_callback_enabled',
  debtorTextFeedback: 'debtor_text_feedback_enabled',
};

/** Switches what the debtor's page offers; the last entry of a claim and flag wins, and one that changes nothing makes no event. */
export async function setClaimFlags(
  tx: Tx,
  changes: readonly (ClaimRef & { flag: ClaimFlag; enabled: boolean; actor: Actor })[],
  at: Instant,
): Promise<void> {
  for (const [flag, name] of Object.entries(FLAG_COLUMNS) as [ClaimFlag, string][]) {
    const last = new Map(changes.filter((change) => change.flag === flag).map((change) => [change.externalClaimRef, change]));
    if (last.size === 0) continue;
    const rows = await tx.sql<{ external_claim_ref: string }>(
      `update claim c set ${name} = v.enabled, updated_at = $4, revision = c.revision + 1
       from unnest($2::text[], $3::boolean[]) as v(external_claim_ref, enabled)
       where c.client_id = $1 and c.external_claim_ref = v.external_claim_ref and c.${name} <> v.enabled returning c.external_claim_ref`,
      [tx.clientId, [...last.keys()], [...last.values()].map((change) => change.enabled), isoInstant(at)],
    );
    await appendEvents(
      tx,
      rows.map(({ external_claim_ref }) => {
        const change = last.get(external_claim_ref)!;
        return { messageType: 'claimChanged', ...about(change), payload: { changed: { [`${flag}Enabled`]: change.enabled } } };
      }),
    );
  }
}

/** Shows on accounts the strategy that runs on their claims. @param names by account id; null where none runs. */
export async function nameStrategies(tx: Tx, names: ReadonlyMap<Uuid, string | null>): Promise<void> {
  if (names.size === 0) return;
  await tx.sql(
    `update account a set strategy_name = v.name from unnest($2::uuid[], $3::text[]) as v(account_id, name)
     where a.client_id = $1 and a.account_id = v.account_id and a.strategy_name is distinct from v.name`,
    [tx.clientId, [...names.keys()], [...names.values()]],
  );
}

/** Notes when the debtors of accounts were last written to or called; an earlier moment than the known one changes nothing. */
export async function noteCommunications(
  tx: Tx,
  communications: readonly { readonly accountId: Uuid | null; readonly emitTime: Instant }[],
): Promise<void> {
  const latest = new Map<Uuid, Instant>();
  for (const { accountId, emitTime } of communications)
    if (accountId && emitTime > (latest.get(accountId) ?? 0)) latest.set(accountId, emitTime);
  if (latest.size === 0) return;
  await tx.sql(
    `update account a set latest_communication_date = greatest(a.latest_communication_date, sent.at)
     from unnest($2::uuid[], $3::timestamptz[]) as sent (account_id, at) where a.client_id = $1 and a.account_id = sent.account_id`,
    [tx.clientId, [...latest.keys()], [...latest.values()].map(isoInstant)],
  );
}

function merge(changes: readonly StepMeta[], keyOf: (change: StepMeta) => string): Map<string, Meta> {
  const merged = new Map<string, Meta>();
  for (const change of changes) merged.set(keyOf(change), { ...merged.get(keyOf(change)), ...change.values });
  return merged;
}

const about = ({ accountId, externalClaimRef, actor }: ClaimRef & { actor: Actor }) => ({
  accountId,
  externalClaimRef,
  ...(actor ? { actor } : {}),
});
