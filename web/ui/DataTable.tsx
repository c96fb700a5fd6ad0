import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import classes from './DataTable.module.css';
import { type Column, HeaderCell, SkeletonRows, type Sort } from './DataTable.parts.tsx';
import { usePlaceInTable } from './DataTable.place.ts';
import { useHotkeys } from './hotkeys.ts';
import { useRowsInView } from './rowsInView.ts';
import { isSelected, NOTHING, type Selection, select, toggle } from './selection.ts';
import { EmptyState, ErrorState } from './states.tsx';
import { useTranslation } from './texts.ts';

export type { Column, Sort } from './DataTable.parts.tsx';

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

/** A list of any length: only the rows in view exist. Fills the height it is given; scrolls inside itself. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, rowId, onSelect, onOpen } = props;
  const { t } = useTranslation('ui');
  const gridId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const anchor = useRef<string | null>(null);
  const [active, setActive] = useState(-1);
  const rowHeight = props.rowHeight ?? 44;
  const selection = props.selection ?? NOTHING;

  const columns = useMemo(
    () =>
      props.shown === undefined ? props.columns : props.shown.flatMap((key) => props.columns.find((column) => column.key === key) ?? []),
    [props.columns, props.shown],
  );
  const template =
    (onSelect ? '44px ' : '12px ') +
    columns.map(({ width, isFixed }) => (isFixed ? `${width}px` : `minmax(${width}px, ${width}fr)`)).join(' ');
  const minWidth = columns.reduce((sum, column) => sum + column.width, onSelect ? 44 : 12);
  const order = useMemo(() => rows.map(rowId), [rows, rowId]);

  const { span, scrollTo } = useRowsInView(scroller, rows.length, rowHeight);
  const lastSeen = span.to - 1;
  const onEndReached = useRef(props.onEndReached);
  onEndReached.current = props.onEndReached;
  useEffect(() => {
    if (rows.length > 0 && lastSeen >= rows.length - 10) onEndReached.current?.();
  }, [lastSeen, rows.length]);
  useEffect(() => setActive((index) => Math.min(index, rows.length - 1)), [rows.length]);
  usePlaceInTable(scroller, props.label, order, { active, setActive });

  function move(by: number) {
    if (rows.length === 0) return;
    const next = Math.max(0, Math.min(rows.length - 1, active + by));
    setActive(next);
    scrollTo(next);
    const row = rows[next];
    if (row !== undefined) props.onActive?.(row);
  }
  function turn(id: string, range: boolean) {
    onSelect?.(toggle(selection, order, id, range ? anchor.current : null));
    anchor.current = id;
  }
  function turnActive(range: boolean) {
    const row = rows[active];
    if (row !== undefined) turn(rowId(row), range);
  }
  function openActive(event: globalThis.KeyboardEvent) {
    // Enter on a focused link or button belongs to that.
    if (event.target instanceof HTMLElement && event.target.closest('a, button, [role="tab"]')) (event.target as HTMLElement).click();
    else if (rows[active] !== undefined) onOpen?.(rows[active], event);
  }
  function clicked(event: MouseEvent) {
    const target = event.target as HTMLElement;
    const index = Number(target.closest<HTMLElement>('tr[data-index]')?.dataset.index ?? -1);
    const row = rows[index];
    if (row === undefined) return;
    setActive(index);
    if (!target.closest('a, button, input, label')) onOpen?.(row, event);
  }
  /** Paging belongs to whoever has the focus; J, K and the arrows work from anywhere on the screen. */
  function pressed(event: KeyboardEvent<HTMLTableElement>) {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
    const by = { PageDown: page, PageUp: -page, Home: -rows.length, End: rows.length }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(by);
  }
  useHotkeys(
    {
      j: () => move(1),
      ArrowDown: () => move(1),
      k: () => move(-1),
      ArrowUp: () => move(-1),
      ...(onOpen && active >= 0 && { Enter: openActive }),
      ...Object.fromEntries(
        Object.entries(props.rowKeys ?? {}).map(([key, act]) => [key, () => rows[active] !== undefined && act(rows[active])]),
      ),
      ...(onSelect && {
        x: () => turnActive(false),
        'shift+x': () => turnActive(true),
        'mod+a': () => onSelect(select(selection, order, true)),
      }),
    },
    { enabled: props.keyboard ?? true, ofList: true },
  );

  const allLoaded = rows.length > 0 && order.every((id) => isSelected(selection, id));
  const someLoaded = order.some((id) => isSelected(selection, id));
  const style = { '--columns': template, '--row': `${rowHeight}px`, minWidth } as CSSProperties;

  // A table whose rows are walked through and selected is a grid to those who hear it.
  const grid = {
    role: 'grid',
    tabIndex: 0,
    'aria-multiselectable': onSelect ? true : undefined,
    'aria-activedescendant': active >= 0 ? `${gridId}-${active}` : undefined,
  };

  return (
    <div className={classes.frame}>
      <div ref={scroller} className={classes.scroller}>
        <table
          {...grid}
          aria-label={props.label}
          aria-rowcount={(props.total ?? rows.length) + 1}
          aria-busy={props.loading || undefined}
          className={classes.grid}
          style={style}
          onClick={clicked}
          onKeyDown={pressed}
        >
          <thead>
            <tr className={classes.head} aria-rowindex={1}>
              <th className={classes.box} scope="col">
                {onSelect && (
                  <input
                    type="checkbox"
                    className={classes.check}
                    aria-label={t('selection.loaded')}
                    checked={allLoaded}
                    disabled={rows.length === 0}
                    ref={(input) => {
                      if (input) input.indeterminate = someLoaded && !allLoaded;
                    }}
                    onChange={() => onSelect(allLoaded ? NOTHING : select(selection, order, true))}
                  />
                )}
              </th>
              {columns.map((column) => (
                <HeaderCell key={column.key} column={column} sort={props.sort ?? null} onSort={props.onSort} />
              ))}
            </tr>
          </thead>
          <tbody className={classes.rows} style={{ height: rows.length * rowHeight }} data-stale={props.loading || undefined}>
            {rows.slice(span.from, span.to).map((row, place) => {
              const index = span.from + place;
              const id = order[index]!;
              const selected = onSelect !== undefined && isSelected(selection, id);
              return (
                <tr
                  key={id}
                  id={`${gridId}-${index}`}
                  aria-rowindex={index + 2}
                  aria-selected={onSelect ? selected : undefined}
                  data-index={index}
                  data-active={index === active || undefined}
                  data-open={props.openId === id || undefined}
                  data-opens={onOpen ? true : undefined}
                  className={classes.row}
                  style={{ transform: `translateY(${index * rowHeight}px)` }}
                >
                  {/* The whole cell takes the click: a box of 16 px alone is easily missed. */}
                  <td className={classes.box}>
                    {onSelect && (
                      <label className={classes.target}>
                        <input
                          type="checkbox"
                          className={classes.check}
                          tabIndex={-1}
                          aria-label={t('selection.row')}
                          checked={selected}
                          onChange={(event) => turn(id, (event.nativeEvent as globalThis.MouseEvent).shiftKey === true)}
                        />
                      </label>
                    )}
                  </td>
                  {columns.map((column) => (
                    <td
                      key={column.key}
                      className={classes.cell}
                      data-align={column.align}
                      data-strong={column.strong || undefined}
                      data-sticks={column.sticks || undefined}
                    >
                      {column.wraps ? <span className={classes.wraps}>{column.cell(row)}</span> : column.cell(row)}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
        {props.error ? (
          <ErrorState error={props.error} onRetry={props.onRetry} />
        ) : rows.length === 0 && props.loading ? (
          <SkeletonRows columns={columns} box={onSelect !== undefined} count={14} style={style} />
        ) : rows.length === 0 ? (
          (props.empty ?? <EmptyState title={t('table.empty')} />)
        ) : (
          props.loadingMore && <SkeletonRows columns={columns} box={onSelect !== undefined} count={3} style={style} />
        )}
      </div>
      {props.actionBar}
      {props.footer !== undefined && (
        <footer className={classes.footer}>
          <span>{props.footer[0]}</span>
          <span>{props.footer[1]}</span>
        </footer>
      )}
    </div>
  );
}
