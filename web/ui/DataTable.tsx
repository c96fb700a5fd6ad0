import { type CSSProperties, useId, useMemo, useRef } from 'react';
import classes from './DataTable.module.css';
import { HeaderCell, SkeletonRows } from './DataTable.parts.tsx';
import type { DataTableProps } from './DataTable.props.ts';
import { TableRow } from './DataTable.row.tsx';
import { useWalk } from './DataTable.walk.ts';
import { isSelected, NOTHING, select } from './selection.ts';
import { EmptyState, ErrorState } from './states.tsx';
import { useTranslation } from './texts.ts';

export type { Column, Sort } from './DataTable.parts.tsx';

/** A list of any length: only the rows in view exist. Fills the height it is given; scrolls inside itself. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, rowId, onSelect, onOpen } = props;
  const { t } = useTranslation('ui');
  const gridId = useId();
  const scroller = useRef<HTMLDivElement>(null);
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

  const { active, span, turn, clicked, pressed } = useWalk(props, order, scroller, rowHeight);
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
              return (
                <TableRow
                  key={id}
                  id={`${gridId}-${index}`}
                  row={row}
                  columns={columns}
                  index={index}
                  rowHeight={rowHeight}
                  isActive={index === active}
                  isOpen={props.openId === id}
                  opens={onOpen !== undefined}
                  isSelected={onSelect && isSelected(selection, id)}
                  onTurn={(range) => turn(id, range)}
                />
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
