import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '../../../shell/api.ts';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
import { Can, useCan } from '../../../ui/permission.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './Tab.module.css';
import { TaskCard } from './Tasks.tsx';
import { AccountTasksDocument } from './tasks/account.graphql.ts';
import { useAction } from './useAction.ts';

/** All tasks of the account: open ones first, then what was resolved. */
export default function TasksTab({ accountId }: { accountId: string }) {
  const [, act] = useAction();
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const may = useCan('account-task', 'listTasks');
  const creates = useFlag('ACCOUNT_CREATE_TASK');
  const { data, error, refetch } = useQuery(
    'account',
    AccountTasksDocument,
    may ? { clientId, filter: { accountId, statuses: ['new', 'active', 'resolved'] }, page: 1 } : null,
    { reuse: true },
  );
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  const tasks = data?.getCaseManagementTaskList.tasks;
  return (
    <>
      {creates && (
        <Can domain="account-task" action="createTask">
          <div className={classes.bar}>
            <Button variant="default" size="xs" onClick={() => act('task')}>
              {t('task.create')}
            </Button>
          </div>
        </Can>
      )}
      {tasks === undefined ? (
        <Skeleton height={100} radius={10} />
      ) : tasks.length === 0 ? (
        <EmptyState title={t('task.none')} detail={t('task.noneDetail')} />
      ) : (
        [...tasks]
          .sort((a, b) => Number(a.status === 'resolved') - Number(b.status === 'resolved'))
          .map((task) => <TaskCard key={task.taskId} task={task} />)
      )}
    </>
  );
}
