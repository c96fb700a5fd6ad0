/** What the check of a file doubts: references that come twice or lost their zeros, amounts far beyond the others. */
import { toDecimal } from '../../../core/money.ts';
import type { Notes } from './import.notes.ts';
import type { Overlay } from './import.overlay.ts';
import type { ImportedRow } from './import.reader.ts';
import { Repeats } from './import.repeats.ts';

/** How many times the median an amount is unusual, and how many rows it takes to know the median. */
const UNUSUAL = 1000n;
const ENOUGH_ROWS = 3;

/** Looks at the rows of one file in their order. */
export class Doubts {
  private readonly notes: Notes;
  private readonly refs = new Repeats();
  private readonly saying = new Repeats();
  /** Minor units, of the first chunk that has enough rows. */
  private median: bigint | null = null;

  constructor(notes: Notes) {
    this.notes = notes;
  }

  look(rows: readonly ImportedRow[]): void {
    for (const row of rows) for (const { field, value } of row.notTaken) this.notes.add('notTaken', field, value, row.number);
    const claims = rows.filter((row) => row.claimRef !== '' && row.amount > 0n);
    this.median ??= medianOf(claims);
    for (const row of claims) {
      const before = this.refs.count(row.claimRef);
      if (before > this.saying.count(`${row.amount} ${row.claimRef}`)) this.notes.add('repeated', 'claim.ref', row.claimRef, row.number);
      if (this.median !== null && row.amount > this.median * UNUSUAL)
        this.notes.add('unusual', 'claim.amount', toDecimal(row.amount, row.currency), row.number);
    }
  }

  /** Compares all new references of the file with the known ones. */
  async compare(overlay: Overlay): Promise<void> {
    for (const kind of ['account', 'claim'] as const) {
      const { count, pairs } = await overlay.withoutZeros(kind);
      for (const [at, { said, known }] of pairs.entries())
        this.notes.add('zeros', `${kind}.ref`, `${said} / ${known}`, undefined, at === 0 ? count : 0);
    }
  }
}

function medianOf(rows: readonly ImportedRow[]): bigint | null {
  if (rows.length < ENOUGH_ROWS) return null;
  const amounts = rows.map(({ amount }) => amount).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return amounts[amounts.length >> 1] ?? null;
}
