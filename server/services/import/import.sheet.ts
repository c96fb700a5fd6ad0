/** The rows of one sheet of a workbook, as they are unpacked: neither the sheet nor its texts are ever whole in memory at once. */
import { type SaidWords, words } from '../../../core/fault.ts';
import { BadArchive } from '../../platform/unzip.ts';
import { letterIndex } from './import.letters.ts';
import { type CellForm, isoDay, numberCell, unescapeText } from './import.sheet.cells.ts';
import { type XmlListener, XmlReader } from './import.xml.ts';

/** The last row of a sheet. */
const MOST_ROWS = 1_048_576;
/** Columns with something in them; a sheet can have 16,384, a file of claims has hundreds at most. */
const MOST_COLUMNS = 2_000;
/** Characters of one cell: a spreadsheet holds 32,767. */
const LONGEST_TEXT = 200_000;
/** Bytes that may come without a row. */
const LONGEST_ROW = 8 * 2 ** 20;
/** What the texts that cells share may take: they stay in memory, because any row may ask for any of them. */
const MOST_SHARED = 2_000_000;
const MOST_CHARACTERS = 64_000_000;

interface SheetRow {
  readonly number: number;
  readonly cells: readonly string[];
}

const tooLarge = (said: SaidWords) => new BadArchive('tooLarge', said);

/** Gathers the text of an element, without the reading aids of Japanese. */
class Text {
  value = '';
  private collects = false;
  private aids = 0;

  open(name: string): void {
    if (name === 'rPh') this.aids++;
    else this.collects = this.aids === 0;
  }

  close(name: string): void {
    if (name === 'rPh') this.aids--;
    this.collects = false;
  }

  add(text: string): void {
    if (!this.collects) return;
    this.value += text;
    if (this.value.length > LONGEST_TEXT) throw tooLarge(words('sheetCellLong', { number: LONGEST_TEXT }));
  }

  clear(): void {
    this.value = '';
  }
}

/** The texts that cells share, read as far as somebody asked for: the first rows ask for the first ones. */
class SharedTexts implements XmlListener {
  private readonly list: string[] = [];
  private readonly reader = new XmlReader(this);
  private readonly pieces: AsyncGenerator<Buffer>;
  private readonly current = new Text();
  private characters = 0;
  private isAtEnd = false;

  constructor(pieces: AsyncGenerator<Buffer>) {
    this.pieces = pieces;
  }

  open(name: string): void {
    if (name === 'si') this.current.clear();
    else if (name === 't' || name === 'rPh') this.current.open(name);
  }

  text(text: string): void {
    this.current.add(text);
  }

  close(name: string): void {
    if (name === 't' || name === 'rPh') this.current.close(name);
    if (name !== 'si') return;
    const text = unescapeText(this.current.value);
    this.characters += text.length;
    if (this.list.length >= MOST_SHARED || this.characters > MOST_CHARACTERS) throw tooLarge(words('sheetManyTexts'));
    // A copy: a part of a text keeps the whole piece that it was read from.
    this.list.push(Buffer.from(text).toString());
  }

  /** Reads on until a text is there, or the last one. */
  async reach(index: number): Promise<void> {
    while (!this.isAtEnd && this.list.length <= index) {
      const { value, done } = await this.pieces.next();
      this.isAtEnd = done === true;
      if (!done) this.reader.push(value);
    }
  }

  /** @throws BadArchive when there is no such text. */
  at(index: number): string {
    const text = this.list[index];
    if (text === undefined) throw new BadArchive('broken', words('sheetNoText', { index }));
    return text;
  }

  async end(): Promise<void> {
    await this.pieces.return(undefined);
  }
}

/** The rows of a sheet while it comes in; a number in a cell is that of a shared text. */
class SheetListener implements XmlListener {
  rows: { number: number; cells: (string | number)[] }[] = [];
  /** The highest number of a shared text so far. */
  highest = -1;
  private readonly form: CellForm;
  private readonly current = new Text();
  /** Number of the last row, and whether there are no more. */
  row = 0;
  isAtEnd = false;
  private inData = false;
  private cells: (string | number)[] = [];
  private column = -1;
  private type = 'n';
  private style = 0;
  private hasValue = false;
  private formula: string | null = null;

