import { exportList } from '../../../shell/exportList.ts';
import { fileColumnsOf } from '../../../shell/list/columns.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ExportMenu } from '../../../ui/ExportMenu.tsx';
import type { TaskQueue } from './useTaskQueue.ts';

/** Takes the tasks of the tab out as a file. */
export default function TaskExport({ queue }: { queue: TaskQueue }) {
  const { columns, list, isOwn: own, total } = queue;
  const { clientId } = useWorkspace();
  return (
    <ExportMenu
      disabled={total === 0}
      onExport={(format) => exportList('tasks', { clientId, format, filter: list.filter, own, columns: fileColumnsOf(columns) })}
    />
  );
}
