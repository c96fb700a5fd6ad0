/** The columns of a file: what they are called, and how a mapping's field is read from them. */
import { invalid } from '../../../core/fault.ts';
import { columnLetter } from './import.letters.ts';
import type { FieldMapping } from './import.mapping.ts';

/** The names of a file's columns: its first row, or letters where no row names them; a repeated name gets a number. */
export function columnNames(firstRow: readonly string[], hasHeader: boolean): string[] {
  const taken = new Set<string>();
  return firstRow.map((cell, index) => {
    const name = !hasHeader ? columnLetter(index) : cell.trim() || `Column ${index + 1}`;
    let unique = name;
    for (let count = 2; taken.has(unique); count++) unique = `${name} (${count})`;
    taken.add(unique);
    return unique;
  });
}

/** Reads one field's text from a row; '' when the row has no such cell, or one that says nothing. */
export type Source = (cells: readonly string[]) => string;

/** Words that programs write where they have nothing to say. A mapping names those that its file has; as a name, "Null" is one. */
const EMPTY_MARKS = ['NULL', 'null', '(null)', '[NULL]', '\\N', 'N/A', 'n/a', '#N/A', 'NaN', '-', '--', '–', '—'];

/** @returns the marks for nothing that stand in cells. */
export function guessEmptyMarks(cells: Iterable<string>): string[] {
  const seen = new Set<string>();
  for (const cell of cells) if (cell.length < 10) seen.add(cell.trim());
  return EMPTY_MARKS.filter((mark) => seen.has(mark));
}

/** A letter, a figure, a sign: anything that can be seen. Format characters, such as a space of no width, cannot. */
const SEEN = /[^\s\p{Cf}\u115f\u2800\u3164]/u;

/**
 * @param columns names of the file's columns. @param marks what stands for nothing: such a cell is read as an empty one, and so is one of
 * blanks. @throws Fault INVALID_INPUT when a column of the mapping is not in the file.
 */
export function sourceOf(mapping: FieldMapping, columns: readonly string[], marks: readonly string[] = []): Source {
  const place = (name: string) => {
    const index = columns.indexOf(name);
    if (index < 0) throw invalid(`mapping.${mapping.field}`, 'fileColumn', { name, columns: columns.slice(0, 30).join(', ') });
    return index;
  };
  const empty = new Set(marks.map((mark) => mark.trim()));
  const longest = Math.max(0, ...[...empty].map((mark) => mark.length));
  const said = (cell: string): string => {
    if (cell === '') return '';
    if (isBlank(cell)) return '';
    return empty.size > 0 && cell.length <= longest + 20 && empty.has(cell.trim()) ? '' : cell;
  };
  const words = new Map((mapping.values ?? []).map(({ from, to }) => [from, to]));
  // What a mapping says about a word comes before what the word looks like: "-" may mean no.
  const meant = (cell: string): string => {
    const word = words.get(cell) ?? words.get(cell.trim());
    return word === undefined ? said(cell) : isBlank(word) ? '' : word;
  };
  if (mapping.column) {
    const index = place(mapping.column);
    return words.size > 0 ? (cells) => meant(cells[index] ?? '') : (cells) => said(cells[index] ?? '');
  }
  const raw = rawSource(mapping, place, said);
  return words.size > 0 ? (cells) => meant(raw(cells)) : raw;
}

/** @returns whether a text shows nothing. */
export function isBlank(text: string): boolean {
  const first = text.charCodeAt(0);
  return !(first > 32 && first < 127) && !SEEN.test(text);
}

function rawSource(mapping: FieldMapping, place: (name: string) => number, said: (cell: string) => string): Source {
  if (mapping.constant) {
    const constant = mapping.constant;
    return () => constant;
  }
  const parts = (mapping.template ?? '').split(/\{([^{}]+)\}/);
  const indexes = parts.map((part, at) => (at % 2 === 1 ? place(part) : -1));
  const named = indexes.filter((index) => index >= 0);
  // A key of which no part is there is none.
  return (cells) =>
    named.length > 0 && named.every((index) => said(cells[index] ?? '') === '')
      ? ''
      : parts.map((part, at) => (at % 2 === 1 ? said(cells[indexes[at]!] ?? '') : part)).join('');
}
