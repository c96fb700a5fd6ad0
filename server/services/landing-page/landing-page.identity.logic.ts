/** Who opens a link, and what is asked before anything personal shows. */
import { timingSafeEqual } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { notFound } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { toLocale } from '../../../core/locale.ts';
import { HOUR, type Instant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { type DebtorRow, readDebtors } from '../account/account.debtor.logic.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { type PortalSetting, readPortalSetting, type TinyLink } from './landing-page.logic.ts';
import { tinyLink } from './landing-page.tables.ts';

/** How long a link stays locked after too many wrong answers. */
const LOCK_HOURS = 24;

/** A link whose address was right. */
export interface Link {
  readonly clientId: Uuid;
  readonly linkId: Uuid;
  readonly accountId: Uuid;
}

/** @returns what a link says before anybody has proven who they are. */
export async function describeLink(tx: Tx, link: TinyLink) {
  const client = await readClient(tx);
  const { account, debtors } = await readDebtors(tx, link.accountId);
  return {
    clientId: link.clientId,
    linkId: link.linkId,
    accountId: link.accountId,
    clientName: client.name,
    locale: toLocale(account.locale ?? client.defaultLocale),
    isLocked: link.lockedUntil !== null && link.lockedUntil > now(),
    question: questionFor(await readPortalSetting(tx), debtors),
  };
}

/** A field that no debtor of the account has falls back to one that is known: a company has no birthday. */
function questionFor(setting: PortalSetting, debtors: readonly DebtorRow[]): PortalSetting['identityField'] {
  if (setting.identityField === 'none' || setting.identityField === 'externalAccountRef') return setting.identityField;
  if (setting.identityField === 'birthday' && debtors.some((debtor) => debtor.birthday)) return 'birthday';
  return debtors.some((debtor) => plain(debtor.address.postalCode)) ? 'postalCode' : 'externalAccountRef';
}

/** Letters and figures alone, so that "10 119" and "10119" are the same. */
const plain = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value)
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]/gu, '')
    : '';

function same(given: string, known: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(known)];
  return b.length > 0 && a.length === b.length && timingSafeEqual(a, b);
}

/** Compares an answer under the link's lock, so that no number of parallel tries beats the limit. A birthday is written YYYY-MM-DD. */
export async function confirmIdentity(tx: Tx, link: Link, answer: string) {
  const [row] = await tx.db
    .select()
    .from(tinyLink)
    .where(and(eq(tinyLink.clientId, tx.clientId), eq(tinyLink.linkId, link.linkId)))
    .for('update');
  if (!row) throw notFound('Link');
  if (row.lockedUntil !== null && row.lockedUntil > now()) return { outcome: 'locked' as const, triesLeft: 0 };
  const setting = await readPortalSetting(tx);
  const { account, debtors } = await readDebtors(tx, link.accountId);
  const question = questionFor(setting, debtors);
  const known =
    question === 'externalAccountRef'
      ? [account.externalAccountRef]
      : question === 'birthday'
        ? debtors.map((debtor) => debtor.birthday)
        : debtors.map((debtor) => debtor.address.postalCode);
  const isRight = question === 'none' || known.map((value) => same(plain(answer), plain(value))).includes(true);
  const failedTries = isRight ? 0 : row.failedTries + 1;
  const isLocked = failedTries >= setting.maxTries;
  await tx.db
    .update(tinyLink)
    .set({
      failedTries: isLocked ? 0 : failedTries,
      lockedUntil: isLocked ? ((now() + LOCK_HOURS * HOUR) as Instant) : null,
      openedAt: isRight ? (row.openedAt ?? now()) : row.openedAt,
    })
    .where(and(eq(tinyLink.clientId, tx.clientId), eq(tinyLink.linkId, link.linkId)));
  const triesLeft = isLocked ? 0 : setting.maxTries - failedTries;
  await appendEvents(tx, [
    isRight
      ? { messageType: 'portalIdentityConfirmed', accountId: link.accountId, payload: { linkId: link.linkId, question } }
      : { messageType: 'portalIdentityFailed', accountId: link.accountId, payload: { linkId: link.linkId, question, triesLeft } },
  ]);
  return { outcome: isRight ? ('confirmed' as const) : isLocked ? ('locked' as const) : ('wrong' as const), triesLeft };
}
