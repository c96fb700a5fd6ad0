import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILT_IN_ROLES } from '../../../core/roles.ts';
import { drainJobs } from '../../platform/jobs.ts';
import { type Database, inClient } from '../../platform/tenancy.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { addClient } from './backoffice.client.logic.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const FIELDS =
  'name currency defaultLocale timezone countryCode excludeHolidays useMocks featureFlags defaultMeta metaFields customFonts { label value url } contactOutcomes { category resolutions } tags { type key label color } allowedEvents allowedReactions restrictCreationOfPromiseToPayAfterDays revision';
const SET = `mutation ($c: ID!, $in: ClientConfigurationInput!) { setClientConfiguration(clientId: $c, clientConfiguration: $in) { ${FIELDS} } }`;
const GET = `query ($c: ID!) { getClientConfiguration(clientId: $c) { ${FIELDS} } }`;
type Configuration = Record<string, unknown> & { revision: number; tags: { key: string; type: string }[] };
const set = (input: object, token?: string) => house.raw('backoffice', SET, { c: house.clientA, in: input }, token);
const get = async () =>
  (await house.call<{ getClientConfiguration: Configuration }>('backoffice', GET, { c: house.clientA })).getClientConfiguration;

describe('the configuration of a client', () => {
  it('keeps every field, and what is not named stays', async () => {
    const all = {
      name: 'Nordlicht Wärme',
      currency: 'CHF',
      defaultLocale: 'de_DE',
      timezone: 'Europe/Zurich',
      countryCode: 'CH-ZH',
      excludeHolidays: false,
      useMocks: true,
      featureFlags: JSON.stringify({ SIMULATOR: true, i18n: false }),
      metaFields: JSON.stringify({ account: { segment: { type: 'string', enum: ['A', 'B'] } } }),
      defaultMeta: JSON.stringify({ account: { segment: 'A' } }),
      customFonts: [{ label: 'House', value: 'House Sans', url: '/fonts/house.woff2' }],
      contactOutcomes: [{ category: 'Reached', resolutions: ['Promise to pay', 'Call back'] }],
      tags: [{ type: 'task', key: 'VIP', label: 'Very important', color: 'blue-light' }],
      allowedEvents: ['paymentSettled'],
      allowedReactions: ['stopStrategy'],
      restrictCreationOfPromiseToPayAfterDays: 21,
    };
    expect((await set(all)).errors).toBeUndefined();
    await set({ name: 'Nordlicht' });
    expect(await get()).toMatchObject({
      ...all,
      name: 'Nordlicht',
      featureFlags: { SIMULATOR: true, i18n: false },
      metaFields: { account: { segment: { type: 'string', enum: ['A', 'B'] } } },
      defaultMeta: { account: { segment: 'A' } },
      tags: [...all.tags, { key: 'WORKFLOW' }],
    });
  });

  it('has the product’s tags until it has its own, and WORKFLOW always', async () => {
    await set({ tags: [] });
    const keys = (await get()).tags.filter(({ type }) => type === 'task').map(({ key }) => key);
    expect(keys).toEqual(['URGENT', 'ENABLE_INSTALMENTS', 'UPDATE_PAYMENT_PROVIDERS', 'WORKFLOW']);
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ currency: 'EURO' }, 'currency'],
    [{ defaultLocale: 'fr_FR' }, 'defaultLocale'],
    [{ timezone: 'Europe/Nowhere' }, 'timezone'],
    [{ timezone: '+02:00' }, 'timezone'],
    [{ countryCode: 'XX' }, 'countryCode'],
    [{ countryCode: 'UK' }, 'countryCode'],
    [{ countryCode: 'DE-XX' }, 'countryCode'],
    [{ countryCode: 'DE-' }, 'countryCode'],
    [{ featureFlags: { NO_SUCH: true } }, 'featureFlags'],
    [{ featureFlags: { SIMULATOR: 'yes' } }, 'featureFlags'],
    [{ featureFlags: '{broken' }, 'featureFlags'],
    [{ metaFields: { planet: {} } }, 'metaFields'],
    [{ metaFields: '[]' }, 'metaFields'],
    [{ defaultMeta: 'null' }, 'defaultMeta'],
    [{ metaFields: { account: { segment: { type: 'nonsense' } } } }, 'metaFields.account.segment.type'],
    [{ metaFields: { account: { segment: { type: 'string', multipleOf: 2 } } } }, 'metaFields.account.segment.multipleOf'],
    [{ metaFields: { account: { 'a b': { type: 'string' } } } }, 'metaFields.account.a b'],
    // Going back and forth over this would take longer than anybody waits.
    [
      { defaultMeta: { account: { a: `${'a'.repeat(60)}!` } }, metaFields: { account: { a: { type: 'string', pattern: '^(a+)+$' } } } },
      'defaultMeta.account.a',
    ],
    [{ metaFields: { account: { a: { type: 'string', pattern: '(?=a)b' } } } }, 'metaFields.account.a.pattern'],
    [{ defaultMeta: { account: { n: 'x' } }, metaFields: { account: { n: { type: 'number' } } } }, 'defaultMeta.account.n'],
    [{ customFonts: [{ label: 'A', value: 'A', url: 'javascript:alert(1)' }] }, 'customFonts.0.url'],
    [{ contactOutcomes: [{ category: 'a:b', resolutions: ['c'] }] }, 'contactOutcomes.0.category'],
    [{ contactOutcomes: ['a', ' a'].map((category) => ({ category, resolutions: ['c'] })) }, 'contactOutcomes.1.category'],
    [{ contactOutcomes: [{ category: 'a', resolutions: ['c', 'c '] }] }, 'contactOutcomes.0.resolutions'],
    [{ contactOutcomes: [{ category: 'a', resolutions: [] }] }, 'contactOutcomes.0.resolutions'],
    [{ tags: [{ type: 'task', key: 'lower', label: 'x', color: 'blue-light' }] }, 'tags.0.key'],
    [{ tags: [{ type: 'task', key: 'A', label: 'x', color: 'green' }] }, 'tags.0.color'],
    [{ tags: ['A', 'A'].map((key) => ({ type: 'task', key, label: 'x', color: 'blue-light' })) }, 'tags.1.key'],
    [{ tags: [{ type: 'task', key: 'A', label: ' ', color: 'blue-light' }] }, 'tags.0.label'],
    [{ allowedEvents: ['sunrise'] }, 'allowedEvents'],
    [{ restrictCreationOfPromiseToPayAfterDays: 0 }, 'restrictCreationOfPromiseToPayAfterDays'],
  ])('refuses %j beside its field and changes nothing', async (input, field) => {
    const before = await get();
    expect((await set(input)).errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field });
    expect(await get()).toEqual(before);
  });

  it('refuses schemas that would take longer to check than they are long', async () => {
    // Each definition asks for the next one twice.
    const definitions = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`d${index}`, { allOf: [1, 2].map(() => ({ $ref: `#/definitions/d${index + 1}` })) }]),
    );
    const doubling = {
      $id: 'https://client.example/doubling',
      definitions: { ...definitions, d40: { type: 'string' } },
      allOf: [{ $ref: '#/definitions/d0' }],
    };
    const nested = `{"account":{"a":${'{"not":'.repeat(5_000)}{}${'}'.repeat(5_000)}}}`;
    const before = await get();
    const hostile: [object, string][] = [
      [{ metaFields: JSON.stringify({ account: { a: doubling } }), defaultMeta: { account: { a: 'x' } } }, 'metaFields.account.a.type'],
      [{ metaFields: nested }, 'metaFields'],
      [{ metaFields: JSON.stringify({ account: { a: { enum: ['x'.repeat(200_000)] } } }) }, 'metaFields'],
      [{ defaultMeta: '['.repeat(100_000) }, 'defaultMeta'],
      // Not ours to wait for, and two of one name.
      [{ metaFields: { account: { a: { $ref: 'https://elsewhere.example/schema' } } } }, 'metaFields.account.a.type'],
      [
        { metaFields: { account: { a: { $id: 'x' }, b: { $id: 'x', type: 'string' } } }, defaultMeta: { account: {} } },
        'metaFields.account.a.type',
      ],
    ];
    for (const [input, field] of hostile) {
      const { errors } = await set(input);
      expect(errors?.[0]?.extensions, JSON.stringify(input).slice(0, 80)).toMatchObject({ code: 'INVALID_INPUT', field });
    }
    expect(await get()).toEqual(before);
  });

  it('is logged with its previous value; saving the same again is no change', async () => {
    await set({ name: 'First' });
    await set({ name: 'Second' });
    await set({ name: 'Second' });
    const events = await house.inA((tx) =>
      tx.sql<{ payload: { changes: object[] } }>(
        `select payload from event where client_id = $1 and message_type = 'clientConfigurationChanged' order by message_id desc limit 2`,
        [house.clientA],
      ),
    );
    expect(events[0]?.payload.changes).toEqual([{ field: 'name', from: 'First', to: 'Second' }]);
    expect(events[1]?.payload.changes).toMatchObject([{ field: 'name', to: 'First' }]);
  });

  it('does not lose one of two edits at once', async () => {
    const { revision } = await get();
    const answers = await Promise.all(['One', 'Two'].map((name) => set({ name, revision })));
    expect(answers.map((answer) => answer.errors?.[0]?.extensions?.code ?? 'saved').sort()).toEqual(['CONFLICT', 'saved']);
    const saved = answers.findIndex((answer) => !answer.errors);
    expect((await get()).name).toBe(['One', 'Two'][saved]);
  });

  it('offers the regions whose holidays differ', async () => {
    const ask = async (countryCode: string) =>
      (
        await house.call<{ getHolidayRegions: { code: string; name: string }[] }>(
          'backoffice',
          'query ($c: ID!, $countryCode: String!) { getHolidayRegions(clientId: $c, countryCode: $countryCode, locale: "de_DE") { code name } }',
          { c: house.clientA, countryCode },
        )
      ).getHolidayRegions;
    expect(await ask('DE')).toContainEqual({ code: 'BY', name: 'Bayern' });
    expect(await ask('PL')).toEqual([]);
  });

  it('is for whoever may edit it', async () => {
    expect((await set({ name: 'X' }, await house.tokenFor(house.clientA, 'SUPERVISOR'))).errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
  });
});

