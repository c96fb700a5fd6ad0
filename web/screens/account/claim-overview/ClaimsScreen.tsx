import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { RunningActions } from '../../../shell/bulk/RunningActions.tsx';
import { SelectionBar, useSums } from '../../../shell/bulk/SelectionBar.tsx';
import type { Target } from '../../../shell/bulk/target.ts';
import { useSelection } from '../../../shell/bulk/useSelection.ts';
import { exportList } from '../../../shell/exportList.ts';
import { changeParams, sortOf, writeColumns, writeSort } from '../../../shell/listAddress.ts';
import { paths } from '../../../shell/paths.ts';
import { useAnswerTime } from '../../../shell/useAnswerTime.ts';
import { usePages } from '../../../shell/usePages.ts';
import { ViewsMenu } from '../../../shell/views/ViewsMenu.tsx';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
import { ColumnsMenu } from '../../../ui/ColumnsMenu.tsx';
import { DataTable, type Sort } from '../../../ui/DataTable.tsx';
import { type ExportFormat, ExportMenu } from '../../../ui/ExportMenu.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { useFormat } from '../../../ui/format.ts';
import { ListFilters } from '../../../ui/ListFilters.tsx';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import type { Selection } from '../../../ui/selection.ts';
import { EmptyState, NothingFound } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { ClaimCountDocument, ClaimsDocument, type ClaimsQuery } from './account.graphql.ts';
import { type ClaimRow, exportColumns, SHOWN, useClaimColumns } from './columns.tsx';
import { FILTERS, onlyCurrency, type Search, SORTS, searchOf, useClaimFilters } from './filters.ts';
import { LimitedClaims } from './LimitedClaims.tsx';

const SIZE = 100;
const DEFAULT_SORT: Sort = { key: 'pastDue', descending: true };
const rowId = (row: ClaimRow) => row.externalClaimRef;
const pageOf = (data: ClaimsQuery) => ({ rows: data.searchClaims.results, next: data.searchClaims.searchAfter });

/** account/claim-overview: finds claims among any number of them, and acts on many at once. */
export default function ClaimsScreen() {
  return useCan('account', 'searchAllAccounts') ? <Claims /> : <LimitedClaims />;
}

function Claims() {
  const { t } = useTranslation('claims');
  const { clientId, configuration } = useWorkspace();
  const format = useFormat();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const columns = useClaimColumns();
  const filters = useClaimFilters(onlyCurrency(params) ?? configuration.currency);
  const bulk = useFlag('CLAIM_BULK_ACTION');
  const acts = useCan('account', 'bulkAction') && bulk;
  const exportsAtAll = useFlag('EXPORT_CLAIMS');
  const exports = useCan('account', 'exportClaims') && exportsAtAll;

  const filter = useMemo(() => searchOf(params, configuration.timezone), [params, configuration.timezone]);
  const [selection, setSelection] = useSelection(filter);
  const sort = sortOf(params, SORTS, DEFAULT_SORT);
  const shown = params.get('columns')?.split(',') ?? SHOWN;
  const order = { field: SORTS[sort.key as keyof typeof SORTS], descending: sort.descending };
  const pages = usePages(
    'account',
    ClaimsDocument,
    (after: string | null) => ({ clientId, filter, order, size: SIZE, searchAfter: after }),
    pageOf,
  );
  const { data: counted, loading: counting } = useQuery('account', ClaimCountDocument, { clientId, filter }, { reuse: true });
  const count = counted?.countClaims;
  const ms = useAnswerTime(pages.loading);

  const change = (values: Readonly<Record<string, readonly string[]>>) => changeParams(setParams, values);
  const exportThese = (target: Search, kind: ExportFormat) =>
    exportList('claims', { clientId, format: kind, filter: target, order, columns: exportColumns(columns, shown, t) });
  const total = count?.totalResults;
  const sums = useSums();
  return (
    <>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        chip={total !== undefined && <CountChip>{format.number(total)}</CountChip>}
        actions={exports && <ExportMenu disabled={total === 0} onExport={(kind) => exportThese(filter, kind)} />}
      />
      <FilterBar
        search={{ value: params.get('search') ?? '', onSearch: (text) => change({ search: text ? [text] : [] }), placeholder: t('search') }}
        end={
          <>
            <ViewsMenu screen="claims" />
            <ColumnsMenu columns={columns} shown={shown} onChange={(next) => change({ columns: writeColumns(next, SHOWN) })} />
          </>
        }
      >
        <ListFilters filters={filters} params={params} onChange={(name, values) => change({ [name]: values })} />
      </FilterBar>
      {acts && <RunningActions unit="claim" />}
      <DataTable
        label={t('title')}
        columns={columns}
        shown={shown}
        rows={pages.rows}
        rowId={rowId}
        {...(total !== undefined && { total })}
        loading={pages.loading}
        loadingMore={pages.loadingMore}
        error={pages.error}
        onRetry={pages.reload}
        onEndReached={pages.more}
        sort={sort}
        onSort={(next) => next.key in SORTS && change({ sort: writeSort(next, DEFAULT_SORT) })}
        onOpen={(row) => void navigate(paths.accountClaim(clientId, row.accountId, row.externalClaimRef))}
        {...((acts || exports) && { selection, onSelect: setSelection })}
        empty={
          Object.keys(filter).length > 0 ? (
            <NothingFound
              title={t('empty')}
              detail={t('emptyDetail')}
              onClear={() => change(Object.fromEntries(['search', ...FILTERS].map((name) => [name, []])))}
            />
          ) : (
            <EmptyState title={t('none')} detail={t('noneDetail')} />
          )
        }
        actionBar={
          <SelectionBar
            unit="claim"
            selection={selection}
            onSelect={setSelection}
            rows={pages.rows}
            rowId={rowId}
            count={count}
            target={() => targetOf(selection, filter)}
            onExport={exports ? (kind) => exportThese(chosenOf(selection, filter), kind) : undefined}
          />
        }
        footer={[
          count && !counting
            ? t('footer', {
                count: count.totalResults,
                number: format.number(count.totalResults),
                sum: sums(count.sums) || format.money('0', configuration.currency),
                ms: format.number(ms),
              })
            : t('counting', { ms: format.number(ms) }),
          pages.rows.length > 0 && t(pages.atEnd ? 'end' : 'scroll'),
        ]}
      />
    </>
  );
}

/** What the server is told of a selection: references, or the search with those left out. */
function targetOf(selection: Selection, filter: Search): Target {
  return selection.mode === 'some' ? { externalClaimRefs: [...selection.ids] } : { claimFilter: chosenOf(selection, filter) };
}

/** The selection as a search: chosen claims whatever their status. */
function chosenOf(selection: Selection, filter: Search): Search {
  if (selection.mode === 'some') return { statuses: ['open', 'resolved', 'deleted'], externalClaimRefs: [...selection.ids] };
  return { ...filter, ...(selection.except.size > 0 && { exceptClaimRefs: [...selection.except] }) };
}
