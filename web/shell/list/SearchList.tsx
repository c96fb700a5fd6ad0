import { ColumnsMenu } from '../../ui/ColumnsMenu.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import type { ExportFormat } from '../../ui/ExportMenu.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { useFormat } from '../../ui/format.ts';
import { ListFilters } from '../../ui/ListFilters.tsx';
import type { ListFilter } from '../../ui/listFilters.ts';
import type { Selection } from '../../ui/selection.ts';
import { EmptyState, NothingFound } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/texts.ts';
import { RunningActions } from '../bulk/RunningActions.tsx';
import { SelectionBar, useSums } from '../bulk/SelectionBar.tsx';
import type { Target } from '../bulk/target.ts';
import { useSelection } from '../bulk/useSelection.ts';
import { writeColumns, writeSort } from '../listAddress.ts';
import { useAnswerTime } from '../useAnswerTime.ts';
import type { Pages } from '../usePages.ts';
import { ViewsMenu } from '../views/ViewsMenu.tsx';
import { useWorkspace } from '../workspace.ts';
import { type ListColumn, sortsOf, usualOf } from './columns.ts';
import type { ListAddress } from './useListAddress.ts';

type Sum = Parameters<ReturnType<typeof useSums>>[0][number];

/**
 * A search among any number of accounts or claims: filters, views and columns above, what is selected and what runs over many, and how
 * many were found below. @param props.area of its words, and its name among saved views. @param props.count of all that match, once it is
 * known. @param props.targetOf what an action is told of a selection. @param props.onExport writes a selection as a file; left out where it may not.
 */
export function SearchList<Row extends Sum, Search extends object>(props: {
  area: 'accounts' | 'claims';
  unit: 'account' | 'claim';
  list: ListAddress<Search>;
  columns: readonly ListColumn<Row>[];
  filters: readonly ListFilter[];
  pages: Pages<Row, unknown>;
  rowId: (row: Row) => string;
  count: { readonly totalResults: number; readonly sums: readonly Sum[] } | undefined;
  isCounting: boolean;
  acts: boolean;
  targetOf: (selection: Selection) => Target;
  onOpen: (row: Row) => void;
  onExport: ((selection: Selection, kind: ExportFormat) => Promise<void>) | undefined;
}) {
  const { area, list, columns, pages, rowId, count, onExport } = props;
  const { params, change } = list;
  const { t } = useTranslation(['accounts', 'claims']);
  const { configuration } = useWorkspace();
  const format = useFormat();
  const sums = useSums();
  const ms = format.number(useAnswerTime(pages.loading));
  const [selection, setSelection] = useSelection(list.filter);
  return (
    <>
      <FilterBar
        search={{
          value: params.get('search') ?? '',
          onSearch: (text) => change({ search: text ? [text] : [] }),
          placeholder: t(`${area}:search`),
        }}
        end={
          <>
            <ViewsMenu screen={area} />
            <ColumnsMenu
              columns={columns}
              shown={list.shown}
              onChange={(next) => change({ columns: writeColumns(next, usualOf(columns)) })}
            />
          </>
        }
      >
        <ListFilters filters={props.filters} params={params} onChange={(name, values) => change({ [name]: values })} />
      </FilterBar>
      {props.acts && <RunningActions unit={props.unit} />}
      <DataTable
        label={t(`${area}:title`)}
        columns={columns}
        shown={list.shown}
        rows={pages.rows}
        rowId={rowId}
        {...(count && { total: count.totalResults })}
        loading={pages.loading}
        loadingMore={pages.loadingMore}
        error={pages.error}
        onRetry={pages.reload}
        onEndReached={pages.more}
        sort={list.sort}
        onSort={(next) => next.key in sortsOf(columns) && change({ sort: writeSort(next, list.ownSort) })}
        onOpen={props.onOpen}
        {...((props.acts || onExport) && { selection, onSelect: setSelection })}
        empty={
          list.isNarrowed ? (
            <NothingFound title={t(`${area}:empty`)} detail={t(`${area}:emptyDetail`)} onClear={list.clear} />
          ) : (
            <EmptyState title={t(`${area}:none`)} detail={t(`${area}:noneDetail`)} />
          )
        }
        actionBar={
          <SelectionBar
            unit={props.unit}
            selection={selection}
            onSelect={setSelection}
            rows={pages.rows}
            rowId={rowId}
            count={count}
            target={() => props.targetOf(selection)}
            onExport={onExport && ((kind) => onExport(selection, kind))}
          />
        }
        footer={[
          count && !props.isCounting
            ? t(`${area}:footer`, {
                count: count.totalResults,
                number: format.number(count.totalResults),
                sum: sums(count.sums) || format.money('0', configuration.currency),
                ms,
              })
            : t(`${area}:counting`, { ms }),
          pages.rows.length > 0 && t(pages.atEnd ? `${area}:end` : `${area}:scroll`),
        ]}
      />
    </>
  );
}