  constructor(form: CellForm) {
    this.form = form;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'sheetData') this.inData = true;
    if (!this.inData) return;
    if (name === 'row') this.openRow(attributes.r);
    else if (name === 'c') this.openCell(attributes);
    else if (name === 'v' || name === 't' || name === 'f' || name === 'rPh') {
      if (name === 'v' || name === 't') this.hasValue = true;
      this.current.open(name);
    }
  }

  text(text: string): void {
    this.current.add(text);
  }

  close(name: string): void {
    if (!this.inData) return;
    if (name === 'v' || name === 't' || name === 'f' || name === 'rPh') {
      this.current.close(name);
      if (name !== 'f') return;
      this.formula = this.current.value;
      this.current.clear();
    } else if (name === 'c') this.closeCell();
    else if (name === 'row') {
      if (this.cells.length > 0) this.rows.push({ number: this.row, cells: this.cells });
    } else if (name === 'sheetData') {
      this.inData = false;
      this.isAtEnd = true;
    }
  }

  private openRow(place: string | undefined): void {
    const number = place === undefined ? this.row + 1 : Number(place);
    if (!Number.isInteger(number) || number <= this.row)
      throw new BadArchive('broken', words('sheetRowsOrder', { place: place ?? number }));
    if (number > MOST_ROWS) throw tooLarge(words('sheetManyRows', { number: MOST_ROWS }));
    this.row = number;
    this.cells = [];
    this.column = -1;
  }

  private openCell({ r, t, s }: Readonly<Record<string, string>>): void {
    const column = r === undefined ? this.column + 1 : letterIndex(/^[A-Z]{1,3}/.exec(r)?.[0] ?? '');
    if (column <= this.column) throw new BadArchive('broken', words('sheetCellsOrder', { place: r ?? '' }));
    this.column = column;
    this.type = t ?? 'n';
    this.style = Number(s ?? 0);
    this.hasValue = false;
    this.formula = null;
    this.current.clear();
  }

  private closeCell(): void {
    const value = this.read(this.current.value);
    if (value === '') return;
    if (this.column >= MOST_COLUMNS) throw tooLarge(words('sheetManyColumns', { number: MOST_COLUMNS }));
    while (this.cells.length < this.column) this.cells.push('');
    this.cells.push(value);
  }

  private read(text: string): string | number {
    // A program wrote the formula and nobody calculated it: to be seen is better than to be empty.
    if (!this.hasValue) return this.formula === null ? '' : `=${this.formula}`;
    if (this.type === 's') {
      const index = Number(text);
      if (!/^\d{1,9}$/.test(text)) throw new BadArchive('broken', words('sheetNoText', { index: text }));
      this.highest = Math.max(this.highest, index);
      return index;
    }
    if (this.type === 'n') return numberCell(text.trim(), this.style, this.form);
    if (this.type === 'b') return text.trim() === '1' ? 'TRUE' : 'FALSE';
    if (this.type === 'd') return isoDay(text.trim());
    return unescapeText(text);
  }
}

/**
 * @param sheet its XML. @param shared the XML of the texts that cells share.
 * @returns the rows in groups, by the numbers that a spreadsheet shows; rows with nothing in them are left out. @throws BadArchive
 */
export async function* readSheet(
  sheet: AsyncGenerator<Buffer>,
  shared: AsyncGenerator<Buffer>,
  form: CellForm,
): AsyncGenerator<SheetRow[], undefined> {
  const texts = new SharedTexts(shared);
  const listener = new SheetListener(form);
  const reader = new XmlReader(listener);
  let since = 0;
  let before = 0;
  try {
    for await (const piece of sheet) {
      reader.push(piece);
      const { rows, row } = listener;
      since = row > before ? 0 : since + piece.length;
      before = row;
      if (since > LONGEST_ROW) throw tooLarge(words('sheetRowLong'));
      if (rows.length > 0) {
        listener.rows = [];
        await texts.reach(listener.highest);
        yield rows.map(({ number, cells }) => ({ number, cells: cells.map((cell) => (typeof cell === 'string' ? cell : texts.at(cell))) }));
      }
      // Behind the rows stands how they look.
      if (listener.isAtEnd) return undefined;
    }
    reader.end();
  } finally {
    await texts.end();
  }
  return undefined;
}
