/** The five languages of the product. A screen's texts are files of its area, loaded with the screen. */
import { isLocale, type Locale, toLocale } from '../../../core/locale.ts';
import { changeLanguage, onLanguage, startTexts, type Texts } from '../../ui/texts.ts';
import { readCookie, writeCookie } from '../cookie.ts';

/** One list per language: nobody loads where the texts of another one lie. */
const FILES = {
  en_US: () => import('./files.en_US.ts'),
  en_GB: () => import('./files.en_GB.ts'),
  de_DE: () => import('./files.de_DE.ts'),
  es_ES: () => import('./files.es_ES.ts'),
  nl_NL: () => import('./files.nl_NL.ts'),
} satisfies Record<Locale, unknown>;

/** @returns i18n/<locale>/<area>.json. */
async function load(locale: Locale, area: string): Promise<Texts | undefined> {
  const { default: files } = await FILES[locale]();
  return (await files[`./${locale}/${area}.json`]?.())?.default;
}

/** @returns the locale of the cookie, else the browser's, else en_US. */
export function storedLocale(): Locale {
  const cookie = readCookie('locale');
  return isLocale(cookie) ? cookie : toLocale(navigator.language);
}

/**
 * Whose way dates and numbers are written in: that of the language somebody chose; while nobody has, the client's, as long as it is the
 * same language. A browser that says "en-US" wherever it is used must not turn a British client's 3 December into the 12th of March.
 * @param shown the locale that texts are in. @param ofClient the client's default locale; undefined until it is known.
 */
export function writtenLocale(shown: string, ofClient: string | null | undefined): string {
  const isChosen = isLocale(readCookie('locale'));
  return !isChosen && isLocale(ofClient) && ofClient.slice(0, 2) === shown.slice(0, 2) ? ofClient : shown;
}

/** @returns the BCP 47 tag of a locale, for Intl and <html lang>. */
export function tagOf(locale: string): string {
  return locale.replace('_', '-');
}

/** Changes the language at once and for a year. */
export async function setLocale(locale: Locale): Promise<void> {
  writeCookie('locale', locale, 365);
  await changeLanguage(locale);
}

/** The languages' own names, in their own language. */
export const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = {
  en_US: 'English',
  en_GB: 'English (UK)',
  de_DE: 'Deutsch',
  es_ES: 'Español',
  nl_NL: 'Nederlands',
};

/** Starts the translation with the user's locale. */
export async function startI18n(): Promise<void> {
  const locale = storedLocale();
  const mark = (shown: Locale) => {
    document.documentElement.lang = tagOf(shown);
  };
  mark(locale);
  onLanguage(mark);
  await startTexts(load, locale, ['shell', 'ui']);
}
