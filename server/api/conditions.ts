/**
 * ETags: of what has a revision, the revision and a digest of what was answered ("7-3q2+…"); of anything else the digest alone. A reader that asks
 * whether something changed compares the whole; a writer that must not lose somebody's edit is held to the revision, since a balance that moved
 * meanwhile does not spoil a new address.
 */
import { createHash } from 'node:crypto';
import { fault } from '../../core/fault.ts';
import { Refusal } from '../platform/http.ts';

/** @param data what is answered, with its revision if it has one. */
export function tagOf(data: unknown, body: string): string {
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const { revision } = (typeof data === 'object' && data !== null ? data : {}) as { revision?: unknown };
  return typeof revision === 'number' ? `"${revision}-${digest}"` : `"${digest}"`;
}

/** @returns whether a reader has this already. Weak tags are compared like strong ones (RFC 9110, 13.1.2). */
export function isKnownTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((each) => each.trim().replace(/^W\//, '') === tag);
}

export const preconditionFailed = (key: 'apiPrecondition' | 'apiPreconditionNone' = 'apiPrecondition'): Refusal =>
  new Refusal(412, fault('CONFLICT', key));

/** @returns the revision that If-Match asks for; null: any. @throws Refusal 412 for a tag that nothing of ours has. */
export function revisionOf(header: string | undefined, hasRevision: boolean): number | null {
  if (header === undefined || header.trim() === '*') return null;
  if (!hasRevision) throw preconditionFailed('apiPreconditionNone');
  const [, revision] = /^\s*"(\d{1,9})-[\w-]{22}"\s*$/.exec(header) ?? [];
  if (revision === undefined) throw preconditionFailed();
  return Number(revision);
}
