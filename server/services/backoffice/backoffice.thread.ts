/** What threads do with the schemas that a client writes for its metadata; called by name from backoffice.configuration.logic.ts. */
import { Ajv, type ValidateFunction } from 'ajv';
import * as formats from 'ajv-formats';
import { invalid } from '../../../core/fault.ts';
import { linearForAjv } from '../../platform/linear.ts';

/** Owners of metadata. */
const META_OWNERS = ['account', 'claim', 'product'];

export interface MetaInput {
  /** {account, claim, product} -> field -> JSON schema of its value. */
  readonly metaFields: Record<string, unknown>;
  /** What new accounts, claims and products begin with. */
  readonly defaultMeta: Record<string, unknown>;
}

/** @returns that the schemas are some, and that what new records begin with fits them. @throws Fault INVALID_INPUT */
export function checkMeta({ metaFields, defaultMeta }: MetaInput): true {
  checkMetaFields(metaFields);
  checkDefaultMeta(defaultMeta, metaFields);
  return true;
}

function ajv(): Ajv {
  const made = new Ajv({ strict: false, allErrors: false, code: { regExp: linearForAjv } });
  formats.default.default(made);
  return made;
}

/** @param what is named when the schema is none. @param field of the input. */
function compile(field: string, what: string, schema: unknown): ValidateFunction {
  try {
    return ajv().compile(schema as object);
  } catch (error) {
    throw invalid(field, `${what}: ${(error as Error).message.slice(0, 500)}`);
  }
}

const notAnOwner = (field: string, owner: string) =>
  invalid(field, `Metadata belongs to ${META_OWNERS.join(', ')}, not to ${owner.slice(0, 40)}`);

function checkMetaFields(given: Record<string, unknown>): void {
  for (const [owner, fields] of Object.entries(given)) {
    if (!META_OWNERS.includes(owner)) throw notAnOwner('metaFields', owner);
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
      throw invalid('metaFields', `${owner} holds a schema for each field`);
    for (const [field, schema] of Object.entries(fields)) compile('metaFields', `${owner}.${field.slice(0, 60)}`, schema);
  }
}

function checkDefaultMeta(given: Record<string, unknown>, metaFields: Record<string, unknown>): void {
  for (const [owner, values] of Object.entries(given)) {
    if (!META_OWNERS.includes(owner)) throw notAnOwner('defaultMeta', owner);
    const check = compile('metaFields', owner, { type: 'object', properties: (metaFields[owner] ?? {}) as object });
    if (check(values)) continue;
    const [error] = check.errors ?? [];
    throw invalid('defaultMeta', `${owner}${error?.instancePath.replaceAll('/', '.') ?? ''} ${error?.message ?? ''}`);
  }
}
