/** What pages show besides their own designs, as it is and as it was: shared blocks, global placeholders and the brand change without a new version. */
import { createHash } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { DEFAULT_BRAND } from '../../../blocks/brand.ts';
import { sharedNames } from '../../../blocks/design.ts';
import type { Uuid } from '../../../core/id.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { readLook } from './cms.design.logic.ts';
import { readGlobalPlaceholders } from './cms.globals.logic.ts';
import { type KeptLook, type LandingContent, landingPageLook, type ShownLook } from './cms.landing.tables.ts';
import { readPageTexts, textsIn } from './cms.pageText.logic.ts';

/** @returns what a page is shown with now, all of its parts alike. */
export async function lookOf(tx: Tx, page: LandingContent): Promise<KeptLook> {
  const { parts } = page;
  const names = Object.values(parts).flatMap(({ design }) => sharedNames(design));
  const { brand, brandRevision, shared: rows, defaultLocale } = await readLook(tx, names);
  const shared = rows.map(({ name, design, texts }) => ({ name, design, texts })).sort((one, other) => (one.name < other.name ? -1 : 1));
  const contents = await readPageTexts(tx, textsIn(page));
  const globals = await globalsIn(tx, [parts, shared, contents]);
  const look = { brand, isBranded: brandRevision > 0, shared, contents, globals, defaultLocale };
  return { ...look, digest: digestOf(look) };
}

/** Most pages name none, and nothing is read then. */
async function globalsIn(tx: Tx, said: unknown): Promise<ShownLook['globals']> {
  const names = [...new Set([...JSON.stringify(said).matchAll(/\bglobal\.([A-Za-z]\w*)/g)].map(([, name]) => name!))].sort();
  if (names.length === 0) return {};
  const all = await readGlobalPlaceholders(tx);
  return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(all, name) ? [[name, all[name]!]] : [])));
}

/** @returns what a look is known by. Of one just read: the database gives keys another order. */
const digestOf = (look: ShownLook): string => createHash('sha256').update(JSON.stringify(look)).digest('hex');

/** A version of a page. */
export interface PageVersion {
  readonly landingPageId: Uuid;
  readonly version: number;
}

const ofVersion = (tx: Tx, { landingPageId, version }: PageVersion) =>
  and(eq(landingPageLook.clientId, tx.clientId), eq(landingPageLook.landingPageId, landingPageId), eq(landingPageLook.version, version));

/** Keeps what a version is shown with, once. */
export async function keepLook(tx: Tx, { landingPageId, version }: PageVersion, { digest, ...content }: KeptLook): Promise<void> {
  await tx.db
    .insert(landingPageLook)
    .values({ clientId: tx.clientId, landingPageId, version, look: digest, content, firstShownAt: now() })
    .onConflictDoNothing();
}

/** @returns what a version was shown with under this name; null where nothing was kept. */
export async function readKeptLook(tx: Tx, page: PageVersion, look: string): Promise<KeptLook | null> {
  const [row] = await tx.db
    .select({ content: landingPageLook.content })
    .from(landingPageLook)
    .where(and(ofVersion(tx, page), eq(landingPageLook.look, look)));
  return row ? keptAs(look, row.content) : null;
}

/** @returns any look of this name: its brand is the same wherever it was shown. */
export async function findLook(tx: Tx, look: string): Promise<KeptLook | null> {
  const [row] = await tx.db
    .select({ content: landingPageLook.content })
    .from(landingPageLook)
    .where(and(eq(landingPageLook.clientId, tx.clientId), eq(landingPageLook.look, look)))
    .limit(1);
  return row ? keptAs(look, row.content) : null;
}

/** What an earlier version of the product did not know yet is as it is by default. */
const keptAs = (digest: string, look: ShownLook): KeptLook => ({
  ...look,
  contents: look.contents ?? [],
  brand: { ...DEFAULT_BRAND, ...look.brand },
  digest,
});

/** @returns how the versions of a page looked, each version's first look first. */
export async function listLooks(tx: Tx, landingPageId: Uuid) {
  const { version, look, firstShownAt } = landingPageLook;
  return tx.db
    .select({ version, look, firstShownAt })
    .from(landingPageLook)
    .where(and(eq(landingPageLook.clientId, tx.clientId), eq(landingPageLook.landingPageId, landingPageId)))
    .orderBy(asc(version), asc(firstShownAt));
}

export type { KeptLook, ShownLook };
