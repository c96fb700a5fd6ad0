/** What a new letter begins with: a whole one, so that there is something to change. */
import { LOCALES, type Locale } from '../core/locale.ts';
import { blockType } from './catalogue.ts';
import { type Design, FORMAT } from './design.ts';
import { startBlock, startText } from './start.ts';
import { type DesignTexts, signOf } from './texts.ts';

const TYPES = ['letterhead', 'heading', 'text', 'facts', 'bankDetails', 'paymentCode', 'signature', 'pageFooter'] as const;

/** @returns a letter in the languages that the product writes, marked as translations of the leading one. */
export function startLetter(leading: Locale): { readonly design: Design; readonly texts: Partial<Record<Locale, DesignTexts>> } {
  const design: Design = { format: FORMAT, medium: 'paper', blocks: TYPES.map((type) => startBlock(type, type)) };
  const textsIn = (locale: Locale): DesignTexts => {
    const fields = TYPES.flatMap((type) => Object.keys(blockType(type)?.texts ?? {}).map((field) => [type, field] as const));
    const said = fields.map(([type, field]) => [`${type}.${field}`, { text: startText(type, field, locale) }] as const);
    return { subject: { text: startText('heading', 'text', locale) }, ...Object.fromEntries(said) };
  };
  const original = textsIn(leading);
  const others = LOCALES.filter((locale) => locale !== leading && locale !== 'en_GB');
  const marked = (locale: Locale): DesignTexts =>
    Object.fromEntries(Object.entries(textsIn(locale)).map(([key, { text }]) => [key, { text, of: signOf(original[key]!.text) }]));
  return { design, texts: { [leading]: original, ...Object.fromEntries(others.map((locale) => [locale, marked(locale)])) } };
}
