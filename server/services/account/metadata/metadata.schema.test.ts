/** Schemas of metadata: saved, refused beside what is wrong, one at a time; on a real Postgres, through GraphQL. */
import { describe, expect, it } from 'vitest';
import type { MetaField } from '../../../../core/metadata.ts';
import { fits, isSafePattern } from './metadata.check.ts';
import { GET, metadataFixture, SAVE } from './metadata.testing.ts';

const fixture = metadataFixture();
const { save, raw } = fixture;

describe('a schema', () => {
  it('is empty until somebody saves one, and keeps the order of its fields', async () => {
    expect(
      (await fixture.house.call<{ getMetadatas: unknown[] }>('account', GET, { clientId: fixture.house.clientA })).getMetadatas,
    ).toEqual(
      ['account', 'claim', 'product'].map((schemaType) => ({
        schemaType,
        revision: 0,
        schema: { type: 'object', properties: {}, order: [] },
      })),
    );
    const saved = await save('claim', {
      zebra: { type: 'string' },
      a: { type: 'number', format: 'CURRENCY', mininum: 0 },
      mid: { type: 'boolean' },
    });
    expect(saved.metadata).toMatchObject({ revision: 1, updatedBy: fixture.house.userA, schema: { order: ['zebra', 'a', 'mid'] } });
    expect(
      (await save('claim', { zebra: { type: 'string' }, a: { format: 'CURRENCY', mininum: 0, type: 'number' }, mid: { type: 'boolean' } }))
        .metadata.revision,
      'the same again is no change',
    ).toBe(1);
    const late = await raw(SAVE, { schemaType: 'claim', schema: { properties: {} }, revision: 0 });
    expect(late.errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', field: 'revision' });
    const other = await fixture.house.call<{ getMetadatas: { revision: number }[] }>(
      'account',
      GET,
      { clientId: fixture.house.clientB },
      await fixture.house.tokenFor(fixture.house.clientB),
    );
    expect(other.getMetadatas.map((each) => each.revision)).toEqual([0, 0, 0]);
  });

  it('is saved once when two save it at the same time', async () => {
    const answers = await Promise.all(
      ['a', 'b'].map((name) => raw(SAVE, { schemaType: 'product', schema: { properties: { [name]: { type: 'string' } } }, revision: 0 })),
    );
    expect(answers.map((each) => each.errors?.[0]?.extensions?.code ?? 'saved').sort()).toEqual(['CONFLICT', 'saved']);
  });

  it.each([
    ['', [], 'schemaShape'],
    ['properties', { properties: [] }, 'schemaShape'],
    ['required', { required: ['a'] }, 'schemaOption'],
    ['properties.1a', { properties: { '1a': { type: 'string' } } }, 'schemaName'],
    ['properties.constructor', { properties: { constructor: { type: 'string' } } }, 'schemaName'],
    ['properties.a.type', { properties: { a: { type: 'date' } } }, 'schemaType'],
    ['properties.a.minimum', { properties: { a: { type: 'number', minimum: 1 } } }, 'schemaOption'],
    ['properties.a.maximum', { properties: { a: { type: 'number', mininum: 2, maximum: 1 } } }, 'schemaRange'],
    ['properties.a.maxLength', { properties: { a: { type: 'string', minLength: 5, maxLength: 4 } } }, 'schemaRange'],
    ['properties.a.minLength', { properties: { a: { type: 'string', minLength: -1 } } }, 'schemaOption'],
    ['properties.a.format', { properties: { a: { type: 'string', format: 'CURRENCY' } } }, 'schemaOption'],
    ['properties.a.enum', { properties: { a: { type: 'string', enum: ['x', 'x'] } } }, 'schemaValues'],
    ['properties.a.searchable', { properties: { a: { type: 'string', searchable: 'yes' } } }, 'schemaOption'],
    ['properties.a.searchable', { properties: { a: { type: 'array', searchable: true } } }, 'schemaOption'],
    ['properties.a.items.type', { properties: { a: { type: 'array', items: { type: 'array' } } } }, 'schemaType'],
    ['properties.a.properties.b.type', { properties: { a: { type: 'object', properties: { b: { type: 'object' } } } } }, 'schemaType'],
    ['properties.a.pattern', { properties: { a: { type: 'string', pattern: '(' } } }, 'schemaPattern'],
    ['properties.a.pattern', { properties: { a: { type: 'string', pattern: '(a)\\1' } } }, 'schemaPattern'],
    ['properties.a.pattern', { properties: { a: { type: 'string', pattern: '(?=a)a' } } }, 'schemaPattern'],
    ['properties.a.pattern', { properties: { a: { type: 'string', pattern: 'a'.repeat(201) } } }, 'schemaPattern'],
  ])('is refused at %s', async (path, schema, key) => {
    const answer = await raw(SAVE, { schemaType: 'account', schema });
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: path === '' ? 'schema' : `schema.${path}`, key });
  });

  it('never keeps the process busy with a pattern', () => {
    expect(isSafePattern('^(a+)+$')).toBe(true);
    const field: MetaField = { type: 'string', pattern: '^((a|a)*)*$' };
    const started = process.cpuUsage().user;
    expect(fits(field, `${'a'.repeat(5_000)}!`)).toBe(false);
    expect((process.cpuUsage().user - started) / 1000, 'milliseconds of the processor').toBeLessThan(1000);
    expect(fits({ type: 'string', pattern: '^[A-Z]{2}-\\d{4}$' }, 'AB-1234')).toBe(true);
  });

  it('is edited by whoever may, and read by everybody', async () => {
    const agent = await fixture.house.tokenFor(fixture.house.clientA, 'AGENT');
    const answer = await fixture.house.raw('account', SAVE, { clientId: fixture.house.clientA, schemaType: 'account', schema: {} }, agent);
    expect(answer.errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
    expect((await fixture.house.raw('account', GET, { clientId: fixture.house.clientA }, agent)).errors).toBeUndefined();
  });
});
