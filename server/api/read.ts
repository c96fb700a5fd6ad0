/** Reads what a request brings by the schemas of its endpoint: each wrong or unknown value is named, and none is changed. */
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { englishOf } from '../../core/fault.ts';
import type { FaultKey } from '../../core/faultTexts.ts';
import type { Compiled, Parameter } from './compile.ts';
import { pointerTo, type WrongValue, WrongValues } from './problems.ts';
import type { Components, JsonSchema } from './schemas.ts';

export interface Readers {
  /** @returns the values of path and query. @throws WrongValues */
  readonly parameters: (path: Readonly<Record<string, string>>, query: Readonly<Record<string, unknown>>) => Record<string, unknown>;
  /** @throws WrongValues */
  readonly body: ((value: unknown) => Record<string, unknown>) | null;
}

/** @returns a validator that knows the components. */
export function schemasWith(components: Components): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: true, ownProperties: true });
  (ajvFormats as unknown as (target: Ajv2020) => void)(ajv);
  ajv.addSchema({ $id: 'urn:quittance:api', components: { schemas: Object.fromEntries(components) } });
  return ajv;
}

/** The components are in another document than the schemas that refer to them. */
const elsewhere = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"urn:quittance:api#/components/')) as JsonSchema;

export const validatorOf = (ajv: Ajv2020, schema: JsonSchema): ValidateFunction => ajv.compile(elsewhere(schema));

/** @returns readers of an endpoint's requests. */
export function readersOf(ajv: Ajv2020, { parameters, body }: Compiled): Readers {
  const checks = parameters.map((parameter) => ({ parameter, isRight: validatorOf(ajv, parameter.schema) }));
  const known = new Set(parameters.map(({ name }) => name));
  const isBody = body && validatorOf(ajv, body);
  return {
    parameters: (path, query) => {
      const wrong: WrongValue[] = [];
      const values: Record<string, unknown> = {};
      for (const { parameter, isRight } of checks) {
        const raw =
          parameter.in === 'path' ? path[parameter.name] : Object.hasOwn(query, parameter.name) ? query[parameter.name] : undefined;
        if (raw === undefined) {
          if (parameter.required) wrong.push(say({ parameter: parameter.name }, 'needed'));
          continue;
        }
        const value = fromText(raw, parameter);
        if (isRight(value)) values[parameter.name] = value;
        else wrong.push(...(isRight.errors ?? []).map((error) => ({ ...reasonOf(error), parameter: parameter.name })));
      }
      for (const name of Object.keys(query)) if (!known.has(name)) wrong.push(say({ parameter: name.slice(0, 100) }, 'apiFieldUnknown'));
      if (wrong.length > 0) throw new WrongValues(wrong);
      return values;
    },
    body:
      isBody &&
      ((value) => {
        if (isBody(value)) return value as Record<string, unknown>;
        throw new WrongValues((isBody.errors ?? []).slice(0, 100).map(bodyError));
      }),
  };
}

const say = (where: { parameter: string } | { pointer: string }, key: 'needed' | 'apiFieldUnknown'): WrongValue => ({
  ...where,
  code: key,
  detail: englishOf({ key, values: {} }),
});

const reasonOf = ({ message = 'is wrong', keyword, params }: ErrorObject): { code: FaultKey; detail: string } => {
  const choices = keyword === 'enum' ? ` (${(params as { allowedValues: unknown[] }).allowedValues.join(', ')})` : '';
  return { code: 'apiValueSchema', detail: englishOf({ key: 'apiValueSchema', values: { reason: `${message}${choices}` } }) };
};

function bodyError(error: ErrorObject): WrongValue {
  const at = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const params = error.params as { missingProperty?: string; additionalProperty?: string };
  if (error.keyword === 'required') return say({ pointer: pointerTo([...at, params.missingProperty ?? '']) }, 'needed');
  if (error.keyword === 'additionalProperties')
    return say({ pointer: pointerTo([...at, (params.additionalProperty ?? '').slice(0, 100)]) }, 'apiFieldUnknown');
  return { pointer: pointerTo(at), ...reasonOf(error) };
}

/** In an address everything is text; what does not look like its type stays text, and the schema says so. */
function fromText(raw: unknown, { schema, in: where }: Parameter): unknown {
  if (schema.type === 'array') {
    const list = Array.isArray(raw) ? raw : [raw];
    return list.map((each) => scalar(each, (schema.items as JsonSchema | undefined)?.type));
  }
  return where === 'query' ? scalar(raw, schema.type) : raw;
}

function scalar(raw: unknown, type: JsonSchema['type']): unknown {
  if (typeof raw !== 'string') return raw;
  if (type === 'boolean' && (raw === 'true' || raw === 'false')) return raw === 'true';
  if ((type === 'integer' || type === 'number') && /^-?\d{1,15}(\.\d{1,15})?$/.test(raw)) return Number(raw);
  return raw;
}
