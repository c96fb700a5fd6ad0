/** Webhooks: who is sent what, signed and in which order, and what becomes of it when nobody takes it. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { DAY, HOUR, instant, MINUTE } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { replay } from '../../platform/follow.ts';
import { openWebhookHouse, type Received, SAVE, type WebhookHouse } from './webhook-subscription.testing.ts';

let house: WebhookHouse;
beforeAll(async () => {
  house = await openWebhookHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  await house.database.owner.query(`
    delete from webhook_endpoint; delete from webhook_secret; delete from webhook_subscription; delete from webhook_delivery; delete from webhook_queue;
    delete from webhook_attempt; delete from event_follower; delete from event_followed; delete from notification;
    delete from graphile_worker._private_jobs`);
  house.receiver.received.length = 0;
  house.receiver.answer = () => 200;
});

const SET = `mutation ($clientId: ID!, $messageType: String!, $messageVersion: Int!, $url: String!) {
  setWebhookSubscription(clientId: $clientId, messageType: $messageType, messageVersion: $messageVersion, url: $url) {
    messageTypeWithVersion url endpointId secret } }`;
interface Set {
  setWebhookSubscription: { messageTypeWithVersion: string; url: string; endpointId: Uuid; secret: string | null };
}
const set = async (messageType: string, path: string, messageVersion = 1) =>
  (await house.api<Set>(SET, { messageType, messageVersion, url: house.receiver.base + path })).setWebhookSubscription;

interface Endpoint {
  endpointId: Uuid;
  state: string;
  pauseReason: string | null;
  waiting: number;
  failed: number;
  errorKey: string | null;
  messageTypes: string[];
  secrets: { expiresAt: string | null }[];
  retryAt: string | null;
}
const endpoints = async () =>
  (
    await house.api<{ getWebhookEndpoints: Endpoint[] }>(
      'query ($clientId: ID!) { getWebhookEndpoints(clientId: $clientId) { endpointId state pauseReason waiting failed errorKey messageTypes secrets { expiresAt } retryAt } }',
    )
  ).getWebhookEndpoints;

interface Delivery {
  messageId: Uuid;
  endpointId: Uuid;
  state: string;
  attempts: number;
  lastStatus: number | null;
  errorKey: string | null;
  nextAt: string | null;
}
const deliveries = async (filter: object = {}) =>
  (
    await house.api<{ getWebhookDeliveries: { results: Delivery[] } }>(
      `query ($clientId: ID!, $filter: WebhookDeliveryFilter) { getWebhookDeliveries(clientId: $clientId, filter: $filter) {
         results { messageId endpointId state attempts lastStatus errorKey nextAt } } }`,
      { filter },
    )
  ).getWebhookDeliveries.results.toReversed();
const states = async (filter?: object) => (await deliveries(filter)).map(({ state }) => state);

interface Detail {
  requestBody: string | null;
  attempts: { requestHeaders: Record<string, string>; status: number | null; answer: string | null; errorKey: string | null }[];
}
const detail = async (endpointId: string, messageId: string) =>
  (
    await house.api<{ getWebhookDelivery: Detail }>(
      `query ($clientId: ID!, $endpointId: ID!, $messageId: ID!) { getWebhookDelivery(clientId: $clientId, endpointId: $endpointId, messageId: $messageId) {
         requestBody attempts { requestHeaders status answer errorKey } } }`,
      { endpointId, messageId },
    )
  ).getWebhookDelivery;
const change = <Data = Record<string, unknown>>(name: string, variables: Record<string, unknown>, select = '') =>
  house.api<Data>(
    `mutation ($clientId: ID!${Object.entries(variables)
      .map(([key, value]) => `, $${key}: ${TYPES[key] ?? (typeof value === 'number' ? 'Int' : 'ID!')}`)
      .join('')}) { ${name}(clientId: $clientId${Object.keys(variables)
      .map((key) => `, ${key}: $${key}`)
      .join('')}) ${select} }`,
    variables,
  );
const TYPES: Readonly<Record<string, string>> = {
  messageType: 'String!',
  messageVersion: 'Int!',
  filter: 'WebhookDeliveryFilter!',
};
/** Lets time go by in steps, with whatever is due done after each. */
async function live(duration: number, step: number): Promise<void> {
  for (let gone = 0; gone < duration; gone += step) {
    house.pass(step);
    await house.work();
  }
}
const verify = (secret: string, { body, headers }: Pick<Received, 'body' | 'headers'>) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);
const texts = (received: readonly Received[]) => received.map(({ data }) => data.payload.text);

