/** The languages the product speaks (specification 1, sections 1 and 9). */
export const LOCALES = ['en_US', 'en_GB', 'de_DE', 'es_ES', 'nl_NL'] as const;
export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = 'en_US';
/** Business dates of a locale we do not know are written the British way. */
export const DATE_FALLBACK_LOCALE: Locale = 'en_GB';

/** @returns whether the text is one of the product's locales in its own spelling. */
export function isLocale(text: unknown): text is Locale {
  return LOCALES.some((locale) => locale === text);
}

/**
 * The product's locale for what a browser, file or person says: "de-DE", "de_AT" and "de" are all de_DE.
 * Same language before another one; nothing fitting gives the fallback.
 */
export function toLocale(text: string | null | undefined, fallback: Locale = DEFAULT_LOCALE): Locale {
  const wanted = (text ?? '').trim().replace('-', '_').toLowerCase();
  const language = wanted.split('_')[0];
  return (
    LOCALES.find((locale) => locale.toLowerCase() === wanted) ??
    LOCALES.find((locale) => language !== '' && locale.startsWith(`${language}_`)) ??
    fallback
  );
}

/** @returns the BCP 47 tag Intl takes for writing business dates, e.g. "de-DE"; en-GB for an unknown locale. */
export function dateTag(text: string | null | undefined): string {
  return toLocale(text, DATE_FALLBACK_LOCALE).replace('_', '-');
}
