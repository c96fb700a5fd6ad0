/** Signatures by the Standard Webhooks specification (standardwebhooks.com): HMAC-SHA-256 over id, moment and body, one for each secret. */
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
/** Bytes of a secret; the specification asks for 24 to 64. */
const BYTES = 32;

/** @returns a new secret as receivers write it. */
export const newSecret = (): string => PREFIX + randomBytes(BYTES).toString('base64');

/** @param timestamp Unix seconds. @param secrets newest first. @returns the header webhook-signature: all of them, a space between. */
export function signatureOf(id: string, timestamp: number, body: string, secrets: readonly string[]): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    })
    .join(' ');
}

/** @returns the headers of a request. */
export const headersOf = (id: string, timestamp: number, signature: string): Record<string, string> => ({
  'content-type': 'application/json; charset=utf-8',
  'user-agent': 'Quittance-Webhooks',
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signature,
});
