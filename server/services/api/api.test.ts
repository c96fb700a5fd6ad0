/** API keys as staff make, see and revoke them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, type Instant, isoInstant } from '../../../core/time.ts';
import { accessOf } from '../../platform/access.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

interface Key {
  keyId: string;
  name: string;
  ending: string;
  scopes: string[];
  beyondMaker: string[];
  state: string;
  revokedBy: string | null;
}
const FIELDS = 'keyId name ending scopes beyondMaker state revokedBy';
const inDays = (days: number) => isoInstant((Date.now() + days * DAY) as Instant);

const create = (input: object = {}, token?: string) =>
  house.call<{ createApiKey: { secret: string; key: Key } }>(
    'api',
    `mutation ($clientId: ID!, $name: String!, $scopes: [String!]!, $expiresAt: DateTime!) {
      createApiKey(clientId: $clientId, name: $name, scopes: $scopes, expiresAt: $expiresAt) { secret key { ${FIELDS} } } }`,
    { clientId: house.clientA, name: 'ERP', scopes: ['claims:read', 'accounts:read'], expiresAt: inDays(90), ...input },
    token,
  );
const revoke = (keyId: string) =>
  house.call<{ revokeApiKey: Key }>(
    'api',
    `mutation ($clientId: ID!, $keyId: ID!) { revokeApiKey(clientId: $clientId, keyId: $keyId) { ${FIELDS} } }`,
    { clientId: house.clientA, keyId },
  );
const list = async () =>
  (
    await house.call<{ getApiKeys: Key[] }>('api', `query ($clientId: ID!) { getApiKeys(clientId: $clientId) { ${FIELDS} } }`, {
      clientId: house.clientA,
    })
  ).getApiKeys;

it('makes a key, tells it once and keeps a digest of its secret', async () => {
  const { secret, key } = (await create()).createApiKey;
  expect(secret).toMatch(/^qk_[0-9A-Za-z]{43}_[0-9A-Za-z]{43}$/);
  expect(key).toMatchObject({ name: 'ERP', scopes: ['accounts:read', 'claims:read'], beyondMaker: [], state: 'active' });
  expect(secret.split('_')[1]!.endsWith(key.ending)).toBe(true);
  const stored = await house.inA((tx) => tx.sql('select to_jsonb(k)::text as row from api_key k where client_id = $1', [tx.clientId]));
  const written = await house.inA((tx) =>
    tx.sql(`select payload::text as row from event where client_id = $1 and message_type = 'apiKeyCreated'`, [tx.clientId]),
  );
  expect(JSON.stringify([...stored, ...written])).not.toContain(secret.split('_')[2]);
  expect(JSON.stringify(await list())).not.toContain(secret.split('_')[2]);
});

it('revokes a key once, and says who did', async () => {
  const { key } = (await create({ name: 'Old' })).createApiKey;
  const first = (await revoke(key.keyId)).revokeApiKey;
  expect(first).toMatchObject({ state: 'revoked', revokedBy: house.userA });
  expect((await revoke(key.keyId)).revokeApiKey).toEqual(first);
  const events = await house.inA((tx) =>
    tx.sql(`select payload from event where client_id = $1 and message_type = 'apiKeyRevoked'`, [tx.clientId]),
  );
  expect(events).toEqual([{ payload: { keyId: key.keyId, name: 'Old' } }]);
});

it('shows a key that is about to end, and one that has ended', async () => {
  const { key } = (await create({ name: 'Short', expiresAt: inDays(7) })).createApiKey;
  expect(key.state).toBe('ending');
  await house.inA((tx) => tx.sql('update api_key set expires_at = now() where client_id = $1 and key_id = $2', [tx.clientId, key.keyId]));
  expect((await list()).find(({ keyId }) => keyId === key.keyId)!.state).toBe('expired');
});

describe('a key', () => {
  it.each([
    ['without a name', { name: ' ' }, 'INVALID_INPUT'],
    ['without scopes', { scopes: [] }, 'Select at least one scope'],
    ['with a scope that there isn’t', { scopes: ['accounts:read', 'constructor'] }, 'There is no scope “constructor”'],
    ['that has ended', { expiresAt: inDays(-1) }, 'Choose an expiry'],
    ['of more than a year', { expiresAt: inDays(370) }, 'Choose an expiry'],
  ])('%s is not made', async (_, input, message) => {
    await expect(create(input)).rejects.toThrow(message);
  });

  it('is given no more than its maker holds', async () => {
    await house.inA((tx) =>
      tx.sql(
        `insert into client_role (client_id, name, role_type, permissions, created_at, updated_at) values ($1, 'KEYS', 'client', $2, now(), now())`,
        [
          tx.clientId,
          JSON.stringify([
            { domain: 'configuration', actions: ['editApiKeys'] },
            { domain: 'account', actions: ['viewAccount'] },
          ]),
        ],
      ),
    );
    accessOf(house.database).forgetRoles(house.clientA);
    const token = await house.tokenFor(house.clientA, 'KEYS');
    await expect(create({ scopes: ['debtors:read', 'debtors:write', 'payments:read'] }, token)).rejects.toThrow(
      'FORBIDDEN: You can’t give a key more than your own role holds: debtors:write, payments:read',
    );
    expect((await create({ name: 'Small', scopes: ['debtors:read'] }, token)).createApiKey.key.scopes).toEqual(['debtors:read']);
  });

  it('keeps its scopes when its maker loses the rights, and says so', async () => {
    const { key } = (await create({ name: 'Stays', scopes: ['notes:write'] })).createApiKey;
    const shown = async () => (await list()).find(({ keyId }) => keyId === key.keyId)!;
    expect((await shown()).beyondMaker).toEqual([]);
    await house.inA((tx) =>
      tx.sql(`update client_user set role = 'NOBODY', groups = '[]' where client_id = $1 and user_id = $2`, [tx.clientId, house.userA]),
    );
    expect(await shown()).toMatchObject({ beyondMaker: ['notes:write'], scopes: ['notes:write'], state: 'active' });
  });

  it('is not made by a partner’s people: it would reach more than they do', async () => {
    const groups = [{ clientId: house.clientA, role: 'ADMINISTRATOR', partnerId: '0197c0de-7a10-7c3b-9b1e-5a2f6c8d9e0d' }];
    const { token } = await house.tokens.sign({ userId: house.userA, email: 'p@partner.example', name: 'P', groups });
    await expect(create({ scopes: ['files:read'] }, token)).rejects.toThrow('A partner’s staff can’t create API keys');
  });
});
