/** What designs are made with: the client's brand and its shared blocks. */
import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNotNull } from 'drizzle-orm';
import { sharedNames } from '../../../blocks/design.ts';
import { readDesign } from '../../../blocks/read.ts';
import { type Locale, toLocale } from '../../../core/locale.ts';
import { readConfig } from '../../platform/config.ts';
import { appendEvents } from '../../platform/events.ts';
import { defineSettled } from '../../platform/settled.ts';
import { type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { type Share, shareOf } from '../../platform/threads.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { holdLook, readBrand } from './cms.brand.logic.ts';
import { checkContent } from './cms.content.logic.ts';
import type { DesignParts } from './cms.design.ts';
import { readPlaceholders } from './cms.placeholders.logic.ts';
import type { Placeholder } from './cms.placeholders.ts';
import { type BundleContent, sharedBlock, templateBundle } from './cms.tables.ts';

type SharedRow = typeof sharedBlock.$inferSelect;

/** What a client's designs are made with. */
export interface Look {
  readonly brand: DesignParts['brand'];
  /** 0: the client has set none. */
  readonly brandRevision: number;
  readonly shared: readonly SharedRow[];
  readonly defaultLocale: Locale;
  /** This installation's address. */
  readonly base: string;
}

/** One that is made again under the name of one that was deleted begins with the first revision too. */
const storedShared = defineSettled(
  'sharedBlocks',
  `select string_agg(name || ' ' || revision || ' ' || updated_at, ' ' order by name) from shared_block where client_id = $1`,
  (tx) => tx.db.select().from(sharedBlock).where(eq(sharedBlock.clientId, tx.clientId)),
);

/** @returns the look; with `use` it does not change until this transaction ends. @param names of shared blocks; absent: all. */
export async function readLook(tx: Tx, names?: readonly string[], hold?: 'use'): Promise<Look> {
  if (hold) await holdLook(tx, hold);
  // Most designs name none.
  const shared = names?.length === 0 ? [] : await storedShared(tx);
  const { brand, revision } = await readBrand(tx);
  return {
    brand,
    brandRevision: revision,
    shared: names ? shared.filter(({ name }) => names.includes(name)) : shared,
    defaultLocale: toLocale((await readClient(tx)).defaultLocale),
    base: readConfig().publicUrl,
  };
}

/** @returns the names of the shared blocks in what may be a design. */
export const namesIn = (design: unknown): string[] => sharedNames(readDesign(design, 'mail').design);

/** @returns the language that others are translated from: the client's own, else American English, else the first. */
export function leadingOf(locales: readonly string[], defaultLocale: string): string | undefined {
  return [toLocale(defaultLocale), 'en_US'].find((each) => locales.includes(each)) ?? locales[0];
}

/** @returns what the texts of a language stand in. @param leading the leading language's texts as JSON; null where these are they. */
export function partsOf(look: Look, design: unknown, locale: string, leading: string | null, strict: boolean): DesignParts {
  return { design, brand: look.brand, base: look.base, shared: sharedOf(look, locale), leading, strict };
}

/** @returns the shared blocks of a look by name, with their texts in a language, else in their leading one. */
export function sharedOf(
  look: { readonly shared: readonly Pick<SharedRow, 'name' | 'design' | 'texts'>[]; readonly defaultLocale: Locale },
  locale: string,
): DesignParts['shared'] {
  const found = look.shared.flatMap(({ name, design, texts }) => {
    const said = texts[locale] ?? texts[leadingOf(Object.keys(texts), look.defaultLocale) ?? ''];
    return said ? [[name, { design: readDesign(design, 'mail', 'shared').design, texts: said }] as const] : [];
  });
  return Object.fromEntries(found);
}

/** Makes every design of a client again with the look of now. What no longer fits stays as it was, and is named in the event. */
export async function remakeAll(database: Database, clientId: Tx['clientId']): Promise<void> {
  const { rows, look, placeholders, share } = await inClient(
    database,
    clientId,
    async (tx) => ({
      rows: await tx.db
        .select()
        .from(templateBundle)
        .where(and(eq(templateBundle.clientId, tx.clientId), isNotNull(templateBundle.design))),
      look: await readLook(tx),
      placeholders: await readPlaceholders(tx, 'email'),
      share: shareOf(tx),
    }),
    { readOnly: true },
  );
  const failed: string[] = [];
  let made = 0;
  for (const row of rows) {
    const contents = await remake(share, row, look, placeholders);
    if (!contents) failed.push(row.fileName);
    else if (!isDeepStrictEqual(contents, row.contents)) {
      made += 1;
      // What somebody saved meanwhile was made with the new look.
      await inClient(database, clientId, (tx) =>
        tx.db
          .update(templateBundle)
          .set({ contents })
          .where(
            and(
              eq(templateBundle.clientId, tx.clientId),
              eq(templateBundle.contentTemplateType, row.contentTemplateType),
              eq(templateBundle.fileName, row.fileName),
              eq(templateBundle.version, row.version),
            ),
          ),
      );
    }
  }
  if (made + failed.length > 0)
    await inClient(database, clientId, (tx) => appendEvents(tx, [{ messageType: 'designsRemade', payload: { made, failed } }]));
}

async function remake(
  share: Share,
  row: typeof templateBundle.$inferSelect,
  look: Look,
  placeholders: readonly Placeholder[],
): Promise<Record<string, BundleContent> | null> {
  const contents: Record<string, BundleContent> = {};
  for (const [locale, { subject, texts }] of Object.entries(row.contents)) {
    const source = {
      locale,
      subject,
      format: 'design' as const,
      content: JSON.stringify(texts ?? {}),
      parts: partsOf(look, row.design, locale, null, false),
    };
    const { content } = await checkContent(share, source, row.contentTemplateType, placeholders);
    if (!content) return null;
    contents[locale] = content;
  }
  return contents;
}
