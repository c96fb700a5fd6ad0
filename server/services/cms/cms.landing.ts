/** Landing pages as they are written: parts of blocks, their texts, and what has to be right about them. */
import { type Check, checkDesign } from '../../../blocks/checks.ts';
import { allBlocks, type Design } from '../../../blocks/design.ts';
import { fitsPart, PAGE_PARTS, type PagePart, startPage } from '../../../blocks/page/start.ts';
import { textsFor } from '../../../blocks/page/textTypes.ts';
import { readDesign } from '../../../blocks/read.ts';
import { type DesignTexts, writeTexts } from '../../../blocks/texts.ts';
import { faultOfFields } from '../../../core/collectFaults.ts';
import { invalid, type SaidWords, words } from '../../../core/fault.ts';
import { isLocale, LOCALES } from '../../../core/locale.ts';
import { type Look, leadingOf, sharedOf } from './cms.design.logic.ts';
import { ofBlocks, readTexts, saidOf } from './cms.design.ts';
import type { LandingContent, LandingPart } from './cms.landing.tables.ts';
import { type PageTexts, pageTextIn } from './cms.pageText.logic.ts';
import type { Placeholder } from './cms.placeholders.ts';

export type LandingType = 'claim' | 'client';

/** The parts that a page of a type has. */
export const PARTS_OF: Readonly<Record<LandingType, readonly PagePart[]>> = { claim: ['identity', 'home'], client: ['client'] };

export interface PartInput {
  readonly type: string;
  readonly template: { readonly design: unknown };
  readonly contentTemplates: readonly { readonly locale: string; readonly content: string }[];
}

/** What parts are checked with. */
export interface PartRules {
  readonly look: Look;
  /** Those of pages after the check, and those that say nothing of a debtor. */
  readonly placeholders: Readonly<Record<'own' | 'open', readonly Placeholder[]>>;
  /** The client's texts for pages. */
  readonly contents: PageTexts;
  /** A preview shows what is there so far. */
  readonly strict: boolean;
}

/** @returns the parts of a page, those that are left out as the product has them. @throws Fault INVALID_INPUT with every problem by part, language, block and field */
export function checkParts(type: LandingType, inputs: readonly PartInput[], rules: PartRules): LandingContent['parts'] {
  const parts: Partial<Record<PagePart, LandingPart>> = {};
  const problems: { field: string; words: SaidWords }[] = [];
  for (const [at, input] of inputs.entries()) {
    const part = PAGE_PARTS.find((each) => each === input.type);
    if (!part || !PARTS_OF[type].includes(part)) throw invalid(`pageContents.${at}.type`, 'oneOf', { choices: PARTS_OF[type].join(', ') });
    if (parts[part]) throw invalid(`pageContents.${at}.type`, 'thereTwice', { name: part });
    parts[part] = checkPart(part, input, rules, (field, said) => problems.push({ field: `pageContents.${part}.${field}`, words: said }));
  }
  const refusal = faultOfFields(problems);
  if (refusal) throw refusal;
  return { ...startParts(type), ...parts };
}

/** @returns the parts of a type as the product has them. */
export const startParts = (type: LandingType): LandingContent['parts'] =>
  Object.fromEntries(PARTS_OF[type].map((part) => [part, { design: startPage(part), texts: {} }]));

function checkPart(part: PagePart, input: PartInput, rules: PartRules, report: (field: string, said: SaidWords) => void): LandingPart {
  const { design, problems } = readDesign(input.template.design, 'page');
  const inDesign = (blockId: string | null) => (blockId === null ? 'template.design' : `template.design.${blockId}`);
  for (const { blockId, key, values } of problems) report(inDesign(blockId), { key, values });
  const blocks = allBlocks(design);
  for (const { id, type } of problems.length > 0 ? [] : blocks)
    if (!fitsPart(part, type)) report(inDesign(id), words('blockPart', { type }));
  if (part === 'identity' && !blocks.some(({ type }) => type === 'identity')) report(inDesign(null), words('identityMissing'));
  const texts: Record<string, DesignTexts> = {};
  for (const { locale, content } of input.contentTemplates) {
    if (!isLocale(locale)) {
      report('locale', words('unknownOf', { name: locale.slice(0, 20), choices: LOCALES.join(', ') }));
      continue;
    }
    const read = readTexts(content);
    if (!read) report(`${locale}.content`, words('designTexts'));
    else if (texts[locale]) report(`${locale}.content`, words('thereTwice', { name: locale }));
    else texts[locale] = ofBlocks(design, read);
  }
  if (problems.length === 0 && rules.strict)
    for (const { locale, check } of checksOf(part, design, texts, rules))
      report([locale, check.blockId, check.field].filter((each) => each !== null).join('.'), saidOf(check));
  return { design, texts };
}

function checksOf(
  part: PagePart,
  design: Design,
  texts: Readonly<Record<string, DesignTexts>>,
  { look, placeholders, contents }: PartRules,
) {
  const leading = leadingOf(Object.keys(texts), look.defaultLocale);
  // A page without texts of its own is checked as well: its blocks may need some.
  const all: readonly (readonly [string, DesignTexts])[] = leading === undefined ? [[look.defaultLocale, {}]] : Object.entries(texts);
  return all.flatMap(([locale, own]) => {
    const shared = sharedOf(look, locale);
    const checks = checkDesign(design, own, {
      locale,
      leading: leading === undefined || locale === leading ? null : (texts[leading] ?? null),
      placeholders: part === 'home' ? placeholders.own : placeholders.open,
      brand: look.brand,
      words: [],
      shared: (name) => (Object.hasOwn(shared, name) ? shared[name]! : null),
      content: pageTextIn(contents, textsFor(part), locale, look.defaultLocale),
    });
    return checks.filter((check): check is Check => check.severity === 'error').map((check) => ({ locale, check }));
  });
}

/** @returns parts as the contract shows them. @param path where the page's parts are named. */
export function presentParts(parts: LandingContent['parts'], path: string) {
  return PAGE_PARTS.flatMap((type) => {
    const part = parts[type];
    if (!part) return [];
    return [
      {
        type,
        template: { design: part.design, html: null, css: null, path: `${path}/${type}` },
        contentTemplates: Object.entries(part.texts).map(([locale, texts]) => ({
          locale,
          content: writeTexts(texts),
          path: `${path}/${type}/${locale}`,
        })),
      },
    ];
  });
}
