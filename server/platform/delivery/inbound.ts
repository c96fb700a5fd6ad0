/**
 * How hosted providers hand in the text messages that they take: their formats and their signatures, as they document them (Twilio: "Webhooks
 * security"; MessageBird: "Verify HTTP requests"). What has no right signature is not read.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type JWTPayload, jwtVerify } from 'jose';

/** A request of a provider as it came over the wire. */
export interface ProviderRequest {
  /** The whole address that the provider called, with its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

/** A text message as a gateway tells of it. */
export interface IncomingText {
  /** The provider's own name for it. */
  readonly reference: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

interface InboundFormat {
  /** @param credentials of the client's provider. @returns whether the provider has signed the request. */
  readonly isSigned: (request: ProviderRequest, credentials: Readonly<Record<string, unknown>>) => boolean | Promise<boolean>;
  /** @returns the message; null when the body tells of none. */
  readonly read: (request: ProviderRequest) => IncomingText | null;
  /** What the provider expects to hear: nothing is sent back to the debtor. */
  readonly answer: { readonly type: string; readonly body: string };
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

const same = (one: string, other: string) => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const form = (body: Buffer) => new URLSearchParams(body.toString('utf8'));

function message(reference: string | null, from: string | null, to: string | null, text: string | null): IncomingText | null {
  if (!reference || !from || text === null) return null;
  return { reference: reference.slice(0, 200), from: from.slice(0, 40), to: (to ?? '').slice(0, 40), text: text.slice(0, 10_000) };
}

const twilio: InboundFormat = {
  isSigned: ({ url, headers, body }, { authToken }) =>
    typeof authToken === 'string' && same(String(headers['x-twilio-signature'] ?? ''), signTwilio(url, form(body), authToken)),
  read: ({ body }) => {
    const fields = form(body);
    return message(fields.get('MessageSid') ?? fields.get('SmsSid'), fields.get('From'), fields.get('To'), fields.get('Body'));
  },
  answer: { type: 'text/xml', body: '<?xml version="1.0" encoding="UTF-8"?><Response></Response>' },
};

/** Its numbers come without a plus; short codes stay as they are. */
const international = (number: string | null) => (number !== null && /^\d{7,}$/.test(number) ? `+${number}` : number);

const messageBird: InboundFormat = {
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
    const fields = /json/i.test(String(headers['content-type'] ?? '')) ? jsonFields(body) : form(body);
    return message(
      fields.get('id') ?? fields.get('message_id'),
      international(fields.get('originator')),
      international(fields.get('recipient')),
      fields.get('body') ?? fields.get('payload'),
    );
  },
  answer: { type: 'text/plain', body: 'OK' },
};

function jsonFields(body: Buffer): URLSearchParams {
  try {
    const read = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
    const told = Object.entries(read).filter(([, value]) => typeof value === 'string' || typeof value === 'number');
    return new URLSearchParams(told.map(([name, value]) => [name, String(value)]));
  } catch {
    return new URLSearchParams();
  }
}

/** The formats by the last part of their address, with the provider whose credentials sign them. */
export const INBOUND_FORMATS: Readonly<Record<string, InboundFormat & { readonly providerName: string }>> = {
  twilio: { providerName: 'Twilio', ...twilio },
  messagebird: { providerName: 'MessageBird', ...messageBird },
};
