import { Button, Modal } from '@mantine/core';
import { useMutation } from '../../../shell/api.ts';
import { resolved } from '../../../shell/tasks/foresee.ts';
import { useTaskNames } from '../../../shell/tasks/matters.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useKeptText } from '../../../ui/keptText.ts';
import { LongText } from '../../../ui/LongText.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import type { Account } from './account.ts';
import { ResolveTaskDocument } from './forms/account.graphql.ts';
import classes from './Tasks.module.css';

/** Asks what came of a task, and resolves it: it leaves at once; what was written about it is there until the server agreed. */
export default function ResolveDialog(props: { task: Account['tasks'][number]; onClose: () => void }) {
  const { task, onClose } = props;
  const { t } = useTranslation(['account', 'ui']);
  const { clientId, user } = useWorkspace();
  const { nameOf } = useTaskNames();
  const [note, setNote] = useKeptText(`resolution of ${task.taskId}`);
  const [resolve] = useMutation('account', ResolveTaskDocument, { foresee: resolved(user.id) });
  const submit = () => {
    onClose();
    resolve({ clientId, taskId: task.taskId, resolutionNote: note.trim() || null, revision: task.revision }).then(
      () => {
        setNote('');
        toastSuccess(t('task.resolved'));
      },
      (error) => toastError(error),
    );
  };
  return (
    <Modal opened onClose={onClose} title={nameOf(task)} size={440}>
      <LongText label={t('task.resolution')} value={note} onChange={setNote} onDone={submit} />
      <div className={classes.dialogButtons}>
        <Button variant="default" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
        <Button onClick={submit}>{t('task.resolve')}</Button>
      </div>
    </Modal>
  );
}
