/** The client's landing pages as they stand. */
import { desc, eq } from 'drizzle-orm';
import type { Tx } from '../../platform/tenancy.ts';
import { landingPage } from './cms.landing.tables.ts';

export type LandingRow = typeof landingPage.$inferSelect;

/** @returns the client's pages, defaults first, then the last saved. */
export async function listLandingPages(
  tx: Tx,
  { displayName, tags, type }: { displayName?: string | null; tags?: readonly string[] | null; type?: LandingRow['type'] | null } = {},
): Promise<LandingRow[]> {
  const rows = await tx.db
    .select()
    .from(landingPage)
    .where(eq(landingPage.clientId, tx.clientId))
    .orderBy(desc(landingPage.isDefault), desc(landingPage.updatedAt), desc(landingPage.landingPageId));
  const wanted = displayName?.trim().toLowerCase() ?? '';
  return rows.filter(
    (row) =>
      row.displayName.toLowerCase().includes(wanted) &&
      (!type || row.type === type) &&
      (!tags?.length || tags.some((tag) => row.tags.includes(tag))),
  );
}
