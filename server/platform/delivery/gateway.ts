/**
 * A gateway of one's own behind HTTP, for e-mail or SMS (docs/decisions/delivery.md holds its contract):
 *   POST {baseURL}/messages   Idempotency-Key: <reference>   {reference, channel, from, to, subject, text, html, headers, attachments}   -> 2xx {id}
 *   GET  {baseURL}/messages/{reference}   -> 200 {id} when it has the message, 404 when it has not
 * `attachments` with a contentId are pictures that `html` names as cid:<contentId>.
 * Which of the two promises the gateway keeps is declared in its settings, and decides the delivery class.
 */
import { z } from 'zod';
import { WRITTEN_CHANNELS } from '../../../core/messageChannels.ts';
import { defineAdapter } from '../adapter/adapter.ts';
import { address, mailbox, optional, secret } from '../adapter/fields.ts';
import type { Outbound } from '../outbound.ts';
import type { DeliveryClass } from '../outbox/answer.ts';
import { call, judge, probeAt, textAt } from './http.ts';
import { withInlineFiles } from './mime.ts';
import type { Message, OpenedAdapter, Provider } from './provider.ts';

export interface GatewaySettings {
  readonly baseURL: string;
  /** Sent as a bearer token; or username and password as basic authentication. */
  readonly apiKey?: string;
  readonly username?: string;
  readonly password?: string;
  readonly deliveryClass: DeliveryClass;
}

/** @returns the provider; nothing is called before the first message. */
export function gatewayProvider(settings: GatewaySettings, outbound: Outbound): Provider {
  const base = settings.baseURL.replace(/\/$/, '');
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (settings.apiKey) headers.authorization = `Bearer ${settings.apiKey}`;
  else if (settings.username)
    headers.authorization = `Basic ${Buffer.from(`${settings.username}:${settings.password ?? ''}`).toString('base64')}`;
  const provider: Provider = {
    name: 'HttpGateway',
    deliveryClass: settings.deliveryClass,
    send: async (message: Message, timeout) => {
      const { reference, channel, from, to, subject, text } = message;
      const page = message.html === null ? { html: null, files: [] } : withInlineFiles(message.html);
      const answer = await call(
        outbound,
        `${base}/messages`,
        {
          method: 'POST',
          headers: { ...headers, 'idempotency-key': reference },
          body: JSON.stringify({
            reference,
            channel,
            from,
            to,
            subject,
            text,
            html: page.html,
            headers: message.headers,
            attachments: [...page.files, ...(message.attachments ?? [])].map((file) => ({
              ...file,
              content: file.content.toString('base64'),
            })),
          }),
        },
        timeout,
      );
      return judge(
        answer,
        (body) => textAt(body, 'id'),
        (body) => textAt(body, 'error') === 'bad_address',
      );
    },
    probe: (timeout) => probeAt(outbound, `${base}/messages/probe`, headers, timeout),
    close: async () => {},
  };
  if (settings.deliveryClass !== 'askable') return provider;
  return {
    ...provider,
    ask: async ({ reference }, timeout) => {
      const answer = await call(outbound, `${base}/messages/${encodeURIComponent(reference)}`, { method: 'GET', headers }, timeout);
      if ('broken' in answer) return null;
      if (answer.status === 404) return { known: false, providerRef: null };
      return answer.status === 200 ? { known: true, providerRef: textAt(answer.body, 'id') } : null;
    },
  };
}

/** E-mail and text messages by a gateway of one's own. */
defineAdapter({
  name: 'HttpGateway',
  serves: WRITTEN_CHANNELS,
  deliveryClass: 'neither',
  credentials: z.strictObject({
    baseURL: address,
    username: optional,
    password: secret(optional),
    originator: optional,
    apiKey: secret(optional),
  }),
  extras: z.strictObject({ deliveryClass: z.enum(['idempotent', 'askable', 'neither']).default('neither'), replyTo: mailbox }),
  open: ({ baseURL, username, password, originator, apiKey }, { deliveryClass }, outbound): OpenedAdapter => ({
    provider: gatewayProvider(
      { baseURL, deliveryClass, ...(apiKey ? { apiKey } : {}), ...(username ? { username, password: password ?? '' } : {}) },
      outbound,
    ),
    sender: originator,
  }),
});
