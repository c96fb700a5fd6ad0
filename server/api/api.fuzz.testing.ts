/** Requests made of the description, right ones and wrong ones, without end: what the fuzzing test and `npm run attack -- api` send. */
import fc from 'fast-check';
import type { ApiRequest } from './api.testing.ts';
import { requestOf } from './api.testing.ts';
import type { Compiled } from './compile.ts';
import type { Values } from './endpoint.ts';
import type { Components, JsonSchema } from './schemas.ts';

/** Values that are there, by the name of the parameter or field that they fit. */
export type Known = Readonly<Record<string, readonly string[]>>;

export interface Fuzzed {
  readonly name: string;
  readonly request: ApiRequest;
}

/** Texts that programs stumble over. */
const NASTY = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  '\uD800',
  '\uFEFF',
  '__proto__',
  'constructor',
  "'; drop table account; --",
  '{{7*7}}',
  '%00',
  '../../etc/passwd',
  '\u202Eabc',
  '𝔘𝔫𝔦',
  'ß'.repeat(300),
  'x'.repeat(5000),
  '-1',
  '1e999',
  'NaN',
  '9'.repeat(40),
  '2026-02-30',
  '0001-01-01',
  '9999-12-31',
  '1970-01-01T00:00:00+23:59',
);
const text = fc.oneof(
  { weight: 3, arbitrary: fc.string({ maxLength: 30 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  NASTY,
);
const anything = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(text, { maxLength: 3 }),
  fc.dictionary(text, fc.oneof(text, fc.integer()), { maxKeys: 3 }),
);

/** @returns values that a schema takes. @param named what the value is called, for ids that are there. */
function fitting(schema: JsonSchema, components: Components, known: Known, named: string): fc.Arbitrary<unknown> {
  if (typeof schema.$ref === 'string') return fitting(components.get(schema.$ref.split('/').at(-1)!) ?? {}, components, known, named);
  if (Array.isArray(schema.anyOf))
    return fc.oneof(...(schema.anyOf as JsonSchema[]).map((each) => fitting(each, components, known, named)));
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  const types = [schema.type ?? 'any'].flat() as string[];
  const real = known[named] ?? [];
  return fc.oneof(...types.map((type) => ofType(type, schema, components, known, named, real)));
}

function ofType(
  type: string,
  schema: JsonSchema,
  components: Components,
  known: Known,
  named: string,
  real: readonly string[],
): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: Number(schema.minimum ?? -1000), max: Math.min(Number(schema.maximum ?? 1000), 100_000) });
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'array':
      return fc.array(fitting((schema.items ?? {}) as JsonSchema, components, known, named), {
        minLength: Number(schema.minItems ?? 0),
        maxLength: 3,
      });
    case 'object': {
      const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
      const required = (schema.required ?? []) as string[];
      if (properties.length === 0) return fc.dictionary(text, fc.oneof(text, fc.integer(), fc.constant(null)), { maxKeys: 3 });
      return fc.record(Object.fromEntries(properties.map(([name, each]) => [name, fitting(each, components, known, name)])), {
        requiredKeys: required,
      });
    }
    case 'string':
      if (schema.format === 'date')
        return fc
          .date({ min: new Date('1990-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
          .map((day) => day.toISOString().slice(0, 10));
      if (schema.format === 'date-time')
        return fc.date({ min: new Date('1990-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }).map((at) => at.toISOString());
      if (typeof schema.pattern === 'string' && schema.pattern.includes('1,15'))
        return fc.integer({ min: -500, max: 50_000 }).map((cents) => (cents / 100).toFixed(2));
      return real.length > 0 ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...real) }, { weight: 1, arbitrary: text }) : text;
    default:
      return anything;
  }
}

/** @returns values of a call; some of them wrong when they are to be. */
function values(each: Compiled, components: Components, known: Known, isWrong: boolean): fc.Arbitrary<Values> {
  const own: Record<string, fc.Arbitrary<unknown>> = {};
  const required: string[] = [];
  const add = (name: string, schema: JsonSchema, isRequired: boolean, odd: fc.Arbitrary<unknown> = anything) => {
    const right = name === 'wait' ? fc.constant(0) : fitting(schema, components, known, name);
    own[name] = isWrong ? fc.oneof({ weight: 2, arbitrary: right }, { weight: 1, arbitrary: odd }) : right;
    if (isRequired) required.push(name);
  };
  for (const { name, schema, required: isRequired, in: where } of each.parameters)
    add(name, schema, isRequired && (where === 'path' || !isWrong), text);
  const { properties = {}, required: needed = [] } = (each.body ?? {}) as { properties?: Record<string, JsonSchema>; required?: string[] };
  for (const [name, schema] of Object.entries(properties)) add(name, schema, needed.includes(name) && !isWrong);
  if (isWrong) own.surplus = text;
  return fc.record(own, { requiredKeys: required });
}

const ROWS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'application/x-ndjson': fc
    .array(
      fc.oneof(
        text,
        fc
          .dictionary(fc.constantFrom('account.ref', 'claim.ref', 'claim.amount', 'claim.currency', 'x'), anything)
          .map((row) => JSON.stringify(row)),
      ),
      { maxLength: 4 },
    )
    .map((lines) => lines.join('\n')),
  'application/json': fc.oneof(
    fc.array(anything, { maxLength: 4 }).map((rows) => JSON.stringify(rows)),
    text,
  ),
  'text/csv': fc.oneof(
    fc.constant('account.ref,claim.ref,claim.amount\nK1,R1,10.00\n'),
    text,
    text.map((cell) => `account.ref,claim.ref,claim.amount\n${cell},R2,1\n`),
  ),
};

