/** Automated calls by a telephone server of one's own behind HTTP (docs/decisions/delivery.md holds its contract). */
import { z } from 'zod';
import { CALL_RESULTS } from '../../../core/spokenCall.ts';
import { defineAdapter } from '../adapter/adapter.ts';
import { address, secret, text } from '../adapter/fields.ts';
import type { Outbound } from '../outbound.ts';
import { call, judge, probeAt, textAt } from './http.ts';
import { jsonOf, type Notices } from './inbound.ts';
import type { Message, OpenedAdapter, Provider } from './provider.ts';
import { isSigned } from './reports.ts';
import { type CallTurn, LISTEN_SECONDS } from './voice.ts';

interface VoiceServer {
  readonly baseURL: string;
  readonly apiKey: string;
  readonly deliveryClass: 'idempotent' | 'neither';
  /** Where it asks what to say. */
  readonly hook: string;
}

export function httpVoiceProvider({ baseURL, apiKey, deliveryClass, hook }: VoiceServer, outbound: Outbound): Provider {
  const base = baseURL.replace(/\/$/, '');
  const authorization = `Bearer ${apiKey}`;
  return {
    name: 'HttpVoice',
    deliveryClass,
    send: async ({ reference, to, from, text: said, call: sheet }: Message, timeout) => {
      const body = {
        reference,
        from,
        to,
        hook: sheet ? hook : null,
        say: sheet ? null : [said],
        voicemail: (sheet?.voicemail ?? '') !== '',
      };
      const answer = await call(
        outbound,
        `${base}/calls`,
        {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json', 'idempotency-key': reference },
          body: JSON.stringify(body),
        },
        timeout,
      );
      return judge(
        answer,
        (given) => textAt(given, 'id'),
        (given) => textAt(given, 'error') === 'bad_address',
      );
    },
    probe: (timeout) => probeAt(outbound, `${base}/calls/none`, { authorization }, timeout),
    close: async () => {},
  };
}

const callId = z.string().min(1).max(60);
const notice = z.discriminatedUnion('event', [
  z.object({ event: z.literal('answered'), call: callId, by: z.enum(['person', 'machine']).default('person') }),
  z.object({
    event: z.literal('key'),
    call: callId,
    at: z.enum(['opening', 'menu']),
    key: z
      .string()
      .regex(/^[0-9]$/)
      .nullable()
      .default(null),
    again: z.boolean().default(false),
  }),
  z.object({
    event: z.literal('ended'),
    call: callId,
    result: z.enum(CALL_RESULTS),
    seconds: z.int().min(0).max(86_400).default(0),
    reason: z
      .string()
      .regex(/^[\w .-]{0,60}$/)
      .default(''),
  }),
]);

/** @returns what the server tells of a call; null for what is none of it. */
export function readHttpCall(body: Buffer): Notices | null {
  const read = notice.safeParse(jsonOf(body));
  if (!read.success) return null;
  const { event: kind, call: id, ...told } = read.data;
  return { messages: [], reports: [], call: { callId: id, kind, ...told } as Notices['call'] & object };
}

/** @returns what the server is to do next. */
const turnOf = ({ locale, voice, say, next }: CallTurn) => ({
  language: locale.replace('_', '-'),
  voice,
  say,
  ...(next.does === 'listen'
    ? { next: 'listen', at: next.at, again: next.again, seconds: LISTEN_SECONDS }
    : next.does === 'dial'
      ? { next: 'dial', number: next.number }
      : { next: 'hangUp' }),
});

defineAdapter({
  name: 'HttpVoice',
  serves: ['phone'],
  deliveryClass: 'neither',
  credentials: z.strictObject({ baseURL: address, originator: text, apiKey: secret(text), signingKey: secret(text) }),
  extras: z.strictObject({ deliveryClass: z.enum(['idempotent', 'neither']).default('neither') }),
  open: ({ baseURL, apiKey, originator }, { deliveryClass }, outbound, hook): OpenedAdapter => ({
    provider: httpVoiceProvider({ baseURL, apiKey, deliveryClass, hook }, outbound),
    sender: originator,
  }),
  receive: {
    path: 'http-voice',
    isSigned: ({ headers, body }, { signingKey }) =>
      typeof signingKey === 'string' && isSigned(headers['x-quittance-signature'], body, signingKey),
    read: ({ body }) => readHttpCall(body),
    speak: (turn: CallTurn) => ({ type: 'application/json', body: JSON.stringify(turnOf(turn)) }),
    answer: { type: 'application/json', body: '{}' },
  },
});
