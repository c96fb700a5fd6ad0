/** WhatsApp by Twilio: messages as its Messages resource sends them, templates as its Content API keeps and submits them. */
import { z } from 'zod';
import { numbered, outputsIn } from '../../../core/whatsapp.ts';
import { defineAdapter } from '../adapter/adapter.ts';
import { optionalAddress, secret, text } from '../adapter/fields.ts';
import type { Outbound } from '../outbound.ts';
import { call, type HttpAnswer, judge, probeAt, textAt } from './http.ts';
import { formOf, incomingText, isSame, noticesOf } from './inbound.ts';
import type { Message, OpenedAdapter, Provider } from './provider.ts';
import { type AccountCredentials, reportOf, signTwilio, TWILIO_ANSWER, twilioFetch, withMedia } from './twilio.ts';
import { reasonCode, type SentTemplate, type SubmittedTemplate, stateNamed, type TemplateDesk } from './whatsapp.ts';

const part = encodeURIComponent;
const login = ({ accountSid, authToken }: AccountCredentials) => `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;

export function twilioWhatsappProvider(settings: AccountCredentials, outbound: Outbound): Provider {
  const account = `${(settings.baseURL ?? 'https://api.twilio.com').replace(/\/$/, '')}/2010-04-01/Accounts/${part(settings.accountSid)}`;
  const authorization = login(settings);
  const callback: Record<string, string> = settings.hook?.startsWith('https:') ? { StatusCallback: settings.hook } : {};
  return {
    name: 'TwilioWhatsApp',
    deliveryClass: 'neither',
    send: async ({ to, from, text: said, template, attachments }: Message, timeout) =>
      judge(
        await call(
          outbound,
          `${account}/Messages.json`,
          {
            method: 'POST',
            headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
            body: new URLSearchParams({
              To: `whatsapp:${to}`,
              From: `whatsapp:${from}`,
              ...(template
                ? { ContentSid: template.remoteId, ContentVariables: JSON.stringify(variablesOf(template, attachments?.[0]?.address)) }
                : { Body: said }),
              ...callback,
            }).toString(),
          },
          timeout,
        ),
        (body) => textAt(body, 'sid'),
        () => false,
      ),
    probe: (timeout) => probeAt(outbound, `${account}.json`, { authorization }, timeout),
    close: async () => {},
  };
}

/** Twilio counts the places of a whole template through: header, body, then buttons. */
function variablesOf({ header, body, buttons }: SentTemplate, address = ''): Record<string, string> {
  // Of a document the address that follows what was approved.
  const heads = header?.kind === 'text' ? header.values : header?.kind === 'document' ? [address.replace(/^.*?\/f\//, '')] : [];
  const values = [...heads, ...body, ...buttons.map(({ end }) => end)];
  return Object.fromEntries(values.map((value, at) => [String(at + 1), value]));
}

export function twilioDesk(settings: AccountCredentials & { readonly contentURL?: string | undefined }, outbound: Outbound): TemplateDesk {
  const base = `${(settings.contentURL ?? 'https://content.twilio.com').replace(/\/$/, '')}/v1/Content`;
  const headers = { authorization: login(settings), 'content-type': 'application/json' };
  const refusedBy = (answer: HttpAnswer) =>
    'broken' in answer
      ? { refused: '', words: answer.broken }
      : { refused: `HTTP ${answer.status} (${textAt(answer.body, 'code') ?? ''})` };
  const post = (url: string, body: object, timeout: number) =>
    call(outbound, url, { method: 'POST', headers, body: JSON.stringify(body) }, timeout);
  return {
    submit: async (template, timeout) => {
      const made = await post(base, contentOf(template), timeout);
      const remoteId = 'broken' in made || made.status >= 300 ? null : textAt(made.body, 'sid');
      if (remoteId === null) return refusedBy(made);
      const asked = await post(
        `${base}/${part(remoteId)}/ApprovalRequests/whatsapp`,
        { name: template.name, category: template.category },
        timeout,
      );
      if ('broken' in asked || asked.status >= 300) return refusedBy(asked);
      return { value: { remoteId, state: stateNamed(textAt(asked.body, 'status')), reason: '' } };
    },
    ask: async ({ remoteId }, timeout) => {
      const answer = await call(outbound, `${base}/${part(remoteId)}/ApprovalRequests`, { method: 'GET', headers }, timeout);
      if ('broken' in answer) return refusedBy(answer);
      if (answer.status === 404) return { value: null };
      if (answer.status >= 300) return refusedBy(answer);
      const { body } = answer;
      const reason = reasonCode(textAt(body, 'whatsapp', 'rejection_reason'));
      return { value: { state: stateNamed(textAt(body, 'whatsapp', 'status')), reason } };
    },
  };
}

function contentOf({ name, language, header, body, footer, buttons }: SubmittedTemplate) {
  const variables: string[] = [];
  const take = (written: string, examples: readonly string[]) => {
    const made = numbered(written, variables.length + 1);
    variables.push(...examples.slice(0, outputsIn(written).length));
    return made;
  };
  const card = {
    ...(header?.kind === 'text' ? { header_text: take(header.text, header.examples) } : {}),
    ...(header?.kind === 'image' ? { media: [header.picture.address] } : {}),
    ...(header?.kind === 'document' ? { media: [`${header.sample.start}{{${variables.push(header.sample.end)}}}`] } : {}),
    body: take(body.text, body.examples),
    ...(footer === '' ? {} : { footer }),
    ...(buttons.length === 0
      ? {}
      : {
          actions: buttons.map((button, at) => {
            if (button.kind === 'reply') return { type: 'QUICK_REPLY', title: button.label, id: String(at) };
            if (button.kind === 'phone') return { type: 'PHONE_NUMBER', title: button.label, phone: button.number };
            if (button.example === null) return { type: 'URL', title: button.label, url: button.start };
            variables.push(button.example);
            return { type: 'URL', title: button.label, url: `${button.start}{{${variables.length}}}` };
          }),
        }),
  };
  return {
    friendly_name: name,
    language: language.replace('_', '-'),
    variables: Object.fromEntries(variables.map((value, at) => [String(at + 1), value])),
    types: { 'whatsapp/card': card },
  };
}

const bare = (address: string | null) => address?.replace(/^whatsapp:/, '') ?? null;

defineAdapter({
  name: 'TwilioWhatsApp',
  serves: ['whatsapp'],
  deliveryClass: 'neither',
  credentials: z.strictObject({ originator: text, accountSid: text, authToken: secret(text) }),
  extras: z.strictObject({ baseURL: optionalAddress, contentURL: optionalAddress }),
  open: ({ originator, ...account }, { baseURL, contentURL }, outbound, hook): OpenedAdapter => {
    const settings = { ...account, hook, ...(baseURL ? { baseURL } : {}) };
    return {
      provider: twilioWhatsappProvider(settings, outbound),
      sender: originator,
      desk: twilioDesk({ ...settings, contentURL }, outbound),
      media: twilioFetch(settings, outbound),
    };
  },
  receive: {
    path: 'twilio-whatsapp',
    isSigned: ({ url, headers, body }, { authToken }) =>
      typeof authToken === 'string' && isSame(String(headers['x-twilio-signature'] ?? ''), signTwilio(url, formOf(body), authToken)),
    read: ({ body }) => {
      const fields = formOf(body);
      const sid = fields.get('MessageSid') ?? fields.get('SmsSid');
      const status = fields.get('MessageStatus');
      // WhatsApp tells when a message was read, too.
      if (status !== null) return noticesOf([], reportOf(sid, status === 'read' ? 'delivered' : status, fields.get('ErrorCode')));
      const button = fields.get('ButtonText');
      const said = button ?? fields.get('Body');
      return noticesOf(
        withMedia(incomingText(sid, bare(fields.get('From')), bare(fields.get('To')), said), fields).map((each) => ({
          ...each,
          channel: 'whatsapp' as const,
          answers: fields.get('OriginalRepliedMessageSid'),
          isButton: button !== null,
        })),
      );
    },
    answer: TWILIO_ANSWER,
  },
});
