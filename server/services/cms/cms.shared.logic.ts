/** Blocks that a client keeps in one place for all its designs: a change of one reaches every design that names it. */
import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { sharedNames } from '../../../blocks/design.ts';
import { readDesign } from '../../../blocks/read.ts';
import type { DesignTexts } from '../../../blocks/texts.ts';
import { fault, invalid, notFound } from '../../../core/fault.ts';
import { isLocale, LOCALES } from '../../../core/locale.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { holdLook, remakeDesigns } from './cms.brand.logic.ts';
import { checkContent } from './cms.content.logic.ts';
import { leadingOf, partsOf, readLook } from './cms.design.logic.ts';
import { listLandingPages } from './cms.landing.list.logic.ts';
import { readPlaceholders } from './cms.placeholders.logic.ts';
import { problemOf, refuseProblems, type TemplateProblem } from './cms.problems.ts';
import { sharedBlock, templateBundle } from './cms.tables.ts';
import type { ContentUse } from './cms.uses.ts';

const MOST = 100;
const LONGEST_NAME = 120;
/** A message needs one; a shared block has none of its own. */
const SUBJECT = 'Shared block';
type SharedRow = typeof sharedBlock.$inferSelect;

const is = (tx: Tx, name: string) => and(eq(sharedBlock.clientId, tx.clientId), eq(sharedBlock.name, name));

/** @returns the client's shared blocks by name, each with the templates and landing pages that show it. */
export async function listSharedBlocks(tx: Tx): Promise<(SharedRow & { readonly usedBy: readonly ContentUse[] })[]> {
  const rows = await tx.db.select().from(sharedBlock).where(eq(sharedBlock.clientId, tx.clientId)).orderBy(asc(sharedBlock.name));
  const users = await readUsers(tx);
  return rows.map((row) => ({ ...row, usedBy: users.filter(({ names }) => names.has(row.name)).map(({ use }) => use) }));
}

/** @returns what shows shared blocks, with the names of those. */
async function readUsers(tx: Tx): Promise<{ readonly use: ContentUse; readonly names: ReadonlySet<string> }[]> {
  const bundles = await tx.db
    .select()
    .from(templateBundle)
    .where(and(eq(templateBundle.clientId, tx.clientId), isNotNull(templateBundle.design)))
    .orderBy(asc(templateBundle.displayName));
  const pages = await listLandingPages(tx);
  return [
    ...bundles.map(({ contentTemplateType: kind, fileName, displayName, design }) => ({
      use: { kind, fileName, displayName },
      names: new Set(design ? sharedNames(design) : []),
    })),
    ...pages.map(({ landingPageId, displayName, content }) => ({
      use: { kind: 'landingPage' as const, fileName: landingPageId, displayName },
      names: new Set(Object.values(content.parts).flatMap(({ design }) => sharedNames(design))),
    })),
  ];
}

export interface SharedBlockInput {
  readonly name: string;
  readonly design: unknown;
  readonly contentTemplates: readonly { readonly locale: string; readonly content: string }[];
  /** The one that was edited; absent: a new block. */
  readonly revision?: number | null | undefined;
}

/**
 * Saves a shared block; every design that uses it is made again soon after.
 * @throws Fault INVALID_INPUT that tells every problem with its language and block; CONFLICT when somebody saved in between
 */
export async function saveSharedBlock(tx: Tx, input: SharedBlockInput, userName: string): Promise<SharedRow> {
  const name = input.name.trim();
  if (name === '' || name.length > LONGEST_NAME) throw invalid('name', 'nameUpTo', { most: LONGEST_NAME });
  await holdLook(tx, 'change');
  const [before] = await tx.db.select().from(sharedBlock).where(is(tx, name));
  if (before && input.revision !== before.revision)
    throw input.revision
      ? fault('CONFLICT', 'sharedBlockChanged', {}, 'revision')
      : fault('CONFLICT', 'sharedBlockTaken', { name }, 'name');
  if (!before && input.revision) throw notFound('sharedBlockNotFound');
  if (!before && (await tx.db.$count(sharedBlock, eq(sharedBlock.clientId, tx.clientId))) >= MOST)
    throw invalid('name', 'sharedBlockMost', { number: MOST });
  const row = {
    clientId: tx.clientId,
    name,
    ...(await checkShared(tx, input)),
    revision: (before?.revision ?? 0) + 1,
    updatedAt: now(),
    updatedBy: userName,
  };
  await tx.db
    .insert(sharedBlock)
    .values(row)
    .onConflictDoUpdate({ target: [sharedBlock.clientId, sharedBlock.name], set: row });
  await appendEvents(tx, [{ messageType: 'sharedBlockSaved', payload: { name, revision: row.revision } }]);
  if (before) await remakeDesigns(tx);
  return row;
}

/** Checked as a message of its own: what compiles alone compiles wherever it is put. */
async function checkShared(tx: Tx, { design: json, contentTemplates }: SharedBlockInput): Promise<Pick<SharedRow, 'design' | 'texts'>> {
  const { design, problems } = readDesign(json, 'mail', 'shared');
  refuseProblems(
    problems.map(({ blockId, key, values }) => problemOf(null, blockId ?? 'design', { key, values })),
    ({ field }) => (field === 'design' ? field : `design.${field}`),
  );
  if (contentTemplates.length === 0) throw invalid('contentTemplates', 'bundleLanguages');
  const look = await readLook(tx, []);
  const placeholders = await readPlaceholders(tx, 'email');
  const locales = contentTemplates.map(({ locale }) => locale);
  const leading = leadingOf(locales, look.defaultLocale);
  const said = contentTemplates.find(({ locale }) => locale === leading)?.content ?? null;
  const texts: Record<string, DesignTexts> = {};
  const wrong: TemplateProblem[] = [];
  for (const { locale, content } of contentTemplates) {
    if (!isLocale(locale))
      throw invalid('contentTemplates.locale', 'unknownOf', { name: locale.slice(0, 20), choices: LOCALES.join(', ') });
    if (texts[locale]) throw invalid('contentTemplates.locale', 'thereTwice', { name: locale });
    const parts = partsOf(look, design, locale, locale === leading ? null : said, true);
    const checked = await checkContent(tx, { locale, subject: SUBJECT, format: 'design', content, parts }, 'email', placeholders);
    wrong.push(...checked.problems);
    const { subject: _, preheader: __, ...own } = checked.content?.texts ?? {};
    texts[locale] = own;
  }
  refuseProblems(wrong, ({ locale, field }) => `contentTemplates.${locale}.${field}`);
  return { design, texts };
}

/** @throws Fault NOT_FOUND; CONFLICT while designs use it */
export async function deleteSharedBlock(tx: Tx, name: string): Promise<void> {
  await holdLook(tx, 'change');
  const block = (await listSharedBlocks(tx)).find((each) => each.name === name);
  if (!block) throw notFound('sharedBlockNotFound');
  const { usedBy } = block;
  if (usedBy.length > 0)
    throw fault('CONFLICT', 'sharedBlockUsed', { names: usedBy.map(({ displayName }) => displayName).join(', ') }, 'name');
  await tx.db.delete(sharedBlock).where(is(tx, name));
  await appendEvents(tx, [{ messageType: 'sharedBlockDeleted', payload: { name } }]);
}
