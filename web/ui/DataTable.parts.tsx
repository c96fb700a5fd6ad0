import { Skeleton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import classes from './DataTable.module.css';

/** A column of a DataTable. */
export interface Column<Row> {
  readonly key: string;
  readonly header: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** Pixels at least; columns share what is left in proportion. */
  readonly width: number;
  /** Never wider: what is left goes to the columns with words. */
  readonly isFixed?: boolean;
  /** Amounts and counts stand right. */
  readonly align?: 'left' | 'right';
  /** The header sorts; give `onSort`. */
  readonly sortable?: boolean;
  /** The row's main words: full ink, medium weight. */
  readonly strong?: boolean;
  /** Sentences and names: they take a second line before they are cut. */
  readonly wraps?: boolean;
  /** What acts on the row: it stays in view where the list scrolls sideways. The last column alone. */
  readonly sticks?: boolean;
}

export interface Sort {
  readonly key: string;
  readonly descending: boolean;
}

/** A column's name, which sorts where the list can. */
export function HeaderCell<Row>(props: { column: Column<Row>; sort: Sort | null; onSort: ((sort: Sort) => void) | undefined }) {
  const { column, sort, onSort } = props;
  const sorted = sort?.key === column.key;
  const Arrow = sorted && !sort.descending ? IconArrowUp : IconArrowDown;
  return (
    <th
      scope="col"
      className={classes.cell}
      data-align={column.align}
      aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          className={classes.sort}
          onClick={() => onSort({ key: column.key, descending: sorted ? !sort.descending : column.align === 'right' })}
        >
          {column.header}
          <Arrow size={14} data-on={sorted || undefined} aria-hidden="true" />
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}

/** Grey rows in the list's final shape. */
export function SkeletonRows<Row>(props: { columns: readonly Column<Row>[]; box: boolean; count: number; style: CSSProperties }) {
  const lines = Array.from({ length: props.count }, (_, line) => line);
  return (
    <div style={props.style} aria-hidden="true">
      {lines.map((line) => (
        <div key={line} className={classes.skeleton}>
          <span className={classes.box}>{props.box && <Skeleton height={16} width={16} radius={4} />}</span>
          {props.columns.map((column, place) => (
            <div key={column.key} className={classes.cell} data-align={column.align}>
              <Skeleton height={10} width={`${45 + ((line * 7 + place * 13) % 40)}%`} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
