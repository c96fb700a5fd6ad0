import type { MouseEvent, ReactNode } from 'react';
import type { Column, Sort } from './DataTable.parts.tsx';
import type { Selection } from './selection.ts';

/** What a list of any length is given. */
export interface DataTableProps<Row> {
  /** What the list is, for those who hear it: "Accounts". */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Keys of the columns to show, in order; all when left out. */
  readonly shown?: readonly string[];
  /** What is loaded so far. */
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** How many match in all, loaded or not. */
  readonly total?: number;
  /** True while there is nothing to show yet (skeleton) or older rows stand in for new ones (dimmed). */
  readonly loading?: boolean;
  readonly error?: unknown;
  readonly onRetry?: () => void;
  readonly empty?: ReactNode;
  readonly sort?: Sort | null;
  readonly onSort?: (sort: Sort) => void;
  /** With onSelect: a box per row, Shift for a range, "x" on the keyboard. */
  readonly selection?: Selection;
  readonly onSelect?: (selection: Selection) => void;
  /** Click or Enter on a row. */
  readonly onOpen?: (row: Row, event: MouseEvent | globalThis.KeyboardEvent) => void;
  /** Walking with the keyboard came to a row: what is open beside the list follows. */
  readonly onActive?: (row: Row) => void;
  /** Shortcuts for the row one stands on. */
  readonly rowKeys?: Readonly<Record<string, (row: Row) => void>>;
  /** The row that is open beside the list. */
  readonly openId?: string | null;
  /** Called when the last rows come into view; load more then. */
  readonly onEndReached?: () => void;
  readonly loadingMore?: boolean;
  readonly rowHeight?: number;
  /** Left and right words of the line below the list. */
  readonly footer?: readonly [ReactNode, ReactNode?];
  /** An ActionBar. */
  readonly actionBar?: ReactNode;
  /** False where another list of the same screen owns J, K, Enter and x. */
  readonly keyboard?: boolean;
}
