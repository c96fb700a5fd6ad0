/** Calls of Amazon SNS: whether Amazon signed them, and for which topic. */
import { createVerify } from 'node:crypto';
import { z } from 'zod';
import type { Outbound } from '../outbound.ts';
import { jsonOf } from './inbound.ts';

const envelope = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string(),
  TopicArn: z.string(),
  Subject: z.string().optional(),
  Message: z.string(),
  Timestamp: z.string(),
  Token: z.string().optional(),
  SubscribeURL: z.string().optional(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string(),
});
export type SnsCall = z.infer<typeof envelope>;

const TIMEOUT = 10_000;

/** @returns the call; null for a body that is none. */
export const readSns = (body: Buffer): SnsCall | null => envelope.safeParse(jsonOf(body)).data ?? null;

/** The fields that are signed, each name and value on a line ("Verifying the signatures of Amazon SNS messages"). */
export function signedText(call: SnsCall): string {
  const fields: readonly (keyof SnsCall)[] =
    call.Type === 'Notification'
      ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
      : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
  return fields.flatMap((name) => (call[name] === undefined ? [] : [`${name}\n${call[name]}\n`])).join('');
}

/** @returns whether an address is of SNS itself: a certificate from elsewhere proves nothing. */
function isAmazons(address: string | undefined): boolean {
  const url = URL.parse(address ?? '');
  return url?.protocol === 'https:' && url.port === '' && /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/.test(url.hostname);
}

const certificates = new Map<string, string>();

/** @returns the certificate behind an address, which Amazon never changes; null when it isn't given. */
async function certificateAt(address: string, outbound: Outbound): Promise<string | null> {
  const known = certificates.get(address);
  if (known) return known;
  const answer = await outbound.request(address, { method: 'GET', headers: {} }, TIMEOUT).catch(() => null);
  if (answer?.status !== 200) return null;
  if (certificates.size >= 50) certificates.clear();
  certificates.set(address, answer.text);
  return answer.text;
}

/** @param topicArn the client's own: anybody can have Amazon sign calls of another topic. @returns whether Amazon signed the call for it */
export async function isSnsSigned(call: SnsCall | null, topicArn: unknown, outbound: Outbound): Promise<boolean> {
  if (!call || !topicArn || call.TopicArn !== topicArn || !isAmazons(call.SigningCertURL)) return false;
  const certificate = await certificateAt(call.SigningCertURL, outbound);
  if (certificate === null) return false;
  try {
    const verify = createVerify(call.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256').update(signedText(call));
    return verify.verify(certificate, call.Signature, 'base64');
  } catch {
    return false;
  }
}

/** Confirms that a topic may call here, where a call asks for it. @returns whether it did */
export async function confirmSns(call: SnsCall | null, outbound: Outbound): Promise<boolean> {
  if (call?.Type !== 'SubscriptionConfirmation') return false;
  if (isAmazons(call.SubscribeURL)) await outbound.request(call.SubscribeURL!, { method: 'GET', headers: {} }, TIMEOUT).catch(() => null);
  return true;
}
