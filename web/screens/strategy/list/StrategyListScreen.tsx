import { Button, Group } from '@mantine/core';
import { IconCopy, IconPlus, IconRoute, IconTags, IconTrash } from '@tabler/icons-react';
import { Suspense, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ListExport } from '../../../shell/ListExport.tsx';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ActionBar, ActionButton } from '../../../ui/ActionBar.tsx';
import { DataTable, type Sort } from '../../../ui/DataTable.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { later } from '../../../ui/later.ts';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { isSelected, NOTHING, type Selection } from '../../../ui/selection.ts';
import { EmptyState, NothingFound } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { useStrategyColumns } from './columns.tsx';
import type { Item } from './item.ts';
import classes from './StrategyList.module.css';
import { SORTS, useStrategies } from './useStrategies.ts';

const CategoriesDialog = later(() => import('./CategoriesDialog.tsx'));
const StartersDialog = later(() => import('./StartersDialog.tsx'));
const DeleteStrategyDialog = later(() => import('./DeleteStrategyDialog.tsx'));

/** /strategy/strategy-builder-new: every strategy with what runs in it. Search, categories and order stand in the address, and whether the examples are shown. */
export default function StrategyListScreen() {
  const { t } = useTranslation('strategy');
  const format = useFormat();
  const navigate = useNavigate();
  const { clientId } = useWorkspace();
  const [search, setSearch] = useSearchParams();
  const mayEdit = useCan('strategy', 'editStrategies');
  // An example brings its messages along.
  const mayStart = useCan('cms', 'editContent') && mayEdit;
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const [deleting, setDeleting] = useState<Item | null>(null);
  const [categorising, setCategorising] = useState<readonly Item[] | null>(null);

  const searchText = search.get('search') ?? '';
  const categories = useMemo(() => search.getAll('category'), [search]);
  const [sortKey = 'displayName', order] = (search.get('sort') ?? 'displayName').split(' ');
  const sort: Sort = { key: sortKey in SORTS ? sortKey : 'displayName', descending: order === 'desc' };

  const { pages, rows } = useStrategies(searchText, categories, sort);
  const { loading, loadingMore, error } = pages;
  const page = pages.data?.listStrategyBlueprints;
  const chosen = rows.filter((item) => isSelected(selection, item.id));
  const filtered = searchText !== '' || categories.length > 0;
  const running = rows.reduce((sum, item) => sum + item.runningClaims, 0);

  function put(change: (next: URLSearchParams) => void) {
    const next = new URLSearchParams(search);
    change(next);
    setSearch(next, { replace: true });
  }
  const turn = (category: string) =>
    put((next) => {
      next.delete('category');
      const wanted = categories.includes(category) ? categories.filter((one) => one !== category) : [...categories, category];
      for (const one of wanted) next.append('category', one);
    });
  const create = () => navigate(paths.strategy(clientId, 'new'));
  const clone = (item: Item) => navigate(`${paths.strategy(clientId, 'new')}?idToClone=${item.id}`);
  useHotkeys({ n: create }, { enabled: mayEdit });

  const columns = useStrategyColumns({
    open: (item) => navigate(paths.strategy(clientId, item.id)),
    clone,
    categorise: (item) => setCategorising([item]),
    delete: setDeleting,
  });

  const showStarters = (shown: boolean) => put((next) => (shown ? next.set('starters', '') : next.delete('starters')));
  const startersButton = mayStart && (
    <Button variant="default" onClick={() => showStarters(true)}>
      {t('starters.open')}
    </Button>
  );
  const newButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={create}>
      {t('list.new')}
    </Button>
  );
  return (
    <>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        chip={page && <CountChip>{format.number(page.total)}</CountChip>}
        actions={
          <>
            <ListExport
              list="strategies"
              wanted={{ filter: { searchText: searchText || null, categories: categories.length > 0 ? categories : null } }}
              columns={(['displayName', 'categories', 'steps', 'running', 'version', 'updated'] as const).map((key) => ({
                key,
                header: t(`list.columns.${key}`),
              }))}
            />
            {startersButton}
            {mayEdit && newButton}
          </>
        }
      />
      <FilterBar
        search={{
          value: searchText,
          placeholder: t('list.search'),
          onSearch: (text) => put((next) => (text.trim() === '' ? next.delete('search') : next.set('search', text.trim()))),
        }}
      >
        {(page?.categories.length ?? 0) > 0 && (
          <fieldset className={classes.chips} aria-label={t('list.filterLabel')}>
            <button type="button" aria-pressed={categories.length === 0} onClick={() => put((next) => next.delete('category'))}>
              {t('list.all')}
            </button>
            {page?.categories.map((category) => (
              <button key={category} type="button" aria-pressed={categories.includes(category)} onClick={() => turn(category)}>
                {category}
              </button>
            ))}
          </fieldset>
        )}
      </FilterBar>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={rows}
        rowId={idOf}
        total={page?.total}
        loading={loading}
        loadingMore={loadingMore}
        error={error}
        onRetry={pages.reload}
        sort={sort}
        onSort={({ key, descending }) => put((next) => next.set('sort', descending ? `${key} desc` : key))}
        selection={selection}
        onSelect={mayEdit ? setSelection : undefined}
        onOpen={(item) => navigate(paths.strategy(clientId, item.id))}
        rowHeight={52}
        empty={
          filtered ? (
            <NothingFound
              title={t('list.nothingTitle')}
              detail={t('list.nothingDetail')}
              onClear={() => setSearch({}, { replace: true })}
            />
          ) : (
            <EmptyState
              icon={<IconRoute size={22} />}
              title={t('list.emptyTitle')}
              detail={t('list.emptyDetail')}
              action={
                mayEdit && (
                  <Group gap={8}>
                    {startersButton}
                    {newButton}
                  </Group>
                )
              }
            />
          )
        }
        footer={
          page && [
            `${t('list.count', { count: page.total, number: format.number(page.total) })} · ${t('list.runningSum', { count: running, number: format.number(running) })}`,
          ]
        }
        actionBar={
          <ActionBar count={chosen.length} onClear={() => setSelection(NOTHING)}>
            <ActionButton icon={<IconTags size={16} />} onClick={() => setCategorising(chosen)}>
              {t('list.editCategories')}
            </ActionButton>
            {chosen.length === 1 && (
              <>
                <ActionButton icon={<IconCopy size={16} />} onClick={() => clone(chosen[0]!)}>
                  {t('list.clone')}
                </ActionButton>
                <ActionButton icon={<IconTrash size={16} />} onClick={() => setDeleting(chosen[0]!)}>
                  {t('list.delete')}
                </ActionButton>
              </>
            )}
          </ActionBar>
        }
      />
      <Suspense>
        {mayStart && search.has('starters') && <StartersDialog onClose={() => showStarters(false)} />}
        {deleting && (
          <DeleteStrategyDialog
            item={deleting}
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