/** Paths that mean another one to a client's own parser. */
const asSegment = (value: unknown) => (['', '.', '..'].includes(String(value)) ? '-' : String(value)).replace(/[\uD800-\uDFFF]/g, '-');
const safe = (each: Compiled, given: Values): Values =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const where = each.parameters.find((parameter) => parameter.name === name)?.in;
      return [name, where === 'path' ? asSegment(value) : value];
    }),
  );

/** @returns requests to all endpoints, the same for the same seed. */
export function fuzz(
  compiled: readonly Compiled[],
  components: Components,
  known: Known,
  { count, seed }: { count: number; seed: number },
): Fuzzed[] {
  const one = fc.constantFrom(...compiled).chain((each) =>
    fc
      .tuple(
        fc.oneof(
          { weight: 3, arbitrary: values(each, components, known, false) },
          { weight: 2, arbitrary: values(each, components, known, true) },
        ),
        fc.constantFrom(...Object.keys(ROWS)),
        fc.oneof({ weight: 12, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: text }),
        fc.oneof({ weight: 6, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headers }),
      )
      .chain(([given, type, broken, more]) =>
        (each.endpoint.takes && each.endpoint.method === 'POST' ? ROWS[type]! : fc.constant(null)).map((rows): Fuzzed => {
          const request = requestOf(each, safe(each, given), more as Record<string, string>);
          const payload = rows ?? (broken !== null && request.payload !== undefined ? broken : request.payload);
          return {
            name: each.endpoint.name,
            request: {
              ...request,
              headers: { ...request.headers, ...(rows === null ? {} : { 'content-type': type }), ...(more as Record<string, string>) },
              ...(payload === undefined ? {} : { payload }),
            },
          };
        }),
      ),
  );
  return fc.sample(one, { numRuns: count, seed });
}

const headers = fc.oneof(
  fc.constantFrom<Record<string, string>>(
    { accept: 'text/html' },
    { accept: '*/*;q=0' },
    { 'content-type': 'text/plain' },
    { 'content-type': '' },
    { 'if-match': '"1-aaaaaaaaaaaaaaaaaaaaaa"' },
    { 'if-match': '*' },
    { 'if-match': 'nothing' },
    { 'if-none-match': '*' },
    { 'idempotency-key': 'the same for all' },
    { 'idempotency-key': 'x'.repeat(300) },
    { 'content-encoding': 'gzip' },
  ),
);

/** @returns calls of endpoints with their values as one object, as assistants give them; the same for the same seed. */
export function fuzzValues(
  compiled: readonly Compiled[],
  components: Components,
  known: Known,
  { count, seed }: { count: number; seed: number },
): { each: Compiled; values: Values }[] {
  const one = fc
    .constantFrom(...compiled)
    .chain((each) =>
      fc
        .tuple(
          fc.oneof(values(each, components, known, false), values(each, components, known, true)),
          fc.oneof({ weight: 5, arbitrary: fc.constant('x') }, { weight: 1, arbitrary: anything }),
        )
        .map(([given, why]) => ({ each, values: each.endpoint.method === 'GET' ? given : { ...given, why } })),
    );
  return fc.sample(one, { numRuns: count, seed });
}
