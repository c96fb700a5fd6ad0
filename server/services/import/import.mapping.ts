/** A mapping says how a file is read: its form, and which field each column, constant or composed key fills. */
import { z } from 'zod';
import { collectFaults, faultOfIssues, inSchema } from '../../../core/collectFaults.ts';
import { invalid, words } from '../../../core/fault.ts';
import { FIELDS, type FieldDefinition, fieldOf, RECORDS } from './import.fields.ts';
import { columnLetter } from './import.letters.ts';
import { MOST_SKIPPED, SEPARATORS } from './import.rows.ts';
import { ENCODINGS } from './import.text.ts';

const text = z.string().max(500);

const fieldMapping = z.object({
  field: text,
  /** Exactly one of the three says where the value comes from. A template names columns in braces: "{customer_id}-{bill_period_end}". */
  column: text.nullish(),
  constant: text.nullish(),
  template: text.nullish(),
  /** Words of the file and what they mean; a word that is not listed stays as it is. */
  values: z
    .array(z.object({ from: text, to: text }))
    .max(200)
    .nullish(),
});

const mappingSchema = z.object({
  record: z.enum(RECORDS),
  /** Detected when absent. */
  encoding: z.enum(ENCODINGS).nullish(),
  separator: z.enum(SEPARATORS).nullish(),
  /** Lines above the names of the columns, or above the first row. */
  skipRows: z.int().min(0).max(MOST_SKIPPED).nullish(),
  /** Of a workbook; its first one with rows when absent. */
  sheet: text.nullish(),
  hasHeader: z.boolean(),
  decimalMark: z.enum(['.', ',']),
  dateOrder: z.enum(['YMD', 'DMY', 'MDY']),
  /** Accounts that the file names and nobody knows: made, or reported. Claims always make their account. */
  createAccounts: z.boolean().nullish(),
  /** Words that stand for nothing, such as NULL: a cell of one says as little as an empty one. To the letter: a name may be Null. */
  emptyMarks: z.array(text.min(1)).max(50).nullish(),
  fields: z
    .array(fieldMapping)
    .min(1, inSchema(words('mappingNone')))
    .max(300),
});

export type Mapping = z.infer<typeof mappingSchema>;
export type FieldMapping = Mapping['fields'][number];

/** @returns the mapping, checked by itself. @throws Fault INVALID_INPUT naming what is wrong. */
export function checkMapping(value: unknown): Mapping {
  const parsed = mappingSchema.safeParse(value);
  if (!parsed.success) {
    throw faultOfIssues('mapping', parsed.error.issues);
  }
  const mapping = parsed.data.hasHeader ? parsed.data : byLetter(parsed.data);
  const seen = new Set<string>();
  collectFaults((check) => {
    for (const each of mapping.fields) check(() => checkField(mapping.record, each, seen));
    check(() => {
      const missing = requiredFields(mapping.record).filter(({ field }) => !seen.has(field) && field !== 'claim.currency');
      if (missing[0])
        throw invalid(`mapping.${missing[0].field}`, 'mappingColumns', { fields: missing.map(({ field }) => `"${field}"`).join(', ') });
    });
    check(() => {
      if (mapping.record !== 'claims' && !seen.has('account.ref') && !seen.has('claim.ref'))
        throw invalid('mapping.account.ref', 'mappingAccount');
    });
  });
  return mapping;
}

/** @param seen the fields before it, to which it is added. @throws Fault INVALID_INPUT */
function checkField(record: Mapping['record'], { field, column, constant, template }: FieldMapping, seen: Set<string>): void {
  const place = `mapping.${field}`;
  if (!fieldOf(record, field)) throw invalid(place, 'mappingField', { record, field });
  if (seen.has(field)) throw invalid(place, 'mappingTwice', { field });
  seen.add(field);
  const sources = [column, constant, template].filter((source) => source !== null && source !== undefined && source !== '');
  if (sources.length !== 1) throw invalid(place, 'mappingOne', { field });
}

/** Mappings that were kept before columns without names were called by letter call them "Column 1". */
function byLetter(mapping: Mapping): Mapping {
  const letter = (number: string) => columnLetter(Number(number) - 1);
  const fields = mapping.fields.map((each) => ({
    ...each,
    column: each.column?.replace(/^Column ([1-9]\d{0,3})$/, (_, number: string) => letter(number)),
    template: each.template?.replace(/\{Column ([1-9]\d{0,3})\}/g, (_, number: string) => `{${letter(number)}}`),
  }));
  return { ...mapping, fields };
}

/** @returns the fields that a record cannot do without. The currency falls back to the client's. */
export function requiredFields(record: Mapping['record']): readonly FieldDefinition[] {
  return FIELDS.filter((definition) => definition.requiredFor?.includes(record));
}
