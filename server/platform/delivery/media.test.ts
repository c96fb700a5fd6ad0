/** Files by telephone, both ways, against local servers that take them and hand them out as Meta and Twilio do. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createOutbound } from '../outbound.ts';
import { type Answer, type Call, providerServer } from './http.testing.ts';
import { receivingAt } from './inbound.ts';
import { metaFetch, metaProvider } from './metaWhatsapp.ts';
import './providers.ts';
import type { Message } from './provider.ts';
import { twilioFetch } from './twilio.ts';
import { twilioDesk, twilioWhatsappProvider } from './twilioWhatsapp.ts';
import type { SampleDocument, SubmittedTemplate } from './whatsapp.ts';

let answer: (call: Call) => Answer;
const provider = providerServer((call) => answer(call));
const { calls, forget } = provider;
let base: string;
beforeAll(() => {
  base = provider.base;
});
const outbound = createOutbound({ production: false, outboundAllow: ['127.0.0.1'] });
const account = () => ({ accessToken: 'secret token', phoneNumberId: '111', businessAccountId: '222', baseURL: base });
const twilio = () => ({ accountSid: 'AC1', authToken: 'token', baseURL: base, contentURL: base });

describe('files that debtors send along', () => {
  const PICTURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff]);
  const loginsIn = () => calls.map(({ url, headers }) => [url.split('?')[0], headers.authorization]);

  it('are fetched from Meta by the address that it tells, with the same token, and are gone with their id', async () => {
    answer = ({ url }) => (url === '/bytes' ? { status: 200, body: PICTURE } : { status: 200, body: { url: `${base}/bytes` } });
    expect(await metaFetch(account(), outbound)('m1', 2_000)).toEqual({ bytes: PICTURE });
    expect(loginsIn()).toEqual([
      ['/v23.0/m1', 'Bearer secret token'],
      ['/bytes', 'Bearer secret token'],
    ]);
    answer = () => ({ status: 400, body: { error: { code: 100 } } });
    expect(await metaFetch(account(), outbound)('m1', 2_000)).toMatchObject({ missing: 'gone' });
    answer = () => ({ status: 500, body: {} });
    expect(await metaFetch(account(), outbound)('m1', 2_000)).toMatchObject({ missing: 'away' });
  });

  it('are fetched from Twilio’s own address, whose login goes nowhere else', async () => {
    const other = base.replace('127.0.0.1', 'localhost');
    answer = ({ url }) =>
      url === '/bytes' ? { status: 200, body: PICTURE } : { status: 307, body: {}, headers: { location: `${base}/bytes` } };
    const fetch = twilioFetch(twilio(), outbound);
    expect(await fetch(`${base}/2010-04-01/Media/ME1`, 2_000)).toEqual({ bytes: PICTURE });
    expect(loginsIn()).toEqual([
      ['/2010-04-01/Media/ME1', expect.stringMatching(/^Basic /)],
      ['/bytes', undefined],
    ]);
    forget();
    expect(await fetch(`${other}/2010-04-01/Media/ME1`, 2_000)).toMatchObject({ missing: 'gone' });
    expect(calls).toEqual([]);
    answer = () => ({ status: 302, body: {}, headers: { location: '/again' } });
    expect(await fetch(`${base}/again`, 2_000)).toMatchObject({ missing: 'away' });
    answer = () => ({ status: 200, body: Buffer.alloc(33 * 2 ** 20) });
    expect(await fetch(`${base}/large`, 20_000)).toMatchObject({ missing: 'tooLarge' });
    const fields = { MessageSid: 'MM1', From: 'whatsapp:+4915112345678', To: 'whatsapp:+49301', Body: '', NumMedia: '1' };
    const body = new URLSearchParams({ ...fields, MediaUrl0: `${base}/1`, MediaContentType0: 'image/jpeg' });
    const told = receivingAt('twilio-whatsapp')!.receive.read({ url: '', headers: {}, body: Buffer.from(body.toString()) });
    expect(told?.messages).toMatchObject([{ text: '[image.jpg]', media: [{ reference: `${base}/1`, name: 'image.jpg' }] }]);
  });
});

const message: Message = {
  reference: '0190b2c4-0000-7000-8000-000000000001',
  channel: 'whatsapp',
  to: '+4915112345678',
  from: '+4930123456',
  subject: '',
  text: 'Guten Tag',
  html: null,
  headers: {},
};
const template = {
  name: 'receipt_v1',
  language: 'de',
  remoteId: 'HX1',
  header: { kind: 'document' },
  body: ['Anna Beck'],
  buttons: [],
} as const;

const submitted = (sample: SampleDocument): SubmittedTemplate => ({
  name: template.name,
  language: 'de',
  category: 'UTILITY',
  header: { kind: 'document', sample },
  body: { text: 'Guten Tag {{ debtor.fullName }}.', examples: ['Anna Beck'] },
  footer: '',
  buttons: [],
});

describe('the document of a header', () => {
  const document = { name: 'Rechnung "1".pdf', mimeType: 'application/pdf', content: Buffer.from('%PDF-1.7') };
  const withDocument: Message = { ...message, template, attachments: [document] };

  it('is uploaded to Meta before the message, which is not sent without it', async () => {
    answer = ({ url }) =>
      url.endsWith('/media') ? { status: 200, body: { id: 'media-1' } } : { status: 200, body: { messages: [{ id: 'wamid.1' }] } };
    expect(await metaProvider(account(), outbound).send(withDocument, 2_000)).toMatchObject({ outcome: 'sent' });
    const [upload, sending] = calls;
    const form = await new Response(upload!.body, { headers: { 'content-type': upload!.headers['content-type']! } }).formData();
    const file = form.get('file') as File;
    expect([form.get('messaging_product'), form.get('type'), file.name, await file.text()]).toEqual([
      'whatsapp',
      'application/pdf',
      document.name,
      '%PDF-1.7',
    ]);
    expect(JSON.parse(sending!.body).template.components[0]).toEqual({
      type: 'header',
      parameters: [{ type: 'document', document: { id: 'media-1', filename: document.name } }],
    });
    // Nothing was said of the message yet, so it may go again.
    answer = () => ({ status: 500, body: {} });
    expect(await metaProvider(account(), outbound).send(withDocument, 2_000)).toMatchObject({ outcome: 'refused', permanent: false });
    answer = ({ url }) => (url.endsWith('/media') ? 'break' : { status: 200, body: {} });
    forget();
    expect(await metaProvider(account(), outbound).send(withDocument, 2_000)).toMatchObject({ outcome: 'refused', permanent: false });
    expect(calls).toHaveLength(1);
  });

  it('is fetched by Twilio from an address that begins as it was approved', async () => {
    answer = () => ({ status: 201, body: { sid: 'HX1' } });
    const start = 'https://files.example/f/';
    const sample = { bytes: Buffer.from('x'), type: 'application/pdf', start, end: 'sample.pdf' };
    await twilioDesk(twilio(), outbound).submit(submitted(sample), 2_000);
    expect(JSON.parse(calls[0]!.body)).toMatchObject({
      variables: { 1: 'sample.pdf', 2: 'Anna Beck' },
      types: { 'whatsapp/card': { media: [`${start}{{1}}`], body: 'Guten Tag {{2}}.' } },
    });
    const file = { name: 'R.pdf', mimeType: 'application/pdf', content: Buffer.from('x'), address: `${start}c/f?use=download&signature=s` };
    const sent: Message = { ...message, template, attachments: [file] };
    await twilioWhatsappProvider(twilio(), outbound).send(sent, 2_000);
    expect(JSON.parse(new URLSearchParams(calls.at(-1)!.body).get('ContentVariables')!)).toMatchObject({
      1: 'c/f?use=download&signature=s',
      2: 'Anna Beck',
    });
  });
});
