/** WhatsApp and calls against a local server that speaks their documented protocols. */
import { createHmac } from 'node:crypto';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { createOutbound } from '../outbound.ts';
import { type Answer, type Call, providerServer } from './http.testing.ts';
import { receivingAt } from './inbound.ts';
import { metaDesk, metaProvider } from './metaWhatsapp.ts';
import './providers.ts';
import type { Message } from './provider.ts';
import { signTwilio } from './twilio.ts';
import { twilioVoiceProvider, twimlOf } from './twilioVoice.ts';
import { twilioDesk, twilioWhatsappProvider } from './twilioWhatsapp.ts';
import type { CallTurn } from './voice.ts';
import type { SubmittedTemplate } from './whatsapp.ts';

let answer: (call: Call) => Answer;
const provider = providerServer((call) => answer(call));
const { calls, forget } = provider;
let base: string;
beforeAll(() => {
  base = provider.base;
});
const outbound = createOutbound({ production: false, outboundAllow: ['127.0.0.1'] });

const REFERENCE = '0190b2c4-0000-7000-8000-000000000001';
const message: Message = {
  reference: REFERENCE,
  channel: 'whatsapp',
  to: '+4915112345678',
  from: '+4930123456',
  subject: '',
  text: 'Guten Tag Anna Beck, offen sind 12,40 €.',
  html: null,
  headers: {},
  template: {
    name: 'reminder_v1',
    language: 'de',
    remoteId: 'HX1',
    header: { kind: 'text', values: ['R-1'] },
    body: ['Anna Beck', '12,40 €'],
    buttons: [{ at: 1, end: '7f3a-code' }],
  },
};
const template: SubmittedTemplate = {
  name: 'reminder_v1',
  language: 'de',
  category: 'UTILITY',
  header: { kind: 'text', text: 'Rechnung {{ claim.reference }}', examples: ['R-1'] },
  body: { text: 'Guten Tag {{ debtor.fullName }}, offen sind {{ claim.balance }}.', examples: ['Anna Beck', '12,40 €'] },
  footer: 'Nordlicht',
  buttons: [
    { kind: 'reply', label: 'Rückruf' },
    { kind: 'url', label: 'Bezahlen', start: 'https://pay.example/p/', example: '7f3a-code' },
  ],
};
const account = () => ({ accessToken: 'secret token', phoneNumberId: '111', businessAccountId: '222', appId: '333', baseURL: base });
const twilio = () => ({
  accountSid: 'AC1',
  authToken: 'token',
  baseURL: base,
  contentURL: base,
  hook: 'https://q.example/hooks/providers/c/twilio-voice',
});
const sent = () => JSON.parse(calls[0]!.body);
const form = () => Object.fromEntries(new URLSearchParams(calls.at(-1)!.body));

