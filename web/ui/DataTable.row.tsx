import classes from './DataTable.module.css';
import type { Column } from './DataTable.parts.tsx';
import { useTranslation } from './texts.ts';

/** One row of a list, where it stands among all of them. */
export function TableRow<Row>(props: {
  /** In the page; what has the focus names it. */
  id: string;
  row: Row;
  columns: readonly Column<Row>[];
  index: number;
  rowHeight: number;
  isActive: boolean;
  isOpen: boolean;
  opens: boolean;
  /** Undefined where rows are not selected. */
  isSelected: boolean | undefined;
  onTurn: (range: boolean) => void;
}) {
  const { row, index, isSelected } = props;
  const { t } = useTranslation('ui');
  return (
    <tr
      id={props.id}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-index={index}
      data-active={props.isActive || undefined}
      data-open={props.isOpen || undefined}
      data-opens={props.opens || undefined}
      className={classes.row}
      style={{ transform: `translateY(${index * props.rowHeight}px)` }}
    >
      {/* The whole cell takes the click: a box of 16 px alone is easily missed. */}
      <td className={classes.box}>
        {isSelected !== undefined && (
          <label className={classes.target}>
            <input
              type="checkbox"
              className={classes.check}
              tabIndex={-1}
              aria-label={t('selection.row')}
              checked={isSelected}
              onChange={(event) => props.onTurn((event.nativeEvent as globalThis.MouseEvent).shiftKey === true)}
            />
          </label>
        )}
      </td>
      {props.columns.map((column) => (
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
}
