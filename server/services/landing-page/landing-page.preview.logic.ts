/** The debtor's page as staff see it: read-only, without the identity check, for a short time and in one browser. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Uuid } from '../../../core/id.ts';
import { MINUTE } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { type MadeLink, newLink, requireLinkTarget } from './landing-page.logic.ts';
import { tinyLink } from './landing-page.tables.ts';

/** How long a view lasts. */
const LIVES = 30 * MINUTE;

/**
 * Makes a link by which one person of staff sees an account's page. It shows personal data without a question, so the first browser that opens
 * it keeps it to itself. @param publicUrl where staff reach this installation. @throws Fault NOT_FOUND
 */
export async function createPreviewLink(
  tx: Tx,
  input: { readonly accountId: Uuid; readonly externalClaimRef: string | null; readonly viewerId: Uuid; readonly publicUrl: string },
): Promise<MadeLink> {
  await requireLinkTarget(tx, input);
  const { accountId, externalClaimRef, viewerId, publicUrl } = input;
  const made = newLink({ clientId: tx.clientId, accountId, externalClaimRef, viewerId }, now(), LIVES, publicUrl);
  await tx.db.insert(tinyLink).values(made.link);
  return made;
}

/** Begins a view: once. @returns false when another browser has. */
export async function beginPreview(tx: Tx, link: { readonly linkId: Uuid; readonly accountId: Uuid }): Promise<boolean> {
  const begun = await tx.db
    .update(tinyLink)
    .set({ opens: 1, openedAt: now() })
    .where(and(eq(tinyLink.clientId, tx.clientId), eq(tinyLink.linkId, link.linkId), isNull(tinyLink.openedAt)))
    .returning({ linkId: tinyLink.linkId });
  if (begun.length === 0) return false;
  await appendEvents(tx, [{ messageType: 'portalPreviewed', accountId: link.accountId, payload: { linkId: link.linkId } }]);
  return true;
}
