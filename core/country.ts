/** Countries by their ISO 3166 codes. */
import type { Locale } from './locale.ts';

/** Codes of the form that are no countries: unions, and those that CLDR keeps for itself. */
const NONE = new Set(['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ']);

/** @returns whether the code is a country's present one: DE is, UK (which is GB), DD and EU are not. */
export function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || NONE.has(code)) return false;
  // A code that was given up has another one as its canonical form.
  if (Intl.getCanonicalLocales(`und-${code}`)[0] !== `und-${code}`) return false;
  return new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined;
}

type Countries = readonly { readonly code: string; readonly name: string }[];
const named = new Map<Locale, Countries>();

/** @returns every country with its name in a language, by name. */
export function countriesIn(locale: Locale): Countries {
  const known = named.get(locale) ?? nameCountries(locale);
  named.set(locale, known);
  return known;
}

function nameCountries(locale: Locale): Countries {
  const language = locale.replace('_', '-');
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter(isCountry)
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => one.name.localeCompare(other.name, language));
}
