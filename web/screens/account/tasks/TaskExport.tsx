import { TASK_MATTERS } from '../../../../core/tasks.ts';
import { type ExportColumn, exportList } from '../../../shell/exportList.ts';
import { useTaskNames } from '../../../shell/tasks/matters.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ExportMenu } from '../../../ui/ExportMenu.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { AllTasksQueryVariables } from './account.graphql.ts';
import type { Tab } from './filters.ts';

/** Takes the list of tasks out as a file. @param own one's own tasks alone. */
export default function TaskExport(props: { tab: Tab; own: boolean; filter: AllTasksQueryVariables['filter']; disabled: boolean }) {
  const { tab, own, filter, disabled } = props;
  const { clientId } = useWorkspace();
  const columns = useTaskExport();
  return (
    <ExportMenu disabled={disabled} onExport={(format) => exportList('tasks', { clientId, format, filter, own, columns: columns(tab) })} />
  );
}

/** @returns what says the columns of the exported list: all that is known of a task, in the reader's words. */
function useTaskExport(): (tab: Tab) => ExportColumn[] {
  const { t } = useTranslation('tasks');
  const { shortName } = useTaskNames();
  const words: Readonly<Record<string, ExportColumn['words']>> = {
    status: { new: t('status.new'), active: t('status.active'), resolved: t('status.resolved') },
    topic: { default: t('general') },
    task: Object.fromEntries(TASK_MATTERS.map((key) => [`matter.${key}`, shortName(key)])),
  };
  return (tab) =>
    (
      [
        'task',
        'description',
        'account',
        'claim',
        'balance',
        'currency',
        'pastDue',
        'topic',
        'tags',
        'due',
        'who',
        'status',
        'created',
        'resolvedAt',
        'resolution',
      ] as const
    )
      .filter((key) => tab === 'resolved' || (key !== 'resolvedAt' && key !== 'resolution'))
      .map((key) => ({
        key,
        header: t(`columns.${key}`),
        ...(words[key] && { words: words[key] }),
      }));
}
