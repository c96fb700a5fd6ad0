/** Telephone numbers as they are stored: E.164, "+4915112345678". */
import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * Brings a number into its international form (specification 1, section 5): a leading 00 becomes +, a leading + is kept,
 * and any other number is read as one of the default country, unless it is valid with that country's own calling code in front;
 * without a default country, + is put before it. Separators are dropped.
 * @param country ISO country of numbers written without a prefix, or null. @returns E.164, or null when no country has such a number.
 */
export function normalizePhone(text: string, country: string | null): string | null {
  const bare = text.replace(/\(0\)/, '').replace(/[^\d+]/g, '');
  if (!/\d{3}/.test(bare)) return null;
  const number = bare.startsWith('00') ? `+${bare.slice(2)}` : bare;
  if (number.startsWith('+')) return valid(number);
  if (country === null || !isSupportedCountry(country)) return valid(`+${number}`);
  const withCode = number.startsWith(getCountryCallingCode(country)) ? valid(`+${number}`) : null;
  if (withCode) return withCode;
  const national = parsePhoneNumberFromString(number, country);
  return national?.isValid() ? national.number : valid(`+${number}`);
}

/** @param number as it is stored. @returns it as people read it, "+49 1511 2345678"; what no country has stays as it is. */
export function formatPhone(number: string): string {
  const parsed = parsePhoneNumberFromString(number);
  return parsed?.isValid() ? parsed.formatInternational() : number;
}

function valid(international: string): string | null {
  const parsed = parsePhoneNumberFromString(international);
  return parsed?.isValid() ? parsed.number : null;
}
