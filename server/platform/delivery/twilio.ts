/** Text messages by Twilio: account credentials. */
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { defineAdapter } from '../adapter/adapter.ts';
import { optionalAddress, secret, text } from '../adapter/fields.ts';
import type { Outbound } from '../outbound.ts';
import { call, judge, probeAt, textAt } from './http.ts';
import { formOf, type IncomingText, incomingText, isSame, noticesOf } from './inbound.ts';
import { type FetchMedia, type IncomingMedia, loadMedia, MOST_MEDIA, nameOfMedia } from './media.ts';
import type { Message, OpenedAdapter, Provider } from './provider.ts';
import type { DeliveryReport } from './reports.ts';

export interface AccountCredentials {
  readonly accountSid: string;
  readonly authToken: string;
  /** Another edge of the provider. */
  readonly baseURL?: string;
  /** Where it reports what became of messages; it calls https only. */
  readonly hook?: string;
}

/** What Twilio wants to hear: nothing is to be done. */
export const TWILIO_ANSWER = { type: 'text/xml', body: '<?xml version="1.0" encoding="UTF-8"?><Response></Response>' } as const;

/** Twilio's refusals that are about the number: not a number, unreachable, not a mobile, opted out. */
const TWILIO_BAD_NUMBER = new Set(['21211', '21214', '21217', '21401', '21610', '21612', '21614']);

/** Twilio's Messages resource. It takes no key of ours and keeps none, so a lost answer stays lost: class neither. */
export function twilioProvider(settings: AccountCredentials, outbound: Outbound): Provider {
  const base = (settings.baseURL ?? 'https://api.twilio.com').replace(/\/$/, '');
  const authorization = `Basic ${Buffer.from(`${settings.accountSid}:${settings.authToken}`).toString('base64')}`;
  const callback: Record<string, string> = settings.hook?.startsWith('https:') ? { StatusCallback: settings.hook } : {};
  return {
    name: 'Twilio',
    deliveryClass: 'neither',
    send: async (message: Message, timeout) =>
      judge(
        await call(
          outbound,
          `${base}/2010-04-01/Accounts/${encodeURIComponent(settings.accountSid)}/Messages.json`,
          {
            method: 'POST',
            headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
            body: new URLSearchParams({ To: message.to, From: message.from, Body: message.text, ...callback }).toString(),
          },
          timeout,
        ),
        (body) => textAt(body, 'sid'),
        (body) => TWILIO_BAD_NUMBER.has(textAt(body, 'code') ?? ''),
      ),
    probe: (timeout) =>
      probeAt(outbound, `${base}/2010-04-01/Accounts/${encodeURIComponent(settings.accountSid)}.json`, { authorization }, timeout),
    close: async () => {},
  };
}

/** @returns the signature of a request: HMAC-SHA-1 over the address and the form's fields in the order of their names, Base64. */
export function signTwilio(url: string, fields: URLSearchParams, authToken: string): string {
  const names = [...new Set(fields.keys())].sort();
  const text = names
    .map((name) =>
      [...new Set(fields.getAll(name))]
        .sort()
        .map((value) => name + value)
        .join(''),
    )
    .join('');
  return createHmac('sha1', authToken)
    .update(url + text)
    .digest('base64');
}

/** Codes of a number that takes no messages: unknown, or a landline. An unreachable phone may be reached tomorrow. */
const GONE = new Set(['30005', '30006']);

/** @returns how a message ended ("Status callbacks"); nothing while it is on its way. */
export function reportOf(sid: string | null, status: string, code: string | null): DeliveryReport[] {
  if (!sid) return [];
  if (status === 'delivered') return [{ type: 'delivered', reference: sid, permanent: true, reason: '' }];
  if (status !== 'undelivered' && status !== 'failed') return [];
  return [
    { type: 'bounced', reference: sid, permanent: GONE.has(code ?? ''), reason: /^\d{5}$/.test(code ?? '') ? `Twilio ${code}` : status },
  ];
}

/** @returns messages with the files that came along ("Receive media"); one without words says what it brings. */
export function withMedia(messages: readonly IncomingText[], fields: URLSearchParams): IncomingText[] {
  const media = twilioMedia(fields);
  if (media.length === 0) return [...messages];
  return messages.map((each) => ({ ...each, text: each.text || media.map(({ name }) => `[${name}]`).join(' '), media }));
}

function twilioMedia(fields: URLSearchParams): IncomingMedia[] {
  const count = Math.min(Number(fields.get('NumMedia')) || 0, MOST_MEDIA);
  return Array.from({ length: count }, (_, at) => at).flatMap((at) => {
    const [reference, mimeType] = [fields.get(`MediaUrl${at}`), fields.get(`MediaContentType${at}`)];
    return reference ? [{ reference: reference.slice(0, 2_000), name: nameOfMedia(mimeType?.split('/')[0] ?? '', mimeType) }] : [];
  });
}

/** @returns how files are fetched from Twilio: its address is told by its own notice, and gets the login nowhere else. */
export function twilioFetch(settings: AccountCredentials, outbound: Outbound): FetchMedia {
  const base = new URL(settings.baseURL ?? 'https://api.twilio.com');
  const authorization = `Basic ${Buffer.from(`${settings.accountSid}:${settings.authToken}`).toString('base64')}`;
  return async (reference, timeout) =>
    URL.parse(reference)?.origin === base.origin
      ? loadMedia(outbound, reference, { authorization }, timeout)
      : { missing: 'gone', why: 'address' };
}

/** Text messages by Twilio, both ways ("Webhooks security" describes its signature). */
defineAdapter({
  name: 'Twilio',
  serves: ['sms'],
  deliveryClass: 'neither',
  credentials: z.strictObject({ originator: text, accountSid: text, authToken: secret(text) }),
  extras: z.strictObject({ baseURL: optionalAddress }),
  open: ({ originator, ...account }, { baseURL }, outbound, hook): OpenedAdapter => ({
    provider: twilioProvider({ ...account, hook, ...(baseURL ? { baseURL } : {}) }, outbound),
    sender: originator,
    media: twilioFetch({ ...account, ...(baseURL ? { baseURL } : {}) }, outbound),
  }),
  receive: {
    path: 'twilio',
    isSigned: ({ url, headers, body }, { authToken }) =>
      typeof authToken === 'string' && isSame(String(headers['x-twilio-signature'] ?? ''), signTwilio(url, formOf(body), authToken)),
    read: ({ body }) => {
      const fields = formOf(body);
      const sid = fields.get('MessageSid') ?? fields.get('SmsSid');
      const status = fields.get('MessageStatus');
      if (status === null) return noticesOf(withMedia(incomingText(sid, fields.get('From'), fields.get('To'), fields.get('Body')), fields));
      return noticesOf([], reportOf(sid, status, fields.get('ErrorCode')));
    },
    answer: TWILIO_ANSWER,
  },
});
