/** WhatsApp by Meta's own Cloud API: messages, templates, and its notices ("WhatsApp Business Platform", Graph API). */
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { words } from '../../../core/fault.ts';
import { numbered } from '../../../core/whatsapp.ts';
import { defineAdapter } from '../adapter/adapter.ts';
import { optional, optionalAddress, secret, text } from '../adapter/fields.ts';
import type { Outbound } from '../outbound.ts';
import type { SendAnswer } from '../outbox/answer.ts';
import { call, type HttpAnswer, judge, probeAt, textAt } from './http.ts';
import { type IncomingText, incomingText, isSame, jsonOf, type Notices, noticesOf } from './inbound.ts';
import { type FetchMedia, type IncomingMedia, loadMedia, nameOfMedia } from './media.ts';
import type { Message, OpenedAdapter, OutgoingFile, Provider } from './provider.ts';
import type { DeliveryReport } from './reports.ts';
import {
  type ExampledText,
  reasonCode,
  type SentTemplate,
  type SubmittedTemplate,
  stateNamed,
  type TemplateDesk,
  type TemplateNotice,
} from './whatsapp.ts';

export interface MetaAccount {
  readonly accessToken: string;
  readonly phoneNumberId: string;
  readonly businessAccountId: string;
  /** Needed for pictures in templates alone. */
  readonly appId?: string | undefined;
  readonly baseURL?: string | undefined;
}

const VERSION = 'v23.0';
const part = encodeURIComponent;
const baseOf = ({ baseURL }: MetaAccount) => `${(baseURL ?? 'https://graph.facebook.com').replace(/\/$/, '')}/${VERSION}`;

/** Codes of too many calls or messages at once: the same message may go later, whatever the status of the answer. */
const LATER = new Set(['4', '80007', '130429', '131048', '131056', '131057', '133016']);
/** A token that ran out or lacks a right: it is about the account, not about this message. */
const ACCOUNT = new Set(['0', '3', '10', '190', '200', '368', '131031', '131042', '133010']);

function judgeMeta(answer: HttpAnswer) {
  const judged = judge(
    answer,
    (body) => textAt(body, 'messages', 0, 'id'),
    // No WhatsApp there is no bad number: it may well take text messages.
    () => false,
  );
  const code = 'broken' in answer ? '' : (textAt(answer.body, 'error', 'code') ?? '');
  return judged.outcome === 'refused' && (LATER.has(code) || ACCOUNT.has(code)) ? { ...judged, permanent: false, isAway: true } : judged;
}

/** Class neither: the API takes no key of ours. The reference goes along, and comes back in its notices. */
export function metaProvider(account: MetaAccount, outbound: Outbound): Provider {
  const base = baseOf(account);
  const headers = { authorization: `Bearer ${account.accessToken}`, 'content-type': 'application/json' };
  /** @returns Meta's id of a file; else why there is none: nothing has been sent by then, whatever the answer was. */
  async function upload(file: OutgoingFile | undefined, timeout: number): Promise<UploadedFile | SendAnswer> {
    if (!file) return { outcome: 'refused', permanent: true, badAddress: false, reason: 'no file' };
    const { type, body } = await formWith(file);
    const sent = { method: 'POST', headers: { authorization: headers.authorization, 'content-type': type }, body };
    const answer = await call(outbound, `${base}/${part(account.phoneNumberId)}/media`, sent, timeout);
    const id = 'broken' in answer || answer.status >= 300 ? null : textAt(answer.body, 'id');
    if (id !== null) return { id, name: file.name };
    const judged = judgeMeta(answer);
    if (judged.outcome === 'refused') return judged;
    return {
      outcome: 'refused',
      permanent: false,
      badAddress: false,
      reason: judged.outcome === 'lost' ? judged.reason : 'no id',
      isAway: true,
    };
  }
  return {
    name: 'MetaWhatsApp',
    deliveryClass: 'neither',
    send: async (message: Message, timeout) => {
      const document = message.template?.header?.kind === 'document' ? await upload(message.attachments?.[0], timeout) : null;
      if (document && 'outcome' in document) return document;
      return judgeMeta(
        await call(
          outbound,
          `${base}/${part(account.phoneNumberId)}/messages`,
          {
            method: 'POST',
            headers,
            body: JSON.stringify({
              messaging_product: 'whatsapp',
              recipient_type: 'individual',
              to: message.to.replace(/^\+/, ''),
              biz_opaque_callback_data: message.reference,
              ...(message.template
                ? { type: 'template', template: sentOf(message.template, document) }
                : { type: 'text', text: { body: message.text, preview_url: false } }),
            }),
          },
          timeout,
        ),
      );
    },
    probe: (timeout) => probeAt(outbound, `${base}/${part(account.phoneNumberId)}?fields=id`, headers, timeout),
    close: async () => {},
  };
}

