/**
 * The installation's secrets and what is derived from them: QUITTANCE_SECRET, the newest, and QUITTANCE_SECRET_PREVIOUS, earlier ones that
 * still open and verify (docs/decisions/secrets.md). Every purpose has a key of its own (HKDF-SHA-256, RFC 5869).
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { DEFAULT_SECRET, earlierSecretsOf } from './config.ts';

export interface RingKey {
  /** Tells keys apart without telling the secret: eight characters that stand in everything the key seals. */
  readonly id: string;
  /** @returns 32 bytes for one purpose; with a scope, e.g. a client, for that scope alone. */
  readonly derive: (purpose: string, scope?: string) => Buffer;
}

export interface KeyRing {
  readonly newest: RingKey;
  /** All of them, the newest first. */
  readonly keys: readonly RingKey[];
}

function ringKey(secret: string): RingKey {
  const expand = (purpose: string, scope: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, scope, `quittance ${purpose}`, length));
  const known = new Map<string, Buffer>();
  return {
    id: expand('key id', '', 6).toString('base64url'),
    derive(purpose, scope = '') {
      if (scope !== '') return expand(purpose, scope, 32);
      const key = known.get(purpose) ?? expand(purpose, '', 32);
      known.set(purpose, key);
      return key;
    },
  };
}

/** @param secrets the newest first; the same one twice counts once. */
export function createKeyRing(secrets: readonly string[]): KeyRing {
  const keys = [...new Set(secrets)].map(ringKey);
  const [newest] = keys;
  if (!newest) throw new Error('a key ring needs a secret');
  return { newest, keys };
}

let current: { readonly newest: string | undefined; readonly earlier: string | undefined; readonly ring: KeyRing } | null = null;

/** @returns the ring of this process, as its environment says. */
export function keyRing(): KeyRing {
  const { QUITTANCE_SECRET: newest, QUITTANCE_SECRET_PREVIOUS: earlier } = process.env;
  if (current === null || current.newest !== newest || current.earlier !== earlier)
    current = { newest, earlier, ring: createKeyRing([newest ?? DEFAULT_SECRET, ...earlierSecretsOf(earlier)]) };
  return current.ring;
}

/** @returns the keys for one purpose as text, the newest first: sign with the first one, verify with any. */
export function secretsFor(purpose: string, scope?: string): [string, ...string[]] {
  const [newest, ...earlier] = keyRing().keys.map((key) => key.derive(purpose, scope).toString('base64url'));
  return [newest as string, ...earlier];
}

/** @returns the HMAC-SHA-256 of a text under the newest key of a purpose. */
export function sign(purpose: string, text: string | Buffer, scope?: string): string {
  return macOf(keyRing().newest, purpose, text, scope);
}

/** @returns whether a signature is one that sign() makes or, under an earlier secret, made. */
export function isSignedBy(purpose: string, text: string | Buffer, given: string, scope?: string): boolean {
  const said = Buffer.from(given);
  return keyRing().keys.some((key) => {
    const right = Buffer.from(macOf(key, purpose, text, scope));
    return right.length === said.length && timingSafeEqual(right, said);
  });
}

const macOf = (key: RingKey, purpose: string, text: string | Buffer, scope?: string) =>
  createHmac('sha256', key.derive(purpose, scope)).update(text).digest('base64url');
