/** One source of metadata: the schemas; the configuration's metaFields are a view of them. Through GraphQL on a real Postgres. */
import { describe, expect, it } from 'vitest';
import type { MetaField } from '../../../../core/metadata.ts';
import { drainJobs } from '../../../platform/jobs.ts';
import { migrations } from '../../../platform/migrations.ts';
import { loadFacts } from '../ground/facts.logic.ts';
import { metadataFixture } from './metadata.testing.ts';

const fixture = metadataFixture();
const { world, save, raw, setAccount, search } = fixture;
const client = () => ({ clientId: fixture.house.clientA });

const SET = `mutation ($clientId: ID!, $in: ClientConfigurationInput!) {
  setClientConfiguration(clientId: $clientId, clientConfiguration: $in) { metaFields revision } }`;
const configure = (input: object, token?: string) => fixture.house.raw('backoffice', SET, { ...client(), in: input }, token);
const metaFieldsNow = async () =>
  (
    await fixture.house.call<{ getClientConfiguration: { metaFields: Record<string, Record<string, MetaField>> } }>(
      'backoffice',
      'query ($clientId: ID!) { getClientConfiguration(clientId: $clientId) { metaFields } }',
      client(),
    )
  ).getClientConfiguration.metaFields;

const FIELDS: Record<string, MetaField> = {
  tariff: { type: 'string', enum: ['Basis', 'Plus'], title: 'Tarif', searchable: true },
  readAt: { type: 'string', format: 'DATE' },
  deposit: { type: 'number', format: 'CURRENCY' },
  vehicle: { type: 'object', properties: { make: { type: 'string' }, doors: { type: 'number' } } },
};

describe('a field made in the metadata schemas', () => {
  it.each(['account', 'claim', 'product'] as const)('of %s is offered by conditions and templates at once', async (owner) => {
    await save(owner, FIELDS);
    const { getConditionalVariablesAndHelperFunctionNames: known } = await fixture.house.call<{
      getConditionalVariablesAndHelperFunctionNames: { variables: { name: string; valueType: string; options: string[] | null }[] };
    }>(
      'strategy',
      'query ($clientId: ID!) { getConditionalVariablesAndHelperFunctionNames(clientId: $clientId) { variables { name valueType options } functions } }',
      client(),
    );
    expect(known.variables.filter(({ name }) => name.startsWith(`${owner}.meta.`))).toEqual([
      { name: `${owner}.meta.tariff`, valueType: 'STRING', options: ['Basis', 'Plus'] },
      { name: `${owner}.meta.readAt`, valueType: 'DATE', options: null },
      { name: `${owner}.meta.deposit`, valueType: 'CURRENCY', options: null },
      { name: `${owner}.meta.vehicle.make`, valueType: 'STRING', options: null },
      { name: `${owner}.meta.vehicle.doors`, valueType: 'NUMBER', options: null },
    ]);
    const { getPlaceholderList } = await fixture.house.call<{ getPlaceholderList: { results: { tag: string; group: string }[] } }>(
      'cms',
      'query ($clientId: ID!) { getPlaceholderList(clientId: $clientId, placeholderContext: "email", pagination: { limit: 500 }) { results { tag group } } }',
      client(),
    );
    const tags = getPlaceholderList.results.filter(({ group }) => group === 'meta').map(({ tag }) => tag);
    expect(tags).toEqual(expect.arrayContaining(['meta.tariff', 'meta.readAt', 'meta.deposit']));
    // Owners are not fields.
    expect(tags).not.toContain(`meta.${owner}`);
    await save(owner, {});
  });

  it('is a field of forms, of files and of search', async () => {
    await save('account', FIELDS);
    expect(await setAccount({ tariff: 'Gold' })).toEqual({ field: 'meta.tariff', key: 'oneOf' });
    expect(await setAccount({ tariff: 'Plus' })).toMatchObject({ tariff: 'Plus' });
    await drainJobs(fixture.house.database);
    expect(await search('Plus')).toBe(1);
    const { listImportFields } = await fixture.house.call<{ listImportFields: { field: string; title: string | null }[] }>(
      'import',
      'query ($clientId: ID!) { listImportFields(clientId: $clientId) { field title } }',
      client(),
    );
    expect(listImportFields).toContainEqual({ field: 'account.meta.tariff', title: 'Tarif' });
  });

  it('of a product is answered in a condition with what is noted about the product', async () => {
    await save('product', FIELDS);
    await raw(
      'mutation ($clientId: ID!, $accountId: ID!, $meta: JSON!) { setProductMeta(clientId: $clientId, accountId: $accountId, productReference: "PRODUCT-1", meta: $meta) { meta } }',
      { accountId: world.accountId, meta: { tariff: 'Basis' } },
    );
    const [facts] = await fixture.house.inA(async (tx) => {
      const [claim] = await tx.sql<{ external_claim_ref: string; account_id: string }>(
        `select external_claim_ref, account_id from claim where client_id = $1 and product_reference = 'PRODUCT-1' limit 1`,
        [tx.clientId],
      );
      return [
        ...(
          await loadFacts(
            tx,
            [{ accountId: claim!.account_id as never, externalClaimRef: claim!.external_claim_ref }],
            ['claim', 'product'],
          )
        ).values(),
      ];
    });
    expect(facts?.product?.meta).toEqual({ tariff: 'Basis' });
    await save('product', {});
  });
});

