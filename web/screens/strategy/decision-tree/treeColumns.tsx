import { IconCopy, IconDownload, IconPencil, IconTags, IconTrash } from '@tabler/icons-react';
import { paths } from '../../../shell/paths.ts';
import type { useWhereUsed } from '../../../shell/usage/useWhereUsed.tsx';
import { useWorkspace } from '../../../shell/workspace.ts';
import type { Column } from '../../../ui/DataTable.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { menuColumn } from '../../../ui/DotsMenu.tsx';
import { useFormat } from '../../../ui/format.ts';
import { NameLink } from '../../../ui/NameLink.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { Tag, TagLine, Tags } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { Item } from './item.ts';

/** What the menu of a line does. */
type Acts = Readonly<Record<'open' | 'copy' | 'export' | 'describe' | 'delete', (item: Item) => void>>;

/** @returns the list's columns. */
export function useTreeColumns(on: Acts, usage: ReturnType<typeof useWhereUsed>): Column<Item>[] {
  const { t } = useTranslation('trees');
  const format = useFormat();
  const { clientId } = useWorkspace();
  const mayEdit = useCan('decision', 'editDecisionTrees');
  return [
    {
      key: 'name',
      header: t('list.columns.name'),
      width: 210,
      strong: true,
      sortable: true,
      cell: (item) => (
        <NameLink to={paths.decisionTree(clientId, item.id)} title={item.description}>
          {item.name}
        </NameLink>
      ),
    },
    {
      key: 'versions',
      header: t('list.columns.versions'),
      width: 220,
      cell: ({ liveVersion, draftVersion, version }) => (
        <TagLine>
          {liveVersion !== null && <Tag tone="good">{t('status.live', { version: liveVersion })}</Tag>}
          {draftVersion !== null && <Tag tone="warn">{t('status.draft', { version: draftVersion })}</Tag>}
          {liveVersion === null && draftVersion === null && <Tag>{t('status.archived', { version })}</Tag>}
        </TagLine>
      ),
    },
    { key: 'categories', header: t('list.columns.categories'), width: 140, cell: (item) => <Tags names={item.categories} /> },
    { key: 'outcomes', header: t('list.columns.outcomes'), width: 190, cell: (item) => <Tags names={item.outcomes} /> },
    {
      key: 'nodes',
      header: t('list.columns.nodes'),
      width: 70,
      align: 'right',
      sortable: true,
      cell: (item) => format.number(item.nodeCount),
    },
    { key: 'updated', header: t('list.columns.updated'), width: 120, sortable: true, cell: (item) => <DateText value={item.updatedAt} /> },
    menuColumn(
      (item) => t('list.more', { name: item.name }),
      (item) =>
        mayEdit
          ? [
              { key: 'open', icon: <IconPencil size={16} />, label: t('list.open'), onChoose: () => on.open(item) },
              { key: 'copy', icon: <IconCopy size={16} />, label: t('list.copy'), onChoose: () => on.copy(item) },
              { key: 'describe', icon: <IconTags size={16} />, label: t('list.details'), onChoose: () => on.describe(item) },
              { key: 'export', icon: <IconDownload size={16} />, label: t('dmn.export'), onChoose: () => on.export(item) },
              ...usage.choices('tree', item.id),
              {
                key: 'delete',
                icon: <IconTrash size={16} />,
                label: t('list.delete'),
                danger: true,
                line: true,
                onChoose: () => on.delete(item),
              },
            ]
          : [],
    ),
  ];
}
