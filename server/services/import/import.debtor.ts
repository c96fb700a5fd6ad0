/** A debtor as a row describes one: person or company, with address, contacts and free fields. */
import { type CountryCode, getCountryCallingCode } from 'libphonenumber-js/min';
import { words } from '../../../core/fault.ts';
import { isCompanyName, readPersonName, readTitle } from '../../../core/personName.ts';
import { normalizePhone } from '../../../core/phone.ts';
import type { CalendarDate } from '../../../core/time.ts';
import { Refused } from './import.cell.ts';
import type { Source } from './import.columns.ts';
import type { NotTaken } from './import.notes.ts';

export interface ImportedContact {
  readonly kind: 'email' | 'mobile' | 'landline' | 'work';
  /** To the byte. */
  readonly value: string;
  readonly normalized: string;
}

/** Null: the file does not say. */
export interface ImportedDebtor {
  /** '' when the file has no reference for debtors. */
  readonly ref: string;
  readonly role: 'debtor' | 'coDebtor';
  readonly type: 'person' | 'company';
  readonly names: Readonly<Partial<Record<DebtorText, string>>>;
  readonly gender: 'M' | 'F' | null;
  readonly birthday: CalendarDate | null;
  readonly address: Readonly<Record<string, string>>;
  readonly meta: Readonly<Record<string, string>>;
  readonly contacts: readonly ImportedContact[];
  /** What the row says that no field holds; it stands in `meta` too. */
  readonly notTaken: readonly NotTaken[];
}

export const DEBTOR_TEXTS = ['firstName', 'middleName', 'lastName', 'title', 'companyName', 'placeOfBirth'] as const;
export type DebtorText = (typeof DEBTOR_TEXTS)[number];
const ADDRESS = ['addressLine1', 'addressLine2', 'houseNumber', 'postalCode', 'city', 'state', 'country'];
const CONTACTS = ['email', 'mobile', 'landline', 'work'] as const;
/** Names stand in an index. */
const LONGEST_NAME = 300;
const LONGEST_REF = 200;
const LONGEST_CONTACT = 320;
const COMPANIES = new Set([
  'company',
  'firma',
  'business',
  'b2b',
  'organisation',
  'organization',
  'empresa',
  'bedrijf',
  'unternehmen',
  'corporate',
]);
const PERSONS = new Set(
  'person,private,private person,individual,natural,natural person,consumer,b2c,privat,privatperson,particulier,persona,particular,retail'.split(
    ',',
  ),
);
const WOMAN = new Set(['f', 'w', 'female', 'frau', 'mrs', 'ms', 'woman', 'weiblich', 'mujer', 'femenino', 'vrouw', 'vrouwelijk']);
const MAN = new Set(['m', 'male', 'herr', 'mr', 'man', 'männlich', 'maennlich', 'hombre', 'masculino', 'mannelijk']);

interface Reading {
  /** @throws when the text is no day. */
  readonly date: (field: string, text: string) => CalendarDate | null;
  readonly country: string;
  /** The name of the column that fills a field. */
  readonly columnOf: (field: string) => string;
}

export class DebtorReader {
  private readonly role: 'debtor' | 'coDebtor';
  private readonly sources: ReadonlyMap<string, Source>;
  private readonly meta: readonly (readonly [string, Source])[];
  private readonly reading: Reading;

  constructor(role: 'debtor' | 'coDebtor', sources: ReadonlyMap<string, Source>, reading: Reading) {
    this.role = role;
    this.sources = sources;
    this.reading = reading;
    this.meta = [...sources].flatMap(([field, source]) => (field.startsWith('meta.') ? [[field.slice(5), source] as const] : []));
  }

