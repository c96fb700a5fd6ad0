/** What the product itself says in messages, in their language: heads of tables, labels, and what the texts of a new block begin with. */
import { type Locale, toLocale } from '../core/locale.ts';
import { DE_DE } from './said/de_DE.ts';
import { EN_US } from './said/en_US.ts';
import { ES_ES } from './said/es_ES.ts';
import type { Said, Word } from './said/keys.ts';
import { NL_NL } from './said/nl_NL.ts';

const SAID: Readonly<Record<Locale, Said>> = { en_US: EN_US, en_GB: EN_US, de_DE: DE_DE, es_ES: ES_ES, nl_NL: NL_NL };

/** @returns what a locale says; American English for one that is not known. */
export const saidIn = (locale: string): Said => SAID[toLocale(locale)];

/** @returns the words of a locale as `draw` takes them. */
export function wordsIn(locale: string): (key: Word) => string {
  const { words } = saidIn(locale);
  return (key) => words[key];
}
