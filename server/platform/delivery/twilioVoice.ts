/** Automated calls by Twilio: its Calls resource, and the TwiML by which a call goes on ("Programmable Voice"). */
import { z } from 'zod';
import type { CallResult } from '../../../core/spokenCall.ts';
import { defineAdapter } from '../adapter/adapter.ts';
import { optionalAddress, secret, text } from '../adapter/fields.ts';
import type { Outbound } from '../outbound.ts';
import { call, judge, probeAt, textAt } from './http.ts';
import { formOf, isSame, type Notices } from './inbound.ts';
import type { Message, OpenedAdapter, Provider } from './provider.ts';
import { type AccountCredentials, signTwilio, TWILIO_ANSWER } from './twilio.ts';
import { type CallNotice, type CallTurn, isCallPlace, LISTEN_SECONDS } from './voice.ts';

/** Refusals that are about the number: none, not dialable, not allowed. */
const BAD_NUMBER = new Set(['21211', '21214', '21217', '21401', '13223', '13224']);

/** Class neither: the resource takes no key of ours, and nobody wants to be called twice. */
export function twilioVoiceProvider(settings: AccountCredentials, outbound: Outbound): Provider {
  const account = `${(settings.baseURL ?? 'https://api.twilio.com').replace(/\/$/, '')}/2010-04-01/Accounts/${encodeURIComponent(settings.accountSid)}`;
  const authorization = `Basic ${Buffer.from(`${settings.accountSid}:${settings.authToken}`).toString('base64')}`;
  return {
    name: 'TwilioVoice',
    deliveryClass: 'neither',
    send: async ({ reference, to, from, text: said, call: sheet }: Message, timeout) => {
      const at = (on: string) => `${settings.hook}?${new URLSearchParams({ call: reference, on })}`;
      // Without words of its own it is a test: it is said, and nothing is asked.
      const how: Record<string, string> = sheet
        ? {
            Url: at('answered'),
            StatusCallback: at('ended'),
            // Words for a machine are kept until it listens.
            MachineDetection: sheet.voicemail === '' ? 'Enable' : 'DetectMessageEnd',
          }
        : { Twiml: `<Response><Say>${escapeXml(said)}</Say></Response>` };
      const answer = await call(
        outbound,
        `${account}/Calls.json`,
        {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ To: to, From: from, ...how }).toString(),
        },
        timeout,
      );
      return judge(
        answer,
        (body) => textAt(body, 'sid'),
        (body) => BAD_NUMBER.has(textAt(body, 'code') ?? ''),
      );
    },
    probe: (timeout) => probeAt(outbound, `${account}.json`, { authorization }, timeout),
    close: async () => {},
  };
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** @returns a text that is nothing but text in XML: no mark-up, no speech mark-up, and no sign that XML has no room for. */
export const escapeXml = (said: string): string =>
  said
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ' ')
    .replace(/[&<>"']/g, (sign) => ESCAPES[sign]!);

const VOICES: Readonly<Record<CallTurn['locale'], Readonly<Record<CallTurn['voice'], string>>>> = {
  en_US: { female: 'Polly.Joanna', male: 'Polly.Matthew' },
  en_GB: { female: 'Polly.Amy', male: 'Polly.Brian' },
  de_DE: { female: 'Polly.Vicki', male: 'Polly.Hans' },
  es_ES: { female: 'Polly.Lucia', male: 'Polly.Enrique' },
  nl_NL: { female: 'Polly.Lotte', male: 'Polly.Ruben' },
};

/** @returns what Twilio is to do next. */
export function twimlOf({ callId, locale, voice, say, next }: CallTurn): string {
  const said = say
    .map((each) => `<Say language="${locale.replace('_', '-')}" voice="${VOICES[locale][voice]}">${escapeXml(each)}</Say>`)
    .join('');
  if (next.does === 'dial') return respond(`${said}<Dial>${escapeXml(next.number)}</Dial>`);
  if (next.does === 'hangUp') return respond(`${said}<Hangup/>`);
  // Relative to the address that was called.
  const action = `?${new URLSearchParams({ call: callId, on: 'key', at: next.at, ...(next.again ? { again: '1' } : {}) })}`;
  return respond(
    `<Gather numDigits="1" timeout="${LISTEN_SECONDS}" actionOnEmptyResult="true" action="${escapeXml(action)}">${said}</Gather>`,
  );
}

const respond = (inner: string) => `<?xml version="1.0" encoding="UTF-8"?><Response>${inner}</Response>`;

const RESULTS: Readonly<Record<string, CallResult>> = {
  completed: 'answered',
  busy: 'busy',
  'no-answer': 'noAnswer',
  failed: 'failed',
  canceled: 'failed',
};

/** @returns what a call of Twilio's tells of one of ours. */
export function readTwilioCall(url: string, fields: URLSearchParams): Notices | null {
  const query = new URL(url).searchParams;
  const [callId, on, at] = [query.get('call'), query.get('on'), query.get('at')];
  if (!callId) return null;
  const isMachine = /^(machine|fax)/.test(fields.get('AnsweredBy') ?? '');
  const told = (call: CallNotice): Notices => ({ messages: [], reports: [], call });
  if (on === 'answered') return told({ callId, kind: 'answered', by: isMachine ? 'machine' : 'person' });
  if (on === 'key' && isCallPlace(at))
    return told({ callId, kind: 'key', at, key: /^[0-9]$/.exec(fields.get('Digits') ?? '')?.[0] ?? null, again: query.has('again') });
  const result = RESULTS[fields.get('CallStatus') ?? ''];
  if (on !== 'ended' || !result) return null;
  const code = fields.get('ErrorCode') ?? fields.get('SipResponseCode') ?? '';
  return told({
    callId,
    kind: 'ended',
    result: result === 'answered' && isMachine ? 'machine' : result,
    seconds: Math.max(0, Math.trunc(Number(fields.get('CallDuration')) || 0)),
    reason: result === 'failed' && /^\d{3,5}$/.test(code) ? `Twilio ${code}` : '',
  });
}

defineAdapter({
  name: 'TwilioVoice',
  serves: ['phone'],
  deliveryClass: 'neither',
  credentials: z.strictObject({ originator: text, accountSid: text, authToken: secret(text) }),
  extras: z.strictObject({ baseURL: optionalAddress }),
  open: ({ originator, ...account }, { baseURL }, outbound, hook): OpenedAdapter => ({
    provider: twilioVoiceProvider({ ...account, hook, ...(baseURL ? { baseURL } : {}) }, outbound),
    sender: originator,
  }),
  receive: {
    path: 'twilio-voice',
    isSigned: ({ url, headers, body }, { authToken }) =>
      typeof authToken === 'string' && isSame(String(headers['x-twilio-signature'] ?? ''), signTwilio(url, formOf(body), authToken)),
    read: ({ url, body }) => readTwilioCall(url, formOf(body)),
    speak: (turn: CallTurn) => ({ type: 'text/xml', body: twimlOf(turn) }),
    answer: TWILIO_ANSWER,
  },
});