describe('a subscription', () => {
  it('is sent the events of its kind from then on, each once, signed as Standard Webhooks has it', async () => {
    await house.happens('noteAdded');
    const { secret, messageTypeWithVersion } = await set('noteAdded', '/notes');
    const messageId = await house.happens('noteAdded', { accountId: uuidv7() });
    await house.happens('claimDisputed');
    await house.work();
    const [sent, ...more] = house.receiver.received;
    expect(more).toEqual([]);
    expect([sent!.id, sent!.headers['content-type'], messageTypeWithVersion]).toEqual([
      messageId,
      'application/json; charset=utf-8',
      'noteAdded.v1',
    ]);
    // Whatever the clock of the test says, the receiver's is the real one.
    expect(verify(secret!, sent!)).toMatchObject({ type: 'noteAdded.v1', data: { messageId, clientId: house.clientA, actorType: 'user' } });
    expect(() => verify(secret!, { ...sent!, body: sent!.body.replace('noteAdded', 'noteaddeD') })).toThrow();
    // Read again from the beginning, nothing is sent a second time.
    await house.inA((tx) => replay(tx, 'webhooks', instant(0)));
    await house.happens('claimDisputed');
    await house.work();
    expect(house.receiver.received.length).toBe(1);
  });

  it('gets what its schema says, for every kind there is', async () => {
    const { getWebhookMessageTypes: types } = await house.api<{
      getWebhookMessageTypes: { messageTypeWithVersion: string; messageType: string; schema: object; example: object }[];
    }>(`query ($clientId: ID!) { getWebhookMessageTypes(clientId: $clientId) { messageTypeWithVersion messageType schema example } }`);
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const checks = new Map(types.map(({ messageTypeWithVersion, schema }) => [messageTypeWithVersion, ajv.compile(schema)]));
    expect(types.filter(({ messageTypeWithVersion, example }) => !checks.get(messageTypeWithVersion)!(example))).toEqual([]);
    const { endpointId } = await house.endpoint('/all', '*.v1');
    await change('testWebhookEndpoint', { endpointId, messageType: 'paymentSettled', messageVersion: 1 });
    for (const type of ['paymentSettled', 'promiseToPayCreated', 'claimDisputed', 'webhookDeleted'] as const) await house.happens(type);
    await house.work();
    const bodies = house.receiver.received.map(({ body }) => JSON.parse(body) as { type: string; test?: true });
    expect(bodies.map(({ type, test }) => [type, test, checks.get(type)!(bodies.find((each) => each.type === type))])).toEqual(
      expect.arrayContaining([
        ['paymentSettled.v1', true, true],
        ['paymentSettled.v1', undefined, true],
        ['promiseToPayCreated.v1', undefined, true],
        ['claimDisputed.v1', undefined, true],
        ['webhookDeleted.v1', undefined, true],
      ]),
    );
  });

  it('moves to the address that it is set to, and is refused where several webhooks have it', async () => {
    const first = await set('noteAdded', '/one');
    const again = await set('noteAdded', '/one');
    const moved = await set('noteAdded', '/two');
    expect([first.secret !== null, again.secret, moved.secret !== null, again.endpointId === first.endpointId]).toEqual([
      true,
      null,
      true,
      true,
    ]);
    await house.happens('noteAdded');
    await house.work();
    expect(house.receiver.received.map(({ path }) => path)).toEqual(['/two']);
    await house.endpoint('/three', 'noteAdded.v1');
    await house.happens('noteAdded');
    await house.work();
    expect(house.receiver.received.map(({ path }) => path).toSorted()).toEqual(['/three', '/two', '/two']);
    await expect(set('noteAdded', '/four')).rejects.toThrow('CONFLICT');
    await change('deleteWebhookSubscription', { messageType: 'noteAdded', messageVersion: 1 });
    await expect(change('deleteWebhookSubscription', { messageType: 'noteAdded', messageVersion: 1 })).rejects.toThrow('NOT_FOUND');
    await house.happens('noteAdded');
    await house.work();
    expect(house.receiver.received.length).toBe(3);
  });

  it('is listed by pages in the order of types', async () => {
    for (const type of ['noteAdded', 'claimDisputed', 'paymentSettled']) await set(type, '/one');
    const page = (variables: object) =>
      house.api<{ getWebhookSubscriptions: { results: { messageTypeWithVersion: string }[]; paginationId: string | null } }>(
        `query ($clientId: ID!, $paginationId: String, $limit: Int) { getWebhookSubscriptions(clientId: $clientId, paginationId: $paginationId, limit: $limit) {
           results { messageTypeWithVersion } paginationId } }`,
        variables,
      );
    const { getWebhookSubscriptions: first } = await page({ limit: 2 });
    const { getWebhookSubscriptions: second } = await page({ limit: 2, paginationId: first.paginationId });
    expect([first, second].map(({ results }) => results.map((each) => each.messageTypeWithVersion))).toEqual([
      ['claimDisputed.v1', 'noteAdded.v1'],
      ['paymentSettled.v1'],
    ]);
    expect(second.paginationId).toBeNull();
    await expect(page({ paginationId: 'nonsense' })).rejects.toThrow('INVALID_INPUT');
  });

  it('drops what waits when it ends', async () => {
    house.receiver.answer = () => 500;
    const { endpointId } = await house.endpoint('/down', 'noteAdded.v1', 'claimDisputed.v1');
    const accountId = uuidv7();
    await house.happens('noteAdded', { accountId });
    await house.happens('claimDisputed', { accountId });
    await house.work();
    await change('deleteWebhookSubscription', { messageType: 'noteAdded', messageVersion: 1 });
    expect(await states()).toEqual(['ended', 'waiting']);
    house.receiver.answer = () => 200;
    await house.work();
    expect(await states()).toEqual(['ended', 'delivered']);
    await house.happens('claimDisputed', { accountId });
    await change('deleteWebhookEndpoint', { endpointId });
    await house.work();
    expect([await states(), await endpoints(), house.receiver.received.length]).toEqual([['ended', 'delivered'], [], 2]);
  });
});

