/** Templates of page content: what they say on the pages that name them. */
import { and, asc, eq, inArray } from 'drizzle-orm';
import { contentNames } from '../../../blocks/design.ts';
import { readPageText } from '../../../blocks/page/pageText.ts';
import { PAGE_PARTS } from '../../../blocks/page/start.ts';
import { isPageText, type PageTextType, textsFor } from '../../../blocks/page/textTypes.ts';
import type { RichText } from '../../../blocks/words.ts';
import { fault } from '../../../core/fault.ts';
import { defineSettled } from '../../platform/settled.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { leadingOf } from './cms.design.logic.ts';
import { listLandingPages } from './cms.landing.list.logic.ts';
import type { LandingContent, ShownLook } from './cms.landing.tables.ts';
import { type BundleContent, templateBundle } from './cms.tables.ts';

export type PageTexts = ShownLook['contents'];

/** @returns what a page's parts take from templates, of each the type and the name. */
export function textsIn({ parts }: LandingContent): { readonly type: PageTextType; readonly fileName: string }[] {
  return PAGE_PARTS.flatMap((part) =>
    contentNames(parts[part]?.design ?? { blocks: [] }).map((fileName) => ({ type: textsFor(part), fileName })),
  );
}

const storedTexts = defineSettled(
  'pageTexts',
  `select string_agg(concat_ws(' ', content_template_type, file_name, version, updated_at), ' ' order by content_template_type, file_name)
     from template_bundle where client_id = $1 and content_template_type in ('claimLandingPage', 'clientLandingPage')`,
  (tx) =>
    tx.db
      .select({ type: templateBundle.contentTemplateType, fileName: templateBundle.fileName, contents: templateBundle.contents })
      .from(templateBundle)
      .where(
        and(
          eq(templateBundle.clientId, tx.clientId),
          inArray(templateBundle.contentTemplateType, ['claimLandingPage', 'clientLandingPage']),
        ),
      )
      .orderBy(asc(templateBundle.contentTemplateType), asc(templateBundle.fileName)),
);

/** @returns the client's texts for pages. @param wanted those; absent: all. */
export async function readPageTexts(tx: Tx, wanted?: ReturnType<typeof textsIn>): Promise<PageTexts> {
  // Most pages name none.
  if (wanted?.length === 0) return [];
  const rows = await storedTexts(tx);
  return rows.flatMap(({ type, fileName, contents }) =>
    isPageText(type) && (wanted?.some((each) => each.type === type && each.fileName === fileName) ?? true)
      ? [
          {
            type,
            fileName,
            texts: Object.fromEntries(Object.entries(contents).map(([locale, { source }]: [string, BundleContent]) => [locale, source])),
          },
        ]
      : [],
  );
}

/** @returns what finds a text of a type in a language, else in its leading one. */
export const pageTextIn =
  (texts: PageTexts, type: PageTextType, locale: string, defaultLocale: string) =>
  (name: string): RichText | null => {
    const found = texts.find((each) => each.type === type && each.fileName === name)?.texts;
    const source = found && (found[locale] ?? found[leadingOf(Object.keys(found), defaultLocale) ?? '']);
    return source === undefined ? null : readPageText(source);
  };

/** @throws Fault CONFLICT while pages show the template */
export async function requireUnusedPageText(
  tx: Tx,
  { contentTemplateType: type, fileName }: Pick<typeof templateBundle.$inferSelect, 'contentTemplateType' | 'fileName'>,
): Promise<void> {
  if (!isPageText(type)) return;
  const users = (await listLandingPages(tx)).filter(({ content }) =>
    textsIn(content).some((each) => each.type === type && each.fileName === fileName),
  );
  if (users.length > 0)
    throw fault('CONFLICT', 'pageTextUsed', { names: users.map(({ displayName }) => displayName).join(', ') }, 'fileName');
}
