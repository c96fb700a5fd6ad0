import { Button, Modal } from '@mantine/core';
import { useMutation } from '../../../shell/api.ts';
import { useTaskNames } from '../../../shell/tasks/matters.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useKeptText } from '../../../ui/keptText.ts';
import { LongText } from '../../../ui/LongText.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import type { Account } from './account.ts';
import { ResolveTaskDocument } from './forms/account.graphql.ts';
import classes from './Tasks.module.css';

/** Asks what came of a task, and resolves it. */
export default function ResolveDialog(props: { task: Account['tasks'][number]; onClose: () => void }) {
  const { task, onClose } = props;
  const { t } = useTranslation(['account', 'ui']);
  const { clientId } = useWorkspace();
  const { nameOf } = useTaskNames();
  const [note, setNote] = useKeptText(`resolution of ${task.taskId}`);
  const [resolve, busy] = useMutation('account', ResolveTaskDocument);
  const submit = () =>
    resolve({ clientId, taskId: task.taskId, resolutionNote: note.trim() || null, revision: task.revision }).then(
      () => {
        setNote('');
        toastSuccess(t('task.resolved'));
        onClose();
      },
      (error) => toastError(error),
    );
  return (
    <Modal opened onClose={onClose} title={nameOf(task)} size={440}>
      <LongText label={t('task.resolution')} value={note} onChange={setNote} onDone={() => void submit()} />
      <div className={classes.dialogButtons}>
        <Button variant="default" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
        <Button loading={busy} onClick={() => void submit()}>
          {t('task.resolve')}
        </Button>
      </div>
    </Modal>
  );
}
