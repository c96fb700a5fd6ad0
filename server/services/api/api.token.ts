/**
 * What a key looks like: qk_{id}_{secret}. The id names client and key, so that a key is looked up under row-level security like any other row;
 * the secret is 32 random bytes. Both are written in 62 letters and digits of fixed length, so a double click marks the whole and nothing needs quoting.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { isUuid, type Uuid } from '../../../core/id.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 256 bits in 62 digits. */
const LENGTH = 43;
const KEY = new RegExp(`^qk_([0-9A-Za-z]{${LENGTH}})_([0-9A-Za-z]{${LENGTH}})$`);
const ID = new RegExp(`^qk_([0-9A-Za-z]{${LENGTH}})$`);

export interface KeyId {
  readonly clientId: Uuid;
  readonly keyId: Uuid;
}

/** @returns 32 bytes as text. @param hex 64 digits. */
function write(hex: string): string {
  let [rest, text] = [BigInt(`0x${hex}`), ''];
  for (let digit = 0; digit < LENGTH; digit += 1) {
    text = DIGITS[Number(rest % 62n)] + text;
    rest /= 62n;
  }
  return text;
}

/** @returns 64 hexadecimal digits; null for what stands for more than 32 bytes. */
function read(text: string): string | null {
  let value = 0n;
  for (const digit of text) value = value * 62n + BigInt(DIGITS.indexOf(digit));
  const hex = value.toString(16).padStart(64, '0');
  return hex.length === 64 ? hex : null;
}

/** @returns the part of a key that is no secret. */
export const writeKeyId = ({ clientId, keyId }: KeyId): string => `qk_${write(`${clientId}${keyId}`.replaceAll('-', ''))}`;

/** @returns a new secret as it stands in a key, and what is kept of it. */
export function makeSecret(): { secret: string; hash: Uint8Array } {
  const secret = write(randomBytes(32).toString('hex'));
  return { secret, hash: hashOf(secret) };
}

/**
 * What is kept of a secret. One pass of SHA-256 is enough where 256 random bits are hashed: nobody guesses them, however fast a guess is, and
 * every request pays for it. Slow digests such as argon2 are for words that people choose.
 */
export const hashOf = (secret: string): Uint8Array => createHash('sha256').update(secret).digest();

/** @returns whether a secret is the one of a digest, in the same time for all that are not. */
export const isSecretOf = (secret: string, hash: Uint8Array): boolean => {
  const given = hashOf(secret);
  return given.length === hash.length && timingSafeEqual(given, hash);
};

/** @returns the parts of a key; null for what is none. */
export function readKey(text: string): (KeyId & { readonly secret: string }) | null {
  const [, id = '', secret = ''] = KEY.exec(text) ?? [];
  const named = readKeyId(`qk_${id}`);
  return named && { ...named, secret };
}

/** @returns the client and key that an id names; null for what is none. */
export function readKeyId(text: string): KeyId | null {
  const hex = read(ID.exec(text)?.[1] ?? '') ?? '';
  const uuid = (digits: string) => digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const [clientId, keyId] = [uuid(hex.slice(0, 32)), uuid(hex.slice(32))];
  return ID.test(text) && isUuid(clientId) && isUuid(keyId) ? { clientId, keyId } : null;
}
