/** Text messages by the two hosted kinds of provider of the specification: account credentials, and an access key. */
import type { Outbound } from '../outbound.ts';
import { call, judge, probeAt, textAt } from './http.ts';
import type { Message, Provider } from './provider.ts';

export interface AccountCredentials {
  readonly accountSid: string;
  readonly authToken: string;
  /** Another edge of the provider. */
  readonly baseURL?: string;
}

/** Twilio's refusals that are about the number: not a number, unreachable, not a mobile, opted out. */
const TWILIO_BAD_NUMBER = new Set(['21211', '21214', '21217', '21401', '21610', '21612', '21614']);

/** Twilio's Messages resource. It takes no key of ours and keeps none, so a lost answer stays lost: class neither. */
export function twilioProvider(settings: AccountCredentials, outbound: Outbound): Provider {
  const base = (settings.baseURL ?? 'https://api.twilio.com').replace(/\/$/, '');
  const authorization = `Basic ${Buffer.from(`${settings.accountSid}:${settings.authToken}`).toString('base64')}`;
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
            body: new URLSearchParams({ To: message.to, From: message.from, Body: message.text }).toString(),
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
