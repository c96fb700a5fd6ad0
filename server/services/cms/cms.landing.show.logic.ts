/** What of a landing page is shown to whom: which page, which variant, in which language, with which values. Every version that was seen is noted. */
import { and, desc, eq } from 'drizzle-orm';
import { DEFAULT_BRAND } from '../../../blocks/brand.ts';
import { draw } from '../../../blocks/draw.ts';
import type { List, Node } from '../../../blocks/nodes.ts';
import { fillNodes } from '../../../blocks/page/fill.ts';
import { PAGE_PARTS, type PagePart, startPage } from '../../../blocks/page/start.ts';
import { textsFor } from '../../../blocks/page/textTypes.ts';
import { readDesign } from '../../../blocks/read.ts';
import { wordsIn } from '../../../blocks/said.ts';
import { usesOf } from '../../../blocks/uses.ts';
import type { Uuid } from '../../../core/id.ts';
import { DEFAULT_LOCALE, type Locale } from '../../../core/locale.ts';
import { isoInstant } from '../../../core/time.ts';
import { placeOf } from '../../../engine/conditions/bucket.ts';
import { now } from '../../platform/clock.ts';
import { defineSettled } from '../../platform/settled.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { claimsToSpeakOf } from '../account/contact/delivery.logic.ts';
import { loadFacts } from '../account/ground/facts.logic.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { leadingOf, sharedOf } from './cms.design.logic.ts';
import { globalTexts } from './cms.globals.ts';
import { fillingOf } from './cms.landing.filling.ts';
import { lookOf, type PageVersion } from './cms.landing.kept.logic.ts';
import type { LandingRow } from './cms.landing.list.logic.ts';
import {
  type KeptLook,
  type LandingContent,
  type LandingPart,
  landingPage,
  landingPageShown,
  landingPageShownLook,
  landingPageVersion,
  type ShownLook,
} from './cms.landing.tables.ts';
import { loadLists } from './cms.lists.logic.ts';
import { pageTextIn } from './cms.pageText.logic.ts';
import { readerFormat, readPlaceholders, valuesFor } from './cms.placeholders.logic.ts';
import { exampleValues, type Values } from './cms.placeholders.ts';

/** Which page a link shows. */
export interface ChosenPage {
  /** null: the product's own, or an unsaved one. */
  readonly landingPageId: Uuid | null;
  readonly version: number;
  /** The page with variants that it was chosen of; null: there are none. */
  readonly testedPageId: Uuid | null;
  readonly content: LandingContent;
  /** What it was shown with, where it is looked at as it was. */
  readonly look?: KeptLook | null;
}

const PRODUCT: ChosenPage = { landingPageId: null, version: 0, testedPageId: null, content: { siteTitle: '', faviconPath: '', parts: {} } };

/** @param wanted the page that a strategy chose for the claim; one that is gone counts as none. @returns the page that an account sees. */
export async function choosePage(tx: Tx, accountId: Uuid, wanted: string | null): Promise<ChosenPage> {
  const row = (wanted !== null && (await readPage(tx, wanted))) || (await readDefault(tx));
  if (!row) return PRODUCT;
  const variant = await variantFor(tx, row, accountId);
  const { landingPageId, version, content } = variant ?? row;
  return { landingPageId, version, content, testedPageId: row.variants.length > 0 ? row.landingPageId : null };
}

/** An account always gets the same one as long as the shares stay: its place among 100 is fixed by its id. */
async function variantFor(tx: Tx, { landingPageId, variants }: LandingRow, accountId: Uuid): Promise<LandingRow | null> {
  if (variants.length === 0) return null;
  let place = placeOf(landingPageId, accountId);
  const chosen = variants.find(({ share }) => {
    place -= share;
    return place < 0;
  });
  if (!chosen) return null;
  return readPage(tx, chosen.landingPageId);
}

const isClaims = (tx: Tx) => and(eq(landingPage.clientId, tx.clientId), eq(landingPage.type, 'claim'));

