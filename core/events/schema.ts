/** What payloads hold as schemas: made when somebody asks, since nothing in production does for each event. */
import { type ZodType, z } from 'zod';
import type { EventType } from './catalogue.ts';
import type { FormerShape } from './define.ts';
import { EVENTS } from './events.ts';
import { IMPORTED } from './fields.ts';
import { shapeOf, versionOf } from './versions.ts';

const made = new Map<string, ZodType>();

/** @returns the schema of what events of a kind say. @param version one that there is; the one that is written now when absent */
export function payloadSchema(type: EventType, version = versionOf(EVENTS[type])): ZodType {
  const key = `${type}.v${version}`;
  const known = made.get(key);
  if (known) return known;
  const schema = schemaOf(shapeOf(EVENTS[type], version) ?? EVENTS[type]);
  made.set(key, schema);
  return schema;
}

function schemaOf({ payload, rest, isImported }: Pick<FormerShape, 'payload' | 'rest' | 'isImported'>): ZodType {
  const own = rest ? z.looseObject(payload) : z.strictObject(payload);
  return isImported ? z.union([own, z.strictObject(IMPORTED)]) : own;
}

/** @returns the same as JSON Schema (draft 2020-12), for those who read events elsewhere. */
export function payloadJsonSchema(type: EventType, version?: number): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(payloadSchema(type, version));
}
