/** Template bundles: a message in every language it exists in. */
import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import { readDesign } from '../../../blocks/read.ts';
import { writeTexts } from '../../../blocks/texts.ts';
import { checkSelectors, type SelectorInput } from '../../../core/attachmentSelectors.ts';
import { collectFaults } from '../../../core/collectFaults.ts';
import { fault, invalid, notFound } from '../../../core/fault.ts';
import { isLocale, LOCALES, toLocale } from '../../../core/locale.ts';
import { CONTENT_OF, type MessageChannel, usualContent } from '../../../core/messageChannels.ts';
import { now } from '../../platform/clock.ts';
import type { OutboxRequest } from '../../platform/delivery.tables.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { type ContentSource, checkContent } from './cms.content.logic.ts';
import { leadingOf, namesIn, partsOf, readLook } from './cms.design.logic.ts';
import { mediumOf } from './cms.design.ts';
import { readPlaceholders } from './cms.placeholders.logic.ts';
import { refuseProblems, type TemplateProblem } from './cms.problems.ts';
import { type BundleContent, templateBundle } from './cms.tables.ts';

export type BundleRow = typeof templateBundle.$inferSelect;
export type BundleKey = Pick<BundleRow, 'fileName' | 'contentTemplateType'>;

const is = (tx: Tx, { fileName, contentTemplateType }: BundleKey) =>
  and(
    eq(templateBundle.clientId, tx.clientId),
    eq(templateBundle.contentTemplateType, contentTemplateType),
    eq(templateBundle.fileName, fileName),
  );

/** @throws Fault NOT_FOUND */
export async function readBundle(tx: Tx, key: BundleKey): Promise<BundleRow> {
  const [row] = await tx.db.select().from(templateBundle).where(is(tx, key));
  if (!row) throw notFound('bundleNotFound');
  return row;
}

/** @returns the named bundles of a channel as messages are made of them, by file name: without what only editors need. */
export async function readBundles(
  tx: Tx,
  contentTemplateType: BundleRow['contentTemplateType'],
  fileNames: readonly string[],
): Promise<Map<string, BundleRow>> {
  if (fileNames.length === 0) return new Map();
  const rows = await tx.db
    .select()
    .from(templateBundle)
    .where(
      and(
        eq(templateBundle.clientId, tx.clientId),
        eq(templateBundle.contentTemplateType, contentTemplateType),
        inArray(templateBundle.fileName, [...new Set(fileNames)]),
      ),
    );
  return new Map(rows.map((row) => [row.fileName, { ...row, design: null, contents: withoutTexts(row.contents) }]));
}

/** What names a bundle in a message. */
type NamedBundle = Pick<OutboxRequest, 'bundleName' | 'contentType'>;

/** @returns under what readMessageBundles keeps the bundle of a message; null for one that is written by hand. */
export const bundleKeyOf = (channel: MessageChannel, { bundleName, contentType }: NamedBundle): string | null =>
  bundleName === undefined ? null : `${contentType ?? usualContent(channel)} ${bundleName}`;

/** @returns the bundles of messages on a channel, each as bundleKeyOf names it. */
export async function readMessageBundles(
  tx: Tx,
  channel: MessageChannel,
  requests: readonly NamedBundle[],
): Promise<Map<string, BundleRow>> {
  const found = new Map<string, BundleRow>();
  for (const type of CONTENT_OF[channel]) {
    const names = requests.flatMap(({ bundleName, contentType }) =>
      (contentType ?? usualContent(channel)) === type ? (bundleName ?? []) : [],
    );
    for (const [name, row] of await readBundles(tx, type, names)) found.set(`${type} ${name}`, row);
  }
  return found;
}

const withoutTexts = (contents: BundleRow['contents']): BundleRow['contents'] =>
  Object.fromEntries(Object.entries(contents).map(([locale, { texts: _, ...content }]) => [locale, content]));

/** Bundles a list may hold; a client has some dozens. */
const MOST = 1_000;

