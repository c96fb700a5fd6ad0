/**
 * Who is on the page. The cookie belongs to one link (its path is the link's address), says whether the identity check was passed, and is
 * signed; every form carries a token of that session, so that no other site can post in the debtor's name.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Instant, MINUTE } from '../core/time.ts';

export const COOKIE = 'quittance-portal';
/** How long a session lives after its last request. */
const IDLE = 30 * MINUTE;

export interface Session {
  readonly linkId: string;
  /** Random; what form tokens are made of. */
  readonly nonce: string;
  readonly isConfirmed: boolean;
  /** A language the debtor chose, or empty. */
  readonly locale: string;
}

/** Keys for signing, the newest first: with it is signed, with any of them verified. */
export type Secrets = readonly [string, ...string[]];

const mac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('base64url');

function isMac(secrets: Secrets, text: string, given: string): boolean {
  const said = Buffer.from(given);
  return secrets.some((secret) => {
    const right = Buffer.from(mac(secret, text));
    return right.length === said.length && timingSafeEqual(right, said);
  });
}

/** @returns a fresh session of a link, not confirmed. */
export function newSession(linkId: string): Session {
  return { linkId, nonce: randomBytes(16).toString('base64url'), isConfirmed: false, locale: '' };
}

/** @returns the cookie's value. */
export function writeSession(session: Session, now: Instant, secrets: Secrets): string {
  const text = [session.linkId, session.nonce, session.isConfirmed ? '1' : '0', session.locale, String(now + IDLE)].join('.');
  return `${text}.${mac(secrets[0], text)}`;
}

/** @returns the session of a cookie, or null when it is forged, of another link, or too old. */
export function readSession(value: string | undefined, linkId: string, now: Instant, secrets: Secrets): Session | null {
  const end = value?.lastIndexOf('.') ?? -1;
  if (!value || end < 0) return null;
  const text = value.slice(0, end);
  if (!isMac(secrets, text, value.slice(end + 1))) return null;
  const [link, nonce, confirmed, locale, until] = text.split('.');
  if (link !== linkId || !nonce || locale === undefined || !(Number(until) > now)) return null;
  return { linkId, nonce, isConfirmed: confirmed === '1', locale };
}

/** @returns the hidden token of a session's forms; another one after the identity check. */
export function formToken(session: Session, secrets: Secrets): string {
  return mac(secrets[0], `form ${session.linkId} ${session.nonce} ${session.isConfirmed}`);
}

/** @returns whether a posted token is this session's. */
export function isFormToken(session: Session, given: string, secrets: Secrets): boolean {
  return isMac(secrets, `form ${session.linkId} ${session.nonce} ${session.isConfirmed}`, given);
}

/** @returns a key that makes a form's action happen once. */
export function newKey(): string {
  return randomBytes(16).toString('base64url');
}
