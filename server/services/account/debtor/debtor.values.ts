/** What staff may write about a debtor, read and checked: empty values are stripped, a wrong one is refused beside its field. */

import { electronicFormatIBAN, isValidIBAN } from 'ibantools';
import { MOST_PEOPLE } from '../../../../core/budget.ts';
import { type Check, collectFaults } from '../../../../core/collectFaults.ts';
import { isCountry } from '../../../../core/country.ts';
import { invalid } from '../../../../core/fault.ts';
import { exponentOf, fromDecimal, toDecimal } from '../../../../core/money.ts';
import { normalizePhone } from '../../../../core/phone.ts';
import { addMonths, type CalendarDate, calendarDate } from '../../../../core/time.ts';
import type { AdditionalContact, FinancialInformation, FinancialItem } from '../ground/account.tables.ts';
import { ADDRESS_PARTS, type AddressPart } from '../ground/debtor.present.ts';

/** Fields of the contract and their columns. */
export const NAMES = {
  firstName: 'first_name',
  middleName: 'middle_name',
  lastName: 'last_name',
  title: 'title',
  companyName: 'company_name',
  gender: 'gender',
  birthday: 'birthday',
  placeOfBirth: 'place_of_birth',
  SSN: 'ssn',
  IBAN: 'iban',
} as const;
export const CONTACTS = { email: 'email', mobileNumber: 'mobile', landLine: 'landline', workPhoneNumber: 'work' } as const;
export type NameField = keyof typeof NAMES;
type ContactField = keyof typeof CONTACTS;

/** Characters of one line; what is not named here has 100. */
const MOST: Readonly<Record<string, number>> = {
  title: 50,
  companyName: 200,
  addressLine1: 200,
  addressLine2: 200,
  addressLine3: 200,
  houseNumber: 20,
  postalCode: 20,
  // RFC 5321: an address has at most 254 characters.
  email: 254,
  value: 254,
  note: 500,
  source: 200,
};
const MOST_OTHERWISE = 100;
/** Nobody is known to have lived for longer. */
const OLDEST_YEARS = 125;
/** Further addresses, further contacts, incomes or expenses of one debtor. */
const MAX_ITEMS = 50;

type Texts<Field extends string> = Readonly<Partial<Record<Field, string | null>>>;
/** As the contract gives it. */
export interface DebtorChange extends Texts<NameField | AddressPart | ContactField> {
  readonly deceased?: boolean | null;
  readonly additionalAddresses?: readonly Texts<AddressPart>[] | null;
  readonly additionalContactInformation?: readonly { type: string; value: string; note?: string | null }[] | null;
}
/** What is left of it. */
export interface DebtorValues {
  readonly texts: ReadonlyMap<string, string>;
  readonly deceased: boolean | null;
  readonly additionalAddresses: readonly Readonly<Record<string, string>>[] | null;
  readonly additionalContacts: readonly AdditionalContact[] | null;
}

interface Surroundings {
  /** A birthday is not after it. */
  readonly today: CalendarDate;
  /** ISO country of telephone numbers without a prefix. */
  readonly country: string;
  /** @returns whether the debtor has this value already. What came with an import stays as it is, however odd; only what changes is checked. */
  readonly isKnown: (field: string, value: string) => boolean;
}

/** @returns what is filled in, each value read by its field's rule. */
function readTexts(check: Check, values: Readonly<Record<string, unknown>>, path: string, around: Surroundings): [string, string][] {
  return Object.entries(values).flatMap(([field, value]): [string, string][] => {
    if (typeof value !== 'string' || value.trim() === '') return [];
    const text = value.trim();
    if (around.isKnown(field, text)) return [[field, text]];
    const read = check(() => readText(field, text, `${path}.${field}`, around));
    return read === undefined ? [] : [[field, read]];
  });
}

/** @param path names the field in a refusal. @returns the value as it is kept. @throws Fault INVALID_INPUT */
function readText(field: string, text: string, path: string, { today, country }: Surroundings): string {
  const most = MOST[field] ?? MOST_OTHERWISE;
  if (text.length > most || (field !== 'note' && /\p{Cc}/u.test(text))) throw invalid(path, 'nameLong', { number: most });
  switch (field) {
    case 'gender':
      if (text !== 'M' && text !== 'F') throw invalid(path, 'oneOf', { choices: 'M, F' });
      return text;
    case 'email':
      if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) throw invalid(path, 'noAddress');
      return text;
    case 'birthday':
      return readBirthday(text, path, today);
    case 'IBAN':
      return readIban(text, path);
    case 'country':
      if (!isCountry(text.toUpperCase())) throw invalid(path, 'countryUnknown');
      return text.toUpperCase();
    case 'mobileNumber':
    case 'landLine':
    case 'workPhoneNumber':
      if (normalizePhone(text, country) === null) throw invalid(path, 'phoneUnknown');
      return text;
    default:
      return text;
  }
}

