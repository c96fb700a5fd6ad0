import { Button } from '@mantine/core';
import { IconBinaryTree2, IconPlus, IconTags } from '@tabler/icons-react';
import { Suspense, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useWhereUsed } from '../../../shell/usage/useWhereUsed.tsx';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ActionBar, ActionButton } from '../../../ui/ActionBar.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { later } from '../../../ui/later.ts';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { isSelected, NOTHING, type Selection } from '../../../ui/selection.ts';
import { EmptyState, NothingFound } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { CopyTreeDocument, DecisionTreesDocument } from './decision.graphql.ts';
import { exportTree } from './exportTree.ts';
import { ImportTree } from './ImportTree.tsx';
import type { Item } from './item.ts';
import { TreeFilter } from './TreeFilter.tsx';
import { useTreeColumns } from './treeColumns.tsx';
import { useFound, useTreeSearch } from './useTreeSearch.ts';

const TreeCategoriesDialog = later(() => import('./TreeCategoriesDialog.tsx'));
const TreeDetailsDialog = later(() => import('./TreeDetailsDialog.tsx'));
const DeleteTreeDialog = later(() => import('./DeleteTreeDialog.tsx'));

type Open =
  | { readonly dialog: 'describe' | 'delete'; readonly item: Item }
  | { readonly dialog: 'categorise'; readonly items: readonly Item[] };

/** /strategy/decision-tree: the trees that strategies decide by, live ones, drafts and archived ones. */
export default function TreeListScreen() {
  const { t } = useTranslation('trees');
  const format = useFormat();
  const navigate = useNavigate();
  const { clientId } = useWorkspace();
  const wanted = useTreeSearch();
  const mayEdit = useCan('decision', 'editDecisionTrees');
  const [copyTree] = useMutation('decision', CopyTreeDocument);
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const [shown, setShown] = useState<Open | null>(null);
  const { data, loading, error, refetch } = useQuery(
    'decision',
    DecisionTreesDocument,
    { clientId, status: wanted.status },
    { reuse: true },
  );
  const trees = data?.getDecisionTreesByStatus;
  const rows = useFound(trees, wanted);
  const categories = useMemo(() => [...new Set(trees?.flatMap((tree) => tree.categories))].sort(), [trees]);

  const create = () => navigate(paths.decisionTree(clientId));
  const open = (item: Item) => navigate(paths.decisionTree(clientId, item.id));
  async function copy(item: Item) {
    const { copyDecisionTree: made } = await copyTree({ clientId, treeId: item.id });
    await navigate(paths.decisionTree(clientId, made.id));
  }
  useHotkeys({ n: create }, { enabled: mayEdit });
  const usage = useWhereUsed();
  const columns = useTreeColumns(
    {
      open,
      copy: (item) => void copy(item),
      export: (item) => void exportTree(clientId, item.id, item.version),
      describe: (item) => setShown({ dialog: 'describe', item }),
      delete: (item) => setShown({ dialog: 'delete', item }),
    },
    usage,
  );
  const chosen = rows.filter((item) => isSelected(selection, item.id));
  const done = () => {
    setShown(null);
    setSelection(NOTHING);
  };
  const newButton = mayEdit && (
    <Button leftSection={<IconPlus size={16} />} onClick={create}>
      {t('list.new')}
    </Button>
  );
  return (
    <>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        chip={trees && <CountChip>{format.number(rows.length)}</CountChip>}
        actions={
          mayEdit && (
            <>
              <ImportTree />
              {newButton}
            </>
          )
        }
      />
      {usage.drawer}
      <TreeFilter wanted={wanted} known={categories} />
      <DataTable
        label={t('title')}
        columns={columns}
        rows={rows}
        rowId={idOf}
        total={rows.length}
        loading={loading && !trees}
        error={error}
        onRetry={refetch}
        sort={wanted.sort}
        onSort={wanted.sortBy}
        selection={selection}
        onSelect={mayEdit ? setSelection : undefined}
        onOpen={open}
        empty={
          wanted.filtered ? (
            <NothingFound title={t('list.nothing')} onClear={wanted.clear} />
          ) : (
            <EmptyState
              icon={<IconBinaryTree2 size={22} />}
              title={t(`list.empty.${wanted.status}`)}
              detail={t('list.emptyDetail')}
              action={newButton}
            />
          )
        }
        footer={[t('list.count', { count: rows.length, number: format.number(rows.length) })]}
        actionBar={
          <ActionBar count={chosen.length} onClear={() => setSelection(NOTHING)}>
            <ActionButton icon={<IconTags size={16} />} onClick={() => setShown({ dialog: 'categorise', items: chosen })}>
              {t('list.editCategories')}
            </ActionButton>
          </ActionBar>
        }
      />
      <Suspense>
        {shown?.dialog === 'categorise' && (
          <TreeCategoriesDialog items={shown.items} known={categories} onClose={() => setShown(null)} onSaved={done} />
        )}
        {shown?.dialog === 'describe' && <TreeDetailsDialog item={shown.item} known={categories} onClose={done} />}
        {shown?.dialog === 'delete' && (
          <DeleteTreeDialog
            item={shown.item}
            usage={usage.link('tree', shown.item.id, () => setShown(null))}
            onClose={() => setShown(null)}
            onDeleted={done}
          />
        )}
      </Suspense>
    </>
  );
}

function idOf(item: Item): string {
  return item.id;
}
