import { Button, Group } from '@mantine/core';
import { IconPlus, IconRoute } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../shell/paths.ts';
import { useWhereUsed } from '../../../shell/usage/useWhereUsed.tsx';
import { useAction } from '../../../shell/useAction.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { DataTable } from '../../../ui/DataTable.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { later } from '../../../ui/later.ts';
import { useCan } from '../../../ui/permission.tsx';
import { isSelected, NOTHING, type Selection } from '../../../ui/selection.ts';
import { EmptyState, NothingFound } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { ChosenBar } from './ChosenBar.tsx';
import { useStrategyColumns } from './columns.tsx';
import type { Item } from './item.ts';
import { StrategyFilter } from './StrategyFilter.tsx';
import { StrategyHeader } from './StrategyHeader.tsx';
import { StrategyMenu } from './StrategyMenu.tsx';
import { useListSearch } from './useListSearch.ts';
import { useStrategies } from './useStrategies.ts';

const AssignmentsDrawer = later(() => import('./AssignmentsDrawer.tsx'));
const CategoriesDialog = later(() => import('./CategoriesDialog.tsx'));
const StartersDialog = later(() => import('./StartersDialog.tsx'));
const DeleteStrategyDialog = later(() => import('./DeleteStrategyDialog.tsx'));

/** /strategy/strategy-builder-new: every strategy with what runs in it. */
export default function StrategyListScreen() {
  const { t } = useTranslation('strategy');
  const format = useFormat();
  const navigate = useNavigate();
  const { clientId } = useWorkspace();
  const wanted = useListSearch();
  const mayEdit = useCan('strategy', 'editStrategies');
  // An example brings its messages along.
  const mayStart = useCan('cms', 'editContent') && mayEdit;
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const [deleting, setDeleting] = useState<Item | null>(null);
  const [categorising, setCategorising] = useState<readonly Item[] | null>(null);

  const [form, act] = useAction();
  const usage = useWhereUsed();
  const { pages, rows } = useStrategies(wanted.searchText, wanted.categories, wanted.sort);
  const page = pages.data?.listStrategyBlueprints;
  const running = rows.reduce((sum, item) => sum + item.runningClaims, 0);

  const create = () => navigate(paths.strategy(clientId, 'new'));
  const open = (item: Item) => navigate(paths.strategy(clientId, item.id));
  const clone = (item: Item) => navigate(`${paths.strategy(clientId, 'new')}?idToClone=${item.id}`);
  useHotkeys({ n: create }, { enabled: mayEdit });
  const columns = useStrategyColumns({ open, clone, categorise: (item) => setCategorising([item]), delete: setDeleting }, usage);

  const startersButton = mayStart && (
    <Button variant="default" onClick={() => wanted.showStarters(true)}>
      {t('starters.open')}
    </Button>
  );
  const newButton = mayEdit && (
    <Button leftSection={<IconPlus size={16} />} onClick={create}>
      {t('list.new')}
    </Button>
  );
  const buttons = mayEdit && (
    <Group gap={8}>
      {startersButton}
      {newButton}
    </Group>
  );
  return (
    <>
      <StrategyHeader wanted={wanted} total={page?.total}>
        <StrategyMenu onUsage={() => usage.open(null)} onAssignments={() => act('assignments')} />
        {startersButton}
        {newButton}
      </StrategyHeader>
      <StrategyFilter wanted={wanted} known={page?.categories ?? []} />
      <DataTable
        label={t('title')}
        columns={columns}
        rows={rows}
        rowId={idOf}
        total={page?.total}
        loading={pages.loading}
        loadingMore={pages.loadingMore}
        error={pages.error}
        onRetry={pages.reload}
        sort={wanted.sort}
        onSort={wanted.sortBy}
        selection={selection}
        onSelect={mayEdit ? setSelection : undefined}
        onOpen={open}
        rowHeight={52}
        empty={
          wanted.filtered ? (
            <NothingFound title={t('list.nothingTitle')} detail={t('list.nothingDetail')} onClear={wanted.clear} />
          ) : (
            <EmptyState icon={<IconRoute size={22} />} title={t('list.emptyTitle')} detail={t('list.emptyDetail')} action={buttons} />
          )
        }
        footer={
          page && [
            `${t('list.count', { count: page.total, number: format.number(page.total) })} · ${t('list.runningSum', { count: running, number: format.number(running) })}`,
          ]
        }
        actionBar={
          <ChosenBar
            chosen={rows.filter((item) => isSelected(selection, item.id))}
            onClear={() => setSelection(NOTHING)}
            onCategorise={setCategorising}
            onClone={clone}
            onDelete={setDeleting}
          />
        }
      />
      {usage.drawer}
      <Suspense>
        {form === 'assignments' && <AssignmentsDrawer onClose={() => act(null)} />}
        {mayStart && wanted.showsStarters && <StartersDialog onClose={() => wanted.showStarters(false)} />}
        {deleting && (
          <DeleteStrategyDialog
            item={deleting}
            usage={usage.link('strategy', deleting.id, () => setDeleting(null))}
            onClose={() => setDeleting(null)}
            onDeleted={() => {
              setDeleting(null);
              setSelection(NOTHING);
            }}
          />
        )}
        {categorising && (
          <CategoriesDialog
            items={categorising}
            known={page?.categories ?? []}
            onClose={() => setCategorising(null)}
            onSaved={() => {
              setCategorising(null);
              setSelection(NOTHING);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

function idOf(item: Item): string {
  return item.id;
}
