/** OpenPGP, as files travel: keys are looked at before they are kept, and what comes is read only when it is whole. */
import {
  createMessage,
  decrypt,
  encrypt,
  generateKey,
  type PrivateKey,
  type PublicKey,
  readKey,
  readMessage,
  readPrivateKey,
} from 'openpgp';
import { fault, invalid } from '../../../../core/fault.ts';
import { type Instant, instant } from '../../../../core/time.ts';

/** What is shown of a key. */
export interface KeyFacts {
  /** In groups of four, as people compare it. */
  readonly fingerprint: string;
  readonly userId: string | null;
  /** Null: never. */
  readonly expiresAt: Instant | null;
  readonly isExpired: boolean;
}

const groups = (fingerprint: string) => fingerprint.toUpperCase().replace(/(.{4})(?=.)/g, '$1 ');

async function factsOf(key: PublicKey, at: Instant): Promise<KeyFacts> {
  const expires = await key.getExpirationTime().catch(() => null);
  const expiresAt = expires instanceof Date ? instant(expires) : null;
  return {
    fingerprint: groups(key.getFingerprint()),
    userId: key.getUserIDs()[0] ?? null,
    expiresAt,
    isExpired: expiresAt !== null && expiresAt <= at,
  };
}

/** @returns what a public key is; null when the text is none. */
export async function lookAtKey(armored: string, at: Instant): Promise<KeyFacts | null> {
  const key = await readKey({ armoredKey: armored }).catch(() => null);
  return key && factsOf(key, at);
}

/**
 * Checks a key that files are to be encrypted to. @returns it without private parts, which nobody needs here.
 * @throws Fault INVALID_INPUT for a text that is no key, for a private or an expired one, and for one that can't be encrypted to
 */
export async function checkPublicKey(armored: string, at: Instant): Promise<string> {
  if (armored.length > 200_000) throw invalid('publicKey', 'pgpNoKey');
  const key = await readKey({ armoredKey: armored }).catch(() => null);
  if (!key) throw invalid('publicKey', 'pgpNoKey');
  if (key.isPrivate()) throw invalid('publicKey', 'pgpPrivate');
  const { isExpired, expiresAt } = await factsOf(key, at);
  if (isExpired && expiresAt !== null) throw invalid('publicKey', 'pgpExpired', { day: new Date(expiresAt).toISOString().slice(0, 10) });
  await key.getEncryptionKey(undefined, new Date(at)).catch(() => {
    throw invalid('publicKey', 'pgpNoEncryption');
  });
  return key.toPublic().armor();
}

/** @returns a pair of keys that does not expire, for files from one partner. @param name who reads with it */
export async function makeKeyPair(name: string, at: Instant): Promise<{ publicKey: string; privateKey: string }> {
  return generateKey({
    type: 'ecc',
    curve: 'curve25519Legacy',
    userIDs: [{ name }],
    format: 'armored',
    // A partner's clock may be behind ours: a key of the future is refused.
    date: new Date(at - 86_400_000),
  });
}

const openPrivate = (armored: string): Promise<PrivateKey> => readPrivateKey({ armoredKey: armored });

/**
 * @param to the partner's key. @param signer ours, when files are signed.
 * @returns the stream encrypted, binary. @throws Fault CONFLICT when the key has expired meanwhile
 */
export async function encryptStream(
  source: ReadableStream<Uint8Array>,
  to: string,
  signer: string | null,
  at: Instant,
): Promise<ReadableStream<Uint8Array>> {
  const key = await readKey({ armoredKey: to });
  const { expiresAt, isExpired } = await factsOf(key, at);
  if (isExpired && expiresAt !== null) throw fault('CONFLICT', 'pgpExpired', { day: new Date(expiresAt).toISOString().slice(0, 10) });
  const made = await encrypt({
    message: await createMessage({ binary: source }),
    encryptionKeys: key,
    ...(signer === null ? {} : { signingKeys: await openPrivate(signer) }),
    format: 'binary',
    date: new Date(at),
  });
  return made as unknown as ReadableStream<Uint8Array>;
}

/** The first byte of a binary message: a packet that holds a session key, or compressed or literal data (RFC 9580, 4.2). */
const PACKETS = new Set([1, 3, 8, 18, 20]);

/** @returns whether a file looks like an OpenPGP message, armored or binary. @param start its first bytes */
export function isMessage(start: Buffer): boolean {
  if (start.toString('latin1').trimStart().startsWith('-----BEGIN PGP MESSAGE-----')) return true;
  const first = start[0] ?? 0;
  if ((first & 0x80) === 0 || start.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return false;
  const tag = first & 0x40 ? first & 0x3f : (first & 0x3c) >> 2;
  if (!PACKETS.has(tag)) return false;
  // UTF-8 and Windows-1252 begin with such bytes too: a session key names its version behind its length.
  const isShort = first & 0x40 ? (start[1] ?? 0) < 192 : (first & 3) === 0;
  const version = start[isShort ? 2 : 3];
  return tag !== 1 || version === 3 || version === 6;
}

export interface Decrypted {
  readonly content: Uint8Array;
  /** Null: not signed, or there is no key to check it with. */
  readonly isSigned: boolean | null;
}

/**
 * @param own our private key for this partner; null: there is none. @param partner the partner's public key, to check a signature.
 * @returns what a message holds, when it is whole and untouched. @throws Fault INVALID_INPUT
 */
export async function decryptMessage(bytes: Uint8Array, own: string | null, partner: string | null, at: Instant): Promise<Decrypted> {
  if (own === null) throw invalid('file', 'pgpNoOwnKey');
  const isArmored = Buffer.from(bytes.subarray(0, 200)).toString('latin1').includes('-----BEGIN PGP MESSAGE');
  const message = await (isArmored
    ? readMessage({ armoredMessage: Buffer.from(bytes).toString('latin1') })
    : readMessage({ binaryMessage: bytes })
  ).catch(() => {
    throw invalid('file', 'pgpTorn');
  });
  const ours = await openPrivate(own);
  const wanted = message.getEncryptionKeyIDs();
  const mine = ours.getKeyIDs();
  if (wanted.length > 0 && !wanted.some((id) => /^0+$/.test(id.toHex()) || mine.some((each) => each.equals(id))))
    throw invalid('file', 'pgpOtherKey');
  const verification = partner === null ? undefined : await readKey({ armoredKey: partner });
  const opened = await decrypt({
    message,
    decryptionKeys: ours,
    ...(verification && { verificationKeys: verification }),
    format: 'binary',
    // Clocks differ: a signature of the next minutes is none of the future.
    date: new Date(at + 86_400_000),
  }).catch(() => {
    throw invalid('file', 'pgpTorn');
  });
  const content = opened.data as Uint8Array;
  const [signature] = opened.signatures;
  if (!signature || !verification) return { content, isSigned: null };
  const isSigned = await signature.verified.then(
    () => true,
    () => false,
  );
  if (!isSigned) throw invalid('file', 'pgpSignature');
  return { content, isSigned };
}