describe('a new client', () => {
  const CREATE = 'mutation ($c: ID!, $client: NewClient!) { createClient(clientId: $c, client: $client) { clientId name } }';
  const wanted = { name: 'Küstenstrom', currency: 'EUR', timezone: 'Europe/Berlin', countryCode: 'DE-SH' };

  it('is its maker’s, who is its administrator from the next token on', async () => {
    const { createClient } = await house.call<{ createClient: { clientId: string } }>('backoffice', CREATE, {
      c: house.clientA,
      client: wanted,
    });
    const { rows } = await house.database.identity.query('select role from pool_group where client_id = $1 and user_id = $2', [
      createClient.clientId,
      house.userA,
    ]);
    expect(rows).toEqual([{ role: 'ADMINISTRATOR' }]);
    const answer = await house.raw('backoffice', GET, { c: createClient.clientId }, await house.tokenFor(createClient.clientId));
    expect(answer.data?.getClientConfiguration).toMatchObject({ ...wanted, defaultLocale: 'de_DE' });
  });

  it('lets its maker in later when the pool cannot be written at once', async () => {
    const broken: Database = {
      ...house.database,
      identity: new Proxy(house.database.identity, {
        get: (pool, name) =>
          name === 'query' ? () => Promise.reject(new Error('the pool is away')) : (Reflect.get(pool, name) as unknown),
      }),
    };
    const creator = { userId: house.userA, email: 'ada@test.example', name: 'Ada' };
    const { clientId } = await addClient(broken, { ...wanted, name: 'Inselstrom' }, creator);
    const groups = () =>
      house.database.identity.query('select role from pool_group where client_id = $1 and user_id = $2', [clientId, house.userA]);
    expect((await groups()).rows).toEqual([]);
    await drainJobs(house.database);
    expect((await groups()).rows).toEqual([{ role: 'ADMINISTRATOR' }]);
    const seen = await inClient(house.database, clientId, (tx) =>
      tx.sql<{ role: string }>('select role from client_user where client_id = $1', [clientId]),
    );
    expect(seen).toEqual([{ role: 'ADMINISTRATOR' }]);
  });

  it('has what it needs: every role, tags, rules of contact, a schedule', async () => {
    const { createClient } = await house.call<{ createClient: { clientId: string } }>('backoffice', CREATE, {
      c: house.clientA,
      client: { ...wanted, countryCode: 'NL', defaultLocale: 'nl_NL' },
    });
    const token = await house.tokenFor(createClient.clientId);
    const ask = async (service: string, query: string) =>
      (await house.raw(service, `query ($c: ID!) { ${query} }`, { c: createClient.clientId }, token)).data;
    expect((await ask('backoffice', 'getClientRoles(clientId: $c) { name }'))?.getClientRoles).toHaveLength(BUILT_IN_ROLES.length);
    expect((await ask('backoffice', 'getCurrentClientRole(clientId: $c) { name }'))?.getCurrentClientRole).toEqual({
      name: 'ADMINISTRATOR',
    });
    expect((await ask('operations', 'getContactRules(clientId: $c) { countryCode ownRules }'))?.getContactRules).toEqual({
      countryCode: 'NL',
      ownRules: false,
    });
    expect((await ask('operations', 'getOperationHours(clientId: $c) { day }'))?.getOperationHours).toEqual([]);
    expect(
      (await ask('backoffice', 'getClientConfiguration(clientId: $c) { defaultLocale tags { key } }'))?.getClientConfiguration,
    ).toMatchObject({ defaultLocale: 'nl_NL', tags: expect.arrayContaining([{ key: 'URGENT' }]) });
  });

  it('is checked like every configuration', async () => {
    const answer = await house.raw('backoffice', CREATE, { c: house.clientA, client: { ...wanted, timezone: 'Here' } });
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'timezone' });
  });
});
