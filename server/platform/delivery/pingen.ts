/** Letters by Pingen: its API, version 2. A PDF is uploaded to an address that Pingen gives, then a letter is made of it and sent. */
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { englishOf } from '../../../core/fault.ts';
import { defineAdapter } from '../adapter/adapter.ts';
import { optional, optionalAddress, secret, text } from '../adapter/fields.ts';
import type { Outbound } from '../outbound.ts';
import type { SendAnswer } from '../outbox/answer.ts';
import { call, type HttpAnswer, judge, probeAt, textAt } from './http.ts';
import { isSame, jsonOf, noticesOf } from './inbound.ts';
import type { Message, OpenedAdapter, Provider } from './provider.ts';
import type { DeliveryReport } from './reports.ts';

export interface PingenSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly organisationId: string;
  readonly product: 'cheap' | 'fast' | 'registered';
  readonly color: boolean;
  readonly duplex: boolean;
  readonly address: 'left' | 'right';
  /** Another server than Pingen's, for its trial system or a test. */
  readonly baseURL?: string;
}

const BASE = 'https://api.pingen.com';
const JSON_API = 'application/vnd.api+json';
/** A token is asked for anew so long before it ends, ms. */
const BEFORE_END = 60_000;

const isOk = (answer: HttpAnswer): answer is Extract<HttpAnswer, { status: number }> =>
  !('broken' in answer) && answer.status >= 200 && answer.status < 300;

/**
 * Pingen takes our reference as its Idempotency-Key: any number of tries with it make one letter. Tokens and uploads come before the letter, so what
 * fails there has posted nothing.
 */
export function pingenProvider(settings: PingenSettings, outbound: Outbound): Provider {
  const base = (settings.baseURL ?? BASE).replace(/\/$/, '');
  let token: { readonly value: string; readonly until: number } | null = null;

  /** @returns the token; otherwise why there is none. */
  async function signIn(timeout: number): Promise<string | SendAnswer> {
    if (token && token.until > Date.now()) return token.value;
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: settings.clientId,
      client_secret: settings.clientSecret,
    }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
    const answer = await call(outbound, `${base}/auth/access-tokens`, { method: 'POST', headers, body }, timeout);
    const value = isOk(answer) ? textAt(answer.body, 'access_token') : null;
    if (value === null || !isOk(answer)) return nothingPosted(answer, true);
    const seconds = Number(textAt(answer.body, 'expires_in') ?? 0);
    token = { value, until: Date.now() + Math.max(0, seconds * 1000 - BEFORE_END) };
    return value;
  }

  async function send(message: Message, timeout: number): Promise<SendAnswer> {
    const [letter] = message.attachments ?? [];
    if (!letter) return { outcome: 'refused', permanent: true, badAddress: false, reason: 'no PDF', isOurs: true };
    const signedIn = await signIn(timeout / 4);
    if (typeof signedIn !== 'string') return signedIn;
    const headers = { authorization: `Bearer ${signedIn}`, accept: JSON_API };
    const place = await call(outbound, `${base}/file-upload`, { method: 'GET', headers }, timeout / 4);
    const url = isOk(place) ? textAt(place.body, 'data', 'attributes', 'url') : null;
    const signature = isOk(place) ? textAt(place.body, 'data', 'attributes', 'url_signature') : null;
    if (!url || !signature) {
      if ('status' in place && place.status === 401) token = null;
      return nothingPosted(place, true);
    }
    const uploaded = await call(outbound, url, { method: 'PUT', headers: {}, body: letter.content }, timeout / 4);
    if (!isOk(uploaded)) return nothingPosted(uploaded, true);
    const attributes = {
      file_original_name: `${message.reference}.pdf`,
      file_url: url,
      file_url_signature: signature,
      address_position: settings.address,
      auto_send: true,
      delivery_product: settings.product,
      print_mode: settings.duplex ? 'duplex' : 'simplex',
      print_spectrum: settings.color ? 'color' : 'grayscale',
    };
    const answer = await call(
      outbound,
      `${base}/organisations/${encodeURIComponent(settings.organisationId)}/deliveries/letters`,
      {
        method: 'POST',
        headers: { ...headers, 'content-type': JSON_API, 'idempotency-key': message.reference },
        body: JSON.stringify({ data: { type: 'letters', attributes } }),
      },
      timeout / 4,
    );
    if ('status' in answer && answer.status === 401) token = null;
    return judge(answer, (body) => textAt(body, 'data', 'id'), isBadAddress);
  }

  return {
    name: 'Pingen',
    deliveryClass: 'idempotent',
    send,
    probe: (timeout) => probeAt(outbound, `${base}/file-upload`, { accept: JSON_API }, timeout),
    close: async () => {},
  };
}

