/**
 * The client's half of SRP as AWS Cognito's own libraries do it: the 3,072-bit group of RFC 3526 and 5054 with generator 2, SHA-256, HKDF. The
 * password never leaves this process; what does is a signature that only the password makes right.
 */
import { constants, createHash, createHmac, createPublicKey, getDiffieHellman, hkdfSync, publicEncrypt, randomBytes } from 'node:crypto';
import type { Instant } from '../../../core/time.ts';

const PRIME = getDiffieHellman('modp15').getPrime();
const N = number(PRIME);
const G = 2n;
const K = number(hash(padded(N), padded(G)));
const SECRET_BYTES = 128;

/** What the client sends first, and what it keeps until the pool has answered. */
export interface SrpStart {
  readonly secret: bigint;
  /** SRP_A. */
  readonly largeA: string;
}

/** The pool's answer, by the names of ChallengeParameters. */
export interface SrpChallenge {
  readonly SALT: string;
  readonly SRP_B: string;
  readonly SECRET_BLOCK: string;
  readonly USER_ID_FOR_SRP: string;
}

export function startSrp(secret = number(randomBytes(SECRET_BYTES))): SrpStart {
  return { secret, largeA: modularPower(G, secret).toString(16) };
}

/** @returns what RespondToAuthChallenge needs; null for values that a pool never sends, since anybody could know the key they lead to. */
export function answerSrp(
  { secret, largeA }: SrpStart,
  { SALT, SRP_B, SECRET_BLOCK, USER_ID_FOR_SRP }: SrpChallenge,
  { poolName, password, at }: { poolName: string; password: string; at: Instant },
): Record<'PASSWORD_CLAIM_SECRET_BLOCK' | 'PASSWORD_CLAIM_SIGNATURE' | 'TIMESTAMP', string> | null {
  const largeB = number(SRP_B);
  const u = number(hash(padded(number(largeA)), padded(largeB)));
  if (largeB % N === 0n || u === 0n) return null;
  const x = number(hash(padded(number(SALT)), hash(Buffer.from(`${poolName}${USER_ID_FOR_SRP}:${password}`))));
  const base = (largeB - K * modularPower(G, x)) % N;
  const shared = modularPower(base < 0n ? base + N : base, secret + u * x);
  const key = Buffer.from(hkdfSync('sha256', padded(shared), padded(u), 'Caldera Derived Key', 16));
  const TIMESTAMP = timestamp(at);
  const signature = createHmac('sha256', key)
    .update(`${poolName}${USER_ID_FOR_SRP}`)
    .update(Buffer.from(SECRET_BLOCK, 'base64'))
    .update(TIMESTAMP)
    .digest('base64');
  return { PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK, PASSWORD_CLAIM_SIGNATURE: signature, TIMESTAMP };
}

/** What RSA does to a message without padding is exactly this, natively: 2 ms, where BigInt takes 30 and stops everybody. */
export function modularPower(base: bigint, exponent: bigint): bigint {
  const [n, e] = [N, exponent].map((value) => bytes(value).toString('base64url'));
  const key = createPublicKey({ format: 'jwk', key: { kty: 'RSA', n, e } });
  const message = Buffer.from(base.toString(16).padStart(2 * PRIME.length, '0'), 'hex');
  return number(publicEncrypt({ key, padding: constants.RSA_NO_PADDING }, message));
}

/** As the pool wants it, e.g. "Tue Apr 7 08:05:00 UTC 2026". */
function timestamp(at: Instant): string {
  const [weekday, day, month, year, time] = new Date(at).toUTCString().split(/,? /);
  return `${weekday} ${month} ${Number(day)} ${time} UTC ${year}`;
}

/** @param value in hexadecimal digits, or its bytes. */
function number(value: string | Buffer): bigint {
  return BigInt(`0x${typeof value === 'string' ? value : value.toString('hex')}`);
}

function bytes(value: bigint): Buffer {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex');
}

/** As Java writes numbers, which the pool expects: with a zero in front where the first bit would be a sign. */
function padded(value: bigint): Buffer {
  const plain = bytes(value);
  return plain[0]! >= 0x80 ? Buffer.concat([Buffer.of(0), plain]) : plain;
}

function hash(...parts: Buffer[]): Buffer {
  return createHash('sha256').update(Buffer.concat(parts)).digest();
}