export interface BundleFilter {
  readonly types: readonly BundleRow['contentTemplateType'][];
  readonly deprecated?: boolean | null | undefined;
  readonly searchName?: string | null | undefined;
  readonly contentTags?: readonly string[] | null | undefined;
  readonly placeholderContext?: string | null | undefined;
  /** Bundles that may answer at least one of these events. */
  readonly placeholderSupportedEvents?: readonly string[] | null | undefined;
}

/** @returns bundles by name, the default one first (specification 2, section 4). */
export async function listBundles(tx: Tx, filter: BundleFilter): Promise<BundleRow[]> {
  const { types, deprecated, searchName, contentTags, placeholderContext, placeholderSupportedEvents } = filter;
  const rows = await tx.db
    .select()
    .from(templateBundle)
    .where(eq(templateBundle.clientId, tx.clientId))
    .orderBy(desc(templateBundle.isDefault), asc(templateBundle.displayName), asc(templateBundle.fileName))
    .limit(MOST);
  const wanted = searchName?.trim().toLowerCase() ?? '';
  return rows.filter(
    (row) =>
      (types.length === 0 || types.includes(row.contentTemplateType)) &&
      (deprecated === null || deprecated === undefined || row.deprecated === deprecated) &&
      (wanted === '' || row.displayName.toLowerCase().includes(wanted) || row.fileName.toLowerCase().includes(wanted)) &&
      (!contentTags?.length || contentTags.some((tag) => row.contentTags.includes(tag))) &&
      (!placeholderContext || contextOf(row) === placeholderContext) &&
      (!placeholderSupportedEvents?.length || placeholderSupportedEvents.some((event) => row.placeholderSupportedEvents.includes(event))),
  );
}

/** @returns what a bundle's placeholders are about: its channel's own unless it says otherwise. */
export const contextOf = (row: Pick<BundleRow, 'placeholderContext' | 'contentTemplateType'>): string =>
  row.placeholderContext ?? row.contentTemplateType;

/** The content of a bundle for a wish: the wished language, else the client's, else en_US (the fallback of every message). */
export function chooseContent(
  bundle: Pick<BundleRow, 'contents'>,
  wished: string | null | undefined,
  defaultLocale: string,
): { locale: string; content: BundleContent } | null {
  for (const locale of [wished ? toLocale(wished) : null, toLocale(defaultLocale), 'en_US']) {
    const content = locale === null ? undefined : bundle.contents[locale];
    if (locale !== null && content) return { locale, content };
  }
  return null;
}

export interface BundleInput extends BundleKey {
  readonly displayName: string;
  readonly deprecated?: boolean | null | undefined;
  readonly isDefault?: boolean | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly contentTags?: readonly string[] | null | undefined;
  readonly contentTemplates: readonly {
    readonly locale: string;
    readonly subject?: string | null | undefined;
    readonly format: string;
    /** Of a design: its texts as JSON. */
    readonly content: string;
  }[];
  /** The blocks of a design; every language has the format `design` then. */
  readonly template?: { readonly design?: unknown } | null | undefined;
  /** Left out: as before. */
  readonly placeholderContext?: string | null | undefined;
  readonly placeholderSupportedEvents?: readonly string[] | null | undefined;
  readonly attachmentSelectorList?: readonly SelectorInput[] | null | undefined;
  readonly version?: number | null | undefined;
}

/**
 * Saves a bundle: a new one without `version`, or over the version that was edited.
 * @throws Fault INVALID_INPUT that tells every problem with its locale, nothing is saved then; CONFLICT when somebody saved in between
 */