/** What failed before a letter was made certainly posted none. */
function nothingPosted(answer: HttpAnswer, isAway: boolean): SendAnswer {
  const said = 'broken' in answer ? { reason: englishOf(answer.broken), words: answer.broken } : { reason: `HTTP ${answer.status}` };
  return { outcome: 'refused', permanent: false, badAddress: false, isAway, ...said };
}

/** Its errors name the field that is wrong. */
const isBadAddress = (body: unknown) => /address|recipient|country/i.test(textAt(body, 'errors', 0, 'source', 'pointer') ?? '');

/** What its webhooks tell of a letter: sent on to the post, delivered, undeliverable, or not accepted after all. */
const TOLD: Readonly<Record<string, Pick<DeliveryReport, 'type' | 'permanent'>>> = {
  webhook_delivered: { type: 'delivered', permanent: true },
  webhook_undeliverable: { type: 'bounced', permanent: true },
  webhook_issues: { type: 'bounced', permanent: false },
};

interface Event {
  readonly data?: {
    readonly type?: string;
    readonly attributes?: { readonly reason?: string };
    readonly relationships?: { readonly letter?: { readonly data?: { readonly id?: string } } };
  };
}

const yesNo = z.union([z.boolean(), z.enum(['true', 'false', ''])]).optional();
const isYes = (value: z.infer<typeof yesNo>) => value === true || value === 'true';

defineAdapter({
  name: 'Pingen',
  serves: ['letter'],
  deliveryClass: 'idempotent',
  credentials: z.strictObject({ clientId: text, clientSecret: secret(text), organisationId: text, signingKey: secret(optional) }),
  extras: z.strictObject({
    product: z.enum(['cheap', 'fast', 'registered']).optional(),
    addressSide: z.enum(['left', 'right']).optional(),
    color: yesNo,
    duplex: yesNo,
    baseURL: optionalAddress,
  }),
  open: ({ clientId, clientSecret, organisationId }, { product, addressSide, color, duplex, baseURL }, outbound): OpenedAdapter => ({
    provider: pingenProvider(
      {
        clientId,
        clientSecret,
        organisationId,
        product: product ?? 'cheap',
        address: addressSide ?? 'left',
        color: isYes(color),
        duplex: isYes(duplex),
        ...(baseURL ? { baseURL } : {}),
      },
      outbound,
    ),
  }),
  receive: {
    path: 'pingen',
    isSigned: ({ headers, body }, { signingKey }) => {
      if (typeof signingKey !== 'string' || signingKey === '') return false;
      return isSame(String(headers.signature ?? ''), createHmac('sha256', signingKey).update(body).digest('hex'));
    },
    read: ({ body }) => {
      const { data } = (jsonOf(body) ?? {}) as Event;
      const reference = data?.relationships?.letter?.data?.id;
      const told = TOLD[data?.type ?? ''];
      if (!told || typeof reference !== 'string') return null;
      const { reason } = data?.attributes ?? {};
      return noticesOf([], [{ ...told, reference, reason: typeof reason === 'string' ? reason.slice(0, 300) : '' }]);
    },
    answer: { type: 'application/json', body: '{}' },
  },
});