/** Every save of a page is another version of it. */
const readDefaults = defineSettled(
  'landingPage',
  `select string_agg(landing_page_id || ' ' || version || ' ' || is_default, ' ' order by landing_page_id) from landing_page where client_id = $1`,
  (tx) =>
    tx.db
      .select()
      .from(landingPage)
      .where(and(isClaims(tx), eq(landingPage.isDefault, true))),
);
const readDefault = async (tx: Tx): Promise<LandingRow | null> => (await readDefaults(tx))[0] ?? null;

const readPage = (tx: Tx, landingPageId: string): Promise<LandingRow | null> =>
  tx.once(`landingPage ${landingPageId}`, async () => {
    const [row] = await tx.db
      .select()
      .from(landingPage)
      .where(and(isClaims(tx), eq(landingPage.landingPageId, landingPageId as Uuid)));
    return row ?? null;
  });

/** Whose facts a page shows. */
export interface PageReader {
  readonly accountId: Uuid;
  /** The claim of the link; null: the one that messages would speak of. */
  readonly externalClaimRef: string | null;
  /** The page's own path, where links to pay lead. */
  readonly path: string;
}

/** A part as it is shown, with what it is shown with; null: the product's own. */
export interface ShownPart {
  readonly nodes: Node[];
  readonly look: KeptLook | null;
}

/**
 * @param page with `look`: as it was shown then. @param reader null: nothing is known; examples: those of the placeholders.
 * @returns a part of a page in a language, without placeholders
 */
export async function showPart(
  tx: Tx,
  page: Omit<ChosenPage, 'testedPageId'>,
  part: PagePart,
  locale: Locale,
  reader: PageReader | 'examples' | null,
): Promise<ShownPart> {
  const { landingPageId, version, content } = page;
  const own = content.parts[part];
  if (!own) return { nodes: USUAL[part], look: null };
  const draws = async () => {
    const look = page.look ?? (await lookOf(tx, content));
    return { look, nodes: drawPart(part, own, locale, look) };
  };
  // What everybody reads of a saved page is drawn once.
  const { look, nodes } = await (landingPageId === null || page.look
    ? draws()
    : tx.once(`drawn ${landingPageId} ${version} ${part} ${locale}`, draws));
  const { tags, lists } = usesOf(nodes);
  // Most pages read nothing: their functions do.
  if (tags.length === 0 && lists.size === 0) return { nodes: fillNodes(nodes, NOTHING), look };
  return { nodes: fillNodes(nodes, fillingOf(await valuesOf(tx, locale, reader, [...lists], look))), look };
}

const NOTHING = { text: () => '', value: () => '', each: () => [] };

/** The product's own parts: the same for everybody, since all that they say is the portal's. */
const USUAL = Object.fromEntries(
  PAGE_PARTS.map((part) => [part, fillNodes(draw(startPage(part), {}, { brand: DEFAULT_BRAND, word: wordsIn(DEFAULT_LOCALE) }), NOTHING)]),
) as Readonly<Record<PagePart, Node[]>>;

function drawPart(part: PagePart, { design: saved, texts }: LandingPart, locale: Locale, look: ShownLook): Node[] {
  // Brought up to date where it was saved by an older version.
  const { design } = readDesign(saved, 'page');
  const own = texts[locale] ?? texts[leadingOf(Object.keys(texts), look.defaultLocale) ?? ''] ?? {};
  const shared = sharedOf(look, locale);
  return draw(design, own, {
    brand: look.brand,
    word: wordsIn(locale),
    shared: (name) => (Object.hasOwn(shared, name) ? shared[name]! : null),
    content: pageTextIn(look.contents, textsFor(part), locale, look.defaultLocale),
  });
}