describe('an address', () => {
  const save = (url: string, more: object = {}) => house.api(SAVE, { endpoint: { url, messageTypes: ['noteAdded.v1'], ...more } });

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/hook',
    'https://[::ffff:10.0.0.1]/hook',
    'https://[fe80::1]/hook',
    'https://user:secret@93.184.216.34/hook',
    'ftp://93.184.216.34/hook',
    'https://93.184.216.34:22/hook',
    'nonsense',
  ])('is not saved when nothing may be sent there: %s', async (url) => {
    await expect(save(url)).rejects.toThrow('INVALID_INPUT');
    await expect(house.api(SET, { messageType: 'noteAdded', messageVersion: 1, url })).rejects.toThrow('INVALID_INPUT');
    expect(await endpoints()).toEqual([]);
  });

  it('has one webhook, whose changes of somebody else are not overwritten', async () => {
    const { endpointId } = await house.endpoint('/one', 'noteAdded.v1');
    await expect(save(`${house.receiver.base}/one`)).rejects.toThrow('CONFLICT');
    await save(`${house.receiver.base}/one`, { endpointId, revision: 1, messageTypes: ['claimDisputed.v1'] });
    await expect(save(`${house.receiver.base}/one`, { endpointId, revision: 1 })).rejects.toThrow('CONFLICT');
    await expect(save(`${house.receiver.base}/two`, { messageTypes: ['noteAdded.v9', 'nothing.v1'] })).rejects.toThrow('INVALID_INPUT');
    await expect(save(`${house.receiver.base}/two`, { messageTypes: [] })).rejects.toThrow('INVALID_INPUT');
  });

  it('is checked again when it is sent to: its name may lead elsewhere by then', async () => {
    const { sendDue } = await import('./webhook-subscription.send.ts');
    const url = `${house.receiver.base.replace('127.0.0.1', 'localhost')}/moved`;
    await house.api(SAVE, { endpoint: { url, messageTypes: ['noteAdded.v1'] } });
    const [endpoint] = await endpoints();
    await house.happens('noteAdded');
    const { follow } = await import('../../platform/follow.ts');
    await follow(house.database, house.clientA);
    await sendDue(house.database, house.clientA, endpoint!.endpointId, { ...house.config, outboundAllow: [] });
    expect([house.receiver.received, await deliveries()]).toMatchObject([
      [],
      [{ state: 'waiting', errorKey: 'outboundPrivate', attempts: 1 }],
    ]);
  });

  it('is not followed to where it redirects', async () => {
    house.receiver.answer = ({ path }) =>
      path === '/here' ? (response) => response.writeHead(307, { location: `${house.receiver.base}/there` }).end() : 200;
    await house.endpoint('/here', 'noteAdded.v1');
    await house.happens('noteAdded');
    await house.work();
    expect(house.receiver.received.map(({ path }) => path)).toEqual(['/here']);
    expect(await deliveries()).toMatchObject([{ state: 'waiting', errorKey: 'webhookRedirect', lastStatus: 307 }]);
  });
});

