/** Postal addresses as envelopes want them, and whether a letter can arrive at one. */
import { isCountry } from './country.ts';

/** As debtors' contact information holds it. */
export interface PostalAddress {
  readonly addressLine1?: string | null;
  readonly addressLine2?: string | null;
  readonly addressLine3?: string | null;
  readonly houseNumber?: string | null;
  readonly suburb?: string | null;
  readonly city?: string | null;
  readonly state?: string | null;
  readonly postalCode?: string | null;
  /** ISO 3166, two letters. */
  readonly country?: string | null;
}

/** Where the number stands before the street. */
const NUMBER_FIRST = new Set(['US', 'GB', 'IE', 'CA', 'AU', 'NZ', 'FR', 'LU', 'ZA', 'IN']);
/** Where the postcode stands after the town: on a line of its own, or behind town and state. */
const CODE_APART = new Set(['GB', 'IE']);
const CODE_LAST = new Set(['US', 'CA', 'AU', 'NZ']);

const said = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
const joined = (parts: readonly (string | null | undefined)[], by = ' ') => parts.map(said).filter(Boolean).join(by);

/** @returns the country's code, that of the sender where the address names none. */
export const countryOf = ({ country }: PostalAddress, home: string): string => said(country).toUpperCase() || home;

/** @returns street and number as the country writes them. */
export function streetOf(address: PostalAddress, home: string): string {
  const { addressLine1, houseNumber } = address;
  return joined(NUMBER_FIRST.has(countryOf(address, home)) ? [houseNumber, addressLine1] : [addressLine1, houseNumber]);
}

/** Lines below the name that a window shows (blocks/windows.ts): an American one is lower. */
const mostLines = (home: string) => (home === 'US' ? 4 : 5);

/**
 * @param name who it goes to. @param home the country letters are posted in: it isn't written on them.
 * @returns the lines of an address, name first; a foreign country is the last one, in English capitals, as the Universal Postal Union asks.
 */
export function postalLines(name: string, address: PostalAddress, home: string): string[] {
  const country = countryOf(address, home);
  const { addressLine2, addressLine3, suburb, city, state, postalCode } = address;
  const town = CODE_APART.has(country)
    ? [said(city), said(state), said(postalCode)]
    : CODE_LAST.has(country)
      ? [joined([country === 'US' ? joined([city, state], ', ') : joined([city, state]), postalCode])]
      : [joined([postalCode, city])];
  const abroad = country !== home && isCountry(country) ? nameOf(country) : '';
  const lines = (more: readonly string[], place: readonly string[]) =>
    [streetOf(address, home), ...more, ...place, abroad].filter((line) => line !== '');
  const more = [said(addressLine2), said(addressLine3), said(suburb)];
  // What doesn't fit shares a line: one that the window hides would be lost.
  const shared = [joined(more, ', ')];
  const ways = [lines(more, town), lines(shared, town), lines(shared, [joined(town, ', ')])];
  const fitting = ways.find((way) => way.length <= mostLines(home)) ?? ways[2]!;
  return [said(name), ...fitting].filter((line) => line !== '');
}

const nameOf = (country: string) => (new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country).toUpperCase();

/** Without a postcode, letters are posted in these. */
export const PLACES_WITHOUT_CODES = ['AE', 'HK', 'QA', 'BS', 'FJ', 'ZW', 'UG', 'GH', 'JM', 'PA', 'IE'];

/** @returns whether a letter can be posted there: street or box, town and, where the country has them, postcode. */
export function isPostable(address: PostalAddress, home: string): boolean {
  const { city, postalCode } = address;
  const hasStreet = joined([address.addressLine1, address.addressLine2, address.addressLine3]) !== '';
  return hasStreet && said(city) !== '' && (said(postalCode) !== '' || PLACES_WITHOUT_CODES.includes(countryOf(address, home)));
}
