import { Button, MultiSelect, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { countsDays, DUE_DATE_OPTIONS, type DueDateOption, MOST_DUE_DAYS } from '../../../../core/dueDates.ts';
import { DEFAULT_TOPIC } from '../../../../core/tasks.ts';
import { refetchScreen, useMutation } from '../../../shell/api.ts';
import { useStaff } from '../../../shell/staff.ts';
import { changed } from '../../../shell/tasks/foresee.ts';
import { useTaskNames } from '../../../shell/tasks/matters.ts';
import { useTaskTags } from '../../../shell/tasks/useTaskTags.ts';
import { topicNameIn, useTopics } from '../../../shell/topics.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { DayInput } from '../../../ui/DayInput.tsx';
import { Drawer } from '../../../ui/Drawer.tsx';
import { useFormat } from '../../../ui/format.ts';
import { submitByKey } from '../../../ui/hotkeys.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../ui/keptForm.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import type { Account } from './account.ts';
import { ChangeTaskDocument, CreateTaskDocument } from './forms/account.graphql.ts';

type Values = {
  note: string;
  description: string;
  dueDateOption: DueDateOption | '';
  dueDateValue: number | string;
  dueDate: string;
  topicId: string;
  recipientId: string | null;
  tags: string[];
};

/** Makes a task on the account, for a person or for everybody of a topic; about a task: changes what it says. */
export default function TaskForm(props: { account: Account; about: string | null; onClose: () => void }) {
  const { account, onClose } = props;
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const { members } = useStaff();
  const { topics } = useTopics();
  const { nameOf } = useTaskNames();
  const [create, creating] = useMutation('account', CreateTaskDocument);
  const [change, changing] = useMutation('account', ChangeTaskDocument, { foresee: changed });
  // While it is being saved the account shows what is foreseen; the form goes on from what the server has.
  const known = useRef<Account['tasks'][number]>(undefined);
  if (!changing) known.current = account.tasks.find((each) => each.taskId === props.about);
  const task = known.current;
  const tags = useTaskTags(task?.tags);
  const form = useKeptForm<Values>(`task ${task?.taskId ?? account.id}`, {
    initialValues: {
      note: task?.note ?? '',
      description: task?.description ?? '',
      dueDateOption: task?.dueDate ? 'date' : '',
      dueDateValue: 3,
      dueDate: task?.dueDate ?? '',
      topicId: task?.topicId ?? DEFAULT_TOPIC,
      recipientId: null,
      tags: [...(task?.tags ?? [])],
    },
    validate: {
      note: (value) => (value.trim() === '' && !task?.matter ? t('task.note') : null),
      dueDateValue: (value, { dueDateOption }) => (countsDays(dueDateOption) && typeof value !== 'number' ? t('task.daysMissing') : null),
      dueDate: (value, { dueDateOption }) => (dueDateOption === 'date' && value === '' ? t('task.dayMissing') : null),
    },
    onConflict: () => refetchScreen(),
  });
  const { dueDateOption } = form.values;
  const submit = form.send(async (values) => {
    const { note, description, topicId } = values;
    const said = { description, topicId, tags: values.tags };
    if (task) {
      const due = form.isDirty('dueDateOption') || form.isDirty('dueDateValue') || form.isDirty('dueDate') ? dueOf(values) : {};
      await change({
        clientId,
        taskId: task.taskId, // What the product named keeps its name until somebody gives it another.
        task: { ...said, ...(note.trim() === '' ? {} : { note }), ...due },
        revision: task.revision,
      });
      toastSuccess(t('task.saved'));
    } else {
      const { createCaseManagementTask: made } = await create({
        clientId,
        task: { ...said, note, accountId: account.id, recipientId: values.recipientId, ...dueOf(values) },
      });
      toastSuccess(made.dueDate ? t('task.createdDue', { date: format.date(made.dueDate) }) : t('task.created'));
    }
    onClose();
  }, 'task');
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t(task ? 'task.editTitle' : 'task.create')}
      footer={
        <Button type="submit" form="task" loading={creating || changing}>
          {t(task ? 'task.save' : 'task.create')}
        </Button>
      }
    >
      <form id="task" onSubmit={submit} onKeyDown={submitByKey}>
        <KeptNote kept={form.kept} />
        <TextInput
          label={t('task.note')}
          placeholder={task ? nameOf({ ...task, note: '' }) : ''}
          data-autofocus
          {...form.getInputProps('note')}
        />
        <Textarea mt="md" label={t('task.description')} autosize minRows={2} maxRows={10} {...form.getInputProps('description')} />
        <Select
          mt="md"
          label={t('task.dueDateOption')}
          allowDeselect={false}
          data={[
            { value: '', label: t('task.option.none') },
            ...DUE_DATE_OPTIONS.map((value) => ({ value, label: t(`task.option.${value}`) })),
          ]}
          {...form.getInputProps('dueDateOption')}
        />
        {countsDays(dueDateOption) && (
          <NumberInput
            mt="md"
            label={t('task.dueDateValue')}
            min={0}
            max={MOST_DUE_DAYS}
            allowDecimal={false}
            {...form.getInputProps('dueDateValue')}
          />
        )}
        {dueDateOption === 'date' && <DayInput mt="md" label={t('task.day')} {...form.getInputProps('dueDate')} />}
        <Select
          mt="md"
          label={t('task.topicLabel')}
          allowDeselect={false}
          data={(topics ?? [{ topicId: DEFAULT_TOPIC }]).map(({ topicId }) => ({
            value: topicId,
            label: topicNameIn(topics, topicId, t('task.defaultTopic')),
          }))}
          {...form.getInputProps('topicId')}
        />
        {tags.length > 0 && <MultiSelect mt="md" label={t('task.tags')} data={tags} {...form.getInputProps('tags')} />}
        {!task && (
          <Select
            mt="md"
            clearable
            searchable
            label={t('task.recipient')}
            placeholder={t('tag.unassigned')}
            data={members.filter((member) => member.isEnabled).map((member) => ({ value: member.id, label: member.name || member.email }))}
            {...form.getInputProps('recipientId')}
          />
        )}
      </form>
    </Drawer>
  );
}

/** When it is due, as the server computes it: by the client's calendar. */
function dueOf({ dueDateOption, dueDateValue, dueDate }: Values) {
  if (dueDateOption === '') return { dueDate: null };
  if (dueDateOption === 'date') return { dueDateOption, dueDate };
  return countsDays(dueDateOption) ? { dueDateOption, dueDateValue: Number(dueDateValue) } : { dueDateOption };
}
