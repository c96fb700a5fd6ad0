/** Free fields of a file, held against the client's metadata schemas where it has them. */
import { words } from '../../../core/fault.ts';
import { type MetaField, type MetaSchema, metaFields, metaTitle } from '../../../core/metadata.ts';
import { calendarDate } from '../../../core/time.ts';
import { metadataFault } from '../account/metadata/metadata.misfit.logic.ts';
import { type CellReader, Refused, shorten } from './import.cell.ts';
import type { Source } from './import.columns.ts';
import type { FieldDefinition } from './import.fields.ts';
import type { Mapping } from './import.mapping.ts';
import { readYesNo } from './import.values.ts';

/** The client's schemas of what a file can bring. */
export interface MetaSchemas {
  readonly claim: MetaSchema;
  readonly account: MetaSchema;
}

type Prefix = 'claim.meta.' | 'account.meta.';

interface Free {
  readonly name: string;
  readonly source: Source;
  /** Undefined: the schema does not know it, so it is kept as it is written. */
  readonly field: MetaField | undefined;
}

/** Reads the free fields of rows. */
export class MetaReader {
  private readonly prefix: Prefix;
  private readonly free: readonly Free[];
  private readonly decimalMark: Mapping['decimalMark'];
  private readonly cells: Pick<CellReader, 'date'>;

  constructor(
    prefix: Prefix,
    sources: readonly (readonly [string, Source])[],
    schema: MetaSchema,
    form: { readonly decimalMark: Mapping['decimalMark']; readonly cells: Pick<CellReader, 'date'> },
  ) {
    this.prefix = prefix;
    this.decimalMark = form.decimalMark;
    this.cells = form.cells;
    this.free = sources
      .filter(([field]) => field.startsWith(prefix))
      .map(([field, source]) => {
        const name = field.slice(prefix.length);
        return { name, source, field: Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined };
      });
  }

  /**
   * @returns the texts that are not empty, by name; figures, days and yes or no of the schema in the spelling that it is kept in.
   * @throws Refused naming the field whose value the schema does not allow.
   */
  read(cells: readonly string[]): Record<string, string> {
    const meta: Record<string, string> = {};
    for (const { name, source, field } of this.free) {
      const text = source(cells);
      if (text !== '') meta[name] = field ? this.checked(`${this.prefix}${name}`, field, text) : text;
    }
    return meta;
  }

  private checked(at: string, field: MetaField, text: string): string {
    const value = this.spelled(at, field, text);
    const misfit = metadataFault(field, value);
    if (misfit) throw new Refused(at, words('cellMeta', { text: shorten(text), reason: misfit.words }));
    return value;
  }

  /** A value as the file writes it, in the one spelling that metadata has. */
  private spelled(at: string, field: MetaField, text: string): string {
    if (field.type === 'number') return plainNumber(text.trim(), this.decimalMark);
    if (field.type === 'boolean') return String(readYesNo(text) ?? text);
    if (field.type === 'string' && field.format === 'DATE') return calendarDate(text) ?? this.cells.date(at, text) ?? '';
    return text;
  }
}

/** @returns "1.284,60" as 1284.60 where a comma is the decimal mark; itself when it is written otherwise. */
export function plainNumber(text: string, mark: Mapping['decimalMark']): string {
  const group = mark === ',' ? '\\.' : ',';
  const number = new RegExp(`^-?(\\d{1,3}(${group}\\d{3})+|\\d+)(\\${mark}\\d+)?$`);
  return number.test(text) ? text.replaceAll(mark === ',' ? '.' : ',', '').replace(mark, '.') : text;
}

/** A field of a schema as a column may mean it. */
export interface DetailDefinition extends FieldDefinition {
  readonly title: string;
}

/** @returns the fields of the schemas that one column can fill: lists and groups have no spelling of one cell. */
export function detailFields(schemas: MetaSchemas): DetailDefinition[] {
  return (['claim', 'account'] as const).flatMap((type) =>
    metaFields(schemas[type]).flatMap((field): DetailDefinition[] => {
      if (field.type === 'array' || field.type === 'object') return [];
      const kind = field.type === 'boolean' ? 'yesNo' : field.enum ? 'choice' : field.format === 'DATE' ? 'date' : 'text';
      return [
        {
          field: `${type}.meta.${field.name}`,
          title: metaTitle(field.name, field),
          kind,
          records: type === 'claim' ? ['claims'] : ['claims', 'accounts'],
          ...(field.enum && { choices: field.enum }),
          names: [field.name, metaTitle(field.name, field)],
        },
      ];
    }),
  );
}
