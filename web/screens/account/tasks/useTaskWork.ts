import { useNavigate, useSearchParams } from 'react-router';
import { useMutation } from '../../../shell/api.ts';
import { changeParams } from '../../../shell/listAddress.ts';
import { paths } from '../../../shell/paths.ts';
import { rememberQueue } from '../../../shell/queue.ts';
import { ReopenTaskDocument } from '../../../shell/tasks/account.graphql.ts';
import { taken } from '../../../shell/tasks/foresee.ts';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
import { useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { GiveTasksDocument, TakeNextTaskDocument, TakeTaskDocument } from './account.graphql.ts';
import type { Task } from './columns.tsx';
import type { TaskQueue } from './useTaskQueue.ts';

/** What may be done with the tasks of the queue, and what does it. */
export function useTaskWork({ rows, list }: TaskQueue) {
  const { t } = useTranslation('tasks');
  const { clientId, user } = useWorkspace();
  const navigate = useNavigate();
  const [, setParams] = useSearchParams();
  const mayWork = useCan('account-task', 'workTask');
  const starts = useFlag('START_TASKS');
  const [take] = useMutation('account', TakeTaskDocument, { foresee: taken(user.id) });
  const [takeNext, taking] = useMutation('account', TakeNextTaskDocument);
  const [reopen] = useMutation('account', ReopenTaskDocument, { foresee: taken(user.id) });
  const [give] = useMutation('account', GiveTasksDocument);
  const run = (act: Promise<unknown>, done: string) =>
    act.then(
      () => toastSuccess(done),
      (error) => toastError(error),
    );
  /** Next and Previous on an account lead through the queue. */
  const openOf = (task: { accountId: string; taskId: string }, accountIds: readonly string[]) => {
    rememberQueue(clientId, accountIds);
    void navigate(paths.accountTasks(clientId, task.accountId, [task.taskId]));
  };
  const accountIds = rows.map((row) => row.accountId);
  const mayWorkOn = (task: Task) => mayWork && task.status !== 'resolved' && (task.recipientId === null || task.recipientId === user.id);
  return {
    starts,
    mayGive: useCan('account-task', 'reassignTask'),
    mayWrite: useCan('account', 'sendMessage'),
    mayWorkOn,
    mayReopen: (task: Task) => mayWork && task.status === 'resolved',
    open: (task: Task) => openOf(task, accountIds),
    take: (task: Task) => {
      if (starts && mayWorkOn(task)) void run(take({ clientId, taskId: task.taskId, revision: task.revision }), t('started'));
    },
    taking,
    takeNext: async () => {
      try {
        const { startNextCaseManagementTask: task } = await takeNext({ clientId, topicIds: list.filter.topicIds ?? null });
        if (task) openOf(task, [task.accountId, ...accountIds]);
        else toastSuccess(t('nextNone'));
      } catch (error) {
        toastError(error);
      }
    },
    reopen: (task: Task) => void run(reopen({ clientId, taskId: task.taskId, revision: task.revision }), t('started')),
    /** The account's form about a task stands in the address, with whose it is. */
    openForm: (form: 'message' | 'editTask', task: Task) => {
      const about = form === 'message' ? task.externalClaimRef : task.taskId;
      changeParams(setParams, { form: [form], about: about === null ? [] : [about], of: [task.accountId] });
    },
    /** @param userId null for the team. @param onGiven called when it is done. */
    give: (tasks: readonly Task[], userId: string | null, name: string, onGiven: () => void) =>
      void give({ clientId, taskIds: tasks.map((task) => task.taskId), userId }).then(
        ({ reassignCaseManagementTasks: count }) => {
          onGiven();
          toastSuccess(t('reassigned', { count, name }));
        },
        (error) => toastError(error),
      ),
  };
}

export type TaskWork = ReturnType<typeof useTaskWork>;
