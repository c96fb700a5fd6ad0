/** Hosted providers against a local server that speaks their documented protocols, and fails in every way that counts. */
import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createOutbound, type Outbound } from '../outbound.ts';
import { birdProvider, signBird } from './bird.ts';
import { type Answer, type Call, providerServer } from './http.testing.ts';
import { receivingAt } from './inbound.ts';
import { infobipProvider } from './infobip.ts';
import type { Message, Provider } from './provider.ts';
import { sesProvider } from './ses.ts';
import { type SnsCall, signedText } from './sns.ts';
import './twilio.ts';
import { twilioProvider } from './twilio.ts';

let answer: (call: Call) => Answer;
const provider = providerServer((call) => answer(call));
const { calls } = provider;
let base: string;
beforeAll(() => {
  base = provider.base;
});
const outbound = createOutbound({ production: false, outboundAllow: ['127.0.0.1'] });

const message: Message = {
  reference: '0190b2c4-0000-7000-8000-000000000001',
  channel: 'sms',
  to: '+4915112345678',
  from: 'Nordlicht',
  subject: '',
  text: 'Ihre Rechnung über 12,40 € ist offen.',
  html: null,
  headers: {},
};
const mail: Message = {
  ...message,
  channel: 'email',
  to: 'anna@example.com',
  from: 'Nordlicht <billing@nordlicht.example>',
  subject: 'Ihre Rechnung',
  html: '<p>offen</p>',
  headers: { 'List-Unsubscribe': '<https://pay.example/t/u/x>' },
  attachments: [{ name: 'Rechnung.pdf', mimeType: 'application/pdf', content: Buffer.from('%PDF-1.7') }],
};

const SES_KEYS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG' };
const PROVIDERS: Record<string, { open: (at: string) => Provider; message: Message; accepted: (call: Call) => Answer }> = {
  Infobip: {
    open: (at) => infobipProvider({ baseURL: at, apiKey: 'secret key' }, outbound),
    message,
    accepted: (call) => {
      const [{ sender, destinations, content }] = JSON.parse(call.body).messages;
      const isRight =
        call.headers.authorization === 'App secret key' && call.url === '/sms/3/messages' && sender === 'Nordlicht' && content.text !== '';
      const [{ to, messageId }] = destinations;
      const status = { groupId: 1, groupName: 'PENDING', id: 26, name: 'PENDING_ACCEPTED' };
      return isRight && to === '4915112345678' ? { status: 200, body: { messages: [{ messageId, status, destination: to }] } } : 'break';
    },
  },
  Bird: {
    open: (at) => birdProvider({ workspaceId: 'w1', channelId: 'c1', accessKey: 'secret key', baseURL: at }, outbound),
    message,
    accepted: (call) => {
      const said = JSON.parse(call.body);
      const isRight =
        call.headers.authorization === 'AccessKey secret key' &&
        call.url === '/workspaces/w1/channels/c1/messages' &&
        said.body.type === 'text' &&
        said.body.text.text !== '' &&
        said.receiver.contacts[0].identifierKey === 'phonenumber' &&
        said.receiver.contacts[0].identifierValue === '+4915112345678';
      return isRight ? { status: 202, body: { id: said.reference, status: 'accepted' } } : 'break';
    },
  },
  SES: {
    open: (at) => sesProvider({ region: 'eu-central-1', ...SES_KEYS, configurationSet: 'reports', baseURL: at }, outbound),
    message: mail,
    accepted: (call) => {
      const said = JSON.parse(call.body);
      const isRight = call.headers.authorization === signatureOf(call) && call.url === '/v2/email/outbound-emails';
      return isRight
        ? { status: 200, body: { MessageId: said.EmailTags[0].Value } }
        : { status: 403, body: { __type: 'x#SignatureDoesNotMatch' } };
    },
  },
};

/** Signature Version 4 of a call as Amazon works it out. */
function signatureOf({ method, url, headers, body }: Call): string {
  const [, day, signedHeaders] = /Credential=[^/]+\/(\d{8})\/[^,]+, SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? [];
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const lines = (signedHeaders ?? '').split(';').map((name) => `${name}:${String(headers[name])}\n`);
  const canonical = `${method}\n${url}\n\n${lines.join('')}\n${signedHeaders}\n${sha256(body)}`;
  const scope = `${day}/eu-central-1/ses/aws4_request`;
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const parts = [day ?? '', 'eu-central-1', 'ses', 'aws4_request'];
  const key = parts.reduce<string | Buffer>((sealed, part) => hmac(sealed, part), `AWS4${SES_KEYS.secretAccessKey}`);
  const signature = hmac(key, `AWS4-HMAC-SHA256\n${String(headers['x-amz-date'])}\n${scope}\n${sha256(canonical)}`).toString('hex');
  return `AWS4-HMAC-SHA256 Credential=${SES_KEYS.accessKeyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`;
}