export async function saveBundle(tx: Tx, input: BundleInput, userName: string): Promise<BundleRow> {
  const { fileName, contentTemplateType } = input;
  const displayName = input.displayName.trim();
  const { tags, contentTags, made, attachments, events, context } = await collectFaults(async (check) => {
    check(() => {
      if (!/^[A-Za-z0-9][A-Za-z0-9_.-]{0,119}$/.test(fileName)) throw invalid('fileName', 'bundleFile');
    });
    check(() => {
      if (!displayName || displayName.length > 200) throw invalid('displayName', 'name200');
    });
    return {
      tags: check(() => checkTags('tags', input.tags ?? []))!,
      contentTags: check(() => checkTags('contentTags', input.contentTags ?? []))!,
      attachments: check(() => checkSelectors(input.attachmentSelectorList ?? null)),
      context: check(() => checkWord('placeholderContext', input.placeholderContext)),
      events: check(() =>
        input.placeholderSupportedEvents ? checkTags('placeholderSupportedEvents', input.placeholderSupportedEvents) : null,
      ),
      made: (await check(() => checkContents(tx, input)))!,
    };
  });
  const { contents, design } = made;
  const { defaultLocale } = await readClient(tx);
  if (!chooseContent({ contents }, null, defaultLocale))
    throw invalid('contentTemplates', 'bundleDefault', { language: toLocale(defaultLocale) });
  await lock(tx, `${contentTemplateType}:${fileName}`);
  const [before] = await tx.db.select().from(templateBundle).where(is(tx, input));
  if (before && input.version !== before.version)
    throw input.version
      ? fault('CONFLICT', 'bundleChanged', { version: before.version }, 'version')
      : fault('CONFLICT', 'bundleTaken', { name: fileName }, 'fileName');
  if (!before && input.version) throw notFound('bundleNotFound');
  const row = {
    clientId: tx.clientId,
    fileName,
    contentTemplateType,
    displayName,
    deprecated: input.deprecated ?? false,
    isDefault: input.isDefault ?? false,
    tags,
    contentTags,
    contents,
    design,
    attachments: attachments ?? before?.attachments ?? [],
    placeholderContext: context === undefined ? (before?.placeholderContext ?? null) : context,
    placeholderSupportedEvents: events ?? before?.placeholderSupportedEvents ?? [],
    version: (before?.version ?? 0) + 1,
    updatedAt: now(),
    updatedBy: userName,
  };
  if (row.isDefault)
    await tx.db
      .update(templateBundle)
      .set({ isDefault: false })
      .where(
        and(
          eq(templateBundle.clientId, tx.clientId),
          eq(templateBundle.contentTemplateType, contentTemplateType),
          eq(templateBundle.isDefault, true),
        ),
      );
  await tx.db
    .insert(templateBundle)
    .values(row)
    .onConflictDoUpdate({ target: [templateBundle.clientId, templateBundle.contentTemplateType, templateBundle.fileName], set: row });
  await appendEvents(tx, [
    {
      messageType: 'bundleSaved',
      payload: { fileName, contentTemplateType, displayName, version: row.version, locales: Object.keys(contents) },
    },
  ]);
  return row;
}

async function checkContents(tx: Tx, input: BundleInput): Promise<Pick<BundleRow, 'contents' | 'design'>> {
  if (input.contentTemplates.length === 0) throw invalid('contentTemplates', 'bundleLanguages');
  const placeholders = await readPlaceholders(tx, input.contentTemplateType);
  const contents: Record<string, BundleContent> = {};
  const problems: TemplateProblem[] = [];
  for (const source of await sourcesOf(tx, input)) {
    const { locale } = source;
    if (!isLocale(locale))
      throw invalid('contentTemplates.locale', 'unknownOf', { name: locale.slice(0, 20), choices: LOCALES.join(', ') });
    if (contents[locale]) throw invalid('contentTemplates.locale', 'thereTwice', { name: locale });
    const checked = await checkContent(tx, source, input.contentTemplateType, placeholders);
    problems.push(...checked.problems);
    if (checked.content) contents[locale] = checked.content;
    // What is wrong with a design is so in every language.
    if (checked.problems.some((problem) => problem.locale === null)) break;
  }
  refuseProblems(problems, ({ locale, field }) => (locale === null ? `template.design.${field}` : `contentTemplates.${locale}.${field}`));
  const first = Object.values(contents)[0];
  return {
    contents,
    design: first?.format === 'design' ? readDesign(input.template?.design, mediumOf(input.contentTemplateType) ?? 'mail').design : null,
  };
}

