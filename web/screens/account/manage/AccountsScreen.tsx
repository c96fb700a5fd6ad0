import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { RunningActions } from '../../../shell/bulk/RunningActions.tsx';
import { SelectionBar, useSums } from '../../../shell/bulk/SelectionBar.tsx';
import type { Target } from '../../../shell/bulk/target.ts';
import { useSelection } from '../../../shell/bulk/useSelection.ts';
import { exportList } from '../../../shell/exportList.ts';
import { changeParams, sortOf, writeColumns, writeSort } from '../../../shell/listAddress.ts';
import { paths } from '../../../shell/paths.ts';
import { rememberQueue } from '../../../shell/queue.ts';
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
import { Can, useCan } from '../../../ui/permission.tsx';
import type { Selection } from '../../../ui/selection.ts';
import { EmptyState, NothingFound } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { AccountCountDocument, AccountsDocument, type AccountsQuery } from './account.graphql.ts';
import { type AccountRow, exportColumns, SHOWN, useAccountColumns } from './columns.tsx';
import { FILTERS, ordersOf, type Search, SORTS, searchOf, useAccountFilters } from './filters.ts';
import { LimitedAccounts } from './LimitedAccounts.tsx';

const SIZE = 100;
const DEFAULT_SORT: Sort = { key: 'pastDue', descending: true };
const rowId = (row: AccountRow) => row.accountId;
const pageOf = (data: AccountsQuery) => ({ rows: data.searchAccounts.results, next: data.searchAccounts.searchAfter });

/** account/manage: finds accounts among any number of them, and acts on many at once. */
export default function AccountsScreen() {
  return useCan('account', 'searchAllAccounts') ? <Accounts /> : <LimitedAccounts />;
}

function Accounts() {
  const { t } = useTranslation('accounts');
  const { clientId, configuration } = useWorkspace();
  const format = useFormat();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const columns = useAccountColumns();
  const [bulk, gives, exportsAtAll] = [useFlag('CLAIM_BULK_ACTION'), useFlag('ACCOUNT_ASSIGNMENT'), useFlag('EXPORT_CLAIMS')];
  const withPartners = useFlag('PARTNERS');
  const acts = useCan('account', 'bulkAction') && (bulk || gives);
  const exports = useCan('account', 'exportAccounts') && exportsAtAll;
  const filters = useAccountFilters();

  const filter = useMemo(() => searchOf(params, configuration.timezone), [params, configuration.timezone]);
  const [selection, setSelection] = useSelection(filter);
  const sort = sortOf(params, SORTS, DEFAULT_SORT);
  const shown = params.get('columns')?.split(',') ?? SHOWN;
  const orderFields = ordersOf(params, '-pastDue');
  const pages = usePages(
    'account',
    AccountsDocument,
    (after: string | null) => ({ clientId, ...filter, orderFields, size: SIZE, searchAfter: after, withPartners }),
    pageOf,
  );
  const { data: counted, loading: counting } = useQuery('account', AccountCountDocument, { clientId, filter }, { reuse: true });
  const count = counted?.countAccounts;
  const ms = useAnswerTime(pages.loading);
  const everything = useQuery('account', AccountCountDocument, { clientId, filter: {} }, { reuse: true, keepPrevious: true }).data
    ?.countAccounts.totalResults;

  const change = (values: Readonly<Record<string, readonly string[]>>) => changeParams(setParams, values);
  const open = (row: AccountRow) => {
    rememberQueue(clientId, pages.rows.map(rowId), {
      of: count?.totalResults ?? 0,
      more: pages.next === null ? null : { clientId, ...filter, orderFields, size: SIZE, searchAfter: pages.next },
    });
    void navigate(paths.account(clientId, row.accountId));
  };

  const exportThese = (target: Search, kind: ExportFormat) =>
    exportList('accounts', { clientId, format: kind, filter: target, orderFields, columns: exportColumns(columns, shown, t) });

  const total = count?.totalResults;
  const sums = useSums();
  const filtered = Object.keys(filter).length > 0;
  return (
    <>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        chip={everything !== undefined && <CountChip>{format.number(everything)}</CountChip>}
        actions={
          <>
            <Can domain="backoffice-spa" action="view-import">
              <Button
                component={Link}
                to={paths.imports(clientId)}
                variant="default"
                leftSection={<IconFileImport size={16} stroke={1.6} />}
              >
                {t('import')}
              </Button>
            </Can>
            {exports && <ExportMenu disabled={total === 0} onExport={(kind) => exportThese(filter, kind)} />}
          </>
        }
      />
      <FilterBar
        search={{ value: params.get('search') ?? '', onSearch: (text) => change({ search: text ? [text] : [] }), placeholder: t('search') }}
        end={
          <>
            <ViewsMenu screen="accounts" />
            <ColumnsMenu columns={columns} shown={shown} onChange={(next) => change({ columns: writeColumns(next, SHOWN) })} />
          </>
        }
      >
        <ListFilters filters={filters} params={params} onChange={(name, values) => change({ [name]: values })} />
      </FilterBar>
      {acts && <RunningActions unit="account" />}
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
        onOpen={open}
        {...((acts || exports) && { selection, onSelect: setSelection })}
        empty={
          filtered ? (
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
            unit="account"
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

/** What the server is told of a selection: ids, or the search with those left out. */
function targetOf(selection: Selection, filter: Search): Target {
  return selection.mode === 'some' ? { accountIds: [...selection.ids] } : { filter: chosenOf(selection, filter) };
}

/** The selection as a search. */
function chosenOf(selection: Selection, filter: Search): Search {
  if (selection.mode === 'some') return { accountIds: [...selection.ids] };
  return { ...filter, ...(selection.except.size > 0 && { exceptAccountIds: [...selection.except] }) };
}