describe('metaFields of the configuration', () => {
  it('are the schemas: what one saves, the other reads, and owners that are not named stay', async () => {
    await save('account', FIELDS);
    await save('claim', { meter: { type: 'number', mininum: 0 } });
    expect(await metaFieldsNow()).toMatchObject({ account: FIELDS, claim: { meter: { type: 'number', mininum: 0 } }, product: {} });
    const metaFields = { claim: { meter: { type: 'integer', minimum: 1 }, due: { type: 'string', format: 'date' }, sum: 'CURRENCY' } };
    expect((await configure({ metaFields: JSON.stringify(metaFields) })).errors).toBeUndefined();
    const claim = {
      meter: { type: 'number', mininum: 1 },
      due: { type: 'string', format: 'DATE' },
      sum: { type: 'number', format: 'CURRENCY' },
    };
    expect(await metaFieldsNow()).toMatchObject({ account: FIELDS, product: {} });
    expect((await metaFieldsNow()).claim).toEqual(claim);
    const { getMetadatas } = (await raw('query ($clientId: ID!) { getMetadatas(clientId: $clientId) { schemaType schema revision } }', {}))
      .data as { getMetadatas: { schemaType: string; schema: { properties: object; order: string[] } }[] };
    expect(getMetadatas.find(({ schemaType }) => schemaType === 'claim')?.schema).toMatchObject({
      properties: claim,
      order: ['meter', 'due', 'sum'],
    });
    await configure({ metaFields: { claim: {} } });
    expect(await metaFieldsNow()).toMatchObject({ account: FIELDS, claim: {}, product: {} });
    expect((await metaFieldsNow()).claim).toEqual({});
  });

  it('keep an edit of the schemas from being overwritten unseen', async () => {
    await save('claim', {});
    await configure({ metaFields: { claim: { meter: 'NUMBER' } } });
    const answer = await raw(
      `mutation ($clientId: ID!, $schema: JSON!) { setMetadataSchema(clientId: $clientId, schemaType: claim, schema: $schema, revision: 0) { fit { misfits } } }`,
      { schema: { properties: {} } },
    );
    expect(answer.errors?.[0]?.extensions?.code).toBe('CONFLICT');
  });

  it('are changed by those who may change the schemas', async () => {
    await fixture.house.call(
      'backoffice',
      'mutation ($clientId: ID!, $role: ClientRoleInput!) { saveClientRole(clientId: $clientId, role: $role) { name } }',
      {
        ...client(),
        role: {
          name: 'CONFIGURATOR',
          roleType: 'ADMINISTRATION',
          permissions: [
            { domain: 'backoffice', actions: ['viewClient'] },
            { domain: 'configuration', actions: ['viewConfiguration', 'editConfiguration'] },
          ],
        },
      },
    );
    const token = await fixture.house.tokenFor(fixture.house.clientA, 'CONFIGURATOR');
    const refused = await configure({ metaFields: { claim: { other: 'NUMBER' } } }, token);
    expect(refused.errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' });
    // Sent back as they are, they are no change.
    expect((await configure({ metaFields: await metaFieldsNow(), name: 'Renamed' }, token)).errors).toBeUndefined();
  });
});

describe('default values', () => {
  it('must be what their fields allow', async () => {
    await save('account', FIELDS);
    await save('claim', {});
    for (const [defaultMeta, field] of [
      [{ account: { tariff: 'Gold' } }, 'defaultMeta.account.tariff'],
      [{ account: { unknown: 1 } }, 'defaultMeta.account.unknown'],
      [{ account: { vehicle: { make: ['x'] } } }, 'defaultMeta.account.vehicle.make'],
      [{ account: [] }, 'defaultMeta.account'],
    ] as const)
      expect((await configure({ defaultMeta })).errors?.[0]?.extensions, field).toMatchObject({ code: 'INVALID_INPUT', field });
    expect(
      (await configure({ defaultMeta: { account: { tariff: 'Plus', deposit: '12.5' }, claim: { free: 'x' } } })).errors,
    ).toBeUndefined();
    const { getClientConfiguration } = await fixture.house.call<{ getClientConfiguration: { defaultMeta: object } }>(
      'backoffice',
      'query ($clientId: ID!) { getClientConfiguration(clientId: $clientId) { defaultMeta } }',
      client(),
    );
    expect(getClientConfiguration.defaultMeta).toEqual({ account: { tariff: 'Plus', deposit: 12.5 }, claim: { free: 'x' } });
  });
});

describe('the fields that a configuration declared before', () => {
  it('join the schemas: nothing is lost, and what contradicts is a text', async () => {
    const owner = fixture.house.database.owner;
    await save('account', { vip: { type: 'boolean', title: 'Preferred', searchable: true }, tariff: { type: 'string', maxLength: 9 } });
    await save('claim', {});
    await owner.query('update client set meta_fields = $2 where client_id = $1', [
      fixture.house.clientA,
      JSON.stringify({
        account: { vip: { type: 'number' }, tariff: { type: 'string', enum: ['A'] }, income: 'CURRENCY' },
        claim: {
          tariff: 'STRING',
          readings: { type: 'integer', minimum: 0 },
          read: { type: 'string', format: 'date' },
          kind: { type: 'string', enum: ['a', 'b'], minLength: 1 },
          odd: { anyOf: [{ type: 'string' }, { type: 'number' }] },
          marks: { type: 'array', items: { type: 'integer' } },
          anything: true,
        },
        planet: { a: 'STRING' },
      }),
    ]);
    const [statement] = migrations().find(({ tag }) => tag.endsWith('one_source_of_metadata'))?.statements ?? [];
    await owner.query(statement ?? '');
    const joined = {
      account: {
        vip: { type: 'string', title: 'Preferred', searchable: true },
        tariff: { type: 'string', maxLength: 9 },
        income: { type: 'number', format: 'CURRENCY' },
      },
      claim: {
        tariff: { type: 'string' },
        readings: { type: 'number', mininum: 0 },
        read: { type: 'string', format: 'DATE' },
        kind: { type: 'string', enum: ['a', 'b'], minLength: 1 },
        odd: { type: 'string' },
        marks: { type: 'array', items: { type: 'number' } },
        anything: { type: 'string' },
      },
    };
    expect(await metaFieldsNow()).toEqual({ ...joined, product: {} });
    // Once more changes nothing, and what it made can be saved.
    await owner.query(statement ?? '');
    expect(await metaFieldsNow()).toEqual({ ...joined, product: {} });
    expect((await configure({ metaFields: joined })).errors).toBeUndefined();
  });
});
