/** The columns of a file: what they are called, and how a mapping's field is read from them. */
import { invalid } from '../../../core/fault.ts';
import type { FieldMapping } from './import.mapping.ts';

/** The names of a file's columns: its first row, or "Column 1" and so on; a repeated name gets a number. */
export function columnNames(firstRow: readonly string[], hasHeader: boolean): string[] {
  const taken = new Set<string>();
  return firstRow.map((cell, index) => {
    const name = hasHeader && cell.trim() !== '' ? cell.trim() : `Column ${index + 1}`;
    let unique = name;
    for (let count = 2; taken.has(unique); count++) unique = `${name} (${count})`;
    taken.add(unique);
    return unique;
  });
}

/** Reads one field's text from a row; '' when the row has no such cell. */
export type Source = (cells: readonly string[]) => string;

/** @param columns names of the file's columns. @throws Fault INVALID_INPUT when a column of the mapping is not in the file. */
export function sourceOf(mapping: FieldMapping, columns: readonly string[]): Source {
  const place = (name: string) => {
    const index = columns.indexOf(name);
    if (index < 0) throw invalid(`mapping.${mapping.field}`, `The file has no column "${name}"; it has ${columns.slice(0, 30).join(', ')}`);
    return index;
  };
  const raw = rawSource(mapping, place);
  if (!mapping.values?.length) return raw;
  const words = new Map(mapping.values.map(({ from, to }) => [from, to]));
  return (cells) => {
    const value = raw(cells);
    return words.get(value) ?? words.get(value.trim()) ?? value;
  };
}

function rawSource(mapping: FieldMapping, place: (name: string) => number): Source {
  if (mapping.column) {
    const index = place(mapping.column);
    return (cells) => cells[index] ?? '';
  }
  if (mapping.constant) {
    const constant = mapping.constant;
    return () => constant;
  }
  const parts = (mapping.template ?? '').split(/\{([^{}]+)\}/);
  const indexes = parts.map((part, at) => (at % 2 === 1 ? place(part) : -1));
  return (cells) => parts.map((part, at) => (at % 2 === 1 ? (cells[indexes[at]!] ?? '') : part)).join('');
}
