/** Previews with the values of a real account: who may see them, where a test mail may go, and what is written down. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Permission } from '../../../core/holds.ts';
import { uuidv7 } from '../../../core/id.ts';
import { HOUR, instant } from '../../../core/time.ts';
import { type DeliveryHouse, openDeliveryHouse, START } from './cms.delivery.testing.ts';

const PREVIEW = 'query ($previewContent: PreviewContentInput!) { previewBundle(previewContent: $previewContent) { text recipient } }';
const SEND = `mutation ($previewContent: PreviewContentInput!, $emailAddresses: [String!]!) {
  sendPreviewEmail(previewContent: $previewContent, emailAddresses: $emailAddresses) }`;

let house: DeliveryHouse;
let accountId: string;
const me = () => `${house.userA}@test.example`;
const content = (account?: string) => ({
  clientId: house.clientA,
  contentTemplateType: 'email',
  locale: 'en_US',
  subject: 'Hello',
  format: 'text',
  content: 'Dear {{ debtor.lastName }}',
  ...(account ? { accountId: account } : {}),
});
const saveRole = (name: string, permissions: readonly Permission[]) =>
  house.inA((tx) =>
    tx.sql(
      `insert into client_role (client_id, name, role_type, permissions, created_at, updated_at) values ($1, $2, 'WORK', $3, now(), now())
       on conflict (client_id, name) do update set permissions = excluded.permissions`,
      [tx.clientId, name, JSON.stringify(permissions)],
    ),
  );
const events = () =>
  house.inA((tx) =>
    tx.sql<{ message_type: string; account_id: string | null; actor_id: string; payload: Record<string, unknown> }>(
      `select message_type, account_id, actor_id, payload from event where client_id = $1 and message_type in ('messagePreviewed', 'testMailSent') order by message_id`,
      [tx.clientId],
    ),
  );
const as = async (role: string) => house.tokenFor(house.clientA, role);
const code = async (document: string, variables: object, role = 'ADMINISTRATOR') =>
  (await house.raw('cms', document, variables, await as(role))).errors?.[0]?.extensions?.code ?? 'passes';
const colleague = async (part: Record<string, unknown> = {}) => {
  const userId = uuidv7();
  await house.inA((tx) =>
    tx.sql(
      `insert into client_user (client_id, user_id, email, name, role, is_enabled, status, groups) values ($1, $2, $3, 'Test', 'AGENT', $4, $5, $6)`,
      [
        tx.clientId,
        userId,
        `${userId}@test.example`,
        part.enabled ?? true,
        part.status ?? 'active',
        JSON.stringify([{ roleId: 'AGENT', partnerIds: part.partnerIds ?? [] }]),
      ],
    ),
  );
  return `${userId}@test.example`;
};

beforeAll(async () => {
  house = await openDeliveryHouse();
  await saveRole('WRITER', [{ domain: 'cms', actions: ['viewContent', 'editContent'] }]);
  await saveRole('RULES', [{ domain: 'operations', actions: ['*'] }]);
  ({ accountId } = await house.queued({ lastName: 'Weber-Geheim' }));
});
afterAll(() => house.close());
beforeEach(async () => {
  house.rewind();
  await house.database.owner.query(`delete from event where message_type in ('messagePreviewed', 'testMailSent')`);
});

describe('an account in a preview', () => {
  it('is shown only to who may also read accounts; examples need content rights alone', async () => {
    for (const [document, more] of [
      [PREVIEW, {}],
      [SEND, { emailAddresses: [me()] }],
    ] as const) {
      const answer = await house.raw('cms', document, { previewContent: content(accountId), ...more }, await as('WRITER'));
      expect(answer.errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
      expect(JSON.stringify(answer)).not.toContain('Geheim');
      expect(await code(document, { previewContent: content(), ...more }, 'WRITER')).toBe('passes');
      expect(await code(document, { previewContent: content(accountId), ...more })).toBe('passes');
    }
  });

  it('is not explained to who holds contact rules alone', async () => {
    const explain = `query ($clientId: ID!, $accountRef: String!) { explainContact(clientId: $clientId, accountRef: $accountRef, channel: "email") { debtorName } }`;
    const variables = { clientId: house.clientA, accountRef: accountId };
    expect([await code(explain, variables, 'RULES'), await code(explain, variables)]).toEqual(['FORBIDDEN', 'passes']);
  });

  it('leaves word of who looked and who sent, once for a look, and none of the values', async () => {
    for (let time = 0; time < 3; time++) await code(PREVIEW, { previewContent: content(accountId) });
    await code(SEND, { previewContent: content(accountId), emailAddresses: [me()] });
    await code(PREVIEW, { previewContent: content() });
    const written = await events();
    expect(written.map((each) => [each.message_type, each.account_id, each.actor_id])).toEqual([
      ['messagePreviewed', accountId, house.userA],
      ['testMailSent', accountId, house.userA],
    ]);
    expect(JSON.stringify(written)).not.toMatch(/Geheim|@/);
    house.clock.time = instant(START + HOUR);
    await code(PREVIEW, { previewContent: content(accountId) });
    expect(await events()).toHaveLength(3);
  });
});

describe('a test mail', () => {
  it('goes to active colleagues only', async () => {
    const send = (...emailAddresses: string[]) => code(SEND, { previewContent: content(), emailAddresses });
    expect(await send(me().toUpperCase(), await colleague())).toBe('passes');
    for (const address of [
      'attacker@evil.example',
      `${house.userB}@test.example`,
      await colleague({ enabled: false }),
      await colleague({ status: 'removed' }),
      await colleague({ status: 'invited' }),
      await colleague({ partnerIds: ['acme'] }),
      `${me()}, attacker@evil.example`,
    ])
      expect(await send(me(), address), address).toBe('INVALID_INPUT');
    expect(await send()).toBe('INVALID_INPUT');
    expect(await send(...(await Promise.all(Array.from({ length: 11 }, () => colleague()))))).toBe('INVALID_INPUT');
    expect((await events()).map((each) => each.payload.recipients)).toEqual([2]);
  });

  it('goes out at most fifty times an hour, also when many are asked for at once', async () => {
    const ten = [me(), ...(await Promise.all(Array.from({ length: 9 }, () => colleague())))];
    const tried = await Promise.all(Array.from({ length: 8 }, () => code(SEND, { previewContent: content(), emailAddresses: ten })));
    expect(tried.sort()).toEqual([...new Array(3).fill('RATE_LIMITED'), ...new Array(5).fill('passes')]);
    house.clock.time = instant(START + HOUR + 1);
    expect(await code(SEND, { previewContent: content(), emailAddresses: ten })).toBe('passes');
  });
});

describe('a test message to oneself', () => {
  const TEST =
    'mutation ($clientId: ID!, $channel: String!) { sendTestMessage(clientId: $clientId, channel: $channel) { recipient providerName providerRef } }';
  const SET = `mutation ($clientId: ID!, $providerConfigurations: [ProviderConfigurationInput!]!) { setSettingSMS(clientId: $clientId, providerConfigurations: $providerConfigurations) { clientId } }`;
  const test = async (channel: string, role = 'ADMINISTRATOR') => {
    const { data, errors } = await house.raw('cms', TEST, { clientId: house.clientA, channel }, await as(role));
    const extensions = errors?.[0]?.extensions as { code: string; field?: string; key?: string } | undefined;
    return extensions ? [extensions.code, extensions.key ?? extensions.field] : data?.sendTestMessage;
  };

  it('goes through the client’s provider only to the caller, and is audited', async () => {
    expect(await test('email')).toEqual({ recipient: me(), providerName: 'sandbox', providerRef: expect.any(String) });
    expect((await events()).at(-1)).toMatchObject({
      message_type: 'testMailSent',
      actor_id: house.userA,
      payload: { channel: 'email', recipients: 1, recipientIds: [house.userA] },
    });
    expect(await test('letter')).toEqual(['INVALID_INPUT', 'oneOf']);
    expect(await test('email', 'AGENT')).toEqual(['FORBIDDEN', expect.anything()]);
  });

  it('says what a text message needs, and what the provider answers', async () => {
    expect(await test('sms')).toEqual(['INVALID_INPUT', 'testNoPhone']);
    const phone = (number: string) =>
      house.inA((tx) =>
        tx.sql('update client_user set phone_number = $3 where client_id = $1 and user_id = $2', [tx.clientId, house.userA, number]),
      );
    await phone('+4915112345678');
    expect(await test('sms')).toMatchObject({ recipient: '+4915112345678' });
    // A gateway that nobody answers at.
    await house.call('operations', SET, {
      clientId: house.clientA,
      providerConfigurations: [{ providerName: 'HttpGateway', credentials: { baseURL: 'http://127.0.0.1:9', apiKey: 'k' } }],
    });
    expect(await test('sms')).toEqual(['UNAVAILABLE', 'testNotSent']);
    await house.call('operations', SET, { clientId: house.clientA, providerConfigurations: [] });
    await phone('');
  });
});
