/** Values by schema: held against it when they are entered, found by search; on a real Postgres, through GraphQL. */
import { describe, expect, it } from 'vitest';
import type { MetaField } from '../../../../core/metadata.ts';
import { drainJobs } from '../../../platform/jobs.ts';
import { composePortfolio } from '../intake/import.compose.logic.ts';
import { metadataFixture } from './metadata.testing.ts';

const fixture = metadataFixture();
const { world, save, raw, setAccount, search } = fixture;

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
    await fixture.house.inA((tx) =>
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
    [{ kind: 'other' }, 'meta.kind', 'oneOf'],
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
    await drainJobs(fixture.house.database);
    expect(await search('B-1')).toBe(1);
    expect(await search('b1')).toBe(1);
    expect(await search('cafe')).toBe(0);
    const done = await fixture.house.call<{ getBulkAction: object }>(
      'account',
      'query ($clientId: ID!, $id: ID!) { getBulkAction(clientId: $clientId, bulkActionId: $id) { status done total } }',
      { clientId: fixture.house.clientA, id: first.bulkActionId },
    );
    expect(done.getBulkAction).toMatchObject({ status: 'done', done: 1 });
    expect(
      (await account({ type: 'string', searchable: true, title: 'Number plate', maxLength: 9 }, { type: 'string' })).bulkActionId,
    ).toBeNull();
    expect((await account({ type: 'string' }, { type: 'string' })).bulkActionId).not.toBeNull();
    await drainJobs(fixture.house.database);
    expect(await search('B-1')).toBe(0);
  });

  it('knows the values of new accounts by the same words', async () => {
    await save('account', {
      plate: { type: 'string', searchable: true },
      vip: { type: 'boolean', title: 'Preferred client', searchable: true },
    });
    const words = await fixture.house.inA(async (tx) => {
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
