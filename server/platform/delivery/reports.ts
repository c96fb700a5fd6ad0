/** How providers sign what they report about messages that have left. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Uuid } from '../../../core/id.ts';
import { secretsFor } from '../keyRing.ts';

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

/** @returns whether the header signs the body and is fresh. Real time counts here: it is about a message on the wire. */
export function isSigned(header: unknown, body: string | Buffer, secret: string): boolean {
  const time = Number(/^t=(\d{1,12}),/.exec(String(header))?.[1]);
  if (!Number.isFinite(time) || Math.abs(Date.now() / 1000 - time) > SIGNATURE_AGE) return false;
  const [expected, given] = [Buffer.from(signReport(body, time, secret)), Buffer.from(String(header))];
  return expected.length === given.length && timingSafeEqual(expected, given);
}
