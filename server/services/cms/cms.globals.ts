/** Global placeholders: a text for everybody, or one in each language. */
import { LOCALES, type Locale } from '../../../core/locale.ts';

export type GlobalValue = string | Readonly<Partial<Record<Locale, string>>>;
export type Globals = Readonly<Record<string, GlobalValue>>;

const languageOf = (locale: Locale) => locale.slice(0, 2);

/** @returns the text for a reader: in their locale, else in their language, else in the client's, else in any. */
export function globalText(value: GlobalValue, locale: Locale, defaultLocale: Locale): string {
  if (typeof value === 'string') return value;
  const alike = LOCALES.filter((each) => languageOf(each) === languageOf(locale));
  for (const each of [locale, ...alike, defaultLocale, ...LOCALES]) if (value[each]) return value[each];
  return '';
}

/** @returns all of them for one reader. */
export const globalTexts = (globals: Globals, locale: Locale, defaultLocale: Locale): Record<string, string> =>
  Object.fromEntries(Object.entries(globals).map(([name, value]) => [name, globalText(value, locale, defaultLocale)]));