describe.each(Object.entries(PROVIDERS))('%s', (_, { open, message, accepted }) => {
  it('takes a message as its documentation describes it, under our reference', async () => {
    answer = accepted;
    expect(await open(base).send(message, 5_000)).toEqual({ outcome: 'sent', providerRef: message.reference });
    expect(calls).toHaveLength(1);
  });

  it.each<[string, Answer, object]>([
    ['too many calls', { status: 429, body: {} }, { outcome: 'refused', permanent: false, isAway: true, reason: 'HTTP 429' }],
    ['wrong keys', { status: 401, body: {} }, { outcome: 'refused', permanent: false, isAway: true }],
    [
      'a message it refuses',
      { status: 400, body: { code: 'NotGood' } },
      { outcome: 'refused', permanent: true, reason: 'HTTP 400 (NotGood)' },
    ],
    ['a server that fails', { status: 503, body: {} }, { outcome: 'lost', isAway: true }],
    ['an answer that is lost', 'break', { outcome: 'lost', isAway: true }],
    ['no answer in time', 'silence', { outcome: 'lost', isAway: true }],
  ])('tells %s apart', async (_name, given, expected) => {
    answer = () => given;
    expect(await open(base).send(message, given === 'silence' ? 150 : 5_000)).toMatchObject(expected);
  });

  it('knows that nothing was said where no connection came about, and when it is back', async () => {
    const nowhere = open('http://127.0.0.1:1');
    expect(await nowhere.send(message, 5_000)).toMatchObject({ outcome: 'refused', permanent: false, isAway: true });
    expect(await nowhere.probe!(5_000)).not.toBeNull();
    answer = () => ({ status: 200, body: {} });
    expect(await open(base).probe!(5_000)).toBeNull();
    answer = () => ({ status: 502, body: {} });
    expect(await open(base).probe!(5_000)).toMatchObject({ reason: 'HTTP 502' });
  });
});

describe('Infobip’s answers', () => {
  const provider = () => infobipProvider({ baseURL: base, apiKey: 'k' }, outbound);
  const rejected = (name: string) => {
    answer = () => ({ status: 200, body: { messages: [{ messageId: 'x', status: { groupId: 5, groupName: 'REJECTED', name } }] } });
    return provider().send(message, 5_000);
  };

  it('reject a number for good, and an account without credit for now', async () => {
    expect(await rejected('REJECTED_DESTINATION')).toMatchObject({ outcome: 'refused', permanent: true, badAddress: true });
    expect(await rejected('REJECTED_NOT_ENOUGH_CREDITS')).toMatchObject({ outcome: 'refused', permanent: false, isAway: true });
    expect(await rejected('REJECTED_SENDER')).toMatchObject({ permanent: true, badAddress: false, reason: 'REJECTED_SENDER' });
  });

  it('say whether a message whose answer was lost has been taken', async () => {
    const log = (results: unknown) => {
      answer = () => ({ status: 200, body: { results } });
      return provider().ask!(message, 5_000);
    };
    expect(await log([{ messageId: message.reference, status: { groupId: 3 } }])).toEqual({ known: true, providerRef: message.reference });
    expect(calls[0]?.url).toBe(`/sms/3/logs?messageId=${message.reference}`);
    expect(await log([])).toEqual({ known: false, providerRef: null });
    expect(await log([{ messageId: message.reference, status: { groupId: 5 } }])).toEqual({ known: false, providerRef: null });
    expect(await log(null)).toBeNull();
    answer = () => ({ status: 500, body: {} });
    expect(await provider().ask!(message, 5_000)).toBeNull();
  });
});