async function valuesOf(
  tx: Tx,
  locale: Locale,
  reader: PageReader | 'examples' | null,
  lists: readonly List[],
  { globals, defaultLocale }: ShownLook,
): Promise<Values> {
  const client = await readClient(tx);
  if (reader === 'examples') {
    const examples = exampleValues(await readPlaceholders(tx, 'claimLandingPage'), readerFormat(locale, client));
    return { ...examples, global: globalTexts(globals, locale, defaultLocale) };
  }
  const made = { client, locale, now: now(), strategyName: '', globals };
  const ref = reader && (reader.externalClaimRef ?? (await claimsToSpeakOf(tx, [reader.accountId])).get(reader.accountId));
  if (!reader || !ref) return valuesFor({ ...made, facts: {}, link: { pay: '', unsubscribe: '' } });
  const claim = { accountId: reader.accountId, externalClaimRef: ref };
  const facts = (await loadFacts(tx, [claim], ['claim', 'account', 'debtor', 'product'])).get(ref) ?? {};
  const [listed] = lists.length > 0 ? await loadLists(tx, [{ ...claim, lists }]) : [];
  return valuesFor({ ...made, facts, lists: listed, link: { pay: reader.path, unsubscribe: '' } });
}

/** Notes that an account saw a version of a page; again: when it did last. @param look the digest of what it was shown with. */
export async function noteShown(tx: Tx, accountId: Uuid, page: ChosenPage, locale: Locale, look: string): Promise<void> {
  const { landingPageId, version, testedPageId } = page;
  if (landingPageId === null) return;
  await tx.prepared(
    `with page as (
       insert into landing_page_shown (client_id, account_id, landing_page_id, version, locale, first_shown_at, last_shown_at, tested_page_id)
       values ($1, $2, $3, $4, $5, $6, $6, $7)
       on conflict (client_id, account_id, landing_page_id, version, locale)
         do update set last_shown_at = excluded.last_shown_at, tested_page_id = excluded.tested_page_id)
     insert into landing_page_shown_look (client_id, account_id, landing_page_id, version, locale, first_shown_at, last_shown_at, look)
     values ($1, $2, $3, $4, $5, $6, $6, $8)
     on conflict (client_id, account_id, landing_page_id, version, locale, look) do update set last_shown_at = excluded.last_shown_at`,
    [tx.clientId, accountId, landingPageId, version, locale, isoInstant(now()), testedPageId, look],
  );
}

const keyOf = ({ clientId, accountId, landingPageId, version, locale }: typeof landingPageShown | typeof landingPageShownLook) => [
  clientId,
  accountId,
  landingPageId,
  version,
  locale,
];

/** @returns which versions an account was shown, each way that they looked, the last seen first. */
export async function listShown(tx: Tx, accountId: Uuid) {
  const look = landingPageShownLook;
  const found = await tx.db
    .select({ shown: landingPageShown, look, displayName: landingPageVersion.displayName })
    .from(landingPageShown)
    .leftJoin(look, and(...keyOf(landingPageShown).map((column, at) => eq(column, keyOf(look)[at]!))))
    .leftJoin(
      landingPageVersion,
      and(
        eq(landingPageVersion.clientId, landingPageShown.clientId),
        eq(landingPageVersion.landingPageId, landingPageShown.landingPageId),
        eq(landingPageVersion.version, landingPageShown.version),
      ),
    )
    .where(and(eq(landingPageShown.clientId, tx.clientId), eq(landingPageShown.accountId, accountId)))
    .orderBy(desc(landingPageShown.lastShownAt), desc(look.lastShownAt));
  return found.map((row) => ({ ...row.shown, look: null, ...row.look, displayName: row.displayName ?? '' }));
}

/** @returns the client's page that anybody may open; null without a default one. */
export async function readClientPage(tx: Tx): Promise<(PageVersion & { readonly content: LandingContent }) | null> {
  const { landingPageId, version, content } = landingPage;
  const [row] = await tx.db
    .select({ landingPageId, version, content })
    .from(landingPage)
    .where(and(eq(landingPage.clientId, tx.clientId), eq(landingPage.type, 'client'), eq(landingPage.isDefault, true)));
  return row ?? null;
}

export type { LandingContent };
