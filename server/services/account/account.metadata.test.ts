/** Metadata by schema: saved, held against what is entered, found by search; on a real Postgres, through GraphQL. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fault } from '../../../core/fault.ts';
import { type MetaField, metaForm, readMetaForm } from '../../../core/metadata.ts';
import { drainJobs } from '../../platform/jobs.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { seedDetail } from './account.detail.cases.ts';
import { composePortfolio } from './account.import.compose.logic.ts';
import { seedMetadata } from './account.metadata.cases.ts';
import { checkedChange, checkedSchema, fits, isSafePattern } from './account.metadata.check.ts';

let house: TestHouse;
const world: Record<string, string> = {};

beforeAll(async () => {
  house = await openTestHouse();
  await house.inA(async (tx) => {
    await seedDetail(tx, world);
    await seedMetadata(tx);
  });
});
afterAll(() => house.close());

const SAVE = `mutation ($clientId: ID!, $schemaType: MetadataSchemaType!, $schema: JSON!, $revision: Int) {
  setMetadataSchema(clientId: $clientId, schemaType: $schemaType, schema: $schema, revision: $revision) {
    metadata { revision schema updatedBy } fit { checked misfits more fields { name misfits } } bulkActionId } }`;
const GET = `query ($clientId: ID!) { getMetadatas(clientId: $clientId) { schemaType revision schema } }`;

interface Saved {
  metadata: { revision: number; schema: { order: string[] }; updatedBy: string };
  fit: { checked: number; misfits: number; fields: { name: string; misfits: number }[] };
  bulkActionId: string | null;
}
const save = async (schemaType: string, properties: Record<string, MetaField>, revision?: number) =>
  (
    await house.call<{ setMetadataSchema: Saved }>('account', SAVE, {
      clientId: house.clientA,
      schemaType,
      schema: { type: 'object', properties },
      revision: revision ?? null,
    })
  ).setMetadataSchema;
const raw = (document: string, variables: object) => house.raw('account', document, { clientId: house.clientA, ...variables });
const setAccount = async (meta: object) => {
  const answer = await raw(
    'mutation ($clientId: ID!, $accountId: ID!, $meta: JSON!) { setAccountMeta(clientId: $clientId, accountId: $accountId, meta: $meta) { meta } }',
    { accountId: world.accountId, meta },
  );
  return answer.errors
    ? { field: answer.errors[0]?.extensions?.field, key: (answer.errors[0]?.extensions as { key?: string } | undefined)?.key }
    : (answer.data as { setAccountMeta: { meta: Record<string, unknown> } }).setAccountMeta.meta;
};
const search = async (queryText: string) =>
  (
    await house.call<{ searchAccounts: { results: { accountId: string }[] } }>(
      'account',
      'query ($clientId: ID!, $queryText: String) { searchAccounts(clientId: $clientId, queryText: $queryText) { results { accountId } } }',
      { clientId: house.clientA, queryText },
    )
  ).searchAccounts.results.length;

describe('a schema', () => {
  it('is empty until somebody saves one, and keeps the order of its fields', async () => {
    expect((await house.call<{ getMetadatas: unknown[] }>('account', GET, { clientId: house.clientA })).getMetadatas).toEqual(
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
    expect(saved.metadata).toMatchObject({ revision: 1, updatedBy: house.userA, schema: { order: ['zebra', 'a', 'mid'] } });
    expect(
      (await save('claim', { zebra: { type: 'string' }, a: { format: 'CURRENCY', mininum: 0, type: 'number' }, mid: { type: 'boolean' } }))
        .metadata.revision,
      'the same again is no change',
    ).toBe(1);
    const late = await raw(SAVE, { schemaType: 'claim', schema: { properties: {} }, revision: 0 });
    expect(late.errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', field: 'revision' });
    const other = await house.call<{ getMetadatas: { revision: number }[] }>(
      'account',
      GET,
      { clientId: house.clientB },
      await house.tokenFor(house.clientB),
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
    const agent = await house.tokenFor(house.clientA, 'AGENT');
    const answer = await house.raw('account', SAVE, { clientId: house.clientA, schemaType: 'account', schema: {} }, agent);
    expect(answer.errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
    expect((await house.raw('account', GET, { clientId: house.clientA }, agent)).errors).toBeUndefined();
  });
});

describe('values', () => {
  const fields: Record<string, MetaField> = {
    employer: { type: 'string', minLength: 2, maxLength: 20, searchable: true },
    plate: { type: 'string', pattern: '^[A-Z]{1,3}-' },
    since: { type: 'string', format: 'DATE' },
    kind: { type: 'string', enum: ['private', 'public'] },
    score: { type: 'number', mininum: 0, maximum: 100, format: 'PERCENTAGE' },
    income: { type: 'number', format: 'CURRENCY' },
    vip: { type: 'boolean', title: 'Preferred', searchable: true },
    tags: { type: 'array', minItems: 2, maxItems: 3, uniqueItems: true },
    years: { type: 'array', items: { type: 'number', mininum: 1900 } },
    vehicle: { type: 'object', properties: { make: { type: 'string', maxLength: 5 }, doors: { type: 'number' } } },
    free: { type: 'object', minProperties: 1, maxProperties: 2 },
    sealed: { type: 'string', editable: false },
  };

  it('that were there before stay, are counted, and may only go when nobody knows them', async () => {
    await house.inA((tx) =>
      tx.sql('update account set meta = $2 where client_id = $1', [
        tx.clientId,
        { legacy: 'kept', kind: 'odd', score: '12.5', sealed: 'by import' },
      ]),
    );
    const saved = await save('account', fields);
    expect(saved.fit).toEqual({ checked: 1, misfits: 1, more: false, fields: [{ name: 'kind', misfits: 1 }] });
    expect(await setAccount({ employer: 'Stahlwerk' })).toEqual({
      legacy: 'kept',
      kind: 'odd',
      score: '12.5',
      sealed: 'by import',
      employer: 'Stahlwerk',
    });
    expect(await setAccount({ legacy: 'changed' })).toEqual({ field: 'meta.legacy', key: 'metaUnknown' });
    expect(await setAccount({ legacy: 'kept', kind: 'odd' }), 'sent back as it was').toMatchObject({ legacy: 'kept' });
    expect(await setAccount({ legacy: null })).not.toHaveProperty('legacy');
  });

  it.each<[object, string | null, string]>([
    [{ employer: 'x' }, 'meta.employer', 'metaMinLength'],
    [{ employer: 'x'.repeat(21) }, 'meta.employer', 'metaMaxLength'],
    [{ employer: 4 }, null, ''],
    [{ employer: ['a'] }, 'meta.employer', 'metaText'],
    [{ plate: 'b-1' }, 'meta.plate', 'metaPattern'],
    [{ since: '2026-02-30' }, 'meta.since', 'metaDate'],
    [{ kind: 'other' }, 'meta.kind', 'metaEnum'],
    [{ score: -1 }, 'meta.score', 'metaMinimum'],
    [{ score: 100.5 }, 'meta.score', 'metaMaximum'],
    [{ score: 'much' }, 'meta.score', 'metaNumber'],
    [{ income: 12.345 }, 'meta.income', 'metaCurrency'],
    [{ vip: 'perhaps' }, 'meta.vip', 'metaBoolean'],
    [{ tags: ['a'] }, 'meta.tags', 'metaMinItems'],
    [{ tags: ['a', 'b', 'c', 'd'] }, 'meta.tags', 'metaMaxItems'],
    [{ tags: ['a', 'a'] }, 'meta.tags', 'metaUnique'],
    [{ tags: 'a' }, 'meta.tags', 'metaArray'],
    [{ years: [1950, 1800] }, 'meta.years.1', 'metaMinimum'],
    [{ vehicle: { make: 'Mercedes' } }, 'meta.vehicle.make', 'metaMaxLength'],
    [{ vehicle: 'car' }, 'meta.vehicle', 'metaGroup'],
    [{ free: {} }, 'meta.free', 'metaMinProperties'],
    [{ free: { a: 1, b: 2, c: 3 } }, 'meta.free', 'metaMaxProperties'],
    [{ sealed: 'by hand' }, 'meta.sealed', 'metaNotEditable'],
    [{ sealed: null }, 'meta.sealed', 'metaNotEditable'],
    [{ __proto__x: 1 }, 'meta.__proto__x', 'metaUnknown'],
  ])('such as %j are told beside their field', async (meta, field, key) => {
    const answer = await setAccount(meta);
    if (field === null && key === '') expect(answer).toEqual({ field: 'meta.employer', key: 'metaMinLength' });
    else expect(answer).toEqual({ field, key });
  });

  it('that fit are kept as what they mean', async () => {
    const meta = {
      plate: 'B-1',
      since: '2020-02-29',
      kind: 'public',
      score: '99.5',
      income: 1200.5,
      vip: 'true',
      tags: ['a', 'b'],
      years: ['1999'],
      vehicle: { make: 'VW', other: 1 },
      free: { x: 1 },
    };
    expect(await setAccount(meta)).toMatchObject({ score: 99.5, vip: true, sealed: 'by import' });
  });

  it('of claims and products are held alike, with their revisions', async () => {
    await save('claim', { mark: { type: 'string', maxLength: 3, searchable: true } });
    await save('product', { code: { type: 'string', pattern: '^[a-z]+$', searchable: true } });
    const claim = await raw(
      'mutation ($clientId: ID!, $ref: String!, $meta: JSON!) { setClaimMeta(clientId: $clientId, externalClaimRef: $ref, meta: $meta) { meta } }',
      { ref: world.externalClaimRef, meta: { mark: 'long' } },
    );
    expect(claim.errors?.[0]?.extensions).toMatchObject({ field: 'meta.mark' });
    const product = (meta: object, revision: number) =>
      raw(
        `mutation ($clientId: ID!, $accountId: ID!, $meta: JSON!, $revision: Int) {
           setProductMeta(clientId: $clientId, accountId: $accountId, productReference: "PRODUCT-1", meta: $meta, revision: $revision) { name meta revision } }`,
        { accountId: world.accountId, meta, revision },
      );
    expect((await product({ code: 'A1' }, 0)).errors?.[0]?.extensions).toMatchObject({ field: 'meta.code', key: 'metaPattern' });
    expect((await product({ code: 'tariff' }, 0)).data).toEqual({ setProductMeta: { name: 'Gas', meta: { code: 'tariff' }, revision: 1 } });
    expect((await product({ code: 'other' }, 0)).errors?.[0]?.extensions?.code).toBe('CONFLICT');
    expect((await product({ code: 'flat' }, 1)).data).toMatchObject({ setProductMeta: { revision: 2 } });
  });
});

describe('search', () => {
  it('finds searchable values at once, of accounts, claims and products', async () => {
    expect(await search('Stahlwerk')).toBe(1);
    expect(await search('preferred')).toBe(1);
    expect(await search('flat')).toBe(1);
    expect(await search('public'), 'not searchable').toBe(0);
    await setAccount({ employer: 'Café Größe', vip: false });
    expect(await search('cafe')).toBe(1);
    expect((await search('groesse')) + (await search('größe'))).toBeGreaterThan(0);
    expect(await search('stahlwerk')).toBe(0);
    expect(await search('preferred')).toBe(0);
  });

  it('learns of a change of the schema in the background, and works only when something searchable changed', async () => {
    const account = (plate: MetaField, kind: MetaField) => save('account', { plate, kind, employer: { type: 'string' } });
    const first = await account({ type: 'string', searchable: true }, { type: 'string' });
    expect(first.bulkActionId).not.toBeNull();
    await drainJobs(house.database);
    expect(await search('B-1')).toBe(1);
    expect(await search('b1')).toBe(1);
    expect(await search('cafe')).toBe(0);
    const done = await house.call<{ getBulkAction: object }>(
      'account',
      'query ($clientId: ID!, $id: ID!) { getBulkAction(clientId: $clientId, bulkActionId: $id) { status done total } }',
      { clientId: house.clientA, id: first.bulkActionId },
    );
    expect(done.getBulkAction).toMatchObject({ status: 'done', done: 1 });
    expect(
      (await account({ type: 'string', searchable: true, title: 'Number plate', maxLength: 9 }, { type: 'string' })).bulkActionId,
    ).toBeNull();
    expect((await account({ type: 'string' }, { type: 'string' })).bulkActionId).not.toBeNull();
    await drainJobs(house.database);
    expect(await search('B-1')).toBe(0);
  });

  it('knows the values of new accounts by the same words', async () => {
    await save('account', {
      plate: { type: 'string', searchable: true },
      vip: { type: 'boolean', title: 'Preferred client', searchable: true },
    });
    const words = await house.inA(async (tx) => {
      const account = {
        accountId: world.accountId,
        ref: 'R',
        currency: 'EUR',
        locale: null,
        segment: null,
        timezone: null,
        digest: null,
        debtors: [],
        meta: { plate: "B-XY 12 Müller's", vip: 'true' },
      };
      const made = await composePortfolio(tx, [account as never], [], 0 as never);
      return Buffer.concat(made.accounts.pieces.map((piece) => Buffer.from(piece))).toString();
    });
    for (const word of ['bxy', '12', 'mullers', 'preferred', 'client']) expect(words.toLowerCase()).toContain(word);
  });
});

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