  /** @returns the debtor of a row, or null when the row has none. @throws Refused naming the field. */
  read(cells: readonly string[]): ImportedDebtor | null {
    const text = (field: string) => this.sources.get(field)?.(cells) ?? '';
    const names: Partial<Record<DebtorText, string>> = {};
    for (const field of DEBTOR_TEXTS) {
      const value = text(field);
      this.refuseLong(field, value, LONGEST_NAME);
      if (value !== '') names[field] = value;
    }
    const full = text('name');
    this.refuseLong('name', full, LONGEST_NAME);
    const notTaken: NotTaken[] = [];
    const said = text('type');
    const saidType = typeOf(said);
    if (said !== '' && saidType === null) notTaken.push({ field: 'type', value: said });
    const type = saidType ?? guessType(names, full);
    if (full !== '' && !names.companyName && !names.lastName) Object.assign(names, fullName(full, type));
    else if (full !== '' && !isSaidBy(full, names)) notTaken.push({ field: 'name', value: full });
    const saidGender = text('gender');
    const titled = readTitle(names.title ?? '');
    if (titled.title === '') delete names.title;
    else names.title = titled.title;
    const gender = genderOf(saidGender) ?? titled.gender;
    if (saidGender !== '' && genderOf(saidGender) === null) notTaken.push({ field: 'gender', value: saidGender });
    const address: Record<string, string> = {};
    for (const field of ADDRESS) {
      const value = text(field);
      if (value !== '') address[field] = value;
    }
    const meta: Record<string, string> = {};
    for (const [name, source] of this.meta) {
      const value = source(cells);
      if (value !== '') meta[name] = value;
    }
    const kept = notTaken.map(({ field, value }) => ({ field: `${this.role}.${field}`, value }));
    for (const { field, value } of kept) meta[this.reading.columnOf(field)] = value;
    const ref = text('ref');
    this.refuseLong('ref', ref, LONGEST_REF);
    const contacts = this.contacts(text);
    const birthday = this.reading.date(`${this.role}.birthday`, text('birthday'));
    const says =
      ref !== '' ||
      full !== '' ||
      contacts.length > 0 ||
      birthday !== null ||
      gender !== null ||
      [names, address, meta].some((part) => Object.keys(part).length > 0);
    return says ? { ref, role: this.role, type, names, gender, birthday, address, meta, contacts, notTaken: kept } : null;
  }

  private refuseLong(field: string, { length }: string, most: number): void {
    if (length > most) throw new Refused(`${this.role}.${field}`, words('cellLong', { length, most }));
  }

  private contacts(text: (field: string) => string): ImportedContact[] {
    const contacts: ImportedContact[] = [];
    for (const kind of CONTACTS) {
      const value = text(kind);
      if (value.trim() === '') continue;
      this.refuseLong(kind, value, LONGEST_CONTACT);
      contacts.push({ kind, value, normalized: kind === 'email' ? value.trim().toLowerCase() : phone(value, this.reading.country) });
    }
    return contacts;
  }
}

const INTERNATIONAL = /^\+[1-9]\d{7,14}$/;
/** Countries whose national numbers start with a 0 that the international form drops. */
const TRUNK_ZERO: ReadonlySet<string> = new Set(['DE', 'AT', 'CH', 'NL', 'BE', 'FR', 'GB', 'IE', 'SE', 'FI', 'AU', 'NZ', 'TR', 'ZA']);

/** A number in the usual international or national notation is taken by its form: asking the numbering plan for each of a million would take minutes. */
function phone(value: string, country: string): string {
  const bare = value.replace(/[\s()/.-]/g, '');
  if (INTERNATIONAL.test(bare)) return bare;
  if (TRUNK_ZERO.has(country) && /^0[1-9]\d{6,11}$/.test(bare)) return `+${getCountryCallingCode(country as CountryCode)}${bare.slice(1)}`;
  return normalizePhone(value, country) ?? value.trim();
}

function typeOf(said: string): 'person' | 'company' | null {
  const word = said.trim().toLowerCase();
  return COMPANIES.has(word) ? 'company' : PERSONS.has(word) ? 'person' : null;
}

function guessType(names: Partial<Record<DebtorText, string>>, full: string): 'person' | 'company' {
  if (names.companyName && !names.lastName) return 'company';
  return isCompanyName(full) ? 'company' : 'person';
}

function fullName(full: string, type: 'person' | 'company'): Partial<Record<DebtorText, string>> {
  return type === 'company' ? { companyName: full } : { ...readPersonName(full) };
}

/** @returns whether a full name says nothing that its parts do not say: "Jane Doe" beside Jane and Doe. */
function isSaidBy(full: string, names: Partial<Record<DebtorText, string>>): boolean {
  const words = (text: string) =>
    text
      .toLowerCase()
      .split(/[\s,.;]+/)
      .filter((word) => word !== '');
  const parts = new Set(words(Object.values(names).join(' ')));
  return words(full).every((word) => parts.has(word));
}

function genderOf(text: string): 'M' | 'F' | null {
  const word = text.trim().toLowerCase().replace('.', '');
  return WOMAN.has(word) ? 'F' : MAN.has(word) ? 'M' : null;
}
