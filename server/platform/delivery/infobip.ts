/** Text messages by Infobip: its SMS API, version 3, at the account's own address. */
import { z } from 'zod';
import { defineAdapter } from '../adapter/adapter.ts';
import { address, optional, secret, text } from '../adapter/fields.ts';
import type { Outbound } from '../outbound.ts';
import type { SendAnswer } from '../outbox/answer.ts';
import { call, judge, probeAt, textAt } from './http.ts';
import { incomingText, isSame, jsonOf, noticesOf } from './inbound.ts';
import type { OpenedAdapter, Provider } from './provider.ts';
import type { DeliveryReport } from './reports.ts';

export interface InfobipSettings {
  readonly baseURL: string;
  readonly apiKey: string;
}

/** Groups of its statuses: what certainly doesn't arrive, and what is accepted or has arrived. */
const REJECTED = '5';
const UNDELIVERABLE = '2';
const EXPIRED = '4';
const DELIVERED = '3';
/** Of rejections: about the number, not about us. */
const BAD_NUMBER = /^(REJECTED_(DESTINATION|INVALID_DESTINATION|DESTINATION_NOT_REGISTERED)|UNDELIVERABLE_|EC_(ABSENT|UNKNOWN)_SUBSCRIBER)/;

/** Infobip takes our reference as its messageId and lists a message by it for 48 hours: class askable. */
export function infobipProvider({ baseURL, apiKey }: InfobipSettings, outbound: Outbound): Provider {
  const base = baseURL.replace(/\/$/, '');
  const headers = { authorization: `App ${apiKey}`, 'content-type': 'application/json', accept: 'application/json' };
  const logs = (reference: string) => `${base}/sms/3/logs?messageId=${encodeURIComponent(reference)}`;
  return {
    name: 'Infobip',
    deliveryClass: 'askable',
    send: async ({ from, to, text, reference }, timeout) => {
      const body = JSON.stringify({
        messages: [{ sender: from, destinations: [{ to: to.replace(/^\+/, ''), messageId: reference }], content: { text } }],
      });
      const answer = await call(outbound, `${base}/sms/3/messages`, { method: 'POST', headers, body }, timeout);
      return refusalIn(answer) ?? judge(answer, (said) => textAt(said, 'messages', 0, 'messageId'), isBadNumber);
    },
    ask: async ({ reference }, timeout) => {
      const answer = await call(outbound, logs(reference), { method: 'GET', headers }, timeout);
      if ('broken' in answer || answer.status !== 200) return null;
      const { results } = (answer.body ?? {}) as { results?: { messageId?: string; status?: { groupId?: number } }[] };
      if (!Array.isArray(results)) return null;
      const found = results.find((each) => each.messageId === reference);
      // One that was rejected has never left: it may be sent again.
      const known = found !== undefined && String(found.status?.groupId) !== REJECTED;
      return { known, providerRef: known ? reference : null };
    },
    probe: (timeout) => probeAt(outbound, logs('probe'), headers, timeout),
    close: async () => {},
  };
}

const statusOf = (body: unknown) => textAt(body, 'messages', 0, 'status', 'name') ?? '';
const isBadNumber = (body: unknown) => BAD_NUMBER.test(statusOf(body));

/** It accepts a call with 200 and says in it that the message is rejected. */
function refusalIn(answer: Awaited<ReturnType<typeof call>>): SendAnswer | null {
  if ('broken' in answer || answer.status !== 200 || textAt(answer.body, 'messages', 0, 'status', 'groupId') !== REJECTED) return null;
  const name = statusOf(answer.body);
  // Credit that is used up and a route that is missing are about the account, and may be mended.
  const isAway = /CREDITS|NETWORK|ROUTE|PREPAID|LIMIT/.test(name);
  const reason = /^[A-Z][A-Z0-9_]{0,59}$/.test(name) ? name : 'REJECTED';
  return { outcome: 'refused', permanent: !isAway, badAddress: !isAway && isBadNumber(answer.body), reason, isAway };
}

interface Told {
  readonly messageId?: string;
  readonly from?: string;
  readonly to?: string;
  readonly sender?: string;
  readonly destination?: string;
  readonly text?: string;
  readonly status?: { readonly groupId?: number; readonly name?: string };
  readonly error?: { readonly permanent?: boolean; readonly name?: string };
}

function reportOf({ messageId, status, error }: Told): DeliveryReport[] {
  const group = String(status?.groupId ?? '');
  if (!messageId || group === '') return [];
  if (group === DELIVERED) return [{ type: 'delivered', reference: messageId, permanent: true, reason: '' }];
  if (![UNDELIVERABLE, EXPIRED, REJECTED].includes(group)) return [];
  const reason = (error?.name ?? status?.name ?? '').slice(0, 100);
  return [{ type: 'bounced', reference: messageId, permanent: error?.permanent === true && group !== EXPIRED, reason }];
}

/**
 * Text messages by Infobip, both ways. Its subscriptions call with the user name and password that are set there and here ("Subscriptions
 * management", authentication settings).
 */
defineAdapter({
  name: 'Infobip',
  serves: ['sms'],
  deliveryClass: 'askable',
  credentials: z.strictObject({
    originator: text,
    baseURL: address,
    apiKey: secret(text),
    hookUser: optional,
    hookPassword: secret(optional),
  }),
  extras: z.strictObject({}),
  open: ({ originator, baseURL, apiKey }, _extras, outbound): OpenedAdapter => ({
    provider: infobipProvider({ baseURL, apiKey }, outbound),
    sender: originator,
  }),
  receive: {
    path: 'infobip',
    isSigned: ({ headers }, { hookUser, hookPassword }) => {
      if (!hookUser || !hookPassword) return false;
      const expected = `Basic ${Buffer.from(`${hookUser}:${hookPassword}`).toString('base64')}`;
      return isSame(String(headers.authorization ?? ''), expected);
    },
    read: ({ body }) => {
      const { results } = (jsonOf(body) ?? {}) as { results?: Told[] };
      if (!Array.isArray(results)) return null;
      const told = results.slice(0, 1_000);
      return noticesOf(
        told.flatMap((each) =>
          incomingText(
            each.messageId ?? null,
            numberOf(each.from ?? each.sender),
            numberOf(each.to ?? each.destination),
            typeof each.text === 'string' ? each.text : null,
          ),
        ),
        told.flatMap(reportOf),
      );
    },
    answer: { type: 'application/json', body: '{}' },
  },
});

/** Its numbers come without a plus; names and short codes stay as they are. */
const numberOf = (number: string | undefined) => (number && /^\d{7,}$/.test(number) ? `+${number}` : (number ?? null));
