/** Landing pages as staff look at them, unsaved or as they were: for a short time, read-only, with sample facts or with those of an account. */
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, lt } from 'drizzle-orm';
import { isPagePart, type PagePart } from '../../../blocks/page/start.ts';
import { invalid, notFound } from '../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { toLocale } from '../../../core/locale.ts';
import { type Instant, MINUTE } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { findAccount } from '../account/contact/delivery.logic.ts';
import { createPreviewLink } from '../landing-page/landing-page.preview.logic.ts';
import { readKeptLook } from './cms.landing.kept.logic.ts';
import { checkLanding, type LandingInput, listVersions } from './cms.landing.logic.ts';
import { landingPageDraft } from './cms.landing.tables.ts';
import { PARTS_OF } from './cms.landing.ts';

const LIVES = 30 * MINUTE;
const digestOf = (code: string) => createHash('sha256').update(code).digest('hex');

/** How a page is looked at. */
export interface Viewing {
  /** An account's id or reference, or a claim's; null: sample facts. */
  readonly account: string | null;
  readonly part: string | null;
  readonly locale: string | null;
  readonly viewerId: Uuid;
  /** Where staff reach this installation. */
  readonly publicUrl: string;
}

/** Keeps an unsaved page for its author to look at. @returns its address. @throws Fault INVALID_INPUT for what can't be shown; NOT_FOUND without the account */
export async function keepDraft(tx: Tx, input: LandingInput, viewing: Viewing) {
  const type = input.type ?? 'claim';
  return keep(tx, { type, content: await checkLanding(tx, input, type, false), look: null }, viewing);
}

/**
 * Lets staff look at a page as it was saved. @param look how it was shown, by digest; null: as it would be shown now.
 * @returns its address. @throws Fault NOT_FOUND without the version, the look or the account
 */
export async function keepVersion(tx: Tx, landingPageId: string, version: number, look: string | null, viewing: Viewing) {
  const saved = (await listVersions(tx, landingPageId)).find((each) => each.version === version);
  if (!saved) throw notFound('landingPageNotFound');
  const kept = look === null ? null : await readKeptLook(tx, saved, look);
  if (look !== null && !kept) throw notFound('landingPageNotFound');
  const { content } = saved;
  return keep(tx, { type: content.parts.client ? 'client' : 'claim', content, look: kept }, viewing);
}

type Kept = Pick<typeof landingPageDraft.$inferSelect, 'type' | 'content' | 'look'>;

async function keep(tx: Tx, { type, content, look }: Kept, wish: Viewing) {
  const { viewerId, publicUrl } = wish;
  const part = partOf(wish.part, PARTS_OF[type]);
  const at = now();
  await tx.db.delete(landingPageDraft).where(and(eq(landingPageDraft.clientId, tx.clientId), lt(landingPageDraft.expiresAt, at)));
  const row = { clientId: tx.clientId, draftId: uuidv7(), type, content, look, createdBy: viewerId, expiresAt: (at + LIVES) as Instant };
  const query = wish.locale ? `?locale=${toLocale(wish.locale)}` : '';
  const account = wish.account === null ? null : await findAccount(tx, wish.account);
  if (wish.account !== null && !account) throw invalid('accountId', 'accountNotFound');
  if (account && type === 'claim') {
    const made = await createPreviewLink(tx, { accountId: account.accountId, externalClaimRef: null, viewerId, publicUrl });
    await tx.db.insert(landingPageDraft).values({ ...row, codeDigest: null, linkId: made.link.linkId });
    return { previewURL: `${made.url}${query}`, isFramed: false, expiresAt: made.link.expiresAt };
  }
  const code = randomBytes(16).toString('base64url');
  await tx.db.insert(landingPageDraft).values({ ...row, codeDigest: digestOf(code), linkId: null });
  const address = `${publicUrl}/p/preview/${tx.clientId}/${code}/${part}${query}`;
  return { previewURL: address, isFramed: true, expiresAt: row.expiresAt };
}

function partOf(wanted: string | null, parts: readonly PagePart[]): PagePart {
  const usual = parts.at(-1)!;
  if (wanted === null) return usual;
  if (!isPagePart(wanted) || !parts.includes(wanted)) throw invalid('part', 'oneOf', { choices: parts.join(', ') });
  return wanted;
}

/** @returns a page to look at by its address' secret; null: it is over, or never was. */
export async function findDraft(tx: Tx, code: string): Promise<Draft | null> {
  return read(tx, eq(landingPageDraft.codeDigest, digestOf(code)));
}

/** @returns the page that a link of staff shows; null: it shows what debtors see. */
export const findLinkDraft = (tx: Tx, linkId: Uuid): Promise<Draft | null> => read(tx, eq(landingPageDraft.linkId, linkId));

type Draft = Pick<Kept, 'content' | 'look'>;

async function read(tx: Tx, which: ReturnType<typeof eq>): Promise<Draft | null> {
  const { content, look } = landingPageDraft;
  const [row] = await tx.db
    .select({ content, look })
    .from(landingPageDraft)
    .where(and(eq(landingPageDraft.clientId, tx.clientId), gt(landingPageDraft.expiresAt, now()), which));
  return row ?? null;
}
