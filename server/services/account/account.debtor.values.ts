/** What staff may write about a debtor, read and checked: empty values are stripped, a wrong one is refused beside its field. */
import { electronicFormatIBAN, isValidIBAN } from 'ibantools';
import { invalid } from '../../../core/fault.ts';
import { refusing } from '../../../core/faultTexts.ts';
import { exponentOf, fromDecimal, toDecimal } from '../../../core/money.ts';
import { ADDRESS_PARTS, type AddressPart } from './account.debtor.present.ts';
import type { AdditionalContact, FinancialInformation, FinancialItem } from './account.tables.ts';

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

const MAX_LENGTH = 500;
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

function stripped(values: Readonly<Record<string, unknown>>, path: string): [string, string][] {
  return Object.entries(values).flatMap(([field, value]): [string, string][] => {
    if (typeof value !== 'string' || value.trim() === '') return [];
    if (value.trim().length > MAX_LENGTH) throw invalid(`${path}.${field}`, `At most ${MAX_LENGTH} characters`);
    return [[field, value.trim()]];
  });
}

/** @param today a birthday is not after it. @throws Fault INVALID_INPUT naming the field */
export function readDebtorChange(change: DebtorChange, today: string): DebtorValues {
  const { deceased, additionalAddresses, additionalContactInformation, ...rest } = change;
  const texts = new Map(stripped(rest, 'debtor'));
  const gender = texts.get('gender');
  if (gender && gender !== 'M' && gender !== 'F') throw invalid('debtor.gender', 'M or F');
  const email = texts.get('email');
  if (email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw invalid('debtor.email', 'Not an e-mail address');
  const birthday = texts.get('birthday');
  if (birthday && birthday > today) throw refusing('debtor.birthday', 'bornLater');
  const iban = texts.get('IBAN');
  if (iban) texts.set('IBAN', readIban(iban, 'debtor.IBAN'));
  return {
    texts,
    deceased: deceased ?? null,
    additionalAddresses: readList(additionalAddresses, 'debtor.additionalAddresses', (address, path) => {
      const parts = stripped(address, path).filter(([part]) => (ADDRESS_PARTS as readonly string[]).includes(part));
      return parts.length === 0 ? null : Object.fromEntries(parts);
    }),
    additionalContacts: readList(additionalContactInformation, 'debtor.additionalContactInformation', (contact, path) => {
      const { type, value, note } = Object.fromEntries(stripped(contact, path));
      if (!value) return null;
      if (!type) throw refusing(`${path}.type`, 'needed');
      return { type, value, ...(note && { note }) };
    }),
  };
}

/** @returns the number without spaces, in capitals. @throws Fault INVALID_INPUT */
function readIban(written: string, field: string): string {
  const iban = electronicFormatIBAN(written) ?? '';
  if (!isValidIBAN(iban)) throw refusing(field, 'ibanWrong');
  return iban;
}

function readList<From, To>(
  list: readonly From[] | null | undefined,
  path: string,
  read: (item: From, path: string) => To | null,
): To[] | null {
  if (!list) return null;
  if (list.length > MAX_ITEMS) throw refusing(path, 'itemsMost', { number: MAX_ITEMS });
  return list.flatMap((item, index) => read(item, `${path}.${index}`) ?? []);
}

interface WrittenItem {
  readonly source: string;
  readonly amount: string;
  readonly currency?: string | null;
}

/** @param currency of items that name none. @returns null when nothing is left. @throws Fault INVALID_INPUT naming the item's field */
export function readFinancialInformation(
  written: { readonly incomes: readonly WrittenItem[]; readonly expenses: readonly WrittenItem[] },
  currency: string,
): FinancialInformation | null {
  const read = (list: readonly WrittenItem[], name: string) =>
    readList(list, `debtorFinancialInformation.${name}`, (item, path): FinancialItem => {
      const { source } = Object.fromEntries(stripped({ source: item.source }, path));
      if (!source) throw refusing(`${path}.source`, 'needed');
      const own = item.currency?.trim() || currency;
      if (!/^[A-Z]{3}$/.test(own)) throw refusing(`${path}.currency`, 'currencyUnknown');
      const minor = fromDecimal(item.amount, own);
      if (minor === null) throw refusing(`${path}.amount`, 'digitsMost', { number: exponentOf(own), currency: own });
      if (minor < 0n) throw refusing(`${path}.amount`, 'belowZero');
      return { source, amount: toDecimal(minor, own), currency: own };
    }) ?? [];
  const known = { incomes: read(written.incomes, 'incomes'), expenses: read(written.expenses, 'expenses') };
  return known.incomes.length + known.expenses.length === 0 ? null : known;
}
