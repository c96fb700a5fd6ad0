import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { EventType } from './catalogue.ts';
import { EVENTS } from './events.ts';
import { payloadJsonSchema, payloadSchema } from './schema.ts';

const types = Object.keys(EVENTS) as EventType[];
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

describe('what each kind of event says', () => {
  it.each(types)('%s accepts its example, as schema and as JSON Schema, and nothing that it doesn’t declare', (type) => {
    const { example, rest } = EVENTS[type];
    expect(payloadSchema(type).safeParse(example).error?.issues ?? []).toEqual([]);
    const validate = ajv.compile(payloadJsonSchema(type) as object);
    expect([validate(example), validate.errors]).toEqual([true, null]);
    expect(payloadSchema(type).safeParse({ ...example, undeclared: 1 }).success).toBe(rest === true);
  });

  it('is told in one sentence', () => {
    const odd = types.filter((type) => !/^[A-Z].*[.]$/.test(EVENTS[type].description));
    expect(odd).toEqual([]);
  });

  it('has what a file of past actions brings', () => {
    const note = { source: 'import', text: 'Called, nobody there' };
    expect(payloadSchema('noteAdded').safeParse(note).success).toBe(true);
    expect(payloadSchema('claimResolved').safeParse(note).success).toBe(false);
  });
});