function readBirthday(text: string, path: string, today: CalendarDate): string {
  const date = calendarDate(text);
  if (!date) throw invalid(path, 'metaDate');
  if (date > today) throw invalid(path, 'bornLater');
  if (date < addMonths(today, -12 * OLDEST_YEARS)) throw invalid(path, 'bornLongAgo', { years: OLDEST_YEARS });
  return date;
}

/** @throws Fault INVALID_INPUT naming every wrong field */
export function readDebtorChange(change: DebtorChange, around: Surroundings): DebtorValues {
  const { deceased, additionalAddresses, additionalContactInformation, ...rest } = change;
  return collectFaults((check) => ({
    texts: new Map(readTexts(check, rest, 'debtor', around)),
    deceased: deceased ?? null,
    additionalAddresses: readList(check, additionalAddresses, 'debtor.additionalAddresses', (address, path) => {
      const parts = readTexts(check, address, path, around).filter(([part]) => (ADDRESS_PARTS as readonly string[]).includes(part));
      return parts.length === 0 ? null : Object.fromEntries(parts);
    }),
    additionalContacts: readList(check, additionalContactInformation, 'debtor.additionalContactInformation', (contact, path) => {
      const { type, value, note } = Object.fromEntries(readTexts(check, contact, path, around));
      if (!value) return null;
      if (!type) throw invalid(`${path}.type`, 'needed');
      return { type, value, ...(note && { note }) };
    }),
  }));
}

/** @returns the number without spaces, in capitals. @throws Fault INVALID_INPUT */
function readIban(written: string, field: string): string {
  const iban = electronicFormatIBAN(written) ?? '';
  if (!isValidIBAN(iban)) throw invalid(field, 'ibanWrong');
  return iban;
}

function readList<From, To>(
  check: Check,
  list: readonly From[] | null | undefined,
  path: string,
  read: (item: From, path: string) => To | null,
): To[] | null {
  if (!list) return null;
  if (list.length > MAX_ITEMS) {
    check(() => {
      throw invalid(path, 'itemsMost', { number: MAX_ITEMS });
    });
    return null;
  }
  return list.flatMap((item, index) => check(() => read(item, `${path}.${index}`)) ?? []);
}

interface WrittenItem {
  readonly source: string;
  readonly amount: string;
  readonly currency?: string | null;
}

/** @param currency of items that name none. @returns null when nothing is left. @throws Fault INVALID_INPUT naming every wrong field */
export function readFinancialInformation(
  written: { readonly incomes: readonly WrittenItem[]; readonly expenses: readonly WrittenItem[]; readonly household?: number | null },
  currency: string,
): FinancialInformation | null {
  const read = (name: 'incomes' | 'expenses') =>
    collectFaults((check) =>
      readList(check, written[name], `debtorFinancialInformation.${name}`, (item, path) => readItem(item, path, currency)),
    ) ?? [];
  const { household } = written;
  const known = collectFaults((check) => {
    if (household != null) check(() => checkHousehold(household));
    return {
      incomes: check(() => read('incomes')) ?? [],
      expenses: check(() => read('expenses')) ?? [],
      ...(household != null && { household }),
    };
  });
  return known.incomes.length + known.expenses.length === 0 ? null : known;
}

function checkHousehold(people: number): void {
  if (people < 1 || people > MOST_PEOPLE)
    throw invalid('debtorFinancialInformation.household', 'wholeBetween', { least: 1, most: MOST_PEOPLE });
}

function readItem(item: WrittenItem, path: string, usual: string): FinancialItem {
  return collectFaults((check) => {
    const source = item.source.trim();
    check(() => {
      if (source === '') throw invalid(`${path}.source`, 'needed');
      if (source.length > MOST.source!) throw invalid(`${path}.source`, 'nameLong', { number: MOST.source! });
    });
    const currency = item.currency?.trim() || usual;
    if (!/^[A-Z]{3}$/.test(currency)) throw invalid(`${path}.currency`, 'currencyUnknown');
    const minor = fromDecimal(item.amount, currency);
    if (minor === null) throw invalid(`${path}.amount`, 'digitsMost', { number: exponentOf(currency), currency });
    if (minor < 0n) throw invalid(`${path}.amount`, 'belowZero');
    return { source, amount: toDecimal(minor, currency), currency };
  });
}
