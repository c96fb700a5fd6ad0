import { ActionIcon, Button, MultiSelect, Select, TextInput } from '@mantine/core';
import { IconListSearch, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { DEFAULT_TOPIC, GROUP_LOGICS } from '../../../../core/tasks.ts';
import { useMutation } from '../../../shell/api.ts';
import { useStaff } from '../../../shell/staff.ts';
import { type Group, type Topic, topicNameIn, useTopics } from '../../../shell/topics.ts';
import { useWhereUsed } from '../../../shell/usage/useWhereUsed.tsx';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Drawer } from '../../../ui/Drawer.tsx';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../ui/keptForm.ts';
import { Section } from '../../../ui/Panel.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import classes from './TopicsDrawer.module.css';
import {
  AddGroupDocument,
  AddTopicDocument,
  ChangeGroupDocument,
  ChangeTopicDocument,
  RemoveGroupDocument,
  RemoveTopicDocument,
} from './topics/account.graphql.ts';

type Editing = { readonly topic: Topic | null } | { readonly group: Group | null };
type Removing = { readonly topic: Topic } | { readonly group: Group };

/** Topics and their groups: who works what, and who gets what. */
export default function TopicsDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['tasks', 'topics']);
  const { clientId } = useWorkspace();
  const { topics = [], groups = [], refetch } = useTopics();
  const [editing, setEditing] = useState<Editing | null>(null);
  const [removing, setRemoving] = useState<Removing | null>(null);
  const [removeTopic] = useMutation('account', RemoveTopicDocument);
  const [removeGroup] = useMutation('account', RemoveGroupDocument);
  const remove = async () => {
    if (!removing) return;
    if ('topic' in removing) {
      const { moved } = await removeTopic({ clientId, topicId: removing.topic.topicId });
      toastSuccess(t('topics:edit.topicDeleted', { count: moved }));
    } else {
      await removeGroup({ clientId, groupId: removing.group.groupId });
      toastSuccess(t('topics:edit.groupDeleted'));
    }
  };
  const groupName = (groupId: string | null) => groups.find((group) => group.groupId === groupId)?.name;
  const usage = useWhereUsed();
  const done = () => setEditing(null);
  return (
    <Drawer opened onClose={onClose} title={t('topics:edit.title')} size={600}>
      {editing && 'topic' in editing ? (
        <TopicForm key={editing.topic?.topicId ?? 'new'} topic={editing.topic} groups={groups} onDone={done} onConflict={refetch} />
      ) : editing ? (
        <GroupForm key={editing.group?.groupId ?? 'new'} group={editing.group} onDone={done} onConflict={refetch} />
      ) : (
        <>
          <Section
            title={t('topics:edit.topics')}
            aside={<Add label={t('topics:edit.newTopic')} onClick={() => setEditing({ topic: null })} />}
          >
            <ul className={classes.list}>
              {topics.map((topic) => (
                <Line
                  key={topic.topicId}
                  name={topicNameIn(topics, topic.topicId, t('general'))}
                  detail={[
                    groupName(topic.groupId),
                    topic.userIds.length > 0 ? t('topics:edit.people', { count: topic.userIds.length }) : t('topics:edit.everybody'),
                    t('topics:edit.open', { count: topic.openTasks }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                  onUsage={usage.sees ? () => usage.open({ kind: 'topic', value: topic.topicId }) : null}
                  onEdit={() => setEditing({ topic })}
                  onRemove={topic.topicId === DEFAULT_TOPIC ? null : () => setRemoving({ topic })}
                />
              ))}
            </ul>
          </Section>
          <Section
            title={t('topics:edit.groups')}
            aside={<Add label={t('topics:edit.newGroup')} onClick={() => setEditing({ group: null })} />}
          >
            <ul className={classes.list}>
              {groups.map((group) => (
                <Line
                  key={group.groupId}
                  name={group.name}
                  detail={t(`topics:logic.${group.logic as 'manual'}`)}
                  onUsage={usage.sees ? () => usage.open({ kind: 'group', value: group.name }) : null}
                  onEdit={() => setEditing({ group })}
                  onRemove={() => setRemoving({ group })}
                />
              ))}
            </ul>
            {groups.length === 0 && <p className={classes.detail}>{t('topics:edit.noGroups')}</p>}
          </Section>
        </>
      )}
      {usage.drawer}
      <ConfirmDialog
        opened={removing !== null}
        danger
        onClose={() => setRemoving(null)}
        title={
          removing && 'topic' in removing
            ? t('topics:edit.removeTopic', { name: removing.topic.name })
            : t('topics:edit.removeGroup', { name: removing?.group.name ?? '' })
        }
        detail={
          removing && 'topic' in removing
            ? t('topics:edit.removeTopicDetail', { count: removing.topic.openTasks })
            : t('topics:edit.removeGroupDetail')
        }
        confirm={t('topics:edit.remove')}
        onConfirm={remove}
      />
    </Drawer>
  );
}

function Add(props: { label: string; onClick: () => void }) {
  return (
    <Button size="compact-xs" variant="default" leftSection={<IconPlus size={14} />} onClick={props.onClick}>
      {props.label}
    </Button>
  );
}

function Line(props: { name: string; detail: string; onUsage: (() => void) | null; onEdit: () => void; onRemove: (() => void) | null }) {
  const { t } = useTranslation(['tasks', 'topics', 'ui']);
  return (
    <li className={classes.line}>
      <span>
        <strong>{props.name}</strong>
        <span className={classes.detail}>{props.detail}</span>
      </span>
      <span className={classes.actions}>
        {props.onUsage && (
          <ActionIcon variant="subtle" aria-label={`${props.name}: ${t('ui:whereUsed')}`} title={t('ui:whereUsed')} onClick={props.onUsage}>
            <IconListSearch size={16} stroke={1.6} />
          </ActionIcon>
        )}
        <ActionIcon variant="subtle" aria-label={t('topics:edit.change', { name: props.name })} onClick={props.onEdit}>
          <IconPencil size={16} stroke={1.6} />
        </ActionIcon>
        {props.onRemove && (
          <ActionIcon variant="subtle" color="red" aria-label={t('topics:edit.removeNamed', { name: props.name })} onClick={props.onRemove}>
            <IconTrash size={16} stroke={1.6} />
          </ActionIcon>
        )}
      </span>
    </li>
  );
}

function TopicForm(props: { topic: Topic | null; groups: readonly Group[]; onDone: () => void; onConflict: () => void }) {
  const { topic, groups, onDone, onConflict } = props;
  const { t } = useTranslation(['tasks', 'topics']);
  const { clientId } = useWorkspace();
  const { members } = useStaff();
  const [add, adding] = useMutation('account', AddTopicDocument);
  const [change, changing] = useMutation('account', ChangeTopicDocument);
  const form = useKeptForm(`topic ${topic?.topicId ?? 'new'}`, {
    initialValues: { name: topic?.name ?? '', groupId: topic?.groupId ?? '', userIds: topic?.userIds ?? [] },
    onConflict,
  });
  const submit = form.send(async ({ name, groupId, userIds }) => {
    const input = { name, groupId: groupId || null, userIds: [...userIds] };
    if (topic) await change({ clientId, topicId: topic.topicId, topic: input, revision: topic.revision });
    else await add({ clientId, topic: input });
    toastSuccess(t('topics:edit.saved'));
    onDone();
  }, 'topic');
  return (
    <form onSubmit={submit}>
      <KeptNote kept={form.kept} />
      <TextInput label={t('topics:edit.name')} data-autofocus {...form.getInputProps('name')} />
      <Select
        mt="md"
        clearable
        label={t('topics:edit.group')}
        description={t('topics:edit.groupDetail')}
        data={groups.map((group) => ({ value: group.groupId, label: group.name }))}
        {...form.getInputProps('groupId')}
        value={form.values.groupId || null}
        onChange={(value) => form.setFieldValue('groupId', value ?? '')}
      />
      <MultiSelect
        mt="md"
        searchable
        label={t('topics:edit.who')}
        description={t('topics:edit.whoDetail')}
        data={members.filter((member) => member.isEnabled).map((member) => ({ value: member.id, label: member.name || member.email }))}
        {...form.getInputProps('userIds')}
        value={[...form.values.userIds]}
      />
      <Ends busy={adding || changing} onBack={onDone} />
    </form>
  );
}

function GroupForm(props: { group: Group | null; onDone: () => void; onConflict: () => void }) {
  const { group, onDone, onConflict } = props;
  const { t } = useTranslation(['tasks', 'topics']);
  const { clientId } = useWorkspace();
  const [add, adding] = useMutation('account', AddGroupDocument);
  const [change, changing] = useMutation('account', ChangeGroupDocument);
  const form = useKeptForm(`group ${group?.groupId ?? 'new'}`, {
    initialValues: { name: group?.name ?? '', logic: group?.logic ?? 'roundRobin' },
    onConflict,
  });
  const submit = form.send(async (input) => {
    if (group) await change({ clientId, groupId: group.groupId, group: input, revision: group.revision });
    else await add({ clientId, group: input });
    toastSuccess(t('topics:edit.saved'));
    onDone();
  }, 'group');
  return (
    <form onSubmit={submit}>
      <KeptNote kept={form.kept} />
      <TextInput label={t('topics:edit.name')} data-autofocus {...form.getInputProps('name')} />
      <Select
        mt="md"
        allowDeselect={false}
        label={t('topics:edit.logic')}
        data={GROUP_LOGICS.map((value) => ({ value, label: t(`topics:logic.${value}`) }))}
        {...form.getInputProps('logic')}
      />
      <Ends busy={adding || changing} onBack={onDone} />
    </form>
  );
}

function Ends(props: { busy: boolean; onBack: () => void }) {
  const { t } = useTranslation(['tasks', 'topics']);
  return (
    <div className={classes.ends}>
      <Button variant="default" onClick={props.onBack}>
        {t('topics:edit.back')}
      </Button>
      <Button type="submit" loading={props.busy}>
        {t('topics:edit.save')}
      </Button>
    </div>
  );
}
