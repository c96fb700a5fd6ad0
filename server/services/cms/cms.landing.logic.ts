/** Landing pages: what debtors see behind their links, and what anybody sees on a client's domain. */
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import { collectFaults } from '../../../core/collectFaults.ts';
import { fault, invalid, notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../core/id.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { checkTags } from './cms.bundle.logic.ts';
import { type Look, readLook } from './cms.design.logic.ts';
import { type LandingRow, listLandingPages } from './cms.landing.list.logic.ts';
import { type LandingContent, type LandingVariant, landingPage, landingPageVersion } from './cms.landing.tables.ts';
import { checkParts, type LandingType, type PartInput, type PartRules } from './cms.landing.ts';
import { readPageTexts } from './cms.pageText.logic.ts';
import { readPlaceholders } from './cms.placeholders.logic.ts';

/** Landing pages of one client. */
const MOST = 200;
const LONGEST_TITLE = 200;
/** A picture of this installation. */
const PICTURE = /^\/pictures\/[0-9a-f-]{36}\/[0-9a-f]{64}\.(png|jpg|gif)$/;

export interface LandingInput {
  readonly landingPageId?: string | null | undefined;
  readonly displayName: string;
  readonly siteTitle?: string | null | undefined;
  readonly isDefault?: boolean | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly type?: LandingType | null | undefined;
  readonly faviconPath?: string | null | undefined;
  readonly pageContents: readonly PartInput[];
  readonly variants?: readonly { readonly landingPageId: string; readonly share: number }[] | null | undefined;
  readonly version?: number | null | undefined;
}

const mine = (tx: Tx) => eq(landingPage.clientId, tx.clientId);
const is = (tx: Tx, landingPageId: Uuid) => and(mine(tx), eq(landingPage.landingPageId, landingPageId));

/** @throws Fault NOT_FOUND */
export async function readLandingPage(tx: Tx, landingPageId: string): Promise<LandingRow> {
  const [row] = isUuid(landingPageId) ? await tx.db.select().from(landingPage).where(is(tx, landingPageId)) : [];
  if (!row) throw notFound('landingPageNotFound');
  return row;
}

/** @returns whether a page has this name, whatever its capitals. */
export async function isLandingPage(tx: Tx, displayName: string): Promise<boolean> {
  const name = displayName.trim().toLowerCase();
  return (await tx.db.$count(landingPage, and(mine(tx), sql`lower(${landingPage.displayName}) = ${name}`))) > 0;
}

/** @returns what the parts of a page are checked with. @param hold keeps the look until the transaction ends. */
export async function rulesFor(tx: Tx, strict: boolean, look?: Look): Promise<PartRules> {
  return {
    look: look ?? (await readLook(tx)),
    placeholders: { own: await readPlaceholders(tx, 'claimLandingPage'), open: await readPlaceholders(tx, 'clientLandingPage') },
    contents: await readPageTexts(tx),
    strict,
  };
}

/** @returns what a page shows. @throws Fault INVALID_INPUT with every problem */
export async function checkLanding(tx: Tx, input: LandingInput, type: LandingType, strict: boolean): Promise<LandingContent> {
  const rules = await rulesFor(tx, strict);
  return collectFaults((check) => {
    const siteTitle = input.siteTitle?.trim() ?? '';
    check(() => {
      if (siteTitle.length > LONGEST_TITLE) throw invalid('siteTitle', 'atMostCharacters', { number: LONGEST_TITLE });
    });
    const faviconPath = input.faviconPath?.trim() ?? '';
    check(() => {
      if (faviconPath !== '' && !PICTURE.test(faviconPath)) throw invalid('faviconPath', 'landingPageIcon');
    });
    return { siteTitle, faviconPath, parts: check(() => checkParts(type, input.pageContents, rules)) ?? {} };
  });
}

/**
 * Saves a page and keeps what it shows as a version. A client's first page of a type is its default.
 * @throws Fault INVALID_INPUT with every problem; CONFLICT when somebody saved in between, or the name is taken
 */
export async function saveLandingPage(tx: Tx, input: LandingInput, userName: string): Promise<LandingRow> {
  await hold(tx);
  const before = input.landingPageId ? await readLandingPage(tx, input.landingPageId) : null;
  const type = before?.type ?? input.type ?? 'claim';
  const landingPageId = before?.landingPageId ?? uuidv7();
  const displayName = input.displayName.trim();
  const all = await listLandingPages(tx);
  const { tags, content, variants } = await collectFaults(async (check) => {
    check(() => {
      if (displayName === '' || displayName.length > LONGEST_TITLE) throw invalid('displayName', 'name200');
    });
    check(() => {
      if (input.type && input.type !== type) throw invalid('type', 'landingPageType');
    });
    return {
      tags: check(() => checkTags('tags', input.tags ?? before?.tags ?? [])) ?? [],
      variants: check(() => checkVariants(input.variants ?? before?.variants ?? [], landingPageId, type, all)) ?? [],
      content: (await check(() => checkLanding(tx, input, type, true)))!,
    };
  });
  if (before && input.version != null && input.version !== before.version)
    throw fault('CONFLICT', 'landingPageChanged', { version: before.version }, 'version');
  if (all.some((row) => row.landingPageId !== landingPageId && row.displayName.toLowerCase() === displayName.toLowerCase()))
    throw fault('CONFLICT', 'landingPageTaken', { name: displayName }, 'displayName');
  if (!before && all.length >= MOST) throw invalid('displayName', 'landingPageMost', { number: MOST });
  const isDefault = input.isDefault === true || (before?.isDefault ?? !all.some((row) => row.type === type));
  const row: LandingRow = {
    clientId: tx.clientId,
    landingPageId,
    displayName,
    type,
    isDefault,
    tags,
    content,
    variants,
    version: (before?.version ?? 0) + 1,
    createdAt: before?.createdAt ?? now(),
    updatedAt: now(),
    updatedBy: userName,
  };
  if (isDefault) await clearDefault(tx, type, landingPageId);
  await tx.db
    .insert(landingPage)
    .values(row)
    .onConflictDoUpdate({ target: [landingPage.clientId, landingPage.landingPageId], set: row });
  const { version, updatedAt: savedAt } = row;
  await tx.db
    .insert(landingPageVersion)
    .values({ clientId: tx.clientId, landingPageId, version, displayName, content, savedAt, savedBy: userName });
  await appendEvents(tx, [{ messageType: 'landingPageSaved', payload: { landingPageId, displayName, version } }]);
  return row;
}

/** Two people who save at once come one after the other. */
const hold = (tx: Tx) => tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${tx.clientId}:landingPages`]);

function checkVariants(
  wanted: readonly { readonly landingPageId: string; readonly share: number }[],
  landingPageId: Uuid,
  type: LandingType,
  all: readonly LandingRow[],
): LandingVariant[] {
  const ids = wanted.map((each) => each.landingPageId);
  const isPage = (id: string) => id !== landingPageId && all.some((row) => row.landingPageId === id && row.type === 'claim');
  if (wanted.length > 0 && (type !== 'claim' || new Set(ids).size < ids.length || !ids.every(isPage)))
    throw invalid('variants', 'variantPage');
  const shares = wanted.reduce((sum, { share }) => sum + share, 0);
  if (wanted.some(({ share }) => share < 1) || shares > 99) throw invalid('variants', 'variantShares');
  return wanted.map(({ landingPageId: id, share }) => ({ landingPageId: id, share }));
}

async function clearDefault(tx: Tx, type: LandingType, but: Uuid): Promise<void> {
  await tx.db
    .update(landingPage)
    .set({ isDefault: false })
    .where(and(mine(tx), eq(landingPage.type, type), eq(landingPage.isDefault, true), ne(landingPage.landingPageId, but)));
}

/** Makes a page the default of its type. @throws Fault NOT_FOUND */
export async function setDefaultLandingPage(tx: Tx, landingPageId: string): Promise<LandingRow> {
  await hold(tx);
  const row = await readLandingPage(tx, landingPageId);
  if (row.isDefault) return row;
  await clearDefault(tx, row.type, row.landingPageId);
  await tx.db.update(landingPage).set({ isDefault: true }).where(is(tx, row.landingPageId));
  const { displayName } = row;
  await appendEvents(tx, [{ messageType: 'landingPageDefaultSet', payload: { landingPageId: row.landingPageId, displayName } }]);
  return { ...row, isDefault: true };
}

/** Deletes a page; its versions stay. @throws Fault NOT_FOUND; CONFLICT for the default beside others, and for a variant */
export async function deleteLandingPage(tx: Tx, landingPageId: string): Promise<void> {
  await hold(tx);
  const row = await readLandingPage(tx, landingPageId);
  const others = (await listLandingPages(tx)).filter((each) => each.landingPageId !== row.landingPageId);
  // The last one may go: the product's own page is shown then.
  if (row.isDefault && others.some(({ type }) => type === row.type)) throw fault('CONFLICT', 'landingPageDefault', {}, 'landingPageId');
  const using = others.filter(({ variants }) => variants.some((each) => each.landingPageId === row.landingPageId));
  if (using.length > 0)
    throw fault('CONFLICT', 'landingPageUsed', { names: using.map(({ displayName }) => displayName).join(', ') }, 'landingPageId');
  await tx.db.delete(landingPage).where(is(tx, row.landingPageId));
  const { displayName } = row;
  await appendEvents(tx, [{ messageType: 'landingPageDeleted', payload: { landingPageId: row.landingPageId, displayName } }]);
}

/** Gives pages these tags in place of theirs. @throws Fault NOT_FOUND when one is missing: then none is changed. */
export async function tagLandingPages(tx: Tx, landingPageIds: readonly string[], wanted: readonly string[]): Promise<LandingRow[]> {
  const tags = checkTags('tags', wanted);
  const ids = [...new Set(landingPageIds)];
  if (ids.length > MOST) throw invalid('landingPageIds', 'taggedMost', { number: MOST });
  for (const id of ids) await readLandingPage(tx, id);
  if (ids.length === 0) return [];
  const rows = await tx.db
    .update(landingPage)
    .set({ tags, updatedAt: now() })
    .where(and(mine(tx), inArray(landingPage.landingPageId, ids)))
    .returning();
  await appendEvents(tx, [{ messageType: 'landingPagesTagged', payload: { landingPageIds: ids, tags } }]);
  return rows;
}

/** @returns the saved versions of a page, the newest first, also of one that was deleted. */
export async function listVersions(tx: Tx, landingPageId: string) {
  if (!isUuid(landingPageId)) return [];
  return tx.db
    .select()
    .from(landingPageVersion)
    .where(and(eq(landingPageVersion.clientId, tx.clientId), eq(landingPageVersion.landingPageId, landingPageId)))
    .orderBy(desc(landingPageVersion.version));
}
