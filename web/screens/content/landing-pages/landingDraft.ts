/** A landing page while it is edited: its facts, its parts, and the texts of each part in each language. */
import type { Design } from '../../../../blocks/design.ts';
import { isPagePart, PAGE_PARTS, type PagePart } from '../../../../blocks/page/start.ts';
import type { DesignTexts } from '../../../../blocks/texts.ts';
import { isLocale, LOCALES, type Locale } from '../../../../core/locale.ts';
import { type DesignContent, type DesignDraft, type Languages, sourceOf } from '../../../content/draft.ts';
import { emptyDesign } from '../../../content/editor/written.ts';
import type { InitialLandingPageQuery, LandingPageToEditQuery, LandingPageType, SaveLandingPageMutationVariables } from './cms.graphql.ts';

/** One language of one part, named as the server names what is wrong with it. */
type TextField = `${PagePart}.${Locale}`;

/**
 * Parts and each of their languages are fields of their own: two people may edit two of them. What a page has not is null, a page of the client
 * everything but its one part.
 */
export type LandingDraft = Facts & Readonly<Record<PagePart, Design | null>> & Readonly<Record<TextField, DesignContent | null>>;

interface Facts {
  /** Null until it is saved. */
  readonly landingPageId: string | null;
  readonly displayName: string;
  /** What the browser's tab says; empty: the client's name. */
  readonly siteTitle: string;
  readonly faviconPath: string;
  readonly tags: readonly string[];
  readonly type: LandingPageType;
  readonly variants: readonly { readonly landingPageId: string; readonly share: number }[];
  /** Null for a new page. */
  readonly version: number | null;
}

type SavedParts = InitialLandingPageQuery['getInitialLandingPageTemplate']['pageContents'];
type SavedPage = LandingPageToEditQuery['getLandingPage'];

const field = (part: PagePart, locale: Locale): TextField => `${part}.${locale}`;

/** @returns the parts of a draft in the order debtors come to them. */
export const partsIn = (draft: LandingDraft): PagePart[] => PAGE_PARTS.filter((part) => draft[part] !== null);

/** @returns the languages that any part of a page has. */
export const languagesIn = (draft: LandingDraft): Languages =>
  Object.fromEntries(
    LOCALES.map((locale) => [
      locale,
      partsIn(draft)
        .map((part) => draft[field(part, locale)])
        .find((each) => each) ?? null,
    ]),
  ) as Languages;

/** @returns a part with its texts, as the editor takes it. */
export const partOf = (draft: LandingDraft, part: PagePart): DesignDraft => ({
  design: draft[part],
  ...(Object.fromEntries(LOCALES.map((locale) => [locale, draft[field(part, locale)]])) as Languages),
});

/** @returns what the editor changed of a part, as fields of the draft. */
export function changesOf(part: PagePart, { design, ...texts }: Partial<DesignDraft>): Partial<LandingDraft> {
  const changed = Object.entries(texts).map(([locale, content]) => [field(part, locale as Locale), content]);
  return { ...(design && { [part]: design }), ...Object.fromEntries(changed) };
}

/** @returns a language added to every part, without texts, or taken from every part. */
export function withLanguages(draft: LandingDraft, change: Partial<Languages>): Partial<LandingDraft> {
  return Object.fromEntries(
    partsIn(draft).flatMap((part) => Object.entries(change).map(([locale, content]) => [field(part, locale as Locale), content])),
  );
}

/** @param own the language that a page without any begins with. @returns the fields of saved parts. */
export function partFields(contents: SavedParts, own: Locale) {
  const none = PAGE_PARTS.flatMap((part) => [[part, null] as const, ...LOCALES.map((locale) => [field(part, locale), null] as const)]);
  const locales = [...new Set(contents.flatMap(({ contentTemplates }) => contentTemplates.map(({ locale }) => locale)))].filter(isLocale);
  const languages = locales.length > 0 ? locales : [own];
  const said = contents.flatMap(({ type, template, contentTemplates }) => {
    if (!isPagePart(type)) return [];
    const texts = new Map(contentTemplates.map(({ locale, content }) => [locale, JSON.parse(content) as DesignTexts]));
    return [
      [type, template.design as Design] as const,
      ...languages.map((locale) => [field(type, locale), { format: 'design', texts: texts.get(locale) ?? {} }] as const),
    ];
  });
  return Object.fromEntries([...none, ...said]) as Pick<LandingDraft, PagePart | TextField>;
}

/** @returns a new page. */
export function newLanding(initial: InitialLandingPageQuery['getInitialLandingPageTemplate'], own: Locale): LandingDraft {
  return {
    landingPageId: null,
    displayName: '',
    siteTitle: '',
    faviconPath: '',
    tags: [],
    type: initial.type,
    variants: [],
    version: null,
    ...partFields(initial.pageContents, own),
  };
}

/** @returns the saved page as a draft. @param copyName makes a copy of that name instead. */
export function landingDraftOf(page: SavedPage, own: Locale, copyName?: string): LandingDraft {
  const { landingPageId, displayName, siteTitle, faviconPath, tags, type, variants, version } = page;
  const kept = { siteTitle, faviconPath, tags, type, ...partFields(page.pageContents, own) };
  return copyName === undefined
    ? {
        ...kept,
        landingPageId,
        displayName,
        variants: variants.map((each) => ({ landingPageId: each.landingPageId, share: each.share })),
        version,
      }
    : { ...kept, landingPageId: null, displayName: copyName, variants: [], version: null };
}

/** @returns the draft as it is saved. */
export function landingInput(draft: LandingDraft): SaveLandingPageMutationVariables['landingPage'] {
  const { landingPageId, displayName, siteTitle, faviconPath, tags, type, variants, version } = draft;
  return {
    landingPageId,
    displayName,
    siteTitle,
    faviconPath,
    tags: [...tags],
    type,
    variants: [...variants],
    version,
    pageContents: partsIn(draft).map((part) => ({
      type: part,
      template: { design: draft[part] ?? emptyDesign('page') },
      contentTemplates: LOCALES.flatMap((locale) => {
        const content = draft[field(part, locale)];
        return content ? [{ locale, content: sourceOf(content).content }] : [];
      }),
    })),
  };
}
