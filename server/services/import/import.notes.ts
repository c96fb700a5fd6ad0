/** What a check notices about a file that is no reason to reject a row: counted, with the first values and rows that show it. */

/**
 * notTaken: what no field can hold. repeated: a reference that the file has said already, with another amount. zeros: references that
 * differ from known ones by zeros in front alone. unusual: amounts far beyond those of the other rows.
 */
export type NoteKind = 'notTaken' | 'repeated' | 'zeros' | 'unusual';

export interface Note {
  readonly kind: NoteKind;
  /** The field it is about, e.g. debtor.gender. */
  readonly field: string;
  /** Rows. */
  count: number;
  /** The first different values. */
  readonly examples: string[];
  /** Numbers of the first rows, as a spreadsheet counts. */
  readonly rows: number[];
}

/** A value that its field cannot hold. It is kept among the details, under the name of its column. */
export interface NotTaken {
  readonly field: string;
  readonly value: string;
}

const EXAMPLES = 5;
const LONGEST_EXAMPLE = 80;

/** Gathers the notes of one file. */
export class Notes {
  private readonly notes = new Map<string, Note>();

  add(kind: NoteKind, field: string, value: string, row?: number, count = 1): void {
    const key = `${kind} ${field}`;
    const note: Note = this.notes.get(key) ?? { kind, field, count: 0, examples: [], rows: [] };
    this.notes.set(key, note);
    note.count += count;
    const example = value.slice(0, LONGEST_EXAMPLE);
    if (note.examples.length < EXAMPLES && !note.examples.includes(example)) note.examples.push(example);
    if (row !== undefined && note.rows.length < EXAMPLES) note.rows.push(row);
  }

  list(): Note[] {
    return [...this.notes.values()];
  }
}