describe('secrets', () => {
  it('both sign until the former one has ended, and are kept sealed', async () => {
    const { endpointId, secret } = await house.endpoint('/notes', 'noteAdded.v1');
    const rotated = await change<{ rotateWebhookSecret: { secret: string } }>(
      'rotateWebhookSecret',
      { endpointId, formerHours: 2 },
      '{ secret }',
    );
    const fresh = rotated.rotateWebhookSecret.secret;
    await house.happens('noteAdded');
    await house.work();
    const [both] = house.receiver.received;
    expect([secret, fresh].map((each) => verify(each, both!))).toMatchObject([{ type: 'noteAdded.v1' }, { type: 'noteAdded.v1' }]);
    expect((await endpoints())[0]!.secrets.map(({ expiresAt }) => expiresAt === null)).toEqual([true, false]);
    house.pass(2 * HOUR);
    await house.happens('noteAdded');
    await house.work();
    const later = house.receiver.received[1]!;
    expect(String(later.headers['webhook-signature']).split(' ')).toHaveLength(1);
    // By now the receiver's clock is behind the test's: the signature is compared by itself.
    const seconds = Number(later.headers['webhook-timestamp']);
    expect(new Webhook(fresh).sign(later.id, new Date(seconds * 1000), later.body)).toBe(later.headers['webhook-signature']);
    const { rows } = await house.database.owner.query<{ secret: string }>('select secret from webhook_secret');
    expect(rows.every((row) => /^s1\./.test(row.secret))).toBe(true);
  });
});

