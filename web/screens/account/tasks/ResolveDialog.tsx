import { useMutation } from '../../../shell/api.ts';
import { allResolved, resolved } from '../../../shell/tasks/foresee.ts';
import { useTaskNames } from '../../../shell/tasks/matters.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useKeptText } from '../../../ui/keptText.ts';
import { LongText } from '../../../ui/LongText.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import type { Task } from './columns.tsx';
import { FinishTaskDocument, FinishTasksDocument } from './finish/account.graphql.ts';

/**
 * Asks what came of one task or several, and resolves them: they leave at once, and come back if the server refuses; what was written about them
 * is there until it agreed. @param onResolved called then.
 */
export default function ResolveDialog(props: { tasks: readonly Task[]; onClose: () => void; onResolved: () => void }) {
  const { tasks } = props;
  const { t } = useTranslation(['queue', 'tasks']);
  const { clientId, user } = useWorkspace();
  const { nameOf } = useTaskNames();
  const [note, setNote] = useKeptText(`resolution of ${tasks.map((task) => task.taskId).sort()}`);
  const [finish] = useMutation('account', FinishTaskDocument, { foresee: resolved(user.id) });
  const [finishMany] = useMutation('account', FinishTasksDocument, { foresee: allResolved(user.id) });
  const resolve = async () => {
    const [only] = tasks;
    const resolutionNote = note.trim() || null;
    if (tasks.length === 1 && only) {
      await finish({ clientId, taskId: only.taskId, resolutionNote, revision: only.revision });
      toastSuccess(t('tasks:resolved'));
    } else {
      const { resolveCaseManagementTasks: count } = await finishMany({
        clientId,
        taskIds: tasks.map((task) => task.taskId),
        resolutionNote,
      });
      toastSuccess(t('resolvedMany', { count }));
    }
    setNote('');
    props.onResolved();
  };
  return (
    <ConfirmDialog
      opened
      onClose={props.onClose}
      title={t('resolveTitle', { count: tasks.length, note: tasks[0] ? nameOf(tasks[0]) : '' })}
      confirm={t('resolveConfirm', { count: tasks.length })}
      detail={<LongText label={t('resolution')} value={note} onChange={setNote} />}
      onConfirm={() => void resolve().catch((error) => toastError(error))}
    />
  );
}
