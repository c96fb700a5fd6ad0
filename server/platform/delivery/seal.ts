/** Secrets at rest: AES-256-GCM under a key derived from the installation's secret, bound to the client they belong to. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Uuid } from '../../../core/id.ts';

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'quittance credentials', 32));

/** @returns the value as sealed text; another client's or another installation's secret does not open it. */
export function seal(value: unknown, clientId: Uuid, secret: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), nonce).setAAD(Buffer.from(clientId));
  const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

/** @throws Error when the text was sealed under another secret or for another client, or was changed. */
export function unseal(sealed: string, clientId: Uuid, secret: string): Record<string, unknown> {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, 12), { authTagLength: 16 })
    .setAAD(Buffer.from(clientId))
    .setAuthTag(bytes.subarray(12, 28));
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')) as Record<string, unknown>;
}