describe('the order', () => {
  it('is kept for each account while events of it fail, and others go on', async () => {
    const [one, other] = [uuidv7(), uuidv7()];
    await house.endpoint('/notes', 'noteAdded.v1');
    let isDown = true;
    house.receiver.answer = ({ data }) => (data.accountId === one && isDown ? 503 : 200);
    for (const text of ['a1', 'a2', 'a3']) await house.happens('noteAdded', { accountId: one }, { text });
    for (const text of ['b1', 'b2', 'b3']) await house.happens('noteAdded', { accountId: other }, { text });
    await house.happens('noteAdded', {}, { text: 'of no account' });
    await house.work();
    const at = (account: Uuid | null) => texts(house.receiver.received.filter(({ data }) => data.accountId === account));
    expect([at(one), at(other), at(null)]).toEqual([['a1'], ['b1', 'b2', 'b3'], ['of no account']]);
    expect(await states({ accountId: one })).toEqual(['waiting', 'waiting', 'waiting']);
    await live(MINUTE, 10_000);
    expect(new Set(at(one))).toEqual(new Set(['a1']));
    expect(at(one).length).toBeGreaterThan(2);
    isDown = false;
    await live(10 * MINUTE, 2 * MINUTE);
    expect([[...new Set(at(one))], at(one).slice(-3)]).toEqual([
      ['a1', 'a2', 'a3'],
      ['a1', 'a2', 'a3'],
    ]);
    expect(await states()).toEqual(Array(7).fill('delivered'));
  });

  it('goes on after an event that somebody stops', async () => {
    const accountId = uuidv7();
    const { endpointId } = await house.endpoint('/notes', 'noteAdded.v1');
    house.receiver.answer = ({ data }) => (data.payload.text === 'poison' ? 422 : 200);
    const messageId = await house.happens('noteAdded', { accountId }, { text: 'poison' });
    await house.happens('noteAdded', { accountId }, { text: 'next' });
    await house.work();
    expect(texts(house.receiver.received)).toEqual(['poison']);
    await change('stopWebhookDelivery', { endpointId, messageId }, '{ state }');
    await house.work();
    expect([texts(house.receiver.received), await states()]).toEqual([
      ['poison', 'next'],
      ['failed', 'delivered'],
    ]);
  });
});

