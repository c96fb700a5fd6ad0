/** The product's own designs: what a client can begin a mail with, in every language. */
import { LOCALES, type Locale } from '../core/locale.ts';
import { type Design, type DesignBlock, FORMAT } from './design.ts';
import { DE_DE } from './library/de_DE.ts';
import { EN_US } from './library/en_US.ts';
import { ES_ES } from './library/es_ES.ts';
import { type LibraryId, type LibraryTexts, PLANS, type Plan } from './library/keys.ts';
import { NL_NL } from './library/nl_NL.ts';
import { startBlock, startText } from './start.ts';
import { type DesignTexts, signOf } from './texts.ts';
import { type RichText, richTextOf } from './words.ts';

const TEXTS: Readonly<Record<Locale, LibraryTexts>> = { en_US: EN_US, en_GB: EN_US, de_DE: DE_DE, es_ES: ES_ES, nl_NL: NL_NL };

/** Those that are written by themselves; British English falls back to American. */
const WRITTEN = LOCALES.filter((locale) => locale !== 'en_GB');

export interface LibraryDesign {
  readonly id: LibraryId;
  readonly tags: readonly string[];
  readonly design: Design;
}

const IDS = Object.keys(PLANS) as LibraryId[];

/** In the order of a case. */
export const library: readonly LibraryDesign[] = IDS.map((id) => ({ id, tags: PLANS[id].tags, design: designOf(PLANS[id]) }));

/** @returns what staff call a design of the library. */
export const libraryName = (id: LibraryId, locale: Locale): string => TEXTS[locale].designs[id].name;

/** @returns the texts of a design of the library in each language, marked as translations of the leading one. */
export function libraryTexts(id: LibraryId, leading: Locale): ReadonlyMap<Locale, DesignTexts> {
  const first = leading === 'en_GB' ? 'en_US' : leading;
  const original = textsOf(id, first);
  return new Map(
    WRITTEN.map((locale) => {
      const texts = textsOf(id, locale);
      const marked = Object.entries(texts).map(([key, { text }]) => [key, { text, of: signOf(original[key]!.text) }] as const);
      return [locale === first ? leading : locale, locale === first ? texts : Object.fromEntries(marked)];
    }),
  );
}

function designOf({ figures }: Plan): Design {
  const small = startBlock('text', 'help');
  const blocks: (DesignBlock | null)[] = [
    startBlock('header', 'header'),
    startBlock('heading', 'heading'),
    startBlock('text', 'intro'),
    figures && startBlock(figures, 'figures'),
    startBlock('text', 'body'),
    startBlock('payButton', 'pay'),
    { ...small, fields: { ...small.fields, small: true } },
    startBlock('signature', 'signature'),
    startBlock('legalFooter', 'footer'),
  ];
  return { format: FORMAT, medium: 'mail', blocks: blocks.filter((block) => block !== null) };
}

function textsOf(id: LibraryId, locale: Locale): DesignTexts {
  const { greeting, help, designs } = TEXTS[locale];
  const { subject, preheader, heading, lines, button } = designs[id];
  const { figures, help: which } = PLANS[id];
  const [first, ...rest] = lines;
  const texts: Record<string, string | RichText> = {
    subject,
    preheader,
    'heading.text': heading,
    'intro.text': richTextOf(greeting, first!),
    'body.text': richTextOf(...rest),
    'pay.label': button,
    'help.text': richTextOf(...help[which]),
    'signature.text': startText('signature', 'text', locale),
    'footer.sender': startText('legalFooter', 'sender', locale),
    'footer.unsubscribe': startText('legalFooter', 'unsubscribe', locale),
    ...(figures === 'amount'
      ? { 'figures.label': startText('amount', 'label', locale), 'figures.note': startText('amount', 'note', locale) }
      : {}),
  };
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, { text }]));
}
