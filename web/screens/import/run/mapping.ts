/** A mapping while it is being made: which field each column fills, and what the file does not say itself. */
import type { CheckImportMutationVariables, GetImportFileQuery, ImportChoicesQuery, MappingFieldsFragment } from './import.graphql.ts';

export type Mapping = MappingFieldsFragment;
export type FieldMapping = Mapping['fields'][number];
export type FieldChoice = ImportChoicesQuery['listImportFields'][number];
export type SavedMapping = ImportChoicesQuery['listImportMappings'][number];
export type FileView = GetImportFileQuery['getImportFile'];

/** @returns the mapping as the server takes it: what it answered with carries the names of its types. */
export function mappingInput(mapping: Mapping): CheckImportMutationVariables['mapping'] {
  const { record, encoding, separator, skipRows, sheet, hasHeader, decimalMark, dateOrder, createAccounts, emptyMarks } = mapping;
  const fields = mapping.fields.map(({ field, column, constant, template, values }) => ({
    field,
    column,
    constant,
    template,
    values: values.map(({ from, to }) => ({ from, to })),
  }));
  return { record, encoding, separator, skipRows, sheet, hasHeader, decimalMark, dateOrder, createAccounts, emptyMarks, fields };
}

/** @returns the kept mapping that reads a file as it is and says most about it, or null: every column it names must be there. */
export function fittingMapping(saved: readonly SavedMapping[], view: FileView): SavedMapping | null {
  const columns = new Set(view.columns);
  const fits = saved.filter(
    ({ mapping }) =>
      mapping.hasHeader &&
      view.hasHeader &&
      mapping.skipRows === view.skipRows &&
      (mapping.sheet ?? view.sheet) === view.sheet &&
      (mapping.encoding ?? view.encoding) === view.encoding &&
      (mapping.separator ?? view.separator) === view.separator &&
      mapping.fields.some(({ column }) => column !== null) &&
      mapping.fields.every((field) => columnsOf(field).every((column) => columns.has(column))),
  );
  return fits.sort((a, b) => b.mapping.fields.length - a.mapping.fields.length)[0] ?? null;
}

function columnsOf({ column, template }: FieldMapping): string[] {
  if (column !== null) return [column];
  return [...(template ?? '').matchAll(/\{([^{}]+)\}/g)].flatMap(([, name]) => name ?? []);
}

/** Lets a column fill a field, or none; a field is filled once. */
export function mapColumn(mapping: Mapping, column: string, field: string | null): Mapping {
  const rest = mapping.fields.filter((each) => each.column !== column && each.field !== field);
  return { ...mapping, fields: field === null ? rest : [...rest, { field, column, constant: null, template: null, values: [] }] };
}

/** Fills a field with words that do not stand in a column, or with a composed key when they name columns in braces; '' takes it out. */
export function setText(mapping: Mapping, field: string, text: string): Mapping {
  const rest = mapping.fields.filter((each) => each.field !== field);
  if (text === '') return { ...mapping, fields: rest };
  const composed = /\{[^{}]+\}/.test(text);
  return {
    ...mapping,
    fields: [...rest, { field, column: null, constant: composed ? null : text, template: composed ? text : null, values: [] }],
  };
}

/** Says what a word of the file means for a field; '' leaves the word as it is. */
export function setWord(mapping: Mapping, field: string, from: string, to: string): Mapping {
  return {
    ...mapping,
    fields: mapping.fields.map((each) =>
      each.field === field
        ? { ...each, values: [...each.values.filter((value) => value.from !== from), ...(to === '' ? [] : [{ from, to }])] }
        : each,
    ),
  };
}

/** @returns the required fields that nothing fills yet. The currency falls back to the client's. */
export function missingFields(mapping: Mapping, choices: readonly FieldChoice[]): string[] {
  const filled = new Set(mapping.fields.map(({ field }) => field));
  const missing = choices
    .filter((choice) => choice.requiredFor.includes(mapping.record) && choice.field !== 'claim.currency' && !filled.has(choice.field))
    .map(({ field }) => field);
  if (mapping.record !== 'claims' && mapping.record !== 'accounts' && !filled.has('account.ref') && !filled.has('claim.ref'))
    missing.push('account.ref');
  return missing;
}

/** The distinct words of a column among the rows that are shown, and those that a mapping already names. */
export function wordsOf(field: FieldMapping, columns: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const index = columns.indexOf(field.column ?? '');
  const seen = new Set(field.values.map(({ from }) => from));
  for (const row of rows) if (row[index]) seen.add(row[index]);
  return [...seen].slice(0, 40);
}

/** The free field a column may become. */
export function metaField(record: Mapping['record'], column: string): string | null {
  return record === 'claims' ? `claim.meta.${column}` : record === 'accounts' ? `account.meta.${column}` : null;
}
