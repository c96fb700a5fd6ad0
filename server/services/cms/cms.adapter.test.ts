/** A further provider is one file: with its declaration it is offered, saved, hidden, checked, sent by, and heard. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signTwilio } from '../../platform/delivery/twilio.ts';
import { type DeliveryHouse, openDeliveryHouse } from './cms.delivery.testing.ts';
import { mountInbound } from './cms.inbound.ts';
import '../../platform/delivery/pigeon.testing.ts';

let house: DeliveryHouse;
let server: Server;
let coop: string;
const flown: URLSearchParams[] = [];
/** What Twilio calls a message to a number. */
let sid = (_to: string): string | undefined => undefined;
beforeAll(async () => {
  house = await openDeliveryHouse(mountInbound);
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const fields = new URLSearchParams(body);
    flown.push(fields);
    response.writeHead(200).end(JSON.stringify({ ring: 'r1', sid: sid(fields.get('To') ?? '') }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  coop = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await house.close();
});

const FIELDS = `providerConfigurations { providerName credentials extras } providers { providerName deliveryClass credentialFields secretFields extraFields }`;
const GET = `query ($clientId: ID!) { getSettingSMS(clientId: $clientId) { ${FIELDS} } }`;
const SET = `mutation ($clientId: ID!, $p: [ProviderConfigurationInput!]!) { setSettingSMS(clientId: $clientId, providerConfigurations: $p) { ${FIELDS} } }`;
const save = (credentials: object, extras: object = { coop }) =>
  house.raw('operations', SET, { clientId: house.clientA, p: [{ providerName: 'PigeonPost', credentials, extras }] });

describe('a provider that is declared', () => {
  it('is offered with the fields of its declaration, and its settings are checked by them', async () => {
    const { getSettingSMS } = await house.call<{ getSettingSMS: { providers: { providerName: string }[] } }>('operations', GET, {
      clientId: house.clientA,
    });
    expect(getSettingSMS.providers.find(({ providerName }) => providerName === 'PigeonPost')).toEqual({
      providerName: 'PigeonPost',
      deliveryClass: 'idempotent',
      credentialFields: ['loft', 'whistle'],
      secretFields: ['whistle'],
      extraFields: ['coop'],
    });
    const refused = async (credentials: object, extras?: object) => (await save(credentials, extras)).errors?.[0]?.extensions?.field;
    expect(await refused({ loft: 'Tower' })).toBe('providerConfigurations.credentials.whistle');
    expect(await refused({ loft: 'Tower', whistle: 'low' }, { coop: 'not an address' })).toBe('providerConfigurations.extras.coop');
    vi.stubEnv('OUTBOUND_ALLOW', '');
    expect(await refused({ loft: 'Tower', whistle: 'low' }, { coop: 'http://10.0.0.1' })).toBe('providerConfigurations.extras.coop');
    vi.unstubAllEnvs();
  });

  it('keeps its secret: sealed, never given out, and kept when it comes back as asterisks', async () => {
    await save({ loft: 'Tower', whistle: 'low and long' });
    const saved = (await save({ loft: 'Barn', whistle: '********' })).data?.setSettingSMS;
    expect(saved).toMatchObject({ providerConfigurations: [{ credentials: { loft: 'Barn', whistle: '********' }, extras: { coop } }] });
    const stored = await house.inA((tx) => tx.sql('select sms_provider from contact_setting where client_id = $1', [tx.clientId]));
    expect(JSON.stringify(stored)).not.toMatch(/low and long|Barn/);
  });

  it('carries messages, and hands in what debtors write when it has signed it', async () => {
    const { key, accountId } = await house.queued({}, 'text', 'sms');
    await house.drain('sms');
    expect(await house.statusOf(key)).toBe('sent');
    expect(flown.map((each) => [each.get('from'), each.get('whistle')])).toEqual([['Barn', 'low and long']]);
    const setSenders = async (contents: { locale: string; content: string }[]) => {
      const { data, errors } = await house.raw(
        'cms',
        'mutation ($clientId: ID!, $s: [SmsSenderContentInput!]!) { updateSMSContentTemplateSender(clientId: $clientId, smsSenderContents: $s) }',
        { clientId: house.clientA, s: contents },
      );
      return errors?.[0]?.extensions?.field ?? data?.updateSMSContentTemplateSender;
    };
    expect(await setSenders([{ locale: 'QQ', content: 'Tower' }])).toBe('smsSenderContents.0.locale');
    expect(await setSenders([{ locale: 'AT', content: 'Tower & Sons Ltd' }])).toBe('smsSenderContents.0.content');
    expect(
      await setSenders([
        { locale: 'de_DE', content: 'Tower' },
        { locale: 'DE', content: 'Barn' },
      ]),
    ).toBe('smsSenderContents.1.locale');
    expect(
      await setSenders([
        { locale: 'AT', content: '+436601234567' },
        { locale: 'es_ES', content: 'Torre 1' },
      ]),
    ).toBe(true);
    const away = [
      await house.queued({ mobile: '+43 664 1234567' }, 'text', 'sms'),
      await house.queued({ mobile: '+34612345678' }, 'text', 'sms'),
    ];
    await house.drain('sms');
    expect(await Promise.all(away.map((each) => house.statusOf(each.key)))).toEqual(['sent', 'sent']);
    const fromTo = (flown: URLSearchParams[]) => Object.fromEntries(flown.map((each) => [each.get('to'), each.get('from')]));
    expect(fromTo(flown.slice(1))).toEqual({ '+436641234567': '+436601234567', '+34612345678': 'Torre 1' });
    const setting = `query ($clientId: ID!) { getSettingSMS(clientId: $clientId) { senders { country sender } } }`;
    expect(await house.call('operations', setting, { clientId: house.clientA })).toEqual({
      getSettingSMS: {
        senders: [
          { country: 'AT', sender: '+436601234567' },
          { country: 'ES', sender: 'Torre 1' },
        ],
      },
    });

    const to = flown[0]?.get('to') ?? '';
    const push = (whistle: string) =>
      house.app.inject({
        method: 'POST',
        url: `/hooks/inbound/sms/${house.clientA}/pigeons`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-whistle': whistle },
        payload: new URLSearchParams({ ring: 'r2', from: to, to: 'Barn', text: 'Ich zahle morgen' }).toString(),
      });
    expect((await push('high')).statusCode).toBe(401);
    expect((await push('low and long')).body).toBe('coo');
    const messages = await house.inA((tx) =>
      tx.sql(`select text_content from communication where client_id = $1 and account_id = $2 and direction = 'inbound'`, [
        tx.clientId,
        accountId,
      ]),
    );
    expect(messages).toEqual([{ text_content: 'Ich zahle morgen' }]);
  });
});

describe('Twilio', () => {
  it('reports by its own name for a message, signed, and a number that takes none is marked', async () => {
    sid = (to) => (to.endsWith('01') ? 'SM0001' : 'SM0002');
    await house.call('operations', SET, {
      clientId: house.clientA,
      p: [
        {
          providerName: 'Twilio',
          credentials: { originator: '+49301', accountSid: 'AC1', authToken: 'token' },
          extras: { baseURL: coop },
        },
      ],
    });
    const path = `/hooks/providers/${house.clientA}/twilio`;
    const report = async (fields: Record<string, string>, authToken = 'token') => {
      const payload = new URLSearchParams({ MessageSid: 'SM0001', From: '+49301', ...fields });
      const signature = signTwilio(`${house.config.publicUrl}${path}`, payload, authToken);
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature };
      return (await house.app.inject({ method: 'POST', url: path, headers, payload: payload.toString() })).statusCode;
    };
    const [reached, gone] = [
      await house.queued({ mobile: '+4915755550301' }, 'text', 'sms'),
      await house.queued({ mobile: '+4915755550302' }, 'text', 'sms'),
    ];
    await house.drain('sms');
    expect(await report({ MessageStatus: 'delivered' }, 'another token')).toBe(401);
    expect(await house.statusOf(reached.key)).toBe('sent');
    for (const MessageStatus of ['sent', 'delivered', 'delivered']) expect(await report({ MessageStatus })).toBe(200);
    expect(await report({ MessageSid: 'SM0002', MessageStatus: 'undelivered', ErrorCode: '30006' })).toBe(200);
    expect(await report({ MessageSid: 'SM9999', MessageStatus: 'delivered' })).toBe(200);
    expect([await house.statusOf(reached.key), await house.statusOf(gone.key)]).toEqual(['delivered', 'bounced']);
    const count = async (accountId: string, type: string) => (await house.eventsOf(accountId)).filter((each) => each === type).length;
    expect(await count(reached.accountId, 'communicationDelivered')).toBe(1);
    expect(await count(gone.accountId, 'communicationBounced')).toBe(1);
    const [number] = await house.inA((tx) =>
      tx.sql(`select state from contact_point where client_id = $1 and account_id = $2 and kind = 'mobile'`, [tx.clientId, gone.accountId]),
    );
    expect(number).toEqual({ state: 'bounced' });
  });
});
