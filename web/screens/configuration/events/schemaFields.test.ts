import { describe, expect, it } from 'vitest';
import { EVENT_TYPES, type EventType } from '../../../../core/events/catalogue.ts';
import { payloadJsonSchema } from '../../../../core/events/schema.ts';
import { schemaFields } from './schemaFields.ts';

describe('the fields of a schema', () => {
  it('have their names, types and whether they are required', () => {
    expect(schemaFields(payloadJsonSchema('customTriggerFired'))).toEqual([
      { name: 'trigger', types: [{ kind: 'string' }], isRequired: true },
      { name: 'values', types: [{ kind: 'object' }], isRequired: false },
    ]);
  });

  it('name lists by what is in them, choices by their values and nothing twice', () => {
    const schema = {
      properties: {
        refs: { type: 'array', items: { type: 'string' } },
        state: { enum: ['open', 'closed'] },
        day: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }, { type: 'string', format: 'date' }] },
      },
      required: ['refs'],
    };
    expect(schemaFields(schema)).toEqual([
      { name: 'refs', types: [{ list: [{ kind: 'string' }] }], isRequired: true },
      { name: 'state', types: [{ values: ['open', 'closed'] }], isRequired: false },
      { name: 'day', types: [{ kind: 'date' }], isRequired: false },
    ]);
  });

  it('are known of every kind of event', () => {
    const types = Object.values(EVENT_TYPES).flat() as EventType[];
    for (const type of types)
      for (const field of schemaFields(payloadJsonSchema(type))) expect(field.types.length, `${type}.${field.name}`).toBeGreaterThan(0);
  });
});
