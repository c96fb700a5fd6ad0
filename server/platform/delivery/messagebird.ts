/** Text messages by MessageBird: an access key. */
import { createHash } from 'node:crypto';
import { type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import { defineAdapter } from '../adapter/adapter.ts';
import { optional, optionalAddress, secret, text } from '../adapter/fields.ts';
import type { Outbound } from '../outbound.ts';
import { call, judge, textAt } from './http.ts';
import { formOf, incomingText, noticesOf } from './inbound.ts';
import type { OpenedAdapter, Provider } from './provider.ts';

export interface AccessKeyCredentials {
  readonly accessKey: string;
  readonly baseURL?: string;
}

/** MessageBird's messages keep our reference and are listed by recipient, so a message whose answer was lost can be looked for: class askable. */
export function messageBirdProvider(settings: AccessKeyCredentials, outbound: Outbound): Provider {
  const base = (settings.baseURL ?? 'https://rest.messagebird.com').replace(/\/$/, '');
  const headers = { authorization: `AccessKey ${settings.accessKey}`, 'content-type': 'application/json' };
  const digits = (to: string) => to.replace(/\D/g, '');
  return {
    name: 'MessageBird',
    deliveryClass: 'askable',
    send: async (message, timeout) =>
      judge(
        await call(
          outbound,
          `${base}/messages`,
          {
            method: 'POST',
            headers,
            body: JSON.stringify({
              originator: message.from,
              recipients: [digits(message.to)],
              body: message.text,
              reference: message.reference,
              datacoding: 'auto',
            }),
          },
          timeout,
        ),
        (body) => textAt(body, 'id'),
        (body) => textAt(body, 'errors', 0, 'parameter') === 'recipients',
      ),
    ask: async ({ reference, to }, timeout) => {
      const answer = await call(
        outbound,
        `${base}/messages?recipient=${digits(to)}&direction=mt&limit=100`,
        { method: 'GET', headers },
        timeout,
      );
      if ('broken' in answer || answer.status !== 200) return null;
      const items = (answer.body as { items?: { id?: string; reference?: string | null }[] } | null)?.items;
      if (!Array.isArray(items)) return null;
      const found = items.find((item) => item.reference === reference);
      // A full page may hide it: then nobody knows.
      if (!found && items.length >= 100) return null;
      return { known: found !== undefined, providerRef: found?.id ?? null };
    },
    close: async () => {},
  };
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
/** Its numbers come without a plus; short codes stay as they are. */
const international = (number: string | null) => (number !== null && /^\d{7,}$/.test(number) ? `+${number}` : number);

function jsonFields(body: Buffer): URLSearchParams {
  try {
    const read = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
    const told = Object.entries(read).filter(([, value]) => typeof value === 'string' || typeof value === 'number');
    return new URLSearchParams(told.map(([name, value]) => [name, String(value)]));
  } catch {
    return new URLSearchParams();
  }
}

/** Text messages by MessageBird, both ways ("Verify HTTP requests" describes its signature). */
defineAdapter({
  name: 'MessageBird',
  serves: ['sms'],
  deliveryClass: 'askable',
  credentials: z.strictObject({ originator: text, accessKey: secret(text), signingKey: secret(optional) }),
  extras: z.strictObject({ baseURL: optionalAddress }),
  open: ({ originator, accessKey }, { baseURL }, outbound): OpenedAdapter => ({
    provider: messageBirdProvider({ accessKey, ...(baseURL ? { baseURL } : {}) }, outbound),
    sender: originator,
  }),
  receive: {
    path: 'messagebird',
    isSigned: async ({ url, headers, body }, { signingKey }) => {
      if (typeof signingKey !== 'string' || signingKey === '') return false;
      let claims: JWTPayload;
      try {
        ({ payload: claims } = await jwtVerify(String(headers['messagebird-signature-jwt'] ?? ''), Buffer.from(signingKey), {
          algorithms: ['HS256'],
          issuer: 'MessageBird',
          requiredClaims: ['exp', 'nbf', 'url_hash'],
          clockTolerance: 1,
        }));
      } catch {
        return false;
      }
      const signedBody = claims.payload_hash === undefined ? body.length === 0 : claims.payload_hash === sha256(body);
      return claims.url_hash === sha256(url) && signedBody;
    },
    read: ({ body, headers }) => {
      const fields = /json/i.test(String(headers['content-type'] ?? '')) ? jsonFields(body) : formOf(body);
      return noticesOf(
        incomingText(
          fields.get('id') ?? fields.get('message_id'),
          international(fields.get('originator')),
          international(fields.get('recipient')),
          fields.get('body') ?? fields.get('payload'),
        ),
      );
    },
    answer: { type: 'text/plain', body: 'OK' },
  },
});