it('SES is given the mail with its files and headers, and an account that is suspended is no fault of the mail', async () => {
  const ses = sesProvider({ region: 'eu-central-1', ...SES_KEYS, baseURL: base }, outbound);
  answer = () => ({ status: 400, body: { __type: 'com.amazonaws.ses#AccountSuspendedException' } });
  expect(await ses.send(mail, 5_000)).toMatchObject({ permanent: false, isAway: true, reason: 'HTTP 400 (AccountSuspendedException)' });
  const said = JSON.parse(calls[0]!.body);
  expect(said).toMatchObject({ FromEmailAddress: mail.from, Destination: { ToAddresses: ['anna@example.com'] } });
  const raw = Buffer.from(said.Content.Raw.Data, 'base64').toString();
  expect(raw).toContain('List-Unsubscribe: <https://pay.example/t/u/x>');
  expect(raw).toContain('filename=Rechnung.pdf');
});

it('Twilio is told where to report, over https only', async () => {
  answer = () => ({ status: 201, body: { sid: 'SM1' } });
  const send = (hook: string) => twilioProvider({ accountSid: 'AC1', authToken: 't', baseURL: base, hook }, outbound).send(message, 5_000);
  await send('https://pay.example/hooks/providers/1/twilio');
  await send('http://localhost:3000/hooks/providers/1/twilio');
  expect(calls.map(({ body }) => new URLSearchParams(body).get('StatusCallback'))).toEqual([
    'https://pay.example/hooks/providers/1/twilio',
    null,
  ]);
});

