import { describe, expect, it } from 'vitest';
import { type FieldDraft, fieldsOf, freshName, moved, schemaOf, twiceNamed, withType } from './draft.ts';

const fields: FieldDraft[] = [
  { name: 'plate', type: 'string', title: 'Number plate', format: 'TEXT', pattern: '^[A-Z]', searchable: true },
  { name: 'income', type: 'number', format: 'CURRENCY', mininum: 0 },
];

describe('a schema that is edited', () => {
  it('comes back as it was', () => {
    expect(fieldsOf(schemaOf(fields))).toEqual(fields);
  });
  it('keeps of another type only what that type knows', () => {
    expect(withType(fields[0]!, 'boolean')).toEqual({ name: 'plate', title: 'Number plate', type: 'boolean', searchable: true });
    expect(withType(fields[1]!, 'array')).toEqual({ name: 'income', type: 'array' });
  });
  it('moves fields, names new ones and sees names that are there twice', () => {
    expect(moved(fields, 0, 1).map((field) => field.name)).toEqual(['income', 'plate']);
    expect(freshName([...fields, { name: 'field3', type: 'string' }])).toBe('field4');
    expect(twiceNamed([...fields, { name: 'plate', type: 'string' }, { name: '', type: 'string' }])).toEqual(new Set(['plate', '']));
  });
});