describe('WhatsApp by Meta', () => {
  it('sends an approved template with its values, and a free message as text', async () => {
    answer = () => ({ status: 200, body: { messages: [{ id: 'wamid.1' }] } });
    expect(await metaProvider(account(), outbound).send(message, 2_000)).toEqual({ outcome: 'sent', providerRef: 'wamid.1' });
    expect([calls[0]!.url, calls[0]!.headers.authorization]).toEqual(['/v23.0/111/messages', 'Bearer secret token']);
    expect(sent()).toMatchObject({
      messaging_product: 'whatsapp',
      to: '4915112345678',
      biz_opaque_callback_data: REFERENCE,
      template: {
        name: 'reminder_v1',
        language: { code: 'de' },
        components: [
          { type: 'header', parameters: [{ type: 'text', text: 'R-1' }] },
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'Anna Beck' },
              { type: 'text', text: '12,40 €' },
            ],
          },
          { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: '7f3a-code' }] },
        ],
      },
    });
    forget();
    const { template: _, ...free } = message;
    await metaProvider(account(), outbound).send(free, 2_000);
    expect(sent()).toMatchObject({ type: 'text', text: { body: message.text } });
  });

  it.each([
    [400, 131_026, { permanent: true, badAddress: false }],
    [400, 131_056, { permanent: false, isAway: true }],
    [400, 190, { permanent: false, isAway: true }],
  ])('answers a refusal with status %i and code %i for what it is', async (status, code, expected) => {
    answer = () => ({ status, body: { error: { code, message: 'a secret of the server' } } });
    const told = await metaProvider(account(), outbound).send(message, 2_000);
    expect(told).toMatchObject({ outcome: 'refused', ...expected });
    expect(JSON.stringify(told)).not.toContain('a secret');
  });

  it('submits a template with numbers for its placeholders, and asks how it stands', async () => {
    answer = ({ method }) =>
      method === 'POST'
        ? { status: 200, body: { id: '99', status: 'PENDING' } }
        : { status: 200, body: { status: 'REJECTED', rejected_reason: 'INVALID_FORMAT' } };
    const desk = metaDesk(account(), outbound);
    expect(await desk.submit(template, 2_000)).toEqual({ value: { remoteId: '99', state: 'PENDING', reason: '' } });
    expect(calls[0]!.url).toBe('/v23.0/222/message_templates');
    expect(sent()).toEqual({
      name: 'reminder_v1',
      language: 'de',
      category: 'UTILITY',
      components: [
        { type: 'HEADER', format: 'TEXT', text: 'Rechnung {{1}}', example: { header_text: ['R-1'] } },
        { type: 'BODY', text: 'Guten Tag {{1}}, offen sind {{2}}.', example: { body_text: [['Anna Beck', '12,40 €']] } },
        { type: 'FOOTER', text: 'Nordlicht' },
        {
          type: 'BUTTONS',
          buttons: [
            { type: 'QUICK_REPLY', text: 'Rückruf' },
            { type: 'URL', text: 'Bezahlen', url: 'https://pay.example/p/{{1}}', example: ['https://pay.example/p/7f3a-code'] },
          ],
        },
      ],
    });
    expect(await desk.ask({ name: 'reminder_v1', language: 'de', remoteId: '99' }, 2_000)).toEqual({
      value: { state: 'REJECTED', reason: 'INVALID_FORMAT' },
    });
  });

  it('uploads the picture of a header as its example', async () => {
    answer = ({ url }) =>
      url.includes('/uploads')
        ? { status: 200, body: { id: 'upload:abc' } }
        : url.includes('upload:')
          ? { status: 200, body: { h: '4::handle' } }
          : { status: 200, body: { id: '99', status: 'APPROVED' } };
    const picture = { address: 'https://q.example/pictures/c/x.png', type: 'image/png', bytes: Buffer.from('PNG') };
    const answered = await metaDesk(account(), outbound).submit({ ...template, header: { kind: 'image', picture } }, 2_000);
    expect(answered).toMatchObject({ value: { state: 'APPROVED' } });
    expect([calls[1]!.body, calls[1]!.headers.authorization]).toEqual(['PNG', 'OAuth secret token']);
    expect(JSON.parse(calls[2]!.body).components[0]).toEqual({
      type: 'HEADER',
      format: 'IMAGE',
      example: { header_handle: ['4::handle'] },
    });
  });

  it('reads answers, buttons, deliveries and decisions, and nothing that is not signed', async () => {
    const { receive } = receivingAt('meta-whatsapp')!;
    const body = Buffer.from(
      JSON.stringify({
        entry: [
          {
            changes: [
              {
                field: 'messages',
                value: {
                  metadata: { display_phone_number: '4930123456' },
                  messages: [
                    { id: 'wamid.2', from: '4915112345678', type: 'text', text: { body: 'Ich zahle' } },
                    { id: 'wamid.3', from: '4915112345678', type: 'button', button: { text: 'Rückruf' }, context: { id: 'wamid.1' } },
                  ],
                  statuses: [
                    { id: 'wamid.1', status: 'delivered', biz_opaque_callback_data: REFERENCE },
                    { id: 'wamid.9', status: 'failed', errors: [{ code: 131026 }] },
                    { id: 'wamid.8', status: 'sent' },
                  ],
                },
              },
              {
                field: 'message_template_status_update',
                value: { event: 'APPROVED', message_template_name: 'reminder_v1', message_template_language: 'de', reason: 'NONE' },
              },
            ],
          },
        ],
      }),
    );
    const signed = (secret: string) => ({
      url: '',
      body,
      headers: { 'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` },
    });
    expect(await receive.isSigned(signed('app secret'), { appSecret: 'app secret' }, outbound)).toBe(true);
    expect(await receive.isSigned(signed('another'), { appSecret: 'app secret' }, outbound)).toBe(false);
    expect(receive.read(signed('app secret'))).toEqual({
      messages: [
        {
          reference: 'wamid.2',
          from: '+4915112345678',
          to: '+4930123456',
          text: 'Ich zahle',
          channel: 'whatsapp',
          answers: null,
          isButton: false,
        },
        {
          reference: 'wamid.3',
          from: '+4915112345678',
          to: '+4930123456',
          text: 'Rückruf',
          channel: 'whatsapp',
          answers: 'wamid.1',
          isButton: true,
        },
      ],
      reports: [
        { type: 'delivered', reference: REFERENCE, permanent: true, reason: '' },
        { type: 'bounced', reference: 'wamid.9', permanent: false, reason: 'WhatsApp 131026' },
      ],
      templates: [{ name: 'reminder_v1', language: 'de', state: 'APPROVED', reason: '' }],
    });
    const query = (token: string) => new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '42' });
    expect([receive.greet?.(query('word'), { verifyToken: 'word' }), receive.greet?.(query('other'), { verifyToken: 'word' })]).toEqual([
      '42',
      null,
    ]);
  });
});