describe('what providers tell by themselves', () => {
  const url = 'https://pay.example/hooks/providers/1/x';
  const hear = (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const request = { url, headers, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) };
    const { isSigned, read, confirm } = receivingAt(path)!.receive;
    return {
      read: () => read(request),
      isSigned: async (keys: object, out = outbound) => isSigned(request, { ...keys }, out),
      request,
      confirm,
    };
  };

  it('Infobip: with the password of its subscription, deliveries, bounces and answers', async () => {
    const keys = { hookUser: 'infobip', hookPassword: 'of the hook' };
    const basic = (password: string) => ({ authorization: `Basic ${Buffer.from(`infobip:${password}`).toString('base64')}` });
    expect(await hear('infobip', {}, basic('of the hook')).isSigned(keys)).toBe(true);
    expect(await hear('infobip', {}, basic('of another')).isSigned(keys)).toBe(false);
    expect(await hear('infobip', {}, basic('')).isSigned({ hookUser: 'infobip' })).toBe(false);
    const report = (groupId: number, permanent: boolean) => ({
      messageId: 'r1',
      to: '4915112345678',
      status: { groupId, name: 'STATUS' },
      error: { name: 'EC_UNKNOWN_SUBSCRIBER', permanent },
    });
    expect(
      hear('infobip', { results: [report(3, false), report(2, true), report(4, true), report(1, false)] }).read()?.reports,
    ).toMatchObject([
      { type: 'delivered', reference: 'r1' },
      { type: 'bounced', permanent: true, reason: 'EC_UNKNOWN_SUBSCRIBER' },
      { type: 'bounced', permanent: false },
    ]);
    const answered = { messageId: 'in1', from: '4915112345678', to: '4930123', text: 'Ich zahle morgen' };
    expect(hear('infobip', { results: [answered], messageCount: 1 }).read()?.messages).toEqual([
      { reference: 'in1', from: '+4915112345678', to: '+4930123', text: 'Ich zahle morgen' },
    ]);
    for (const nothing of ['', 'null', '{"results":{}}', '{"results":[{}]}']) expect(hear('infobip', nothing).read()).toBeNull();
  });

  it('Bird: with its signature over time, address and body', async () => {
    const body = JSON.stringify({
      service: 'channels',
      event: 'sms.outbound',
      payload: { id: 'b1', reference: 'r1', status: 'delivered' },
    });
    const at = (seconds: number) => String(Math.floor(Date.now() / 1000) + seconds);
    const signed = (time: string, key = 'signing key', said = body) => ({
      'messagebird-request-timestamp': time,
      'messagebird-signature': signBird(time, url, Buffer.from(said), key),
    });
    const isSigned = (headers: Record<string, string>) => hear('bird', body, headers).isSigned({ signingKey: 'signing key' });
    expect(await isSigned(signed(at(0)))).toBe(true);
    expect(await isSigned(signed(at(0), 'another key'))).toBe(false);
    expect(await isSigned(signed(at(0), 'signing key', `${body} `))).toBe(false);
    expect(await isSigned(signed(at(-3600)))).toBe(false);
    expect(await isSigned({})).toBe(false);
    expect(hear('bird', body).read()?.reports).toEqual([{ type: 'delivered', reference: 'r1', permanent: true, reason: '' }]);
    const failed = { event: 'sms.outbound', payload: { id: 'b1', status: 'delivery_failed', reason: 'unreachable' } };
    expect(hear('bird', failed).read()?.reports).toMatchObject([{ type: 'bounced', reference: 'b1', permanent: false }]);
    const inbound = {
      event: 'sms.inbound',
      payload: { id: 'b2', sender: { contact: { identifierValue: '+4915112345678' } }, body: { type: 'text', text: { text: 'Stop' } } },
    };
    expect(hear('bird', inbound).read()?.messages).toMatchObject([{ reference: 'b2', from: '+4915112345678', text: 'Stop' }]);
    expect(hear('bird', { event: 'sms.outbound', payload: { id: 'b1', status: 'accepted' } }).read()).toBeNull();
  });

  it('Twilio: how a message ended', () => {
    const status = (fields: object) => hear('twilio', new URLSearchParams({ MessageSid: 'SM1', ...fields }).toString()).read();
    expect(status({ MessageStatus: 'delivered' })?.reports).toMatchObject([{ type: 'delivered', reference: 'SM1' }]);
    expect(status({ MessageStatus: 'undelivered', ErrorCode: '30005' })?.reports).toMatchObject([
      { permanent: true, reason: 'Twilio 30005' },
    ]);
    expect(status({ MessageStatus: 'undelivered', ErrorCode: '30003' })?.reports).toMatchObject([{ permanent: false }]);
    expect(status({ MessageStatus: 'sent' })).toBeNull();
  });

  it('SES: through the client’s own topic, signed by Amazon', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const asked: string[] = [];
    const amazon: Outbound = {
      ...outbound,
      request: async (address) => {
        asked.push(address);
        return { status: 200, text: publicKey.export({ type: 'spki', format: 'pem' }).toString(), retryAfter: null };
      },
    };
    const topicArn = 'arn:aws:sns:eu-central-1:1:reports';
    const call = (more: Partial<SnsCall>): SnsCall => {
      const unsigned: SnsCall = {
        Type: 'Notification',
        MessageId: 'm1',
        TopicArn: topicArn,
        Message: JSON.stringify({
          eventType: 'Bounce',
          mail: { messageId: 's1', tags: { reference: ['r1'] } },
          bounce: { bounceType: 'Permanent' },
        }),
        Timestamp: '2026-11-20T10:00:00.000Z',
        SignatureVersion: '2',
        Signature: '',
        SigningCertURL: 'https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-1.pem',
        ...more,
      };
      const algorithm = unsigned.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256';
      return { ...unsigned, Signature: sign(algorithm, Buffer.from(signedText(unsigned)), privateKey).toString('base64') };
    };
    const isSigned = (said: unknown) => hear('ses', said).isSigned({ topicArn }, amazon);
    expect(await isSigned(call({}))).toBe(true);
    expect(await isSigned(call({ SignatureVersion: '1' }))).toBe(true);
    expect(await isSigned({ ...call({}), Message: '{"eventType":"Complaint"}' })).toBe(false);
    expect(await isSigned(call({ TopicArn: 'arn:aws:sns:eu-central-1:2:of-others' }))).toBe(false);
    for (const SigningCertURL of [
      'https://sns.eu-central-1.amazonaws.com.evil.example/x.pem',
      'http://sns.eu-central-1.amazonaws.com/x.pem',
    ])
      expect(await isSigned(call({ SigningCertURL }))).toBe(false);
    expect(await hear('ses', call({})).isSigned({}, amazon)).toBe(false);
    // Fetched once, and from nowhere else.
    expect(asked).toEqual(['https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-1.pem']);
    expect(hear('ses', call({})).read()?.reports).toMatchObject([{ type: 'bounced', reference: 'r1', permanent: true }]);
    const complaint = { notificationType: 'Complaint', mail: { messageId: 's1' } };
    expect(hear('ses', call({ Message: JSON.stringify(complaint) })).read()?.reports).toMatchObject([
      { type: 'complained', reference: 's1' },
    ]);

    const confirming = (SubscribeURL: string) => {
      const { request, confirm } = hear('ses', call({ Type: 'SubscriptionConfirmation', Token: 't', SubscribeURL }));
      return confirm!(request, amazon);
    };
    asked.length = 0;
    expect(await confirming('https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&Token=t')).toBe(true);
    expect(await confirming('https://internal.example/admin')).toBe(true);
    expect(asked).toEqual(['https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&Token=t']);
    const usual = hear('ses', call({}));
    expect(await usual.confirm!(usual.request, amazon)).toBe(false);
  });
});
