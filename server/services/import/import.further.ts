/** What else of a rejected row cannot be read, so that whoever mends the file does it once. */
import { Refused, type RejectedValue } from './import.cell.ts';
import { fieldOf } from './import.fields.ts';
import type { Mapping } from './import.mapping.ts';

/** Values of a row that are named beside the first one. */
const MOST_FURTHER = 20;

/** Values that can be read however a mapping's file writes them. */
const READABLE = { amount: '1', date: '2001-01-01', yesNo: '1', text: '' } as const;

/**
 * Only rows that are rejected are read again, each time with something readable in the place of what was refused; good rows are read once.
 * @param first what was refused first. @param columns of the file. @param read reads cells as the mapping says, and throws Refused.
 * @returns the other values that cannot be read, in the order in which they are read
 */
export function furtherRefused(
  first: Refused,
  given: readonly string[],
  { mapping, columns, read }: { mapping: Mapping; columns: readonly string[]; read: (cells: readonly string[]) => unknown },
): RejectedValue[] {
  const cells = [...given];
  const further: RejectedValue[] = [];
  const seen = new Set<string>();
  let refused = first;
  while (refused.field !== null && !seen.has(refused.field) && further.length < MOST_FURTHER) {
    const { field } = refused;
    // In which currency amounts are meant is open when it cannot be read.
    const isOpen = seen.has('claim.currency') && fieldOf(mapping.record, field)?.kind === 'amount';
    if (refused !== first && !isOpen) further.push({ field, words: refused.words });
    seen.add(field);
    const { column } = mapping.fields.find((each) => each.field === field) ?? {};
    const index = column ? columns.indexOf(column) : -1;
    if (index < 0) break;
    cells[index] = readable(mapping, field);
    try {
      read(cells);
      break;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused = error;
    }
  }
  return further;
}

function readable({ record }: Mapping, field: string): string {
  const { kind = 'text', choices = [] } = fieldOf(record, field) ?? {};
  if (kind === 'choice') return choices[0] ?? '';
  return field.endsWith('.ref') ? '1' : READABLE[kind];
}
