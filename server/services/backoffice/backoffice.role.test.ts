import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { createServer } from '../../server.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const SAVE = `mutation ($clientId: ID!, $role: ClientRoleInput!) { saveClientRole(clientId: $clientId, role: $role) { name roleType isBuiltIn permissions { domain actions } } }`;
const REMOVE = `mutation ($clientId: ID!, $name: String!) { deleteClientRole(clientId: $clientId, name: $name) }`;
const ROLES = `query ($clientId: ID!) { getClientRoles(clientId: $clientId) { name isBuiltIn isFixed users updatedAt permissions { domain actions } } }`;
const OWN = `query ($clientId: ID!) { getCurrentClientRole(clientId: $clientId) { name permissions { domain actions } } }`;
const common = { domain: 'backoffice', actions: ['viewClient', 'viewRole', 'viewUsers'] };
/** What every saved role holds besides. */
const always = [
  { domain: 'backoffice', actions: ['saveViews', 'useMessages', 'viewClient', 'viewNotifications', 'viewRole', 'viewUsers'] },
];
const save = async (role: object, token?: string) => house.raw('backoffice', SAVE, { clientId: house.clientA, role }, token);
const code = (answer: { errors?: { extensions?: { code?: string } }[] }) => answer.errors?.[0]?.extensions?.code;
const holdsView = async (token: string) => {
  const answer = await house.call<{ getCurrentClientRole: { permissions: { domain: string }[] } }>(
    'backoffice',
    OWN,
    { clientId: house.clientA },
    token,
  );
  return answer.getCurrentClientRole.permissions.some(({ domain }) => domain === 'strategy');
};

