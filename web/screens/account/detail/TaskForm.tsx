import { Button, Select, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { useStaff } from '../../../shell/staff.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Drawer } from '../../../ui/Drawer.tsx';
import { showFieldErrors } from '../../../ui/form.ts';
import { toastFault, toastSuccess } from '../../../ui/toasts.ts';
import { CreateTaskDocument, TaskTopicsDocument } from './account.graphql.ts';
import type { Account } from './account.ts';

/** Makes a task on the account, for a person or for everybody of a topic. */
export default function TaskForm(props: { account: Account; onClose: () => void }) {
  const { account, onClose } = props;
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const { members } = useStaff();
  const topics = useQuery('account', TaskTopicsDocument, { clientId });
  const [create, busy] = useMutation('account', CreateTaskDocument);
  const form = useForm({
    initialValues: { note: '', description: '', dueDate: '', topicId: 'default', recipientId: null as string | null },
    validate: { note: (value) => (value.trim() === '' ? t('task.note') : null) },
  });
  const submit = form.onSubmit(async ({ note, description, dueDate, topicId, recipientId }) => {
    try {
      await create({ clientId, task: { accountId: account.id, note, description, topicId, recipientId, dueDate: dueDate || null } });
      toastSuccess(t('task.created'));
      form.reset();
      onClose();
    } catch (error) {
      for (const fault of showFieldErrors(form, error, 'task')) toastFault(fault);
    }
  });
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('task.create')}
      footer={
        <Button type="submit" form="task" loading={busy}>
          {t('task.create')}
        </Button>
      }
    >
      <form
        id="task"
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.requestSubmit();
        }}
      >
        <TextInput label={t('task.note')} data-autofocus {...form.getInputProps('note')} />
        <Textarea mt="md" label={t('task.description')} autosize minRows={2} maxRows={10} {...form.getInputProps('description')} />
        <TextInput mt="md" type="date" label={t('task.dueDate')} {...form.getInputProps('dueDate')} />
        <Select
          mt="md"
          label={t('task.topicLabel')}
          allowDeselect={false}
          data={(topics.data?.getCaseManagementTaskTopics ?? [{ topicId: 'default', name: 'default' }]).map((topic) => ({
            value: topic.topicId,
            label: topic.topicId === 'default' && topic.name === 'default' ? t('task.defaultTopic') : topic.name,
          }))}
          {...form.getInputProps('topicId')}
        />
        <Select
          mt="md"
          clearable
          searchable
          label={t('task.recipient')}
          placeholder={t('task.anybody')}
          data={members.filter((member) => member.isEnabled).map((member) => ({ value: member.id, label: member.name || member.email }))}
          {...form.getInputProps('recipientId')}
        />
      </form>
    </Drawer>
  );
}
