import { IconFileExport } from '@tabler/icons-react';
import { fromDecimal, toDecimal } from '../../../core/money.ts';
import { ActionButton } from '../../ui/ActionBar.tsx';
import type { ExportFormat } from '../../ui/ExportMenu.tsx';
import { useFormat } from '../../ui/format.ts';
import { EVERYTHING, isSelected, NOTHING, type Selection, selectedCount } from '../../ui/selection.ts';
import { toastError } from '../../ui/toasts.ts';
import { BulkActions } from './BulkActions.tsx';
import type { Asked } from './question.ts';
import type { Target } from './target.ts';

interface Sum {
  readonly currency: string;
  /** A decimal number. */
  readonly totalAmount: string;
}

/** How many a search finds, and what they owe. */
interface Count {
  readonly totalResults: number;
  readonly sums: readonly Sum[];
}

/**
 * The bar of what is selected in a search of accounts or claims: how many, what they owe, what may be done with them.
 * @param rows those that are loaded. @param count of all that match, once it is known. @param onExport writes the selection as a file; left out where it may not.
 */
export function SelectionBar<Row extends Sum>(props: {
  unit: Asked['unit'];
  selection: Selection;
  onSelect: (next: Selection) => void;
  rows: readonly Row[];
  rowId: (row: Row) => string;
  count: Count | undefined;
  target: () => Target;
  onExport: ((kind: ExportFormat) => Promise<void>) | undefined;
}) {
  const { selection, onSelect, onExport, count } = props;
  const sumUp = useSums();
  const whole = selection.mode === 'all' && selection.except.size === 0;
  return (
    <BulkActions
      unit={props.unit}
      count={selectedCount(selection, count?.totalResults ?? props.rows.length)}
      total={count?.totalResults}
      sum={sumUp(whole ? (count?.sums ?? []) : sumOf(props.rows.filter((row) => isSelected(selection, props.rowId(row)))))}
      target={props.target}
      onSelectAll={() => onSelect(EVERYTHING)}
      onClear={() => onSelect(NOTHING)}
    >
      {onExport &&
        (['csv', 'xlsx'] as const).map((kind) => (
          <ActionButton
            key={kind}
            icon={<IconFileExport size={16} stroke={1.6} />}
            onClick={() => void onExport(kind).catch((error: unknown) => toastError(error))}
          >
            {kind.toUpperCase()}
          </ActionButton>
        ))}
    </BulkActions>
  );
}

/** @returns what writes sums of several currencies in one line. */
export function useSums(): (sums: readonly Sum[]) => string {
  const format = useFormat();
  return (sums) => sums.map((sum) => format.money(sum.totalAmount, sum.currency)).join(' + ');
}

/** Adds up per currency, exactly. */
function sumOf(rows: readonly Sum[]): Sum[] {
  const minor = new Map<string, bigint>();
  for (const { currency, totalAmount } of rows)
    minor.set(currency, (minor.get(currency) ?? 0n) + (fromDecimal(totalAmount, currency) ?? 0n));
  return [...minor].map(([currency, sum]) => ({ currency, totalAmount: toDecimal(sum, currency) }));
}
