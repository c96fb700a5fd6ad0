import { Button, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { DayInput, dayOrNone } from '../../../ui/DayInput.tsx';
import { useFormat } from '../../../ui/format.ts';
import { ErrorNote } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { useMutation } from '../../api.ts';
import { useWorkspace } from '../../workspace.ts';
import { snoozed } from '../foresee.ts';
import { SnoozeTaskDocument } from './account.graphql.ts';
import { endSnooze } from './endSnooze.ts';

/** What is chosen most; the server counts working days by the client's calendar. */
const CHOICES = [
  { option: 'nextWorkingDay', value: null },
  { option: 'inWorkingDays', value: 3 },
  { option: 'inWorkingDays', value: 5 },
] as const;

/** Asks until when a task is snoozed. What it says then offers to undo it. */
export default function SnoozeDialog(props: { task: { readonly taskId: string; readonly revision: number }; onClose: () => void }) {
  const { taskId, revision } = props.task;
  const { t } = useTranslation('queue');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const [send, busy] = useMutation('account', SnoozeTaskDocument, { foresee: snoozed });
  const [day, setDay] = useState('');
  const [refusal, setRefusal] = useState<unknown>(null);

  async function snooze(choice: { option: string; value?: number | null; day?: string }) {
    if (busy) return;
    setRefusal(null);
    // A day of one's own may be no day to choose; the others go through at once.
    const waits = choice.option === 'date';
    if (!waits) props.onClose();
    try {
      const { skipCaseManagementTask: task } = await send({ clientId, taskId, revision, snooze: choice });
      toastSuccess(t('snooze.done', { day: format.date(task.skippedUntil, 'medium') }), {
        label: t('snooze.undo'),
        run: () => void endSnooze({ clientId, taskId, revision: task.revision }, t('snooze.ended')),
      });
      if (waits) props.onClose();
    } catch (error) {
      if (waits) setRefusal(error);
      else toastError(error);
    }
  }
  return (
    <Modal opened onClose={props.onClose} title={t('snooze.title')} size={356}>
      <Stack gap="xs">
        <ErrorNote error={refusal} />
        {CHOICES.map(({ option, value }, at) => (
          <Button
            key={`${option} ${value}`}
            variant="default"
            fullWidth
            {...(at === 0 && { 'data-autofocus': true })}
            onClick={() => void snooze({ option, value })}
          >
            {t(`snooze.choice.${option}`, { count: value ?? 1 })}
          </Button>
        ))}
        <DayInput mt="xs" label={t('snooze.day')} value={day} onChange={setDay} />
        <Button loading={busy} disabled={dayOrNone(day) === ''} onClick={() => void snooze({ option: 'date', day })}>
          {t('snooze.save')}
        </Button>
      </Stack>
    </Modal>
  );
}
