/** Who opens a link, and what is asked before anything personal shows. */
import { timingSafeEqual } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { notFound } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { toLocale } from '../../../core/locale.ts';
import type { Instant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents, type NewEvent } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { type DebtorRow, readDebtors } from '../account/debtor/debtor.logic.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { findLinkDraft } from '../cms/cms.landing.draft.logic.ts';
import { pageLook } from '../cms/cms.landing.look.logic.ts';
import { firstThisHour } from './landing-page.bound.logic.ts';
import { forgetCounts, holdCounts, latest, pauseAfter, readPause, subjectsOf, writeCounts } from './landing-page.check.logic.ts';
import { type PortalSetting, readPortalSetting, type TinyLink } from './landing-page.logic.ts';
import { tinyLink } from './landing-page.tables.ts';

/** A link ends after this many times the tries that the client allows. */
const LINK_TRIES = 2;

/** A link whose address was right. */
export interface Link {
  readonly clientId: Uuid;
  readonly linkId: Uuid;
  readonly accountId: Uuid;
  /** Who sees the page by it, read-only; null: a debtor. */
  readonly viewerId: Uuid | null;
  /** What the link is about; null: the account as a whole. */
  readonly externalClaimRef: string | null;
}

/** @returns what a link says before anybody has proven who they are. */
export async function describeLink(tx: Tx, link: TinyLink) {
  const readsKept = async () => (link.viewerId === null ? null : ((await findLinkDraft(tx, link.linkId))?.look ?? null));
  const [client, { account, debtors }, kept, creditor, setting] = await Promise.all([
    readClient(tx),
    readDebtors(tx, link.accountId),
    readsKept(),
    describeCreditor(tx),
    readPortalSetting(tx),
  ]);
  return {
    clientId: link.clientId,
    linkId: link.linkId,
    accountId: link.accountId,
    viewerId: link.viewerId,
    externalClaimRef: link.externalClaimRef,
    look: await pageLook(tx, kept),
    isPreview: link.viewerId !== null,
    isKept: kept !== null,
    clientName: client.name,
    creditor,
    locale: toLocale(account.locale ?? client.defaultLocale),
    lockedUntil: await readPause(tx, subjectsOf(link.accountId, debtors)),
    question: questionFor(setting, debtors),
  };
}

/** @returns who the money is owed to and how they are reached: nothing about the debtor. */
export async function describeCreditor(tx: Tx) {
  const { name, countryCode } = await readClient(tx);
  const { contactPhone, contactEmail, complaintsUrl, privacyUrl } = await readPortalSetting(tx);
  return { name, countryCode, phone: contactPhone, email: contactEmail, complaintsUrl, privacyUrl };
}

/** @returns until when wrong answers keep the account's page locked, whatever link they came by; null: it is open. */
export async function readAccountPause(tx: Tx, accountId: Uuid): Promise<Instant | null> {
  const { debtors } = await readDebtors(tx, accountId);
  return readPause(tx, subjectsOf(accountId, debtors));
}

/** A field that no debtor of the account has falls back to one that is known: a company has no birthday. */
function questionFor(setting: PortalSetting, debtors: readonly DebtorRow[]): PortalSetting['identityField'] {
  if (setting.identityField === 'none' || setting.identityField === 'externalAccountRef') return setting.identityField;
  if (setting.identityField === 'birthday' && debtors.some((debtor) => debtor.birthday)) return 'birthday';
  return debtors.some((debtor) => lettersAndDigits(debtor.address.postalCode)) ? 'postalCode' : 'externalAccountRef';
}

/** Letters and figures alone, so that "10 119" and "10119" are the same. */
export const lettersAndDigits = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value)
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]/gu, '')
    : '';

/** Compares in constant time; nothing is the same as nothing. */
export function same(given: string, known: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(known)];
  return b.length > 0 && a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Compares an answer. All links of an account, and all accounts of a debtor, share one count, held locked meanwhile: no further link and no number of
 * parallel tries beats the limit. Wrong answers bring a growing pause; a link that gave twice the allowed number of wrong ones ends, so a stranger
 * with an old link cannot pause the debtor's page for ever. A birthday is written YYYY-MM-DD.
 */
export async function confirmIdentity(tx: Tx, link: Link, answer: string) {
  const [row] = await tx.db
    .select()
    .from(tinyLink)
    .where(and(eq(tinyLink.clientId, tx.clientId), eq(tinyLink.linkId, link.linkId)))
    .for('update');
  if (!row || row.revokedAt !== null) throw notFound('linkNotFound');
  const setting = await readPortalSetting(tx);
  const { account, debtors } = await readDebtors(tx, link.accountId);
  const question = questionFor(setting, debtors);
  if (question === 'none') return { outcome: 'confirmed' as const, triesLeft: setting.maxTries, lockedUntil: null };
  const counts = await holdCounts(tx, subjectsOf(link.accountId, debtors));
  const paused = latest(counts.map(({ pausedUntil }) => pausedUntil));
  if (paused !== null) return { outcome: 'locked' as const, triesLeft: 0, lockedUntil: paused };
  const matching = debtors.filter((debtor) =>
    same(
      lettersAndDigits(answer),
      lettersAndDigits(question === 'birthday' ? debtor.birthday : question === 'postalCode' ? debtor.address.postalCode : null),
    ),
  );
  const isRight =
    question === 'externalAccountRef' ? same(lettersAndDigits(answer), lettersAndDigits(account.externalAccountRef)) : matching.length > 0;
  const linkTries = isRight ? 0 : row.failedTries + 1;
  const failedTries = isRight ? 0 : 1 + Math.max(...counts.map((count) => count.failedTries));
  const pausedUntil = failedTries < setting.maxTries ? null : ((now() + pauseAfter(failedTries - setting.maxTries)) as Instant);
  const isOver = linkTries >= LINK_TRIES * setting.maxTries;
  if (isRight) await forgetCounts(tx, subjectsOf(link.accountId, matching));
  else await writeCounts(tx, counts, pausedUntil);
  await tx.db
    .update(tinyLink)
    .set({
      failedTries: linkTries,
      lockedUntil: pausedUntil,
      ...(isOver ? { revokedAt: now() } : {}),
    })
    .where(and(eq(tinyLink.clientId, tx.clientId), eq(tinyLink.linkId, link.linkId)));
  const triesLeft = Math.max(0, setting.maxTries - failedTries);
  const { linkId, accountId } = link;
  const events: NewEvent[] = [];
  if (!isRight) events.push({ messageType: 'portalIdentityFailed', accountId, payload: { linkId, question, triesLeft } });
  else if ((await firstThisHour(tx, accountId, ['confirmed'], linkId)).length > 0)
    events.push({ messageType: 'portalIdentityConfirmed', accountId, payload: { linkId, question } });
  if (isOver) events.push({ messageType: 'linkRevoked', accountId, payload: { linkIds: [linkId], why: 'tooManyTries' } });
  await appendEvents(tx, events);
  const outcome = isRight ? ('confirmed' as const) : pausedUntil !== null ? ('locked' as const) : ('wrong' as const);
  return { outcome, triesLeft, lockedUntil: pausedUntil };
}
