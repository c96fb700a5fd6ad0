/**
 * What a client's metadata fields are called and what they may hold (specification 2, section 3). A schema is like JSON-Schema; the server
 * translates it for its validator. Words of the contract are kept as they are, `mininum` too.
 */
export const METADATA_SCHEMA_TYPES = ['account', 'claim', 'product'] as const;
export type MetadataSchemaType = (typeof METADATA_SCHEMA_TYPES)[number];

export const META_TYPES = ['string', 'number', 'boolean', 'array', 'object'] as const;
export type MetaType = (typeof META_TYPES)[number];
/** What lists and groups may be made of. */
export const META_SIMPLE_TYPES = ['string', 'number', 'boolean'] as const satisfies readonly MetaType[];

export interface MetaField {
  readonly type: MetaType;
  readonly title?: string;
  /** The only texts that are allowed. */
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A regular expression that must match somewhere in the text; ^ and $ for all of it. */
  readonly pattern?: string;
  readonly format?: string;
  readonly mininum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  /** What a list is made of; texts when it is not said. */
  readonly items?: MetaField;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  /** The parts of a group; any when none is named. */
  readonly properties?: Readonly<Record<string, MetaField>>;
  /** The order of the parts: JSON objects have none that lasts. */
  readonly order?: readonly string[];
  /** Search finds an account by the words of this field. Not said: no. */
  readonly searchable?: boolean;
  /** Staff may change it. Not said: yes. */
  readonly editable?: boolean;
}

export interface MetaSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, MetaField>>;
  readonly order: readonly string[];
}

export const NO_SCHEMA: MetaSchema = { type: 'object', properties: {}, order: [] };

export const META_FORMATS: Readonly<Partial<Record<MetaType, readonly string[]>>> = {
  string: ['TEXT', 'DATE'],
  number: ['NUMBER', 'CURRENCY', 'PERCENTAGE'],
};

/** Fields of one schema, or of one group. */
export const MOST_FIELDS = 200;
const MOST_ENUM = 500;
export const MOST_PATTERN = 200;
/** Characters of a name, a title, an allowed value. */
const MOST_WORD = 200;
const MOST_LENGTH = 10_000;

/** Which options a type has, and what each must be. */
const OPTIONS: Readonly<Record<MetaType, Readonly<Record<string, 'count' | 'number' | 'flag' | 'text' | 'other'>>>> = {
  string: {
    enum: 'other',
    minLength: 'count',
    maxLength: 'count',
    pattern: 'text',
    format: 'other',
    searchable: 'flag',
    editable: 'flag',
  },
  number: { mininum: 'number', maximum: 'number', format: 'other', searchable: 'flag', editable: 'flag' },
  boolean: { searchable: 'flag', editable: 'flag' },
  array: { minItems: 'count', maxItems: 'count', uniqueItems: 'flag', items: 'other' },
  object: { minProperties: 'count', maxProperties: 'count', properties: 'other', order: 'other' },
};

/** @returns the options of a type, for an editor. */
export const metaOptions = (type: MetaType): readonly string[] => Object.keys(OPTIONS[type]);

