/** Rules of SEPA that need no database: characters, identifiers, and the days on which TARGET2 settles. */
import { electronicFormatIBAN, extractIBAN, isSEPACountry, isValidBIC, isValidIBAN } from 'ibantools';
import { invalid } from '../../../../core/fault.ts';
import { addDays, type CalendarDate } from '../../../../core/time.ts';
import { isWorkingDay } from '../../../../core/workdays.ts';

/** @returns the IBAN without spaces, or null when its country, length or check digits are wrong. */
export function readIban(text: string): string | null {
  const iban = electronicFormatIBAN(text) ?? '';
  return isValidIBAN(iban) ? iban : null;
}

/** @returns whether direct debits of the SEPA scheme reach the account. */
export const isSepaIban = (iban: string): boolean => isSEPACountry(extractIBAN(iban).countryCode ?? '');

/** @returns the BIC in capitals, or null when it is not written as one. */
function readBic(text: string): string | null {
  const bic = text.replace(/\s/g, '').toUpperCase();
  return isValidBIC(bic) ? bic : null;
}

/** @returns the BIC, or null for none. @throws Fault INVALID_INPUT (bic) */
export function bicOf(text: string | null | undefined): string | null {
  if (!text?.trim()) return null;
  const bic = readBic(text);
  if (!bic) throw invalid('bic', 'bicWrong');
  return bic;
}

/** @returns an IBAN as it may be shown: country, check digits and the last four. */
export function maskIban(iban: string): string {
  return `${iban.slice(0, 4)} •••• ${iban.slice(-4)}`;
}

/** EPC AT-02: country, ISO 7064 check digits over what follows the business code, business code, national part. */
export function isCreditorId(text: string): boolean {
  const match = /^([A-Z]{2})(\d{2})([A-Z0-9]{3})([A-Z0-9]{1,28})$/.exec(text);
  if (!match) return false;
  const digits = `${match[4]}${match[1]}${match[2]}`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

const WRITTEN: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'Ae',
  ø: 'oe',
  Ø: 'Oe',
  œ: 'oe',
  Œ: 'Oe',
  å: 'aa',
  Å: 'Aa',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  '&': '+',
  '–': '-',
  '—': '-',
  '’': "'",
  '‘': "'",
  '„': "'",
  '“': "'",
  '”': "'",
  '@': '(at)',
  _: '-',
  '*': '.',
  '€': 'EUR',
};

/**
 * Writes a text in the characters that every bank of SEPA takes (EPC217-08): Latin letters, digits, and / - ? : ( ) . , ' + and space.
 * It neither begins nor ends with a slash and holds no two in a row. @param most characters at most.
 */
export function sepaText(text: string, most: number): string {
  const plain = [...text.normalize('NFC')]
    .map((letter) => WRITTEN[letter] ?? letter)
    .join('')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, '.')
    .replace(/\/{2,}/g, '/');
  return plain.slice(0, most).replace(/^[/ ]+|[/ ]+$/g, '');
}

/** @returns Easter Sunday of a year (Gregorian; Meeus and Jones). */
function easter(year: number): CalendarDate {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const [d, e] = [Math.floor(b / 4), b % 4];
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const [i, k] = [Math.floor(c / 4), c % 4];
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  const day = ((h + l - 7 * m + 114) % 31) + 1;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` as CalendarDate;
}

/** Closing days of TARGET2: New Year, Good Friday, Easter Monday, 1 May, 25 and 26 December. */
function isClosed(date: CalendarDate): boolean {
  if (['01-01', '05-01', '12-25', '12-26'].includes(date.slice(5))) return true;
  const sunday = easter(Number(date.slice(0, 4)));
  return date === addDays(sunday, -2) || date === addDays(sunday, 1);
}

/** @returns whether banks settle euros on the day. */
export const isTargetDay = (date: CalendarDate): boolean => isWorkingDay(date, isClosed);

/** @returns the day itself when TARGET2 is open, else the next such day. */
export function onTargetDay(date: CalendarDate): CalendarDate {
  let day = date;
  while (!isTargetDay(day)) day = addDays(day, 1);
  return day;
}

/** Banks want a file of the CORE scheme one banking day before (rulebook 4.3.1); one more leaves room for their cut-off hour. */
export const LEAD_DAYS = 2;

/** @returns the first day that a file which is made today can collect on. */
export function firstCollectionDay(today: CalendarDate): CalendarDate {
  let day = today;
  for (let count = 0; count < LEAD_DAYS; count++) day = onTargetDay(addDays(day, 1));
  return day;
}
