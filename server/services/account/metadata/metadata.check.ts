/** Metadata held against its schema: translated to JSON-Schema for ajv, with faults that stand beside the field they are about. */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { collectFaults } from '../../../../core/collectFaults.ts';
import { Fault, invalid } from '../../../../core/fault.ts';
import { type MetaField, type MetaSchema, metaValue, readMetaSchema } from '../../../../core/metadata.ts';
import { calendarDate } from '../../../../core/time.ts';
import { linear, linearForAjv } from '../../../platform/linear.ts';

/** @returns whether a pattern is a regular expression that is answered in linear time. */
export function isSafePattern(pattern: string): boolean {
  try {
    linear(pattern);
    return true;
  } catch {
    return false;
  }
}

/** @returns the schema as it is kept. @throws Fault INVALID_INPUT naming the place, e.g. schema.properties.vip.type */
export function checkedSchema(value: unknown): MetaSchema {
  const read = readMetaSchema(value, isSafePattern);
  if ('key' in read) throw new Fault('INVALID_INPUT', read, read.path === '' ? 'schema' : `schema.${read.path}`);
  return read;
}

const ajv = new Ajv({ strict: true, allErrors: false, messages: false, code: { regExp: linearForAjv }, ownProperties: true });
ajv.addFormat('DATE', { type: 'string', validate: (text: string) => calendarDate(text) !== null });
/** An amount as people write it: at most two decimals, and small enough for them to be exact. */
ajv.addFormat('CURRENCY', {
  type: 'number',
  validate: (value: number) => Math.abs(value) < 1e13 && Number(value.toFixed(2)) === value,
});

/** @returns the JSON-Schema of a field's values. */
export function jsonSchemaOf(field: MetaField): Record<string, unknown> {
  const { type, mininum, title: _, searchable: __, editable: ___, items, properties, order: ____, format, ...same } = field;
  const schema: Record<string, unknown> = { type, ...same };
  if (mininum !== undefined) schema.minimum = mininum;
  if (format === 'DATE' || format === 'CURRENCY') schema.format = format;
  if (type === 'array') schema.items = jsonSchemaOf(items ?? { type: 'string' });
  if (type === 'object' && properties && Object.keys(properties).length > 0)
    schema.properties = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, jsonSchemaOf(part)]));
  return schema;
}

/** Compiled fields by the text of their schema: compiling takes a thousand times as long as checking. */
const compiled = new Map<string, ValidateFunction>();
const MOST_COMPILED = 2000;

function validatorOf(field: MetaField): ValidateFunction {
  const schema = jsonSchemaOf(field);
  const key = JSON.stringify(schema);
  let validator = compiled.get(key);
  if (!validator) {
    if (compiled.size >= MOST_COMPILED) {
      compiled.clear();
      ajv.removeSchema();
    }
    validator = ajv.compile(schema);
    compiled.set(key, validator);
  }
  return validator;
}

/** @returns whether the field allows the value, as its meaning is read. */
export function fits(field: MetaField, value: unknown): boolean {
  return validatorOf(field)(metaValue(field, value)) === true;
}

/** @returns what keeps a field from holding a value, as its meaning is read; null when it may. */
export function metadataFault(field: MetaField, value: unknown, name = ''): Fault | null {
  const validate = validatorOf(field);
  return validate(metaValue(field, value)) ? null : faultOf(name, field, validate.errors?.[0]);
}

/**
 * Holds a change of metadata against the schema: the fields that change must be editable and hold what is allowed. What stood there before
 * and is not touched is left alone, whether the schema knows it or not; what the schema does not know may only go.
 * @param before all that stands there. @param change what is to be set; null removes.
 * @returns the change with its values as they are kept. @throws Fault INVALID_INPUT with the path of every wrong value, e.g. meta.vehicle.plate
 */
export function checkedChange(
  schema: MetaSchema,
  before: Readonly<Record<string, unknown>>,
  change: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  const keep = (name: string, given: unknown) => {
    const known = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    const stood = Object.hasOwn(before, name) ? before[name] : null;
    const value = known && given !== null ? metaValue(known, given) : given;
    const unchanged = JSON.stringify(stood) === JSON.stringify(given) || JSON.stringify(stood) === JSON.stringify(value);
    if (!unchanged && schema.order.length > 0) {
      if (!known && given !== null) throw invalid(`meta.${name}`, 'metaUnknown', { name });
      if (known?.editable === false) throw invalid(`meta.${name}`, 'metaNotEditable');
      const misfit = known && given !== null ? metadataFault(known, given, name) : null;
      if (misfit) throw misfit;
    }
    Object.defineProperty(kept, name, { value: unchanged ? stood : value, enumerable: true, configurable: true, writable: true });
  };
  return collectFaults((check) => {
    for (const [name, given] of Object.entries(change)) check(() => keep(name, given));
    return kept;
  });
}

/**
 * Values that new records begin with. Without a schema anything goes; with one, only what it knows and allows, also in fields that people do
 * not edit. @param path where the values stand in the input. @returns the values as they are kept. @throws Fault INVALID_INPUT
 */
export function checkedDefaults(schema: MetaSchema, values: Readonly<Record<string, unknown>>, path: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, given]) => given !== null)
      .map(([name, given]) => {
        const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
        if (!field && schema.order.length > 0) throw invalid(`${path}.${name}`, 'metaUnknown', { name });
        const misfit = field && metadataFault(field, given, name);
        if (misfit) throw new Fault(misfit.code, misfit.words, misfit.field?.replace(/^meta/, path));
        return [name, field ? metaValue(field, given) : given];
      }),
  );
}

const LIMITS = {
  minLength: 'metaMinLength',
  maxLength: 'metaMaxLength',
  minimum: 'metaMinimum',
  maximum: 'metaMaximum',
  minItems: 'metaMinItems',
  maxItems: 'metaMaxItems',
  minProperties: 'metaMinProperties',
  maxProperties: 'metaMaxProperties',
} as const;
const SHAPES = { uniqueItems: 'metaUnique', pattern: 'metaPattern' } as const;

/** What is wrong with a value, at its place. */
function faultOf(name: string, field: MetaField, error: ErrorObject | undefined): Fault {
  const within = (error?.instancePath ?? '')
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const at = ['meta', name, ...within].join('.');
  const params = (error?.params ?? {}) as Record<string, unknown>;
  if (error?.keyword === 'enum') return invalid(at, 'oneOf', { choices: (params.allowedValues as string[]).join(', ') });
  if (error?.keyword === 'format') return invalid(at, params.format === 'DATE' ? 'metaDate' : 'metaCurrency');
  if (error?.keyword === 'type') return invalid(at, typeText(String(params.type)));
  const keyword = error?.keyword ?? '';
  if (Object.hasOwn(LIMITS, keyword)) return invalid(at, LIMITS[keyword as keyof typeof LIMITS], { limit: Number(params.limit ?? 0) });
  if (Object.hasOwn(SHAPES, keyword)) return invalid(at, SHAPES[keyword as keyof typeof SHAPES]);
  return invalid(at, typeText(field.type));
}

const TYPES: Readonly<Record<string, 'metaNumber' | 'metaBoolean' | 'metaArray' | 'metaGroup'>> = {
  number: 'metaNumber',
  boolean: 'metaBoolean',
  array: 'metaArray',
  object: 'metaGroup',
};
const typeText = (type: string) => TYPES[type] ?? 'metaText';
