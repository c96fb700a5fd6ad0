/** The metadata schemas as the specification's configuration call knows them: `metaFields`, and `defaultMeta` held against them. */
import { Fault, invalid, missingPermission } from '../../../../core/fault.ts';
import { holds } from '../../../../core/holds.ts';
import { METADATA_SCHEMA_TYPES, type MetadataSchemaType, type MetaSchema, metaFields, readMetaSchema } from '../../../../core/metadata.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { readClient } from '../../backoffice/backoffice.logic.ts';
import { defineMetaFields, type Editor, type MetaFields } from '../../backoffice/backoffice.metaFields.logic.ts';
import { checkedDefaults, fits, isSafePattern } from './metadata.check.ts';
import { isSameSchema, listMetadata, setMetadataSchema } from './metadata.logic.ts';

defineMetaFields({ read: readMetaFields, write: writeMetaFields, checkDefaults });

async function readMetaFields(tx: Tx): Promise<MetaFields> {
  const schemas = await listMetadata(tx);
  return Object.fromEntries(
    schemas.map(({ schemaType, schema }) => [
      schemaType,
      Object.fromEntries(metaFields(schema).map(({ name, ...field }) => [name, field])),
    ]),
  ) as MetaFields;
}

async function writeMetaFields(tx: Tx, wanted: Readonly<Record<string, unknown>>, { userId, permissions }: Editor): Promise<void> {
  const before = await listMetadata(tx);
  for (const [owner, fields] of Object.entries(wanted)) {
    const schema = schemaOf(knownOwner('metaFields', owner), fields);
    if (isSameSchema(schema, before.find(({ schemaType }) => schemaType === owner)!.schema)) continue;
    if (!holds(permissions, 'account', 'editMetadataSchema')) throw missingPermission('account/editMetadataSchema', 'metaFields');
    await setMetadataSchema(tx, owner as MetadataSchemaType, schema, null, userId, permissions);
  }
}

async function checkDefaults(tx: Tx, values: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const schemas = await listMetadata(tx);
  return Object.fromEntries(
    Object.entries(values).map(([given, fields]) => {
      const owner = knownOwner('defaultMeta', given);
      // Products come with claims and are not made on their own.
      if (owner === 'product') throw invalid('defaultMeta.product', 'metaDefaultsOwner');
      if (!isObject(fields)) throw invalid(`defaultMeta.${owner}`, 'jsonObject');
      return [owner, checkedDefaults(schemas.find(({ schemaType }) => schemaType === owner)!.schema, fields, `defaultMeta.${owner}`)];
    }),
  );
}

/** Metadata that new accounts and claims begin with. */
export type NewMeta = Readonly<Record<'account' | 'claim', Readonly<Record<string, unknown>>>>;

/** @returns the client's default values, without those that its schemas do not know or allow any more. */
export async function readNewMeta(tx: Tx): Promise<NewMeta> {
  const { defaultMeta } = await readClient(tx);
  const schemas = await listMetadata(tx);
  const allowed = (owner: 'account' | 'claim') => {
    const { schema } = schemas.find(({ schemaType }) => schemaType === owner)!;
    const values = isObject(defaultMeta[owner]) ? defaultMeta[owner] : {};
    return Object.fromEntries(
      Object.entries(values).filter(([name, value]) => {
        const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
        return field ? fits(field, value) : schema.order.length === 0;
      }),
    );
  };
  return { account: allowed('account'), claim: allowed('claim') };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function knownOwner(field: 'metaFields' | 'defaultMeta', owner: string): MetadataSchemaType {
  const known = METADATA_SCHEMA_TYPES.find((type) => type === owner);
  if (!known) throw invalid(field, 'metaOwner', { owners: METADATA_SCHEMA_TYPES.join(', '), owner: owner.slice(0, 40) });
  return known;
}

function schemaOf(owner: MetadataSchemaType, fields: unknown): MetaSchema {
  if (!isObject(fields)) throw invalid(`metaFields.${owner}`, 'jsonObject');
  const properties = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldOf(field)]));
  const read = readMetaSchema({ properties, order: Object.keys(fields) }, isSafePattern);
  if ('key' in read) throw new Fault('INVALID_INPUT', read, ['metaFields', owner, read.path.replace(/^properties\./, '')].join('.'));
  return read;
}

/** Types by the names that conditions have for them. */
const VALUE_TYPES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  STRING: { type: 'string' },
  TIME: { type: 'string' },
  DATE: { type: 'string', format: 'DATE' },
  NUMBER: { type: 'number' },
  CURRENCY: { type: 'number', format: 'CURRENCY' },
  BOOLEAN: { type: 'boolean' },
  ARRAY: { type: 'array' },
  OBJECT: { type: 'object' },
};

/** A field in the words of a metadata schema: JSON-Schema's own `minimum`, `integer` and `date` are understood, and so is a bare type. */
function fieldOf(given: unknown): unknown {
  if (typeof given === 'string') return VALUE_TYPES[given.toUpperCase()] ?? { type: given };
  if (!isObject(given)) return given;
  const { type, minimum, format, ...rest } = given;
  const known = typeof type === 'string' ? (type === 'integer' ? VALUE_TYPES.NUMBER : VALUE_TYPES[type.toUpperCase()]) : undefined;
  return {
    ...rest,
    ...(type !== undefined && { type }),
    ...known,
    ...(format !== undefined && { format: format === 'date' ? 'DATE' : format }),
    ...(minimum !== undefined && rest.mininum === undefined && { mininum: minimum }),
  };
}
