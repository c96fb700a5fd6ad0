/** E-mail by Amazon SES: its HTTP API, version 2, signed with Signature Version 4. */
import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import { z } from 'zod';
import { defineAdapter } from '../adapter/adapter.ts';
import { mailbox, optional, optionalAddress, secret, text } from '../adapter/fields.ts';
import type { Outbound } from '../outbound.ts';
import { call, judge, textAt } from './http.ts';
import { jsonOf, noticesOf } from './inbound.ts';
import { composeMail } from './mime.ts';
import type { OpenedAdapter, Provider } from './provider.ts';
import type { DeliveryReport } from './reports.ts';
import { confirmSns, isSnsSigned, readSns } from './sns.ts';

export interface SesSettings {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Names the topic that reports go to. */
  readonly configurationSet?: string;
  /** Another endpoint, such as one inside a private network. */
  readonly baseURL?: string;
}

/** Its refusals that are about the account and may be mended, though they come with a status of the message's own. */
const OF_ACCOUNT = /^(AccountSuspended|SendingPaused|MailFromDomainNotVerified|LimitExceeded|TooManyRequests)/;

/** Node's SHA-256 as the signer asks for it. */
class Sha256 {
  private readonly hash: Hash | Hmac;
  constructor(key?: string | ArrayBuffer | ArrayBufferView) {
    this.hash = key === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(key));
  }
  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.hash.update(bytesOf(data));
  }
  digest = async (): Promise<Uint8Array> => this.hash.digest();
  reset(): void {}
}

const bytesOf = (data: string | ArrayBuffer | ArrayBufferView): Buffer =>
  typeof data === 'string'
    ? Buffer.from(data)
    : ArrayBuffer.isView(data)
      ? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
      : Buffer.from(data);

/** SES numbers mails itself and can't be asked by a reference of ours: class neither. */
export function sesProvider(settings: SesSettings, outbound: Outbound): Provider {
  const base = new URL(settings.baseURL ?? `https://email.${settings.region}.amazonaws.com`);
  const { accessKeyId, secretAccessKey, configurationSet } = settings;
  const signer = new SignatureV4({
    service: 'ses',
    region: settings.region,
    credentials: { accessKeyId, secretAccessKey },
    sha256: Sha256,
  });

  const ask = async (method: 'GET' | 'POST', path: string, body: string | undefined, timeout: number) => {
    const { headers } = await signer.sign({
      method,
      protocol: base.protocol,
      hostname: base.hostname,
      path,
      query: {},
      headers: { host: base.host, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body }),
    });
    return call(outbound, new URL(path, base).href, { method, headers, ...(body === undefined ? {} : { body }) }, timeout);
  };

  return {
    name: 'SES',
    deliveryClass: 'neither',
    send: async (message, timeout) => {
      const mail = await composeMail(message);
      if ('outcome' in mail) return mail;
      const body = JSON.stringify({
        FromEmailAddress: message.from,
        Destination: { ToAddresses: mail.envelope.to },
        Content: { Raw: { Data: mail.raw.toString('base64') } },
        EmailTags: [{ Name: REFERENCE, Value: message.reference }],
        ...(configurationSet ? { ConfigurationSetName: configurationSet } : {}),
      });
      const answer = await ask('POST', '/v2/email/outbound-emails', body, timeout);
      const judged = judge(
        answer,
        (said) => textAt(said, 'MessageId'),
        () => false,
      );
      if (judged.outcome !== 'refused' || 'broken' in answer) return judged;
      const type = textAt(answer.body, '__type')?.split('#').pop() ?? '';
      return OF_ACCOUNT.test(type) ? { ...judged, permanent: false, badAddress: false, isAway: true } : judged;
    },
    probe: async (timeout) => {
      const judged = judge(
        await ask('GET', '/v2/email/account', undefined, timeout),
        () => null,
        () => false,
      );
      return judged.outcome === 'sent' ? null : { reason: judged.reason, words: judged.words };
    },
    close: async () => {},
  };
}

/** The tag that carries our reference into reports. */
const REFERENCE = 'reference';

interface Told {
  readonly eventType?: string;
  readonly notificationType?: string;
  readonly mail?: { readonly messageId?: string; readonly tags?: Record<string, string[]> };
  readonly bounce?: {
    readonly bounceType?: string;
    readonly bounceSubType?: string;
    readonly bouncedRecipients?: { readonly diagnosticCode?: string }[];
  };
}

/** @returns what an event of SES tells of a mail, by our reference. An address is gone when the bounce is permanent, and not since we wrote too often. */
function reportOf({ eventType, notificationType, mail, bounce }: Told): DeliveryReport[] {
  const reference = mail?.tags?.[REFERENCE]?.[0] ?? mail?.messageId;
  if (!reference) return [];
  const base = { reference: reference.slice(0, 300), permanent: true, reason: '' };
  switch (eventType ?? notificationType) {
    case 'Delivery':
      return [{ ...base, type: 'delivered' }];
    case 'Complaint':
      return [{ ...base, type: 'complained' }];
    case 'Bounce': {
      const reason = (bounce?.bouncedRecipients?.[0]?.diagnosticCode ?? bounce?.bounceSubType ?? '').slice(0, 500);
      return [{ ...base, type: 'bounced', permanent: bounce?.bounceType === 'Permanent', reason }];
    }
    default:
      return [];
  }
}

/** E-mail by SES; its reports come through a topic of SNS, whose ARN is named here so that no other topic is heard. */
defineAdapter({
  name: 'SES',
  serves: ['email'],
  deliveryClass: 'neither',
  credentials: z.strictObject({
    region: text.regex(/^[a-z]{2}(-[a-z]+)+-\d$/),
    accessKeyId: text,
    secretAccessKey: secret(text),
    sender: text,
    topicArn: optional,
  }),
  extras: z.strictObject({ configurationSet: optional, replyTo: mailbox, baseURL: optionalAddress }),
  open: ({ region, accessKeyId, secretAccessKey, sender }, { configurationSet, baseURL }, outbound): OpenedAdapter => ({
    provider: sesProvider(
      { region, accessKeyId, secretAccessKey, ...(configurationSet ? { configurationSet } : {}), ...(baseURL ? { baseURL } : {}) },
      outbound,
    ),
    sender,
  }),
  receive: {
    path: 'ses',
    isSigned: ({ body }, { topicArn }, outbound) => isSnsSigned(readSns(body), topicArn, outbound),
    confirm: ({ body }, outbound) => confirmSns(readSns(body), outbound),
    read: ({ body }) => {
      const told = jsonOf(Buffer.from(readSns(body)?.Message ?? '')) as Told | null;
      return told ? noticesOf([], reportOf(told)) : null;
    },
    answer: { type: 'text/plain', body: 'OK' },
  },
});
