import { Button } from '@mantine/core';
import { IconFileExport, IconFileImport } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { fromDecimal, toDecimal } from '../../../../core/money.ts';
import { useQuery } from '../../../shell/api.ts';
import { BulkActions } from '../../../shell/bulk/BulkActions.tsx';
import type { Target } from '../../../shell/bulk/BulkQuestion.tsx';
import { RunningActions } from '../../../shell/bulk/RunningActions.tsx';
import { exportList } from '../../../shell/exportList.ts';
import { changeParams, sortOf, writeColumns, writeSort } from '../../../shell/listAddress.ts';
import { paths } from '../../../shell/paths.ts';
import { rememberQueue } from '../../../shell/queue.ts';
import { useAnswerTime } from '../../../shell/useAnswerTime.ts';
import { usePages } from '../../../shell/usePages.ts';
import { ViewsMenu } from '../../../shell/views/ViewsMenu.tsx';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
import { ActionButton } from '../../../ui/ActionBar.tsx';
import { ColumnsMenu } from '../../../ui/ColumnsMenu.tsx';
import { DataTable, type Sort } from '../../../ui/DataTable.tsx';
import { type ExportFormat, ExportMenu } from '../../../ui/ExportMenu.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { useFormat } from '../../../ui/format.ts';
import { ListFilters } from '../../../ui/ListFilters.tsx';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { Can, useCan } from '../../../ui/permission.tsx';
import { EVERYTHING, isSelected, NOTHING, type Selection, selectedCount } from '../../../ui/selection.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { toastError } from '../../../ui/toasts.ts';
import { AccountCountDocument, AccountsDocument, type AccountsQuery } from './account.graphql.ts';
import { type AccountRow, exportColumns, SHOWN, useAccountColumns } from './columns.tsx';
import { FILTERS, ordersOf, type Search, SORTS, searchOf, useAccountFilters } from './filters.ts';
import { LimitedSearch } from './LimitedSearch.tsx';

const SIZE = 100;
const DEFAULT_SORT: Sort = { key: 'pastDue', descending: true };
const rowId = (row: AccountRow) => row.accountId;
const pageOf = (data: AccountsQuery) => ({ rows: data.searchAccounts.results, next: data.searchAccounts.searchAfter });

/** account/manage: finds accounts among any number of them, and acts on many at once. */
export default function AccountsScreen() {
  return useCan('account', 'searchAllAccounts') ? <Accounts /> : <LimitedSearch />;
}

function Accounts() {
  const { t } = useTranslation('accounts');
  const { clientId, configuration } = useWorkspace();
  const format = useFormat();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const columns = useAccountColumns();
  const [bulk, gives, exportsAtAll] = [useFlag('CLAIM_BULK_ACTION'), useFlag('ACCOUNT_ASSIGNMENT'), useFlag('EXPORT_CLAIMS')];
  const acts = useCan('account', 'bulkAction') && (bulk || gives);
  const exports = useCan('account', 'exportAccounts') && exportsAtAll;
  const filters = useAccountFilters();
  const [selection, setSelection] = useState<Selection>(NOTHING);

  const filter = useMemo(() => searchOf(params, configuration.timezone), [params, configuration.timezone]);
  const sort = sortOf(params, SORTS, DEFAULT_SORT);
  const shown = params.get('columns')?.split(',') ?? SHOWN;
  const orderFields = ordersOf(params, '-pastDue');
  const pages = usePages(
    'account',
    AccountsDocument,
    (after: string | null) => ({ clientId, ...filter, orderFields, size: SIZE, searchAfter: after }),
    pageOf,
  );
  const { data: counted, loading: counting } = useQuery('account', AccountCountDocument, { clientId, filter });
  const count = counted?.countAccounts;
  const ms = useAnswerTime(pages.loading);
  const everything = useQuery('account', AccountCountDocument, { clientId, filter: {} }, { keepPrevious: true }).data?.countAccounts
    .totalResults;

  // Another search is another list: what was selected there is not meant here.
  const asked = JSON.stringify(filter);
  useEffect(() => {
    if (asked) setSelection(NOTHING);
  }, [asked]);

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
  const selected = selectedCount(selection, total ?? pages.rows.length);
  const sums = (list: readonly { currency: string; totalAmount: string }[]) =>
    list.map((sum) => format.money(sum.totalAmount, sum.currency)).join(' + ');
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
            <EmptyState
              title={t('empty')}
              detail={t('emptyDetail')}
              action={
                <Button
                  variant="default"
                  size="sm"
                  onClick={() => change(Object.fromEntries(['search', ...FILTERS].map((name) => [name, []])))}
                >
                  {t('clearFilters')}
                </Button>
              }
            />
          ) : (
            <EmptyState title={t('none')} detail={t('noneDetail')} />
          )
        }
        actionBar={
          <BulkActions
            unit="account"
            count={selected}
            total={total}
            sum={sums(
              selection.mode === 'all' && selection.except.size === 0
                ? (count?.sums ?? [])
                : sumOf(pages.rows.filter((row) => isSelected(selection, row.accountId))),
            )}
            target={() => targetOf(selection, filter)}
            onSelectAll={() => setSelection(EVERYTHING)}
            onClear={() => setSelection(NOTHING)}
          >
            {exports &&
              (['csv', 'xlsx'] as const).map((kind) => (
                <ActionButton
                  key={kind}
                  icon={<IconFileExport size={16} stroke={1.6} />}
                  onClick={() => void exportThese(chosenOf(selection, filter), kind).catch((error: unknown) => toastError(error))}
                >
                  {kind.toUpperCase()}
                </ActionButton>
              ))}
          </BulkActions>
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

/** Adds up open balances per currency, exactly. */
function sumOf(rows: readonly AccountRow[]): { currency: string; totalAmount: string }[] {
  const minor = new Map<string, bigint>();
  for (const { currency, totalAmount } of rows)
    minor.set(currency, (minor.get(currency) ?? 0n) + (fromDecimal(totalAmount, currency) ?? 0n));
  return [...minor].map(([currency, sum]) => ({ currency, totalAmount: toDecimal(sum, currency) }));
}
