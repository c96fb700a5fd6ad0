/** What a form shows of a value and gives back, for any schema. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../../../core/fault.ts';
import { type MetaField, metaForm, readMetaForm } from '../../../../core/metadata.ts';
import { checkedChange, checkedSchema, fits } from './metadata.check.ts';

describe('a form', () => {
  const simple = fc.oneof(
    fc.record({ type: fc.constant('string' as const), maxLength: fc.integer({ min: 5, max: 40 }) }),
    fc.record({ type: fc.constant('string' as const), format: fc.constant('DATE') }),
    fc.record({
      type: fc.constant('string' as const),
      enum: fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 }),
    }),
    fc.record({
      type: fc.constant('number' as const),
      mininum: fc.integer({ min: -50, max: 0 }),
      maximum: fc.integer({ min: 1, max: 90 }),
    }),
    fc.record({ type: fc.constant('number' as const), format: fc.constant('CURRENCY') }),
    fc.record({ type: fc.constant('boolean' as const) }),
  );
  const names = fc.stringMatching(/^[a-z][a-z0-9_-]{0,6}$/).filter((name) => !Object.hasOwn(Object.prototype, name));
  const field: fc.Arbitrary<MetaField> = fc.oneof(
    simple,
    fc.record({ type: fc.constant('array' as const), items: simple, maxItems: fc.constant(5) }),
    fc.dictionary(names, simple, { minKeys: 1, maxKeys: 3 }).map((properties) => ({ type: 'object' as const, properties })),
    fc.constant({ type: 'object' as const }),
  ) as fc.Arbitrary<MetaField>;
  const read = (given: MetaField) => checkedSchema({ properties: { f: given } }).properties.f!;

  /** Values that the field allows. */
  function valuesOf(of: MetaField): fc.Arbitrary<unknown> {
    if (of.type === 'boolean') return fc.boolean();
    if (of.type === 'array') return fc.array(valuesOf(of.items!), { minLength: 1, maxLength: 5 });
    if (of.type === 'object') {
      if (!of.properties || Object.keys(of.properties).length === 0)
        return fc.dictionary(names, fc.string({ maxLength: 9 }), { minKeys: 1, maxKeys: 4 });
      return fc.record(Object.fromEntries(Object.entries(of.properties).map(([name, part]) => [name, valuesOf(part)])));
    }
    if (of.type === 'number')
      return of.format === 'CURRENCY'
        ? fc.integer({ min: -1e9, max: 1e9 }).map((cents) => cents / 100)
        : fc.integer({ min: of.mininum!, max: of.maximum! });
    if (of.enum) return fc.constantFrom(...of.enum);
    if (of.format === 'DATE')
      return fc
        .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
        .map((day) => day.toISOString().slice(0, 10));
    return fc.string({ minLength: 1, maxLength: of.maxLength! });
  }

  it('shows every value that a schema allows and gives it back as it was', () => {
    fc.assert(
      fc.property(
        field.chain((each) => {
          const known = read(each);
          return fc.tuple(fc.constant(known), valuesOf(known));
        }),
        ([known, value]) => {
          expect(fits(known, value)).toBe(true);
          const back = readMetaForm(known, metaForm(known, value), value);
          expect(JSON.parse(JSON.stringify(back))).toEqual(JSON.parse(JSON.stringify(value)));
          expect(checkedChange({ type: 'object', properties: { f: known }, order: ['f'] }, {}, { f: back })).toHaveProperty('f');
        },
      ),
      { numRuns: 300 },
    );
  });

  it('says of anything else what is wrong with which field, and never fails', () => {
    fc.assert(
      fc.property(field, fc.jsonValue(), (given, value) => {
        const known = read(given);
        const shown = metaForm(known, value);
        const back = readMetaForm(known, shown, value);
        for (const change of [value, back]) {
          try {
            const kept = checkedChange({ type: 'object', properties: { f: known }, order: ['f'] }, {}, { f: change });
            if (kept.f !== null) expect(fits(known, kept.f)).toBe(true);
          } catch (error) {
            expect(error).toBeInstanceOf(Fault);
            expect((error as Fault).field).toMatch(/^meta\.f(\.|$)/);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
