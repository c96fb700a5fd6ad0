/** Text messages by Bird's Channels API, the successor of MessageBird's. */
import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';
import { defineAdapter } from '../adapter/adapter.ts';
import { optional, optionalAddress, secret, text } from '../adapter/fields.ts';
import type { Outbound } from '../outbound.ts';
import { call, judge, probeAt, textAt } from './http.ts';
import { incomingText, isSame, jsonOf, noticesOf } from './inbound.ts';
import type { OpenedAdapter, Provider } from './provider.ts';
import type { DeliveryReport } from './reports.ts';

export interface BirdSettings {
  readonly workspaceId: string;
  readonly channelId: string;
  readonly accessKey: string;
  readonly baseURL?: string;
}

/** The channel holds the sender, so ours is not named. Its messages keep our reference but are not found by it: class neither. */
export function birdProvider({ workspaceId, channelId, accessKey, baseURL }: BirdSettings, outbound: Outbound): Provider {
  const base = (baseURL ?? 'https://api.bird.com').replace(/\/$/, '');
  const channel = `${base}/workspaces/${encodeURIComponent(workspaceId)}/channels/${encodeURIComponent(channelId)}`;
  const headers = { authorization: `AccessKey ${accessKey}`, 'content-type': 'application/json' };
  return {
    name: 'Bird',
    deliveryClass: 'neither',
    send: async ({ to, text, reference }, timeout) => {
      const body = JSON.stringify({
        receiver: { contacts: [{ identifierKey: 'phonenumber', identifierValue: to }] },
        body: { type: 'text', text: { text } },
        reference,
      });
      return judge(
        await call(outbound, `${channel}/messages`, { method: 'POST', headers, body }, timeout),
        (said) => textAt(said, 'id'),
        (said) => /receiver|identifier|phonenumber/i.test(JSON.stringify((said as { details?: unknown } | null)?.details ?? '')),
      );
    },
    probe: (timeout) => probeAt(outbound, channel, headers, timeout),
    close: async () => {},
  };
}

/** Seconds by which a call may be away from the clock. */
const AGE = 300;

/** @returns the signature of a call: HMAC-SHA-256 over time, address and the body's digest, Base64 ("Verifying a webhook subscription"). */
export function signBird(time: string, url: string, body: Buffer, signingKey: string): string {
  const digest = createHash('sha256').update(body).digest();
  return createHmac('sha256', signingKey).update(`${time}\n${url}\n`).update(digest).digest('base64');
}

interface Told {
  readonly id?: string;
  readonly reference?: string;
  readonly status?: string;
  readonly reason?: string;
  readonly direction?: string;
  readonly sender?: { readonly contact?: { readonly identifierValue?: string } };
  readonly body?: { readonly text?: { readonly text?: string } };
}

/** Ends of a message's life. A failure doesn't say that the number is gone, so the address isn't marked. */
function reportOf({ id, reference, status, reason }: Told): DeliveryReport[] {
  const ours = reference || id;
  if (!ours) return [];
  if (status === 'delivered') return [{ type: 'delivered', reference: ours, permanent: true, reason: '' }];
  if (status !== 'sending_failed' && status !== 'delivery_failed') return [];
  return [{ type: 'bounced', reference: ours, permanent: false, reason: String(reason ?? status).slice(0, 100) }];
}

/** Text messages by Bird, both ways. */
defineAdapter({
  name: 'Bird',
  serves: ['sms'],
  deliveryClass: 'neither',
  credentials: z.strictObject({ workspaceId: text, channelId: text, accessKey: secret(text), signingKey: secret(optional) }),
  extras: z.strictObject({ baseURL: optionalAddress }),
  open: ({ workspaceId, channelId, accessKey }, { baseURL }, outbound): OpenedAdapter => ({
    provider: birdProvider({ workspaceId, channelId, accessKey, ...(baseURL ? { baseURL } : {}) }, outbound),
  }),
  receive: {
    path: 'bird',
    isSigned: ({ url, headers, body }, { signingKey }) => {
      const time = String(headers['messagebird-request-timestamp'] ?? '');
      if (typeof signingKey !== 'string' || signingKey === '' || !(Math.abs(Date.now() / 1000 - Number(time)) <= AGE)) return false;
      return isSame(String(headers['messagebird-signature'] ?? ''), signBird(time, url, body, signingKey));
    },
    read: ({ body }) => {
      const told = jsonOf(body) as { event?: string; payload?: Told } | null;
      const { payload } = told ?? {};
      if (!payload) return null;
      if (told?.event === 'sms.inbound')
        return noticesOf(
          incomingText(payload.id ?? null, payload.sender?.contact?.identifierValue ?? null, null, payload.body?.text?.text ?? null),
        );
      return told?.event === 'sms.outbound' ? noticesOf([], reportOf(payload)) : null;
    },
    answer: { type: 'text/plain', body: 'OK' },
  },
});
