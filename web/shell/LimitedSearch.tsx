import { useSearchParams } from 'react-router';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { FilterBar } from '../ui/FilterBar.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { EmptyState } from '../ui/states.tsx';

/** Letters and digits the server asks of a limited search, and rows it shows. */
const LEAST = 3;
export const LIMITED_SIZE = 20;

/** @returns what is searched for, and whether it is long enough to be asked. */
export function useLimitedText(): { text: string; asks: boolean; onSearch: (next: string) => void } {
  const [params, setParams] = useSearchParams();
  const text = params.get('search')?.trim() ?? '';
  const asks = text.replace(/[^\p{L}\p{N}]/gu, '').length >= LEAST;
  return { text, asks, onSearch: (next) => setParams(next ? { search: next } : {}, { replace: true }) };
}

/**
 * The list of a role that finds what it is asked about and does not leaf through all of it (specification 1, section 6).
 * @param search of useLimitedText(). @param result the call's state. @param words: what stands there before a search, when it finds nothing, and below a full page.
 */
export function LimitedSearch<Row>(props: {
  title: string;
  placeholder: string;
  search: ReturnType<typeof useLimitedText>;
  result: { loading: boolean; error: unknown; refetch: () => void };
  columns: readonly Column<Row>[];
  shown: readonly string[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  onOpen: (row: Row) => void;
  words: { first: string; detail: string; empty: string; none: string; more: string };
}) {
  const { search, result, rows, words } = props;
  return (
    <>
      <PageHeader crumbs={[{ label: props.title }]} />
      <FilterBar search={{ value: search.text, onSearch: search.onSearch, placeholder: props.placeholder }} />
      <DataTable
        label={props.title}
        columns={props.columns.map((column) => ({ ...column, sortable: false }))}
        shown={props.shown}
        rows={rows}
        rowId={props.rowId}
        loading={search.asks && result.loading}
        error={search.asks ? result.error : undefined}
        onRetry={result.refetch}
        onOpen={props.onOpen}
        empty={
          search.asks ? <EmptyState title={words.empty} detail={words.none} /> : <EmptyState title={words.first} detail={words.detail} />
        }
        {...(rows.length === LIMITED_SIZE && { footer: [words.more] })}
      />
    </>
  );
}
