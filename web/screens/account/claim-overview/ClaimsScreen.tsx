import { Button } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { fromDecimal, toDecimal } from '../../../../core/money.ts';
import { useQuery } from '../../../shell/api.ts';
import { BulkActions } from '../../../shell/bulk/BulkActions.tsx';
import type { Target } from '../../../shell/bulk/BulkQuestion.tsx';
import { RunningActions } from '../../../shell/bulk/RunningActions.tsx';
import { exportList } from '../../../shell/exportList.ts';
import { changeParams, sortOf, writeColumns, writeSort } from '../../../shell/listAddress.ts';
import { paths } from '../../../shell/paths.ts';
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
import { useCan } from '../../../ui/permission.tsx';
import { EVERYTHING, isSelected, NOTHING, type Selection, selectedCount } from '../../../ui/selection.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { toastError } from '../../../ui/toasts.ts';
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
  const [selection, setSelection] = useState<Selection>(NOTHING);

  const filter = useMemo(() => searchOf(params, configuration.timezone), [params, configuration.timezone]);
  const sort = sortOf(params, SORTS, DEFAULT_SORT);
  const shown = params.get('columns')?.split(',') ?? SHOWN;
  const order = { field: SORTS[sort.key as keyof typeof SORTS], descending: sort.descending };
  const pages = usePages(
    'account',
    ClaimsDocument,
    (after: string | null) => ({ clientId, filter, order, size: SIZE, searchAfter: after }),
    pageOf,
  );
  const { data: counted, loading: counting } = useQuery('account', ClaimCountDocument, { clientId, filter });
  const count = counted?.countClaims;
  const ms = useAnswerTime(pages.loading);

  // Another search is another list: what was selected there is not meant here.
  const asked = JSON.stringify(filter);
  useEffect(() => {
    if (asked) setSelection(NOTHING);
  }, [asked]);

  const change = (values: Readonly<Record<string, readonly string[]>>) => changeParams(setParams, values);
  const exportThese = (target: Search, kind: ExportFormat) =>
    exportList('claims', { clientId, format: kind, filter: target, order, columns: exportColumns(columns, shown, t) });
  const total = count?.totalResults;
  const selected = selectedCount(selection, total ?? pages.rows.length);
  const sums = (list: readonly { currency: string; totalAmount: string }[]) =>
    list.map((sum) => format.money(sum.totalAmount, sum.currency)).join(' + ');
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
            unit="claim"
            count={selected}
            total={total}
            sum={sums(
              selection.mode === 'all' && selection.except.size === 0
                ? (count?.sums ?? [])
                : sumOf(pages.rows.filter((row) => isSelected(selection, rowId(row)))),
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

/** What the server is told of a selection: references, or the search with those left out. */
function targetOf(selection: Selection, filter: Search): Target {
  return selection.mode === 'some' ? { externalClaimRefs: [...selection.ids] } : { claimFilter: chosenOf(selection, filter) };
}

/** The selection as a search: chosen claims whatever their status. */
function chosenOf(selection: Selection, filter: Search): Search {
  if (selection.mode === 'some') return { statuses: ['open', 'resolved', 'deleted'], externalClaimRefs: [...selection.ids] };
  return { ...filter, ...(selection.except.size > 0 && { exceptClaimRefs: [...selection.except] }) };
}

/** Adds up what is owed per currency, exactly. */
function sumOf(rows: readonly ClaimRow[]): { currency: string; totalAmount: string }[] {
  const minor = new Map<string, bigint>();
  for (const { currency, totalAmount } of rows)
    minor.set(currency, (minor.get(currency) ?? 0n) + (fromDecimal(totalAmount, currency) ?? 0n));
  return [...minor].map(([currency, sum]) => ({ currency, totalAmount: toDecimal(sum, currency) }));
}
