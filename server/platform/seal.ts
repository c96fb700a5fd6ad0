/**
 * Secrets at rest: AES-256-GCM under a key of the ring, one per column, bound to the client and the row they belong to. A sealed value reads
 * `s1.<key id>.<nonce, tag and text in base64url>`; moved to another row, column or client it does not open.
 * Beside it what was stored before still opens: clear text, and sealed objects without a key id.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { type KeyRing, keyRing, type RingKey } from './keyRing.ts';

/** Where a sealed value belongs. */
export interface SealedPlace {
  /** Table and column, e.g. debtor.iban: has a key of its own. */
  readonly column: string;
  /** The client, or 'pool' for what belongs to none. */
  readonly scope: string;
  /** What names the row within the column. */
  readonly row: string;
}

/** The pattern of a sealed value; Postgres reads it as well. */
export const SEALED = '^s1\\.[A-Za-z0-9_-]{8}\\.[A-Za-z0-9_-]{38,}$';
const sealedPattern = new RegExp(SEALED);
const [NONCE, TAG] = [12, 16];

const bindingOf = ({ column, scope, row }: SealedPlace) => Buffer.from(JSON.stringify([column, scope, row]));
const purposeOf = (column: string) => `seal ${column}`;

/** @returns whether a stored text is sealed, rather than clear or sealed in the earlier form. */
export const isSealed = (text: string): boolean => sealedPattern.test(text);

/** @returns the id of the key that sealed a text; null for a text that has none. */
export const sealingKeyOf = (text: string): string | null => (isSealed(text) ? text.slice(3, 11) : null);

/** @returns the text sealed under the newest secret. */
export function seal(text: string, place: SealedPlace, { newest }: KeyRing = keyRing()): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', newest.derive(purposeOf(place.column)), nonce).setAAD(bindingOf(place));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `s1.${newest.id}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
}

/** @throws Error naming the column when no secret of the ring opens the text, or when it was changed or belongs elsewhere. */
export function unseal(sealed: string, place: SealedPlace, ring: KeyRing = keyRing()): string {
  const id = sealingKeyOf(sealed);
  const key = ring.keys.find((each) => each.id === id);
  if (!key)
    throw new Error(
      `${place.column}: sealed with the key ${id ?? '(none)'}, which is of none of the secrets given: add the secret it was sealed with to QUITTANCE_SECRET_PREVIOUS`,
    );
  try {
    return decrypt(sealed.slice(12), key.derive(purposeOf(place.column)), bindingOf(place));
  } catch {
    throw new Error(`${place.column}: a sealed value was changed, or belongs to another row or client`);
  }
}

function decrypt(text: string, key: Buffer, binding: Buffer): string {
  const bytes = Buffer.from(text, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE), { authTagLength: TAG })
    .setAAD(binding)
    .setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
}

/** Seals what a column holds; nothing stays nothing. */
export const sealed = (text: string | null, place: SealedPlace): string | null => (text === null ? null : seal(text, place));

/** @returns what a column holds; a clear text that was not sealed yet as it is. @throws Error as unseal does */
export function opened<Text extends string | null>(stored: Text, place: SealedPlace): Text {
  return (stored === null || !isSealed(stored) ? stored : unseal(stored, place)) as Text;
}

/** @returns an object sealed, e.g. a provider's credentials. */
export const sealObject = (value: unknown, place: SealedPlace): string => seal(JSON.stringify(value), place);

/** @param binding what the earlier form was bound to. @returns a sealed object, also one in the earlier form. @throws Error as unseal does */
export function openObject(stored: string, place: SealedPlace, binding = place.scope): Record<string, unknown> {
  return JSON.parse(isSealed(stored) ? unseal(stored, place) : openEarlier(stored, place.column, binding)) as Record<string, unknown>;
}

/** Opens the form without a key id: one key for all columns, bound to its client or person alone. @returns JSON */
export function openEarlier(stored: string, column: string, binding: string): string {
  for (const key of keyRing().keys)
    try {
      return decrypt(stored, key.derive('credentials'), Buffer.from(binding));
    } catch {
      // Another secret of the ring may have sealed it.
    }
  throw new Error(
    `${column}: none of the secrets given opens a sealed value: add the secret it was sealed with to QUITTANCE_SECRET_PREVIOUS`,
  );
}

/** @returns whether a secret of the ring opens a value in the form without a key id. */
export function opensEarlier(stored: string, binding: string): boolean {
  try {
    openEarlier(stored, '', binding);
    return true;
  } catch {
    return false;
  }
}

/** @returns the digest by which equal values of a client are found; of another client or without the secret it says nothing. */
export function digestOf(kind: 'iban', clientId: string, value: string, key: RingKey = keyRing().newest): string {
  return createHmac('sha256', key.derive(`search ${kind}`))
    .update(`${clientId} ${value}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url');
}

/** @returns the digests of a value under all secrets: a search compares with any of them, so that it misses nothing while they change. */
export function digestsOf(kind: 'iban', clientId: string, value: string): string[] {
  return keyRing().keys.map((key) => digestOf(kind, clientId, value, key));
}