const parameters = (values: readonly string[]) => values.map((value) => ({ type: 'text', text: value }));

interface UploadedFile {
  readonly id: string;
  readonly name: string;
}

/** @returns a file as a form sends it. */
async function formWith({ name, mimeType, content }: OutgoingFile): Promise<{ type: string; body: Buffer }> {
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('type', mimeType);
  form.set('file', new File([new Uint8Array(content)], name, { type: mimeType }));
  const written = new Response(form);
  return { type: written.headers.get('content-type')!, body: Buffer.from(await written.arrayBuffer()) };
}

function sentOf({ name, language, header, body, buttons }: SentTemplate, document: UploadedFile | null) {
  const components = [
    ...(header?.kind === 'text' && header.values.length > 0 ? [{ type: 'header', parameters: parameters(header.values) }] : []),
    ...(header?.kind === 'image' ? [{ type: 'header', parameters: [{ type: 'image', image: { link: header.address } }] }] : []),
    ...(document ? [{ type: 'header', parameters: [{ type: 'document', document: { id: document.id, filename: document.name } }] }] : []),
    ...(body.length > 0 ? [{ type: 'body', parameters: parameters(body) }] : []),
    ...buttons.map(({ at, end }) => ({ type: 'button', sub_type: 'url', index: String(at), parameters: parameters([end]) })),
  ];
  return { name, language: { code: language }, ...(components.length > 0 ? { components } : {}) };
}

