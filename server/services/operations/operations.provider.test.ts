/** Where a client's messages may be sent by: an address that is not reachable for everybody is refused beside its field, and again at sending. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DeliveryHouse, openDeliveryHouse } from '../cms/cms.delivery.testing.ts';

let house: DeliveryHouse;
let server: Server;
let baseURL: string;
const asked: string[] = [];
beforeAll(async () => {
  house = await openDeliveryHouse();
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(400).end('{"message":"a secret of the server"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await house.close();
});
beforeEach(() => {
  house.rewind();
  asked.length = 0;
});
afterEach(() => void vi.unstubAllEnvs());

const SET = {
  email: `mutation ($clientId: ID!, $providerConfigurations: [ProviderConfigurationInput!]!) { setEmailSetting(clientId: $clientId, providerConfigurations: $providerConfigurations) { clientId } }`,
  sms: `mutation ($clientId: ID!, $providerConfigurations: [ProviderConfigurationInput!]!) { setSettingSMS(clientId: $clientId, providerConfigurations: $providerConfigurations) { clientId } }`,
};
const save = async (channel: keyof typeof SET, providerConfiguration: object) => {
  const { errors } = await house.raw('operations', SET[channel], {
    clientId: house.clientA,
    providerConfigurations: [providerConfiguration],
  });
  const [error] = errors ?? [];
  return error ? [error.extensions?.code, error.extensions?.field, error.message] : 'saved';
};

describe('the address of a provider', () => {
  it('is refused beside its field when it is private, of this machine or of a cloud', async () => {
    vi.stubEnv('OUTBOUND_ALLOW', '');
    const isPrivate = (field: string) => ['INVALID_INPUT', `providerConfigurations.${field}`, expect.stringContaining('private network')];
    for (const address of [
      'http://169.254.169.254/latest/meta-data',
      'http://127.0.0.1',
      'https://localhost.',
      'http://[::ffff:10.0.0.1]',
      'http://0x7f.1',
    ])
      for (const channel of ['email', 'sms'] as const)
        expect(await save(channel, { providerName: 'HttpGateway', credentials: { baseURL: address } }), address).toEqual(
          isPrivate('credentials.baseURL'),
        );
    for (const host of ['127.0.0.1', '169.254.169.254', 'localhost', '::1'])
      expect(await save('email', { providerName: 'SMTP', credentials: { host } })).toEqual(isPrivate('credentials.host'));
    const twilio = { originator: 'N', accountSid: 'a', authToken: 'b' };
    const bird = { originator: 'N', accessKey: 'a' };
    for (const [providerName, credentials] of [
      ['Twilio', twilio],
      ['MessageBird', bird],
    ] as const)
      expect(await save('sms', { providerName, credentials, extras: { baseURL: 'https://10.0.0.8' } })).toEqual(
        isPrivate('extras.baseURL'),
      );
    expect(await save('email', { providerName: 'SMTP', credentials: { host: '1.1.1.1', port: 6379 } })).toEqual([
      'INVALID_INPUT',
      'providerConfigurations.credentials.host',
      expect.stringContaining('port'),
    ]);
  });

  it('is refused again when a message leaves: the message waits, nobody was asked', async () => {
    expect(await save('email', { providerName: 'HttpGateway', credentials: { baseURL } })).toBe('saved');
    vi.stubEnv('OUTBOUND_ALLOW', '');
    const { key } = await house.queued();
    await house.drain();
    expect(await house.rowOf(key)).toMatchObject({ status: 'queued', last_error: expect.stringContaining('private network') });
    expect(asked).toEqual([]);
  });

  it('gives nobody the words of the server behind it', async () => {
    expect(await save('email', { providerName: 'HttpGateway', credentials: { baseURL } })).toBe('saved');
    const { key } = await house.queued();
    await house.drain();
    expect([(await house.rowOf(key)).last_error, asked.length]).toEqual(['HTTP 400', expect.any(Number)]);
    const me = await house.raw(
      'cms',
      'mutation ($previewContent: PreviewContentInput!, $emailAddresses: [String!]!) { sendPreviewEmail(previewContent: $previewContent, emailAddresses: $emailAddresses) }',
      {
        previewContent: {
          clientId: house.clientA,
          contentTemplateType: 'email',
          locale: 'en_US',
          subject: 'S',
          format: 'text',
          content: 'T',
        },
        emailAddresses: [`${house.userA}@test.example`],
      },
    );
    expect(me.errors?.[0]?.extensions?.code).toBe('UNAVAILABLE');
    expect(JSON.stringify(me)).not.toContain('secret');
  });
});
