/** Where people are asked before anything but the necessary is stored, and how their answer is kept (specification 1, sections 4.2 and 9). */
export const CONSENT_VERSION = '1.0';
export const CONSENT_DAYS = 365;
/** How long the look-up of a visitor's country may take, ms. */
export const LOOKUP_MS = 5_000;

/** The European Union, the rest of the European Economic Area, the United Kingdom and Switzerland. */
const COUNTRIES: readonly string[] = [
  'AT',
  'BE',
  'BG',
  'HR',
  'CY',
  'CZ',
  'DK',
  'EE',
  'FI',
  'FR',
  'DE',
  'GR',
  'HU',
  'IS',
  'IE',
  'IT',
  'LV',
  'LI',
  'LT',
  'LU',
  'MT',
  'NL',
  'NO',
  'PL',
  'PT',
  'RO',
  'SK',
  'SI',
  'ES',
  'SE',
  'GB',
  'CH',
];
const IN_DEVELOPMENT: readonly string[] = ['MX', 'MD'];

/** @param country two capital letters; null when nobody knows: then people are asked. */
export function isConsentRequired(country: string | null, stage: 'PROD' | 'DEV'): boolean {
  return country === null || COUNTRIES.includes(country) || (stage === 'DEV' && IN_DEVELOPMENT.includes(country));
}

/** @returns the text when it is a country's two capital letters, else null. */
export function countryOrNull(text: string): string | null {
  return /^[A-Z]{2}$/.test(text) ? text : null;
}