describe('WhatsApp by Twilio', () => {
  it('sends by the id of its content, and counts places through the whole template', async () => {
    answer = () => ({ status: 201, body: { sid: 'SM1' } });
    expect(await twilioWhatsappProvider(twilio(), outbound).send(message, 2_000)).toEqual({ outcome: 'sent', providerRef: 'SM1' });
    const { ContentVariables, ...rest } = form();
    expect(rest).toMatchObject({ To: 'whatsapp:+4915112345678', From: 'whatsapp:+4930123456', ContentSid: 'HX1' });
    expect(JSON.parse(ContentVariables!)).toEqual({ 1: 'R-1', 2: 'Anna Beck', 3: '12,40 €', 4: '7f3a-code' });
  });

  it('makes a content and asks for its approval', async () => {
    answer = ({ method, url }) =>
      method === 'GET'
        ? { status: 200, body: { whatsapp: { status: 'approved' } } }
        : url.endsWith('/whatsapp')
          ? { status: 201, body: { status: 'received' } }
          : { status: 201, body: { sid: 'HX1' } };
    const desk = twilioDesk(twilio(), outbound);
    expect(await desk.submit(template, 2_000)).toEqual({ value: { remoteId: 'HX1', state: 'PENDING', reason: '' } });
    expect(JSON.parse(calls[0]!.body)).toMatchObject({
      variables: { 1: 'R-1', 2: 'Anna Beck', 3: '12,40 €', 4: '7f3a-code' },
      types: { 'whatsapp/card': { header_text: 'Rechnung {{1}}', body: 'Guten Tag {{2}}, offen sind {{3}}.', footer: 'Nordlicht' } },
    });
    expect(JSON.parse(calls[1]!.body)).toEqual({ name: 'reminder_v1', category: 'UTILITY' });
    expect(await desk.ask({ name: '', language: '', remoteId: 'HX1' }, 2_000)).toEqual({ value: { state: 'APPROVED', reason: '' } });
  });
});

describe('calls by Twilio', () => {
  const sheet = { locale: 'de_DE', voice: 'female', opening: 'Hallo', text: 'Es geht um …', keys: [], goodbye: '', voicemail: '' } as const;

  it('are placed with the address that asks what to say', async () => {
    answer = () => ({ status: 201, body: { sid: 'CA1' } });
    const call = { ...message, channel: 'phone' as const, call: { ...sheet, keys: [] } };
    expect(await twilioVoiceProvider(twilio(), outbound).send(call, 2_000)).toEqual({ outcome: 'sent', providerRef: 'CA1' });
    expect(form()).toEqual({
      To: '+4915112345678',
      From: '+4930123456',
      Url: `${twilio().hook}?call=${REFERENCE}&on=answered`,
      StatusCallback: `${twilio().hook}?call=${REFERENCE}&on=ended`,
      MachineDetection: 'Enable',
    });
  });

  it('mark a number that does not exist', async () => {
    answer = () => ({ status: 400, body: { code: 21_211 } });
    expect(await twilioVoiceProvider(twilio(), outbound).send(message, 2_000)).toMatchObject({
      outcome: 'refused',
      permanent: true,
      badAddress: true,
    });
  });

  const turn = (said: string): CallTurn => ({
    callId: REFERENCE,
    locale: 'de_DE',
    voice: 'female',
    say: [said],
    next: { does: 'listen', at: 'opening', again: true },
  });

  it.each([
    '</Say><Dial>+4919001</Dial><Say>',
    '<break time="900s"/>',
    ']]><Redirect>https://evil.example</Redirect>',
    '&lt;Say&gt; &#60; "quoted" \'too\'',
    `null\u0000 bell\u0007 half \ud800 emoji 🙂`,
    '{{ debtor.fullName }} {% for x in y %}',
  ])('say %j and nothing else', (said) => {
    const written = twimlOf(turn(said));
    expect(XMLValidator.validate(written)).toBe(true);
    const read = new XMLParser({ ignoreAttributes: false, processEntities: true }).parse(written);
    expect(Object.keys(read.Response)).toEqual(['Gather']);
    expect(Object.keys(read.Response.Gather).filter((name) => !name.startsWith('@'))).toEqual(['Say']);
    expect(read.Response.Gather.Say).toEqual(expect.objectContaining({ '@_language': 'de-DE' }));
  });

  it('come back with what was pressed, signed over address and fields', async () => {
    const { receive } = receivingAt('twilio-voice')!;
    const url = `${twilio().hook}?call=${REFERENCE}&on=key&at=menu`;
    const body = Buffer.from('CallSid=CA1&Digits=3');
    const signature = signTwilio(url, new URLSearchParams(body.toString()), 'token');
    const request = (at: string) => ({ url: at, body, headers: { 'x-twilio-signature': signature } });
    expect(await receive.isSigned(request(url), { authToken: 'token' }, outbound)).toBe(true);
    // The place is part of the address: nobody gets behind the question who is there.
    expect(await receive.isSigned(request(url.replace('at=menu', 'at=opening')), { authToken: 'token' }, outbound)).toBe(false);
    expect(receive.read(request(url))?.call).toEqual({ callId: REFERENCE, kind: 'key', at: 'menu', key: '3', again: false });
    const ended = (fields: string) =>
      receive.read({ url: `${twilio().hook}?call=${REFERENCE}&on=ended`, body: Buffer.from(fields), headers: {} })?.call;
    expect(ended('CallStatus=busy')).toMatchObject({ kind: 'ended', result: 'busy', seconds: 0 });
    expect(ended('CallStatus=completed&CallDuration=42&AnsweredBy=machine_start')).toMatchObject({ result: 'machine', seconds: 42 });
  });
});
