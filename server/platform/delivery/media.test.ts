/** Files that debtors send along, fetched from local servers that hand them out as Meta and Twilio do. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createOutbound } from '../outbound.ts';
import { type Answer, type Call, providerServer } from './http.testing.ts';
import { receivingAt } from './inbound.ts';
import { metaFetch } from './metaWhatsapp.ts';
import './providers.ts';
import { twilioFetch } from './twilio.ts';

let answer: (call: Call) => Answer;
const provider = providerServer((call) => answer(call));
const { calls, forget } = provider;
let base: string;
beforeAll(() => {
  base = provider.base;
});
const outbound = createOutbound({ production: false, outboundAllow: ['127.0.0.1'] });
const account = () => ({ accessToken: 'secret token', phoneNumberId: '111', businessAccountId: '222', baseURL: base });
const twilio = () => ({ accountSid: 'AC1', authToken: 'token', baseURL: base });

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
