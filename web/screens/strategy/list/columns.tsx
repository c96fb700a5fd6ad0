import { IconCopy, IconPencil, IconRoute, IconTags, IconTrash } from '@tabler/icons-react';
import { paths } from '../../../shell/paths.ts';
import type { useWhereUsed } from '../../../shell/usage/useWhereUsed.tsx';
import { useWorkspace } from '../../../shell/workspace.ts';
import type { Column } from '../../../ui/DataTable.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { menuColumn } from '../../../ui/DotsMenu.tsx';
import { useFormat } from '../../../ui/format.ts';
import { NameLink } from '../../../ui/NameLink.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { Tags } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { Item } from './item.ts';
import classes from './StrategyList.module.css';

/** What the menu of a line does. */
type Acts = Readonly<Record<'open' | 'clone' | 'categorise' | 'delete', (item: Item) => void>>;

/** @returns the list's columns. @param usage “Where is it used?” of the menus. */
export function useStrategyColumns(on: Acts, usage: ReturnType<typeof useWhereUsed>): Column<Item>[] {
  const { t } = useTranslation('strategy');
  const format = useFormat();
  const { clientId } = useWorkspace();
  const mayEdit = useCan('strategy', 'editStrategies');
  return [
    {
      key: 'preview',
      header: <span className={classes.unseen}>{t('list.columns.preview')}</span>,
      width: 78,
      cell: (item) =>
        item.previewUrl ? (
          <img className={classes.preview} src={item.previewUrl} alt="" />
        ) : (
          <span className={classes.preview} title={t('list.noPreview')}>
            <IconRoute size={16} />
          </span>
        ),
    },
    {
      key: 'displayName',
      header: t('list.columns.displayName'),
      width: 240,
      strong: true,
      sortable: true,
      cell: (item) => <NameLink to={paths.strategy(clientId, item.id)}>{item.displayName}</NameLink>,
    },
    {
      key: 'categories',
      header: t('list.columns.categories'),
      width: 200,
      cell: (item) => <Tags names={item.categories} />,
    },
    {
      key: 'steps',
      header: t('list.columns.steps'),
      width: 80,
      align: 'right',
      sortable: true,
      cell: (item) => format.number(item.stepCount),
    },
    {
      key: 'running',
      header: t('list.columns.running'),
      width: 130,
      align: 'right',
      sortable: true,
      cell: (item) => format.number(item.runningClaims),
    },
    {
      key: 'version',
      header: t('list.columns.version'),
      width: 84,
      sortable: true,
      cell: (item) => t('list.version', { version: item.currentVersion }),
    },
    { key: 'updated', header: t('list.columns.updated'), width: 120, sortable: true, cell: (item) => <DateText value={item.updatedAt} /> },
    menuColumn(
      (item) => t('list.more', { name: item.displayName }),
      (item) =>
        mayEdit
          ? [
              {
                key: 'open',
                icon: <IconPencil size={16} />,
                label: t('list.open'),
                onChoose: () => on.open(item),
              },
              { key: 'clone', icon: <IconCopy size={16} />, label: t('list.clone'), onChoose: () => on.clone(item) },
              { key: 'categories', icon: <IconTags size={16} />, label: t('list.editCategories'), onChoose: () => on.categorise(item) },
              ...usage.choices('strategy', item.id),
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