/** Brings templates to Meta. */
export function metaDesk(account: MetaAccount, outbound: Outbound): TemplateDesk {
  const base = baseOf(account);
  const authorization = `Bearer ${account.accessToken}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const refusedBy = (answer: HttpAnswer) =>
    'broken' in answer
      ? { refused: '', words: answer.broken }
      : {
          refused: `HTTP ${answer.status} (${textAt(answer.body, 'error', 'error_subcode') ?? textAt(answer.body, 'error', 'code') ?? ''})`,
        };

  /** @returns the handle of a picture or document that was uploaded as an example. */
  async function upload(picture: { bytes: Buffer; type: string }, timeout: number) {
    if (!account.appId) return { refused: '', words: words('whatsappAppId') };
    const query = new URLSearchParams({ file_length: String(picture.bytes.length), file_type: picture.type, file_name: 'header' });
    const opened = await call(outbound, `${base}/${part(account.appId)}/uploads?${query}`, { method: 'POST', headers }, timeout);
    const session = 'broken' in opened ? null : textAt(opened.body, 'id');
    if (session === null) return refusedBy(opened);
    const kept = await call(
      outbound,
      `${base}/${session.replace(/[^\w:.=&?-]/g, '')}`,
      { method: 'POST', headers: { authorization: `OAuth ${account.accessToken}`, file_offset: '0' }, body: picture.bytes },
      timeout,
    );
    const handle = 'broken' in kept ? null : textAt(kept.body, 'h');
    return handle === null ? refusedBy(kept) : { handle };
  }

  return {
    submit: async (template, timeout) => {
      let handle: string | null = null;
      const example =
        template.header?.kind === 'image' ? template.header.picture : template.header?.kind === 'document' ? template.header.sample : null;
      if (example) {
        const uploaded = await upload(example, timeout);
        if ('refused' in uploaded) return uploaded;
        handle = uploaded.handle;
      }
      const answer = await call(
        outbound,
        `${base}/${part(account.businessAccountId)}/message_templates`,
        { method: 'POST', headers, body: JSON.stringify(submittedOf(template, handle)) },
        timeout,
      );
      const remoteId = 'broken' in answer || answer.status >= 300 ? null : textAt(answer.body, 'id');
      if (remoteId === null || 'broken' in answer) return refusedBy(answer);
      return { value: { remoteId, state: stateNamed(textAt(answer.body, 'status')), reason: '' } };
    },
    ask: async ({ remoteId }, timeout) => {
      const url = `${base}/${part(remoteId)}?fields=status,rejected_reason`;
      const answer = await call(outbound, url, { method: 'GET', headers: { authorization } }, timeout);
      if ('broken' in answer) return refusedBy(answer);
      if (answer.status === 404) return { value: null };
      if (answer.status >= 300) return refusedBy(answer);
      return { value: { state: stateNamed(textAt(answer.body, 'status')), reason: reasonCode(textAt(answer.body, 'rejected_reason')) } };
    },
  };
}

/** @returns how files are fetched from Meta: by its id one learns the address, which takes the same token and lasts five minutes. */
export function metaFetch(account: MetaAccount, outbound: Outbound): FetchMedia {
  const headers = { authorization: `Bearer ${account.accessToken}` };
  return async (reference, timeout) => {
    const told = await call(outbound, `${baseOf(account)}/${part(reference)}`, { method: 'GET', headers }, timeout);
    if ('broken' in told) return { missing: 'away', why: told.broken.key };
    const url = textAt(told.body, 'url');
    // An id that ran out is answered as a wrong parameter.
    if (told.status === 404 || told.status === 400) return { missing: 'gone', why: `HTTP ${told.status}` };
    return told.status < 300 && url ? loadMedia(outbound, url, headers, timeout) : { missing: 'away', why: `HTTP ${told.status}` };
  };
}

const exampled = ({ text, examples }: ExampledText, name: string, wrap: boolean) => ({
  text: numbered(text),
  ...(examples.length > 0 ? { example: { [name]: wrap ? [examples] : examples } } : {}),
});

function submittedOf({ name, language, category, header, body, footer, buttons }: SubmittedTemplate, handle: string | null) {
  return {
    name,
    language,
    category,
    components: [
      ...(header?.kind === 'text' ? [{ type: 'HEADER', format: 'TEXT', ...exampled(header, 'header_text', false) }] : []),
      ...(header?.kind === 'image' ? [{ type: 'HEADER', format: 'IMAGE', example: { header_handle: [handle] } }] : []),
      ...(header?.kind === 'document' ? [{ type: 'HEADER', format: 'DOCUMENT', example: { header_handle: [handle] } }] : []),
      { type: 'BODY', ...exampled(body, 'body_text', true) },
      ...(footer === '' ? [] : [{ type: 'FOOTER', text: footer }]),
      ...(buttons.length === 0
        ? []
        : [
            {
              type: 'BUTTONS',
              buttons: buttons.map((button) => {
                if (button.kind === 'reply') return { type: 'QUICK_REPLY', text: button.label };
                if (button.kind === 'phone') return { type: 'PHONE_NUMBER', text: button.label, phone_number: button.number };
                const { start, example } = button;
                return {
                  type: 'URL',
                  text: button.label,
                  ...(example === null ? { url: start } : { url: `${start}{{1}}`, example: [`${start}${example}`] }),
                };
              }),
            },
          ]),
    ],
  };
}

/** @returns whether the app's secret signed the body. */
export const isSignedByMeta = (header: unknown, body: Buffer, appSecret: string): boolean =>
  isSame(String(header ?? ''), `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`);

const list = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((each): each is Record<string, unknown> => typeof each === 'object' && each !== null) : [];

/** @returns what one call of Meta's tells: answers, deliveries, and what has become of templates. */
export function readMeta(body: Buffer): Notices | null {
  const changes = list((jsonOf(body) as { entry?: unknown } | null)?.entry).flatMap((entry) => list(entry.changes));
  const messages = changes.flatMap(({ field, value }) => (field === 'messages' ? answersIn(value) : []));
  const reports = changes.flatMap(({ field, value }) => (field === 'messages' ? reportsIn(value) : []));
  const templates = changes.flatMap(({ field, value }) => (field === 'message_template_status_update' ? templatesIn(value) : []));
  return noticesOf(messages, reports, templates);
}

function answersIn(value: unknown): IncomingText[] {
  const { messages, metadata } = value as { messages?: unknown; metadata?: unknown };
  const to = textAt(metadata, 'display_phone_number');
  return list(messages).flatMap((each) => {
    const from = textAt(each, 'from');
    const button = textAt(each, 'button', 'text') ?? textAt(each, 'interactive', 'button_reply', 'title');
    const said = button ?? textAt(each, 'text', 'body') ?? textAt(each, 'image', 'caption') ?? textAt(each, 'document', 'caption');
    const media = mediaIn(each);
    const text = said ?? `[${textAt(each, 'type') ?? ''}]`;
    return incomingText(textAt(each, 'id'), from && `+${from}`, to && (to.startsWith('+') ? to : `+${to.replace(/\D/g, '')}`), text).map(
      (incoming) => ({
        ...incoming,
        channel: 'whatsapp' as const,
        answers: textAt(each, 'context', 'id'),
        isButton: button !== null,
        ...(media.length > 0 && { media }),
      }),
    );
  });
}

const MEDIA = ['image', 'document', 'audio', 'video', 'sticker'] as const;

function mediaIn(message: unknown): IncomingMedia[] {
  return MEDIA.flatMap((kind) => {
    const reference = textAt(message, kind, 'id');
    const name = textAt(message, kind, 'filename') ?? nameOfMedia(kind, textAt(message, kind, 'mime_type'));
    return reference ? [{ reference: reference.slice(0, 200), name: name.slice(0, 200) }] : [];
  });
}

function reportsIn(value: unknown): DeliveryReport[] {
  return list((value as { statuses?: unknown }).statuses).flatMap((each): DeliveryReport[] => {
    const reference = textAt(each, 'biz_opaque_callback_data') ?? textAt(each, 'id');
    const status = textAt(each, 'status');
    if (!reference) return [];
    if (status === 'delivered' || status === 'read') return [{ type: 'delivered', reference, permanent: true, reason: '' }];
    if (status !== 'failed') return [];
    const code = textAt(each, 'errors', 0, 'code') ?? '';
    return [{ type: 'bounced', reference, permanent: false, reason: /^\d{1,7}$/.test(code) ? `WhatsApp ${code}` : 'failed' }];
  });
}

function templatesIn(value: unknown): TemplateNotice[] {
  const [name, language] = [textAt(value, 'message_template_name'), textAt(value, 'message_template_language')];
  if (!name || !language) return [];
  return [{ name, language, state: stateNamed(textAt(value, 'event')), reason: reasonCode(textAt(value, 'reason')) }];
}

defineAdapter({
  name: 'MetaWhatsApp',
  serves: ['whatsapp'],
  deliveryClass: 'neither',
  credentials: z.strictObject({
    phoneNumberId: text,
    businessAccountId: text,
    appId: optional,
    accessToken: secret(text),
    appSecret: secret(text),
    verifyToken: secret(text),
    originator: text,
  }),
  extras: z.strictObject({ baseURL: optionalAddress }),
  open: ({ originator, accessToken, phoneNumberId, businessAccountId, appId }, { baseURL }, outbound): OpenedAdapter => {
    const account = { accessToken, phoneNumberId, businessAccountId, appId, baseURL };
    return {
      provider: metaProvider(account, outbound),
      sender: originator,
      desk: metaDesk(account, outbound),
      media: metaFetch(account, outbound),
    };
  },
  receive: {
    path: 'meta-whatsapp',
    isSigned: ({ headers, body }, { appSecret }) =>
      typeof appSecret === 'string' && isSignedByMeta(headers['x-hub-signature-256'], body, appSecret),
    // Meta asks once whether the address is ours, with a word that both know.
    greet: (query, { verifyToken }) =>
      query.get('hub.mode') === 'subscribe' && typeof verifyToken === 'string' && isSame(query.get('hub.verify_token') ?? '', verifyToken)
        ? query.get('hub.challenge')
        : null,
    read: ({ body }) => readMeta(body),
    answer: { type: 'text/plain', body: 'OK' },
  },
});
