/** The debtors of an account as the contract gives them: with their contacts, and what is confidential masked. */
import { surplusOf } from '../../../../core/budget.ts';
import { fromDecimal, money } from '../../../../core/money.ts';
import { formatPhone } from '../../../../core/phone.ts';
import type { CalendarDate } from '../../../../core/time.ts';
import type { ContactState, contactPoint, debtor, FinancialInformation } from './account.tables.ts';
import { bestFirst } from './contact.order.ts';
import { openDebtor } from './debtor.secrets.ts';
import type { JsonRow } from './rows.ts';

export type DebtorJson = JsonRow<typeof debtor.$inferSelect>;
export type ContactJson = JsonRow<typeof contactPoint.$inferSelect>;
export type PresentedDebtor = ReturnType<typeof presentDebtors>[number];

/** SQL of all debtors of an account named a, and of their contacts. */
export const DEBTORS = `(select coalesce(jsonb_agg(to_jsonb(d) order by d.position, d.external_debtor_ref), '[]') from debtor d where d.client_id = a.client_id and d.account_id = a.account_id)`;
export const CONTACTS = `(select coalesce(jsonb_agg(to_jsonb(p) order by p.kind, ${bestFirst('p')}), '[]') from contact_point p where p.client_id = a.client_id and p.account_id = a.account_id)`;

/** The parts of an address, in the order of the contract. */
export const ADDRESS_PARTS = [
  'addressLine1',
  'addressLine2',
  'addressLine3',
  'houseNumber',
  'city',
  'state',
  'suburb',
  'postalCode',
  'country',
] as const;
export type AddressPart = (typeof ADDRESS_PARTS)[number];

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const presentAddress = (address: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(ADDRESS_PARTS.map((part) => [part, text(address[part])])) as Record<AddressPart, string | null>;

/** The debtors in the contract's shape, the main one first. @param contacts of all of them. */
export function presentDebtors({ debtors, contacts }: { debtors: readonly DebtorJson[]; contacts: readonly ContactJson[] }) {
  return debtors.map(openDebtor).map((row) => {
    const own = contacts.filter((each) => each.debtor_id === row.debtor_id);
    const first = (kind: ContactJson['kind']) => own.find((each) => each.kind === kind)?.value ?? null;
    const { address } = row;
    return {
      externalDebtorRef: row.external_debtor_ref,
      type: row.type,
      firstName: row.first_name,
      middleName: row.middle_name,
      lastName: row.last_name,
      title: row.title,
      companyName: row.company_name,
      gender: row.gender,
      birthday: row.birthday as CalendarDate | null,
      placeOfBirth: row.place_of_birth,
      SSN: mask(row.ssn),
      IBAN: mask(row.iban),
      deceased: row.deceased,
      meta: row.meta,
      contactInformation: {
        ...presentAddress(address),
        email: first('email'),
        landLine: first('landline'),
        mobileNumber: first('mobile'),
        workPhoneNumber: first('work'),
        additionalAddresses: Array.isArray(address.additionalAddresses) ? address.additionalAddresses.map(presentAddress) : [],
        additionalContactInformation: row.additional_contact_information.map((each) => ({ ...each, note: each.note ?? null })),
      },
      phones: own.filter((each) => each.kind !== 'email').map((each) => presentPhone(each, row.external_debtor_ref)),
      emails: own.filter((each) => each.kind === 'email').map((each) => presentEmail(each, row.external_debtor_ref)),
      debtorFinancialInformation: row.financial_information && presentFinancialInformation(row.financial_information),
    };
  });
}

/** @returns dots and the last four characters: enough to tell one from another on the telephone. */
export function mask(secret: string | null): string | null {
  return secret && `•••• ${secret.slice(-4)}`;
}

const sum = (amount: string, currency: string) => money(fromDecimal(amount, currency) ?? 0n, currency);

function presentFinancialInformation(known: FinancialInformation) {
  const items = (list: FinancialInformation['incomes']) => list.map((item) => ({ ...item, amount: sum(item.amount, item.currency) }));
  return {
    incomes: items(known.incomes),
    expenses: items(known.expenses),
    household: known.household ?? null,
    surplus: surplusOf(known).map(({ currency, ...line }) => ({
      currency,
      incomes: sum(line.incomes, currency),
      expenses: sum(line.expenses, currency),
      surplus: sum(line.surplus, currency),
    })),
  };
}

/** A phone number in the contract's shape; the number is given as it was written. */
export function presentPhone(row: { value: string; normalized: string; kind: string; state: ContactState }, externalDebtorRef: string) {
  const { value, normalized, state, kind } = row;
  const formatted = formatPhone(normalized);
  // A number of no country is stored without its separators: then it is read as it came.
  const isKnown = formatted !== normalized;
  return {
    externalDebtorRef,
    contactPhoneNumber: value,
    formatted: isKnown ? formatted : value,
    contactPhoneNumberState: state,
    type: kind,
  };
}

/** An e-mail address in the contract's shape. */
export function presentEmail(row: { value: string; state: ContactState }, externalDebtorRef: string) {
  return { externalDebtorRef, email: row.value, emailState: row.state };
}
