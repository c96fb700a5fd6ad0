/** What payloads hold as schemas: made when somebody asks, since nothing in production does for each event. */
import { type ZodType, z } from 'zod';
import type { EventType } from './catalogue.ts';
import { EVENTS } from './events.ts';
import { IMPORTED } from './fields.ts';

const made = new Map<EventType, ZodType>();

/** @returns the schema of what events of a kind say. */
export function payloadSchema(type: EventType): ZodType {
  const known = made.get(type);
  if (known) return known;
  const { payload, rest, isImported } = EVENTS[type];
  const own = rest ? z.looseObject(payload) : z.strictObject(payload);
  const schema = isImported ? z.union([own, z.strictObject(IMPORTED)]) : own;
  made.set(type, schema);
  return schema;
}

/** @returns the same as JSON Schema (draft 2020-12), for those who read events elsewhere. */
export function payloadJsonSchema(type: EventType): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(payloadSchema(type));
}