const PAIRS = [
  ['minLength', 'maxLength'],
  ['mininum', 'maximum'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

/** What is wrong with a schema: where (`properties.vip.type`), and a key of the fault texts with its values. */
export interface SchemaProblem {
  readonly path: string;
  readonly key:
    | 'schemaShape'
    | 'schemaName'
    | 'schemaType'
    | 'schemaOption'
    | 'schemaRange'
    | 'schemaValues'
    | 'schemaMost'
    | 'schemaPattern';
  readonly values: Readonly<Record<string, string | number>>;
}

class Problem extends Error {
  readonly problem: SchemaProblem;
  constructor(path: string, key: SchemaProblem['key'], values: SchemaProblem['values'] = {}) {
    super(key);
    this.problem = { path, key, values };
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads a schema as somebody sent it.
 * @param isSafePattern whether a pattern is a regular expression that can be answered in time; the engine that runs it knows.
 * @returns the schema with its fields in order and nothing that it does not know, or what is wrong with it.
 */
export function readMetaSchema(value: unknown, isSafePattern: (pattern: string) => boolean): MetaSchema | SchemaProblem {
  try {
    if (!isObject(value) || (value.type !== undefined && value.type !== 'object')) throw new Problem('', 'schemaShape');
    const unknown = Object.keys(value).find((key) => !['type', 'properties', 'order', '$schema', 'title'].includes(key));
    if (unknown !== undefined) throw new Problem(unknown, 'schemaOption', { option: unknown });
    const { properties, order } = readProperties(value, '', isSafePattern, true);
    return { type: 'object', properties, order };
  } catch (error) {
    if (error instanceof Problem) return error.problem;
    throw error;
  }
}

function readProperties(value: Record<string, unknown>, at: string, isSafePattern: (pattern: string) => boolean, top: boolean) {
  const path = `${at}properties`;
  const given = value.properties ?? {};
  if (!isObject(given)) throw new Problem(path, 'schemaShape');
  const names = Object.keys(given);
  if (names.length > MOST_FIELDS) throw new Problem(path, 'schemaMost', { number: MOST_FIELDS });
  const properties: Record<string, MetaField> = {};
  for (const name of names) {
    // Names become paths, and words of templates and conditions.
    if (!/^[A-Za-z][\w-]{0,59}$/.test(name) || Object.hasOwn(Object.prototype, name))
      throw new Problem(`${path}.${name}`, 'schemaName', { name });
    properties[name] = readField(given[name], `${path}.${name}`, isSafePattern, top ? META_TYPES : META_SIMPLE_TYPES);
  }
  const wanted = Array.isArray(value.order)
    ? value.order.filter((name) => typeof name === 'string' && Object.hasOwn(properties, name))
    : [];
  return { properties, order: [...new Set([...(wanted as string[]), ...names])] };
}

function readField(value: unknown, path: string, isSafePattern: (pattern: string) => boolean, types: readonly MetaType[]): MetaField {
  if (!isObject(value)) throw new Problem(path, 'schemaShape');
  const type = types.find((each) => each === value.type);
  if (type === undefined) throw new Problem(`${path}.type`, 'schemaType', { types: types.join(', ') });
  const options = OPTIONS[type];
  const field: Record<string, unknown> = { type };
  if (value.title != null && value.title !== '') {
    if (typeof value.title !== 'string' || value.title.length > MOST_WORD)
      throw new Problem(`${path}.title`, 'schemaOption', { option: 'title' });
    field.title = value.title;
  }
  for (const [option, given] of Object.entries(value)) {
    if (option === 'type' || option === 'title' || given == null) continue;
    const kind = Object.hasOwn(options, option) ? options[option] : undefined;
    const wrong = new Problem(`${path}.${option}`, 'schemaOption', { option });
    if (kind === undefined) throw wrong;
    if (kind === 'flag' && typeof given !== 'boolean') throw wrong;
    if (kind === 'number' && !(typeof given === 'number' && Number.isFinite(given))) throw wrong;
    if (kind === 'count' && !(Number.isInteger(given) && (given as number) >= 0 && (given as number) <= MOST_LENGTH)) throw wrong;
    if (kind === 'text' && typeof given !== 'string') throw wrong;
    if (option === 'format' && !META_FORMATS[type]?.includes(given as string)) throw wrong;
    if (option === 'enum') {
      if (!isAllowedValues(given)) throw new Problem(`${path}.enum`, 'schemaValues', { number: MOST_ENUM });
      if (given.length === 0) continue;
    }
    if (option === 'pattern') {
      if (given === '') continue;
      if ((given as string).length > MOST_PATTERN || !isSafePattern(given as string))
        throw new Problem(`${path}.pattern`, 'schemaPattern', { number: MOST_PATTERN });
    }
    if (option === 'items') field.items = readField(given, `${path}.items`, isSafePattern, META_SIMPLE_TYPES);
    else if (option !== 'properties' && option !== 'order') field[option] = given;
  }
  if (type === 'object') Object.assign(field, readProperties(value, `${path}.`, isSafePattern, false));
  for (const [least, most] of PAIRS) {
    const [from, to] = [field[least], field[most]];
    if (typeof from === 'number' && typeof to === 'number' && from > to)
      throw new Problem(`${path}.${most}`, 'schemaRange', { least: from, most: to });
  }
  return field as unknown as MetaField;
}

function isAllowedValues(given: unknown): given is string[] {
  return (
    Array.isArray(given) &&
    given.length <= MOST_ENUM &&
    given.every((each) => typeof each === 'string' && each !== '' && each.length <= MOST_WORD) &&
    new Set(given).size === given.length
  );
}

/** @returns the fields in their order with their names. */
export function metaFields(schema: Pick<MetaSchema, 'properties' | 'order'>): (MetaField & { readonly name: string })[] {
  return schema.order.map((name) => ({ ...schema.properties[name]!, name }));
}

/** @returns what the field is called. */
export const metaTitle = (name: string, field: MetaField): string => field.title || name;

/**
 * A value as its field means it. What files and strategies brought as text counts as the number, the yes or no, or the list that it spells.
 * @returns the value; itself when it spells nothing of the kind.
 */
export function metaValue(field: MetaField, value: unknown): unknown {
  if (field.type === 'array' && field.items && Array.isArray(value)) return value.map((each) => metaValue(field.items!, each));
  if (field.type === 'object' && field.properties && isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [
        name,
        Object.hasOwn(field.properties!, name) ? metaValue(field.properties![name]!, part) : part,
      ]),
    );
  if (typeof value !== 'string') return field.type === 'string' && typeof value === 'number' ? String(value) : value;
  if (field.type === 'number' && /^-?\d{1,15}(\.\d{1,10})?$/.test(value.trim())) return Number(value);
  if (field.type === 'boolean') {
    const word = value.trim().toLowerCase();
    if (word === 'true' || word === 'false') return word === 'true';
  }
  return value;
}

/** What search must know of a schema: the fields whose words it finds; of a yes or no the word is the title, when it is yes. */
export interface SearchableField {
  readonly name: string;
  readonly title: string;
}

/** @returns the searchable fields by name, so that two schemas with the same ones compare alike. */
export function searchableFields(schema: MetaSchema): SearchableField[] {
  return Object.entries(schema.properties)
    .filter(([, field]) => field.searchable === true)
    .map(([name, field]) => ({ name, title: field.type === 'boolean' ? metaTitle(name, field) : '' }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** What a form holds of a value: texts while they are typed, rows of lists, parts of groups by name, and rows of a name and a text. */
export type MetaForm = string | readonly MetaForm[] | MetaGroupForm;
export interface MetaGroupForm {
  readonly [name: string]: MetaForm;
}

/** A group without named parts holds whatever is entered: rows of a name and a text. */
export const isFreeGroup = (field: MetaField): boolean => field.type === 'object' && (field.order?.length ?? 0) === 0;

/** @returns a value as its form shows it; what the field does not mean is shown as it is. */
export function metaForm(field: MetaField, given: unknown): MetaForm {
  const value = metaValue(field, given);
  if (field.type === 'array') {
    const items = field.items ?? { type: 'string' };
    return value == null ? [] : (Array.isArray(value) ? value : [value]).map((each) => metaForm(items, each));
  }
  if (field.type === 'object') {
    const parts = isObject(value) ? value : {};
    if (isFreeGroup(field)) return Object.entries(parts).map(([name, part]) => [name, plainText(part)]);
    return Object.fromEntries(field.order!.map((name) => [name, metaForm(field.properties![name]!, parts[name])]));
  }
  return plainText(value);
}

function plainText(value: unknown): string {
  if (value == null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * @param before what stood there: parts of a group that the form does not show stay.
 * @returns the value that a form means; null when nothing is entered. What cannot be read stays text, for the server to say what is wrong.
 */
export function readMetaForm(field: MetaField, form: MetaForm, before?: unknown): unknown {
  if (field.type === 'array') {
    const values = (form as readonly MetaForm[])
      .map((each) => readMetaForm(field.items ?? { type: 'string' }, each))
      .filter((each) => each !== null);
    return values.length > 0 ? values : null;
  }
  if (field.type === 'object') {
    const parts: [string, unknown][] = isFreeGroup(field)
      ? (form as readonly (readonly [string, string])[]).filter(([name]) => name !== '').map(([name, text]) => [name, text])
      : [
          ...Object.entries(isObject(before) ? before : {}).filter(([name]) => !field.order!.includes(name)),
          ...field.order!.map((name): [string, unknown] => [
            name,
            readMetaForm(field.properties![name]!, (form as MetaGroupForm)[name] ?? ''),
          ]),
        ];
    const entered = parts.filter(([, value]) => value !== null);
    return entered.length > 0 ? Object.fromEntries(entered) : null;
  }
  if (form === '') return null;
  return field.type === 'string' ? form : metaValue(field, form);
}