describe('a role', () => {
  it('is saved, replaces the one of its name, and is the client’s own', async () => {
    expect(
      code(await save({ name: 'Night shift', permissions: [common, { domain: 'strategy', actions: ['viewStrategies'] }] })),
    ).toBeUndefined();
    const again = await save({ name: 'Night shift', permissions: [common], roleType: 'SUPERVISION' });
    expect(again.data?.saveClientRole).toMatchObject({ name: 'Night shift', roleType: 'SUPERVISION', isBuiltIn: false });
    const list = await house.call<{ getClientRoles: { name: string; permissions: unknown[] }[] }>('backoffice', ROLES, {
      clientId: house.clientA,
    });
    expect(list.getClientRoles.filter(({ name }) => name === 'Night shift')).toHaveLength(1);
    expect(list.getClientRoles.find(({ name }) => name === 'Night shift')?.permissions).toHaveLength(1);
    const other = await house.call<{ getClientRoles: { name: string }[] }>(
      'backoffice',
      ROLES,
      { clientId: house.clientB },
      await house.tokenFor(house.clientB),
    );
    expect(other.getClientRoles.some(({ name }) => name === 'Night shift')).toBe(false);
  });

  it('is in force with the next request of whoever has it, in every process', async () => {
    const second = await createServer(house.database, house.config);
    await second.app.ready();
    const token = await house.tokenFor(house.clientA, 'Watch');
    const asked = async () => {
      const answer = await second.app.inject({
        method: 'POST',
        url: '/api/strategy',
        headers: { 'content-type': 'application/json', authorization: token },
        payload: JSON.stringify({ query: 'query ($c: ID!) { getStrategies(clientId: $c) { id } }', variables: { c: house.clientA } }),
      });
      return code(answer.json());
    };
    expect(code(await house.raw('backoffice', OWN, { clientId: house.clientA }, token))).toBe('FORBIDDEN');
    await save({ name: 'Watch', permissions: [common] });
    expect(await holdsView(token)).toBe(false);
    expect(await asked()).toBe('FORBIDDEN');
    await save({ name: 'Watch', permissions: [common, { domain: 'strategy', actions: ['viewStrategies'] }] });
    expect(await holdsView(token)).toBe(true);
    expect(await asked()).toBeUndefined();
    await save({ name: 'Watch', permissions: [common] });
    expect(await asked()).toBe('FORBIDDEN');
    await second.close();
  });

  it('holds what nobody finds their way without, whatever was sent', async () => {
    const saved = await save({ name: 'Bare', permissions: [] });
    expect(saved.data?.saveClientRole).toMatchObject({ permissions: always });
    const token = await house.tokenFor(house.clientA, 'Bare');
    expect(await holdsView(token)).toBe(false);
    expect((await house.raw('backoffice', '{ getClientList { clientId } }', {}, token)).errors).toBeUndefined();
    const own = `query ($c: ID!) { getCurrentClientRole(clientId: $c) { name roleType isBuiltIn isFixed updatedAt } }`;
    await save({ name: 'Bare', permissions: [], roleType: 'SUPERVISION' });
    expect((await house.raw('backoffice', own, { c: house.clientA }, token)).data?.getCurrentClientRole).toEqual({
      name: 'Bare',
      roleType: 'SUPERVISION',
      isBuiltIn: false,
      isFixed: false,
      updatedAt: expect.stringMatching(/Z$/),
    });
    expect((await house.raw('backoffice', own, { c: house.clientA })).data?.getCurrentClientRole).toMatchObject({ isFixed: true });
  });

  it('is not written over by whoever has not seen it as it is', async () => {
    const read = async (name: string) => {
      const answer = await house.call<{ getClientRoles: { name: string; updatedAt: string | null }[] }>('backoffice', ROLES, {
        clientId: house.clientA,
      });
      return answer.getClientRoles.find((role) => role.name === name)?.updatedAt ?? null;
    };
    const strategy = { domain: 'strategy', actions: ['viewStrategies'] };
    const both = await Promise.all([[], [strategy]].map((permissions) => save({ name: 'Two desks', permissions, updatedAt: null })));
    expect(both.map((answer) => code(answer) ?? 'saved').sort()).toEqual(['CONFLICT', 'saved']);
    const updatedAt = await read('Two desks');
    expect(code(await save({ name: 'Two desks', permissions: [], roleType: 'SUPERVISION', updatedAt }))).toBeUndefined();
    expect(code(await save({ name: 'Two desks', permissions: [strategy], updatedAt }))).toBe('CONFLICT');
    expect(await read('READ_ONLY')).toBeNull();
    expect(code(await save({ name: 'READ_ONLY', permissions: [], updatedAt: null }))).toBeUndefined();
    expect(code(await save({ name: 'READ_ONLY', permissions: [strategy], updatedAt: null }))).toBe('CONFLICT');
    await house.raw('backoffice', REMOVE, { clientId: house.clientA, name: 'READ_ONLY' });
  });

  it('is logged with its previous value; saving the same again is no change', async () => {
    const events = () =>
      house.inA((tx) =>
        tx.sql<{ payload: { changes: object[] } }>(
          `select payload from event where client_id = $1 and message_type = 'roleSaved' and payload->>'role' = 'Told' order by message_id`,
          [tx.clientId],
        ),
      );
    await save({ name: 'Told', permissions: [] });
    await save({ name: 'Told', permissions: [common], roleType: 'WORK' });
    await save({ name: 'Told', permissions: [], roleType: 'PARTNER' });
    expect((await events()).map(({ payload }) => payload.changes)).toEqual([
      [
        { field: 'roleType', from: null, to: 'WORK' },
        { field: 'permissions', from: null, to: always },
      ],
      [{ field: 'roleType', from: 'WORK', to: 'PARTNER' }],
    ]);
  });

  it('that is built in can be changed and brought back, but for ADMINISTRATOR', async () => {
    const agent = await house.tokenFor(house.clientA, 'AGENT');
    expect(await holdsView(agent)).toBe(true);
    await save({ name: 'AGENT', permissions: [common] });
    expect(await holdsView(agent)).toBe(false);
    expect(code(await house.raw('backoffice', REMOVE, { clientId: house.clientA, name: 'AGENT' }))).toBeUndefined();
    expect(await holdsView(agent)).toBe(true);
    expect(code(await house.raw('backoffice', REMOVE, { clientId: house.clientA, name: 'AGENT' }))).toBe('NOT_FOUND');
    expect(code(await save({ name: 'ADMINISTRATOR', permissions: [common] }))).toBe('CONFLICT');
  });

  it('cannot be removed while somebody has it', async () => {
    await save({ name: 'Kept', permissions: [common] });
    await house.inA((tx) =>
      tx.sql(`update client_user set role = 'Kept' where client_id = $1 and user_id = $2`, [house.clientA, house.userA]),
    );
    const refused = await house.raw('backoffice', REMOVE, { clientId: house.clientA, name: 'Kept' });
    expect(code(refused)).toBe('CONFLICT');
    await house.inA((tx) =>
      tx.sql(`update client_user set role = 'ADMINISTRATOR' where client_id = $1 and user_id = $2`, [house.clientA, house.userA]),
    );
    expect(code(await house.raw('backoffice', REMOVE, { clientId: house.clientA, name: 'Kept' }))).toBeUndefined();
  });

  it.each([
    ['a name that is no name', { name: 'a:b', permissions: [] }, 'role.name'],
    ['the name of another in other letters', { name: 'supervisor', permissions: [] }, 'role.name'],
    ['a permission that does not exist', { name: 'X', permissions: [{ domain: 'account', actions: ['fly'] }] }, 'role.permissions'],
    ['a domain that does not exist', { name: 'X', permissions: [{ domain: 'moon', actions: ['*'] }] }, 'role.permissions'],
    ['a type that does not exist', { name: 'X', permissions: [], roleType: 'KING' }, 'role.roleType'],
  ])('with %s is refused beside its field', async (_, role, field) => {
    expect((await save(role)).errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field });
  });

  it('never holds more than its author does', async () => {
    const editor = { domain: 'backoffice', actions: ['viewClient', 'viewRole', 'editRoles'] };
    await save({ name: 'Editor', permissions: [editor, { domain: 'account', actions: ['viewAccount'] }] });
    const token = await house.tokenFor(house.clientA, 'Editor');
    expect(code(await save({ name: 'Less', permissions: [{ domain: 'account', actions: ['viewAccount'] }] }, token))).toBeUndefined();
    expect(code(await save({ name: 'More', permissions: [{ domain: 'account', actions: ['*'] }] }, token))).toBe('FORBIDDEN');
    expect(code(await save({ name: 'Editor', permissions: [editor, { domain: 'cms', actions: ['viewContent'] }] }, token))).toBe(
      'FORBIDDEN',
    );
    // What an administrator took from a built-in role comes back by nobody who holds less.
    await save({ name: 'SUPERVISOR', permissions: [] });
    expect(code(await house.raw('backoffice', REMOVE, { clientId: house.clientA, name: 'SUPERVISOR' }, token))).toBe('FORBIDDEN');
    expect(code(await house.raw('backoffice', REMOVE, { clientId: house.clientA, name: 'SUPERVISOR' }))).toBeUndefined();
  });

  it('is not changed by whoever could not give back what it holds', async () => {
    const editor = { domain: 'backoffice', actions: ['viewClient', 'viewRole', 'editRoles'] };
    await save({ name: 'Roles only', permissions: [editor] });
    const token = await house.tokenFor(house.clientA, 'Roles only');
    await save({ name: 'Above', permissions: [{ domain: 'operations', actions: ['*'] }] });
    const permissions = async (name: string) => {
      const { getClientRoles } = await house.call<{ getClientRoles: { name: string; permissions: unknown[] }[] }>('backoffice', ROLES, {
        clientId: house.clientA,
      });
      return getClientRoles.find((role) => role.name === name)?.permissions;
    };
    const before = [await permissions('Above'), await permissions('SUPERVISOR'), await permissions('AGENT')];
    for (const name of ['Above', 'SUPERVISOR', 'AGENT'])
      for (const role of [
        { name, permissions: [] },
        { name, permissions: [editor] },
      ])
        expect(code(await save(role, token))).toBe('FORBIDDEN');
    expect(code(await house.raw('backoffice', REMOVE, { clientId: house.clientA, name: 'Above' }, token))).toBe('FORBIDDEN');
    expect([await permissions('Above'), await permissions('SUPERVISOR'), await permissions('AGENT')]).toEqual(before);
    expect(code(await save({ name: 'Roles only', permissions: [] }, token))).toBeUndefined();
  });
});

describe('the limited search', () => {
  const SEARCH =
    'query ($c: ID!, $text: String, $after: String, $products: [String!]) { searchAccounts(clientId: $c, queryText: $text, searchAfter: $after, products: $products) { results { accountId } } }';
  it('asks for a text, and gives no filters and no further pages', async () => {
    await save({ name: 'Desk', permissions: [common, { domain: 'account', actions: ['searchAccounts'] }] });
    const token = await house.tokenFor(house.clientA, 'Desk');
    const search = async (variables: object) =>
      (await house.raw('account', SEARCH, { c: house.clientA, ...variables }, token)).errors?.[0]?.extensions;
    expect(await search({})).toMatchObject({ code: 'INVALID_INPUT', field: 'queryText' });
    expect(await search({ text: 'a -b' })).toMatchObject({ code: 'INVALID_INPUT', field: 'queryText' });
    expect(await search({ text: 'anna', products: ['Gas'] })).toMatchObject({ code: 'FORBIDDEN' });
    expect(await search({ text: 'anna', after: 'x' })).toMatchObject({ code: 'FORBIDDEN' });
    expect(await search({ text: 'anna' })).toBeUndefined();
  });
});
