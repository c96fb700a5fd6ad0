/** Topics of tasks and their groups: who works what, and who gets what. */
import { collectFaults } from '../../../../core/collectFaults.ts';
import { fault, invalid, notFound } from '../../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../../core/id.ts';
import { DEFAULT_TOPIC, GROUP_LOGICS, type GroupLogic } from '../../../../core/tasks.ts';
import { type Instant, instant, isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';

const MOST_NAME = 100;
const MOST_PEOPLE = 500;

interface TopicRow {
  readonly topicId: string;
  readonly groupId: string | null;
  readonly name: string | null;
  readonly userIds: Uuid[] | null;
  readonly openTasks: number;
  readonly createdAt: Date | null;
  readonly revision: number | null;
}

/**
 * @param own only those that the person works: that name them, or nobody. @returns topics by name, the default one first (specification 2,
 * section 9), whether or not the client has named any.
 */
export async function listTopics(tx: Tx, own: Uuid | null = null) {
  const rows = await tx.sql<TopicRow & Record<string, unknown>>(
    `select names.topic_id as "topicId", o.group_id as "groupId", o.name, o.user_ids as "userIds", coalesce(c.open, 0) as "openTasks",
       o.created_at as "createdAt", o.revision
     from (select topic_id from task_topic where client_id = $1 union select $2::text) names
     left join task_topic o on o.client_id = $1 and o.topic_id = names.topic_id
     left join (select topic_id, count(*)::int as open from case_task where client_id = $1 and status <> 'resolved' group by topic_id) c
       on c.topic_id = names.topic_id
     where $3::uuid is null or coalesce(cardinality(o.user_ids), 0) = 0 or $3 = any(o.user_ids)
     order by names.topic_id <> $2, lower(coalesce(o.name, names.topic_id)), names.topic_id`,
    [tx.clientId, DEFAULT_TOPIC, own],
  );
  return rows.map((row) => presentTopic(tx, row));
}

function presentTopic(tx: Tx, { name, userIds, createdAt, revision, ...row }: TopicRow) {
  return {
    ...row,
    clientId: tx.clientId,
    name: name ?? row.topicId,
    userIds: userIds ?? [],
    createdAt: createdAt ? (instant(createdAt) as Instant) : null,
    revision: revision ?? 0,
  };
}
type Topic = ReturnType<typeof presentTopic>;

async function readTopic(tx: Tx, topicId: string): Promise<Topic> {
  const found = (await listTopics(tx)).find((topic) => topic.topicId === topicId);
  if (!found) throw notFound('topicNotFound');
  return found;
}

export interface TopicInput {
  readonly name: string;
  readonly groupId?: string | null;
  readonly userIds?: readonly Uuid[] | null;
}

async function checkTopic(tx: Tx, { name, groupId, userIds }: TopicInput, topicId: string | null): Promise<void> {
  const ids = [...new Set(userIds ?? [])];
  await collectFaults(async (check) => {
    await check(async () => {
      nameOf('topic', name);
      const [twin] = await tx.sql(
        'select 1 from task_topic where client_id = $1 and lower(name) = lower($2) and topic_id is distinct from $3',
        [tx.clientId, name.trim(), topicId],
      );
      if (twin) throw invalid('topic.name', 'topicTaken');
    });
    await check(async () => {
      if (!groupId) return;
      const [group] = await tx.sql('select 1 from task_group where client_id = $1 and group_id = $2', [tx.clientId, groupId]);
      if (!group) throw invalid('topic.groupId', 'groupNotFound');
    });
    await check(async () => {
      if (ids.length > MOST_PEOPLE) throw invalid('topic.userIds', 'peopleMost', { number: MOST_PEOPLE });
      const known = await tx.sql('select 1 from published.client_user where client_id = $1 and user_id = any($2::uuid[])', [
        tx.clientId,
        ids.filter(isUuid),
      ]);
      if (known.length !== ids.length) throw invalid('topic.userIds', 'noStaff');
    });
  });
}

function nameOf(prefix: string, name: string): void {
  if (name.trim() === '' || name.trim().length > MOST_NAME) throw invalid(`${prefix}.name`, 'nameUpTo', { most: MOST_NAME });
}

/** @throws Fault INVALID_INPUT naming the field */
export async function createTopic(tx: Tx, input: TopicInput): Promise<Topic> {
  await checkTopic(tx, input, null);
  const topicId = uuidv7();
  await tx.sql(
    'insert into task_topic (client_id, topic_id, group_id, name, user_ids, created_at) values ($1, $2, $3, $4, $5::uuid[], $6)',
    [tx.clientId, topicId, input.groupId || null, input.name.trim(), [...new Set(input.userIds ?? [])], isoInstant(now())],
  );
  await appendEvents(tx, [{ messageType: 'taskTopicSaved', payload: { topicId, name: input.name.trim(), changes: [] } }]);
  return readTopic(tx, topicId);
}

/** Saves a topic; the default one too, whether or not it was ever saved. @throws Fault NOT_FOUND, CONFLICT, INVALID_INPUT naming the field */
export async function updateTopic(tx: Tx, topicId: string, input: TopicInput, revision: number | null): Promise<Topic> {
  if (topicId === DEFAULT_TOPIC)
    await tx.sql(
      `insert into task_topic (client_id, topic_id, name, created_at, revision) values ($1, $2, $2, $3, 0) on conflict (client_id, topic_id) do nothing`,
      [tx.clientId, DEFAULT_TOPIC, isoInstant(now())],
    );
  const [before] = await tx.sql<{ name: string; group_id: string | null; user_ids: Uuid[]; revision: number }>(
    'select name, group_id, user_ids, revision from task_topic where client_id = $1 and topic_id = $2 for update',
    [tx.clientId, topicId],
  );
  if (!before) throw notFound('topicNotFound');
  if (revision !== null && revision !== before.revision) throw stale('topicChanged');
  await checkTopic(tx, input, topicId);
  const after = { name: input.name.trim(), groupId: input.groupId || null, userIds: [...new Set(input.userIds ?? [])] };
  const changes = [
    { field: 'name', from: before.name, to: after.name },
    { field: 'groupId', from: before.group_id, to: after.groupId },
    { field: 'people', from: before.user_ids.length, to: after.userIds.length },
  ].filter(({ from, to }) => from !== to);
  const samePeople = before.user_ids.length === after.userIds.length && after.userIds.every((id) => before.user_ids.includes(id));
  if (changes.length > 0 || !samePeople) {
    await tx.sql(
      'update task_topic set name = $3, group_id = $4, user_ids = $5::uuid[], revision = revision + 1 where client_id = $1 and topic_id = $2',
      [tx.clientId, topicId, after.name, after.groupId, after.userIds],
    );
    await appendEvents(tx, [{ messageType: 'taskTopicSaved', payload: { topicId, name: after.name, userIds: after.userIds, changes } }]);
  }
  return readTopic(tx, topicId);
}

/**
 * Removes a topic; its open tasks go to the default one and stay with whom they are. @returns how many.
 * @throws Fault NOT_FOUND, CONFLICT for the default topic
 */
export async function deleteTopic(tx: Tx, topicId: string): Promise<number> {
  if (topicId === DEFAULT_TOPIC) throw fault('CONFLICT', 'topicStays', {}, 'topicId');
  const [topic] = await tx.sql<{ name: string }>('delete from task_topic where client_id = $1 and topic_id = $2 returning name', [
    tx.clientId,
    topicId,
  ]);
  if (!topic) throw notFound('topicNotFound');
  const moved = await tx.sql(
    `update case_task set topic_id = $3, updated_at = $4, revision = revision + 1
     where client_id = $1 and topic_id = $2 and status <> 'resolved' returning task_id`,
    [tx.clientId, topicId, DEFAULT_TOPIC, isoInstant(now())],
  );
  await appendEvents(tx, [{ messageType: 'taskTopicDeleted', payload: { topicId, name: topic.name, moved: moved.length } }]);
  return moved.length;
}

interface GroupRow {
  readonly groupId: string;
  readonly name: string;
  readonly logic: { readonly kind: GroupLogic };
  readonly createdAt: Date;
  readonly revision: number;
}

/** @param own only groups of topics that the person works. @returns groups by name. */
export async function listGroups(tx: Tx, own: Uuid | null = null) {
  const rows = await tx.sql<GroupRow & Record<string, unknown>>(
    `select g.group_id as "groupId", g.name, g.logic, g.created_at as "createdAt", g.revision from task_group g
     where g.client_id = $1 and ($2::uuid is null or exists (select from task_topic o where o.client_id = $1 and o.group_id = g.group_id
       and (cardinality(o.user_ids) = 0 or $2 = any(o.user_ids))))
     order by lower(g.name), g.group_id`,
    [tx.clientId, own],
  );
  return rows.map((row) => ({ ...row, clientId: tx.clientId, logic: row.logic.kind, createdAt: instant(row.createdAt) }));
}
type Group = Awaited<ReturnType<typeof listGroups>>[number];

export interface GroupInput {
  readonly name: string;
  readonly logic: string;
}

async function checkGroup(tx: Tx, { name, logic }: GroupInput, groupId: string | null): Promise<GroupLogic> {
  nameOf('group', name);
  const kind = GROUP_LOGICS.find((each) => each === logic);
  if (!kind) throw invalid('group.logic', 'oneOf', { choices: GROUP_LOGICS.join(', ') });
  const [twin] = await tx.sql(
    'select 1 from task_group where client_id = $1 and lower(name) = lower($2) and group_id is distinct from $3',
    [tx.clientId, name.trim(), groupId],
  );
  if (twin) throw invalid('group.name', 'groupTaken');
  return kind;
}

async function readGroup(tx: Tx, groupId: string): Promise<Group> {
  const found = (await listGroups(tx)).find((group) => group.groupId === groupId);
  if (!found) throw notFound('groupNotFound');
  return found;
}

/** @throws Fault INVALID_INPUT naming the field */
export async function createGroup(tx: Tx, input: GroupInput): Promise<Group> {
  const kind = await checkGroup(tx, input, null);
  const groupId = uuidv7();
  await tx.sql('insert into task_group (client_id, group_id, name, logic, created_at) values ($1, $2, $3, $4, $5)', [
    tx.clientId,
    groupId,
    input.name.trim(),
    JSON.stringify({ kind }),
    isoInstant(now()),
  ]);
  await appendEvents(tx, [{ messageType: 'taskGroupSaved', payload: { groupId, name: input.name.trim(), logic: kind, changes: [] } }]);
  return readGroup(tx, groupId);
}

/** @throws Fault NOT_FOUND, CONFLICT, INVALID_INPUT naming the field */
export async function updateGroup(tx: Tx, groupId: string, input: GroupInput, revision: number | null): Promise<Group> {
  const [before] = await tx.sql<{ name: string; logic: { kind: GroupLogic }; revision: number }>(
    'select name, logic, revision from task_group where client_id = $1 and group_id = $2 for update',
    [tx.clientId, groupId],
  );
  if (!before) throw notFound('groupNotFound');
  if (revision !== null && revision !== before.revision) throw stale('groupChanged');
  const kind = await checkGroup(tx, input, groupId);
  const name = input.name.trim();
  const changes = [
    { field: 'name', from: before.name, to: name },
    { field: 'logic', from: before.logic.kind, to: kind },
  ].filter(({ from, to }) => from !== to);
  if (changes.length > 0) {
    await tx.sql('update task_group set name = $3, logic = $4, revision = revision + 1 where client_id = $1 and group_id = $2', [
      tx.clientId,
      groupId,
      name,
      JSON.stringify({ kind }),
    ]);
    await appendEvents(tx, [{ messageType: 'taskGroupSaved', payload: { groupId, name, logic: kind, changes } }]);
  }
  return readGroup(tx, groupId);
}

/** Removes a group; its topics stay, and their tasks wait for anybody from now on. @returns how many topics. @throws Fault NOT_FOUND */
export async function deleteGroup(tx: Tx, groupId: string): Promise<number> {
  const [group] = await tx.sql<{ name: string }>('delete from task_group where client_id = $1 and group_id = $2 returning name', [
    tx.clientId,
    groupId,
  ]);
  if (!group) throw notFound('groupNotFound');
  const topics = await tx.sql(
    'update task_topic set group_id = null, revision = revision + 1 where client_id = $1 and group_id = $2 returning topic_id',
    [tx.clientId, groupId],
  );
  await appendEvents(tx, [{ messageType: 'taskGroupDeleted', payload: { groupId, name: group.name, topics: topics.length } }]);
  return topics.length;
}

const stale = (key: 'topicChanged' | 'groupChanged') => fault('CONFLICT', key, {}, 'revision');
