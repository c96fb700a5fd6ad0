/** What people of a country speak. Apart from locale.ts, which the browser loads with the first screen. */
import { DATE_FALLBACK_LOCALE, type Locale } from './locale.ts';

const LOCALE_OF_COUNTRY: Readonly<Record<string, Locale>> = {
  ...Object.fromEntries(['US', 'CA', 'PH', 'LR', 'PR'].map((country) => [country, 'en_US'])),
  ...Object.fromEntries(['DE', 'AT', 'CH', 'LI', 'LU'].map((country) => [country, 'de_DE'])),
  ...Object.fromEntries(['NL', 'BE', 'SR'].map((country) => [country, 'nl_NL'])),
  ...Object.fromEntries('ES MX AR CO CL PE VE EC GT CU BO DO HN PY SV NI CR PA UY GQ'.split(' ').map((country) => [country, 'es_ES'])),
};

/** @param countryCode with or without its region, "DE-BY". @returns the locale of most people there that the product speaks, for a client that names none. */
export function localeOfCountry(countryCode: string): Locale {
  return LOCALE_OF_COUNTRY[countryCode.slice(0, 2).toUpperCase()] ?? DATE_FALLBACK_LOCALE;
}
