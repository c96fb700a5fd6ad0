/** How providers sign what they report about messages that have left. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Uuid } from '../../../core/id.ts';
import { secretsFor } from '../keyRing.ts';

/** What became of a message that has left. */
export interface DeliveryReport {
  readonly type: 'delivered' | 'bounced' | 'complained';
  /** Our reference, of the Message-ID or the call; or the provider's own. */
  readonly reference: string;
  /** Bounces only: whether the address is gone for good; a full mailbox is not. */
  readonly permanent: boolean;
  readonly reason: string;
}

/** Seconds by which a signature may be away from the clock. */
const SIGNATURE_AGE = 300;

/** @returns the secrets with which a client's providers may sign their reports: the newest, then those of earlier secrets of ours. */
export const reportSecrets = (clientId: Uuid) => secretsFor('delivery reports', clientId);

/** @returns the secret with which a client's providers sign their reports. */
export const reportSecret = (clientId: Uuid): string => reportSecrets(clientId)[0];

/** @returns the signature of a report: HMAC-SHA-256 over `<time>.<body>`, in the header as `t=<time>,v1=<hex>`. @param time seconds since 1970 */
export function signReport(body: string | Buffer, time: number, secret: string): string {
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')}`;
}

/** A signature that is looked at while what it signs arrives. */
export interface Signature {
  readonly take: (chunk: Buffer) => void;
  /** @returns whether it signs what was taken. */
  readonly fits: () => boolean;
}

/** @param secrets any of which may have signed. @returns null for a header that is none or not fresh. Real time counts here: it is about a message on the wire. */
export function openSignature(header: unknown, secrets: readonly string[]): Signature | null {
  const time = Number(/^t=(\d{1,12}),/.exec(String(header))?.[1]);
  if (!Number.isFinite(time) || Math.abs(Date.now() / 1000 - time) > SIGNATURE_AGE) return null;
  const digests = secrets.map((secret) => createHmac('sha256', secret).update(`${time}.`));
  const given = Buffer.from(String(header));
  return {
    take: (chunk) => {
      for (const digest of digests) digest.update(chunk);
    },
    fits: () =>
      digests
        .map((digest) => Buffer.from(`t=${time},v1=${digest.digest('hex')}`))
        .some((expected) => expected.length === given.length && timingSafeEqual(expected, given)),
  };
}

/** @returns whether the header signs the body and is fresh. */
export function isSigned(header: unknown, body: string | Buffer, secret: string): boolean {
  const signature = openSignature(header, [secret]);
  signature?.take(Buffer.from(body));
  return signature?.fits() ?? false;
}