/** @returns each language as it is checked: of a design, with what its texts stand in. */
async function sourcesOf(tx: Tx, { contentTemplates, template }: BundleInput): Promise<ContentSource[]> {
  const sources = contentTemplates.map(({ locale, subject, format, content }) => ({
    locale,
    subject: subject ?? '',
    format: checkFormat(format),
    content,
  }));
  const designs = sources.filter(({ format }) => format === 'design').length;
  const design = template?.design ?? null;
  if (designs !== (design === null ? 0 : sources.length)) throw invalid('contentTemplates.format', 'designFormats');
  if (design === null) return sources;
  const look = await readLook(tx, namesIn(design), 'use');
  const leading = leadingOf(
    sources.map(({ locale }) => locale),
    look.defaultLocale,
  );
  const said = sources.find(({ locale }) => locale === leading)?.content ?? null;
  return sources.map((source) => ({
    ...source,
    parts: partsOf(look, design, source.locale, source.locale === leading ? null : said, true),
  }));
}

const FORMATS = ['design', 'mjml', 'html', 'text', 'whatsapp', 'call'] as const;

/** @throws Fault INVALID_INPUT */
export function checkFormat(format: string): BundleContent['format'] {
  const known = FORMATS.find((each) => each === format);
  if (!known) throw invalid('contentTemplates.format', 'oneOf', { choices: FORMATS.join(', ') });
  return known;
}

/** @returns the word; null for none; undefined where it is left out. @throws Fault INVALID_INPUT */
function checkWord(field: string, word: string | null | undefined): string | null | undefined {
  if ((word?.length ?? 0) > 60) throw invalid(field, 'atMostCharacters', { number: 60 });
  return word === undefined ? undefined : word?.trim() || null;
}

/** @returns tags trimmed, each once. @throws Fault INVALID_INPUT */
export function checkTags(field: string, tags: readonly string[]): string[] {
  const clean = [...new Set(tags.map((tag) => tag.trim()).filter(Boolean))];
  if (clean.length > 50 || clean.some((tag) => tag.length > 60)) throw invalid(field, 'bundleTags');
  return clean;
}

/** Two people who save the same name at once come one after the other. */
async function lock(tx: Tx, name: string): Promise<void> {
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${tx.clientId}:bundle:${name}`]);
}

/** Deletes a bundle. What was made of it stays as it was sent. @throws Fault NOT_FOUND */
export async function deleteBundle(tx: Tx, key: BundleKey): Promise<void> {
  const [row] = await tx.db.delete(templateBundle).where(is(tx, key)).returning();
  if (!row) throw notFound('bundleNotFound');
  await appendEvents(tx, [
    {
      messageType: 'bundleDeleted',
      payload: { fileName: row.fileName, contentTemplateType: row.contentTemplateType, displayName: row.displayName },
    },
  ]);
}

/** @returns a content as it is edited: of a design, its texts as JSON. */
export const writtenOf = ({ source, texts }: BundleContent): string => (texts ? writeTexts(texts) : source);

/** Gives bundles these content tags in place of theirs. @throws Fault NOT_FOUND when one is missing: then none is changed. */
export async function tagBundles(tx: Tx, keys: readonly BundleKey[], contentTags: readonly string[]): Promise<BundleRow[]> {
  const tags = checkTags('contentTags', contentTags);
  const rows: BundleRow[] = [];
  if (keys.length > MOST) throw invalid('templates', 'taggedMost', { number: MOST });
  for (const key of keys) {
    const [row] = await tx.db.update(templateBundle).set({ contentTags: tags, updatedAt: now() }).where(is(tx, key)).returning();
    if (!row) throw notFound('bundleNotFound');
    rows.push(row);
  }
  const templates = rows.map(({ fileName, contentTemplateType }) => ({ fileName, contentTemplateType }));
  await appendEvents(tx, [{ messageType: 'bundlesTagged', payload: { templates, contentTags: tags } }]);
  return rows;
}
