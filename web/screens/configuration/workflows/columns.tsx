import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { paths } from '../../../shell/paths.ts';
import { useRoleName } from '../../../shell/roleNames.ts';
import type { useWhereUsed } from '../../../shell/usage/useWhereUsed.tsx';
import { useWorkspace } from '../../../shell/workspace.ts';
import type { Column } from '../../../ui/DataTable.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { menuColumn } from '../../../ui/DotsMenu.tsx';
import { useFormat } from '../../../ui/format.ts';
import { NameLink } from '../../../ui/NameLink.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { WorkflowBlueprintsQuery } from './workflows.graphql.ts';

export type Item = WorkflowBlueprintsQuery['getWorkflowBlueprints']['results'][number];

/** What the menu of a line does. */
type Acts = Readonly<Record<'open' | 'clone' | 'delete', (item: Item) => void>>;

const stepsOf = (item: Item) => item.phases.reduce((sum, { steps }) => sum + (JSON.parse(steps) as unknown[]).length, 0);

/** @returns the list's columns. */
export function useWorkflowColumns(on: Acts, usage: ReturnType<typeof useWhereUsed>): Column<Item>[] {
  const { t } = useTranslation('workflows');
  const format = useFormat();
  const roleName = useRoleName();
  const { clientId } = useWorkspace();
  const edits = useCan('workflows', 'editWorkflows');
  return [
    {
      key: 'name',
      header: t('list.columns.name'),
      width: 240,
      strong: true,
      cell: (item) => <NameLink to={paths.workflow(clientId, item.workflowBlueprintId)}>{item.name}</NameLink>,
    },
    { key: 'phases', header: t('list.columns.phases'), width: 270, cell: (item) => item.phases.map(({ name }) => name).join(' → ') },
    { key: 'steps', header: t('list.columns.steps'), width: 80, align: 'right', cell: (item) => format.number(stepsOf(item)) },
    { key: 'running', header: t('list.columns.running'), width: 110, align: 'right', cell: (item) => format.number(item.runningWorkflows) },
    { key: 'agents', header: t('list.columns.agents'), width: 150, cell: (item) => item.agents.map(roleName).join(', ') },
    { key: 'version', header: t('list.columns.version'), width: 84, cell: (item) => t('version', { version: item.version }) },
    { key: 'updated', header: t('list.columns.updated'), width: 120, cell: (item) => <DateText value={item.updatedAt} /> },
    menuColumn(
      (item) => t('list.more', { name: item.name }),
      (item) =>
        edits
          ? [
              { key: 'open', icon: <IconPencil size={16} />, label: t('list.open'), onChoose: () => on.open(item) },
              { key: 'clone', icon: <IconCopy size={16} />, label: t('list.clone'), onChoose: () => on.clone(item) },
              ...usage.choices('workflow', item.workflowBlueprintId),
              {
                key: 'delete',
                icon: <IconTrash size={16} />,
                label: t('delete.confirm'),
                danger: true,
                line: true,
                onChoose: () => on.delete(item),
              },
            ]
          : [],
    ),
  ];
}