describe('an address that takes nothing', () => {
  it('is tried for 72 hours, told of and paused; then what failed is kept and can be sent again', async () => {
    house.receiver.answer = () => 500;
    // Without SMTP_URL mails are shown on the terminal.
    const terminal = vi.spyOn(console, 'log').mockImplementation(() => {});
    const mails = () => terminal.mock.calls.map(([text]) => /Mail to (\S+).*\n\s*(.*)/.exec(String(text))?.slice(1));
    const { endpointId } = await house.endpoint('/down', 'noteAdded.v1');
    const accountId = uuidv7();
    await house.happens('noteAdded', { accountId }, { text: 'first' });
    await house.work();
    await live(2 * HOUR, 10 * MINUTE);
    const told = async () => {
      await house.work();
      return (
        await house.inA((tx) =>
          tx.sql<{ type: string; recipient_id: Uuid }>(
            'select type, recipient_id from notification where client_id = $1 order by created_at',
            [tx.clientId],
          ),
        )
      ).map(({ type, recipient_id }) => [type, recipient_id === house.userA]);
    };
    expect([await told(), (await endpoints())[0]!.state]).toEqual([[['WEBHOOK_FAILING', true]], 'failing']);
    await live(69 * HOUR, HOUR);
    await house.happens('noteAdded', { accountId }, { text: 'second' });
    await live(40 * MINUTE, 10 * MINUTE);
    const tries = house.receiver.received.length;
    expect([await states(), tries > 50]).toEqual([['waiting', 'waiting'], true]);
    await live(HOUR, 10 * MINUTE);
    // The first has had its 72 hours; the address is paused, so the second waits.
    expect(await states()).toEqual(['failed', 'waiting']);
    expect((await endpoints())[0]).toMatchObject({
      state: 'paused',
      pauseReason: 'failing',
      waiting: 1,
      failed: 1,
      errorKey: 'webhookStatus',
    });
    expect(await told()).toEqual([
      ['WEBHOOK_FAILING', true],
      ['WEBHOOK_PAUSED', true],
    ]);
    const owner = `${house.userA}@test.example`;
    expect(mails()).toEqual([
      [owner, 'Nordlicht Energie: a webhook isn’t getting through'],
      [owner, 'Nordlicht Energie: a webhook was paused'],
    ]);
    terminal.mockRestore();
    const { sweepJob } = await import('./webhook-subscription.jobs.ts');
    house.pass(72 * HOUR);
    await sweepJob.run({}, house.database, undefined);
    expect(await states()).toEqual(['failed', 'failed']);
    house.receiver.answer = () => 200;
    house.receiver.received.length = 0;
    await change('resumeWebhookEndpoint', { endpointId }, '{ state }');
    const again = await change<{ redeliverWebhooks: number }>('redeliverWebhooks', { filter: { states: ['failed'] } });
    await house.work();
    expect([again.redeliverWebhooks, texts(house.receiver.received), await states()]).toEqual([
      2,
      ['first', 'second'],
      ['delivered', 'delivered'],
    ]);
    // The log ends some day.
    const { forgetJob } = await import('./webhook-subscription.jobs.ts');
    house.pass(31 * DAY);
    await forgetJob.run({}, house.database, undefined);
    expect(await deliveries()).toEqual([]);
  });

  it('is left alone but for one event from time to time, and gets everything at once when it is back', async () => {
    house.receiver.answer = () => 503;
    await house.endpoint('/down', 'noteAdded.v1');
    for (let event = 0; event < 30; event++) await house.happens('noteAdded', { accountId: uuidv7() });
    await house.work();
    const before = house.receiver.received.length;
    expect((await endpoints())[0]!.retryAt).not.toBeNull();
    await live(HOUR, MINUTE);
    // Its pauses double up to ten minutes.
    expect(house.receiver.received.length - before).toBeLessThan(20);
    house.receiver.answer = () => 200;
    await live(15 * MINUTE, 5 * MINUTE);
    expect(new Set(await states())).toEqual(new Set(['delivered']));
  });

  it('is paused at once when it says that it is gone, gets tests only, and what waited in order when it goes on', async () => {
    house.receiver.answer = () => 410;
    const { endpointId } = await house.endpoint('/gone', 'noteAdded.v1');
    const accountId = uuidv7();
    await house.happens('noteAdded', { accountId }, { text: 'one' });
    await house.work();
    expect((await endpoints())[0]).toMatchObject({ state: 'paused', pauseReason: 'gone' });
    house.receiver.answer = () => 200;
    house.receiver.received.length = 0;
    await house.happens('noteAdded', { accountId }, { text: 'two' });
    await change('testWebhookEndpoint', { endpointId, messageType: 'paymentSettled', messageVersion: 1 });
    await house.work();
    expect(house.receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual(['paymentSettled.v1']);
    await change('resumeWebhookEndpoint', { endpointId }, '{ state }');
    await house.work();
    expect(texts(house.receiver.received.slice(1))).toEqual(['one', 'two']);
    await change('pauseWebhookEndpoint', { endpointId }, '{ state }');
    await house.happens('noteAdded');
    await house.work();
    expect((await endpoints())[0]).toMatchObject({ state: 'paused', pauseReason: 'person', waiting: 1 });
    expect(house.receiver.received.length).toBe(3);
  });
});

describe('the log', () => {
  it('shows a request to the byte, its answer as text, and sends one again, or a period, under the same id', async () => {
    const { endpointId, secret } = await house.endpoint('/notes', 'noteAdded.v1');
    house.receiver.answer = () => (response) => response.writeHead(202).end('fine\u0000 \u001b[31m<b>');
    const messageId = await house.happens('noteAdded', { accountId: uuidv7() }, { text: 'Grüße, "quoted" – 1.10' });
    await house.work();
    const [sent] = house.receiver.received;
    const { requestBody, attempts } = await detail(endpointId, messageId);
    expect([requestBody, attempts.map(({ status, answer }) => [status, answer])]).toEqual([sent!.body, [[202, 'fine [31m<b>']]]);
    expect(attempts[0]!.requestHeaders['webhook-signature']).toBe(sent!.headers['webhook-signature']);
    expect(attempts[0]!.requestHeaders['webhook-timestamp']).toBe(sent!.headers['webhook-timestamp']);
    const count = (filter: object) =>
      house.api<{ countWebhookDeliveries: number }>(
        'query ($clientId: ID!, $filter: WebhookDeliveryFilter!) { countWebhookDeliveries(clientId: $clientId, filter: $filter) }',
        { filter },
      );
    house.pass(DAY);
    const second = await house.happens('noteAdded');
    await house.work();
    const period = { queuedAt: { from: new Date(now() - HOUR).toISOString() } };
    expect(await count({ messageIds: [messageId] })).toEqual({ countWebhookDeliveries: 1 });
    expect(await count(period)).toEqual({ countWebhookDeliveries: 1 });
    await change('redeliverWebhooks', { filter: { messageIds: [messageId] } });
    await house.work();
    await change('redeliverWebhooks', { filter: period });
    await house.work();
    expect(house.receiver.received.map(({ id }) => id)).toEqual([messageId, second, messageId, second]);
    expect(house.receiver.received[2]!.body).toBe(sent!.body);
    expect((await detail(endpointId, messageId)).attempts.length).toBe(2);
    expect(secret).toMatch(/^whsec_/);
  });

  it('keeps nothing of what was erased, and sends nothing of it', async () => {
    const accountId = uuidv7();
    const { endpointId } = await house.endpoint('/notes', 'noteAdded.v1');
    house.receiver.answer =
      ({ body }) =>
      (response) =>
        response.writeHead(body.includes('second') ? 500 : 200).end(body);
    const [first, second, third] = [
      await house.happens('noteAdded', { accountId }, { text: 'first of Ada' }),
      await house.happens('noteAdded', { accountId }, { text: 'second of Ada' }),
      await house.happens('noteAdded', {}, { text: 'of nobody' }),
    ];
    await house.work();
    expect((await detail(endpointId, first)).attempts[0]!.answer).toContain('Ada');
    const { eraseKind } = await import('../privacy/privacy.erase.logic.ts');
    await house.inA((tx) =>
      eraseKind(
        tx,
        'notes',
        { of: 'accounts', accountIds: [accountId], externalDebtorRef: null },
        { cause: 'request', userId: house.userA },
      ),
    );
    const { rows } = await house.database.owner.query(
      `select 1 from webhook_attempt a where a::text like '%Ada%' union all select 1 from webhook_delivery d where d::text like '%Ada%'`,
    );
    expect(rows).toEqual([]);
    const erased = await detail(endpointId, first);
    expect([erased.requestBody, erased.attempts.map(({ status, answer }) => [status, answer])]).toEqual([null, [[200, null]]]);
    expect((await detail(endpointId, third)).attempts[0]!.answer).toContain('nobody');
    house.receiver.received.length = 0;
    await live(20_000, 10_000);
    expect([house.receiver.received, await deliveries({ messageIds: [second] })]).toMatchObject([
      [],
      [{ state: 'ended', errorKey: 'webhookErased' }],
    ]);
  });
});

describe('an endpoint that says when to come again', () => {
  it.each([
    ['429', 429, () => '3600', HOUR],
    ['503 with a date', 503, () => new Date(now() + HOUR).toUTCString(), HOUR],
    ['503 with years', 503, () => '99999999', 6 * HOUR],
  ])('is left alone until then: %s', async (_, status, retryAfter, pause) => {
    await house.endpoint('/notes', 'noteAdded.v1');
    house.receiver.answer = () => (response) => response.writeHead(status, { 'retry-after': retryAfter() }).end();
    await house.happens('noteAdded', { accountId: uuidv7() });
    await house.work();
    await house.happens('noteAdded', { accountId: uuidv7() });
    await live(pause - 10 * MINUTE, 10 * MINUTE);
    expect(house.receiver.received).toHaveLength(1);
    house.receiver.answer = () => 200;
    await live(12 * MINUTE, MINUTE);
    expect(await states()).toEqual(['delivered', 'delivered']);
  });

  it.each(['soon', '-5', '0', '', '1e3'])('is tried as any other when that is no time: “%s”', async (text) => {
    await house.endpoint('/notes', 'noteAdded.v1');
    house.receiver.answer = () => (response) => response.writeHead(503, { 'retry-after': text }).end();
    await house.happens('noteAdded');
    await house.work();
    house.receiver.answer = () => 200;
    await live(MINUTE, 10_000);
    expect(await states()).toEqual(['delivered']);
  });
});
