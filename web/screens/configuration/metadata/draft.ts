/** A schema while it is edited: a list of fields in their order, so that names may change while they are typed. */
import { type MetaField, type MetaSchema, metaFields, metaOptions } from '../../../../core/metadata.ts';

export type FieldDraft = MetaField & { readonly name: string };

export const fieldsOf = (schema: MetaSchema): FieldDraft[] => metaFields(schema);

/** @returns the schema that the fields make. */
export function schemaOf(fields: readonly FieldDraft[]): MetaSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, ...field }) => [name, field])),
    order: fields.map((field) => field.name),
  };
}

/** @returns the field as one of another type: what the type does not know goes. */
export function withType({ name, title, ...options }: FieldDraft, type: MetaField['type']): FieldDraft {
  const known = metaOptions(type).filter((option) => option !== 'format');
  return {
    ...(title !== undefined && { title }),
    name,
    ...Object.fromEntries(Object.entries(options).filter(([option]) => known.includes(option))),
    type,
  };
}

/** @returns a name that no field has yet. */
export function freshName(fields: readonly FieldDraft[]): string {
  for (let number = fields.length + 1; ; number++) if (!fields.some((field) => field.name === `field${number}`)) return `field${number}`;
}

/** @returns the list with the field at a place moved up or down by one. */
export function moved(fields: readonly FieldDraft[], at: number, by: -1 | 1): FieldDraft[] {
  const next = [...fields];
  const [field] = next.splice(at, 1);
  next.splice(at + by, 0, field!);
  return next;
}

/** @returns what is wrong that the screen can tell by itself: names that are empty or there twice. */
export function twiceNamed(fields: readonly FieldDraft[]): ReadonlySet<string> {
  return new Set(fields.map((field) => field.name).filter((name, at, all) => name === '' || all.indexOf(name) !== at));
}
