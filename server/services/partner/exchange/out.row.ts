/** One claim as a row of a partner's file: what each field says, and how a layout writes it. */
import { createHash } from 'node:crypto';
import { exponentOf, toDecimal } from '../../../../core/money.ts';
import { type DateFormat, DEFAULT_LAYOUT, type Layout, OUT_FIELDS, outFieldKind } from '../../../../core/partnerFiles.ts';
import type { HandedClaim, HandedDebtor } from '../../account/claim/handover.logic.ts';

export type Change = 'new' | 'changed' | 'returned';

/** How a claim came to the partner, and how it ended there. */
export interface Assignment {
  readonly assignmentId: string;
  /** Days. */
  readonly givenAt: string;
  readonly note: string | null;
  readonly endedAt: string | null;
  readonly status: string;
  readonly endNote: string | null;
}

/** What is told of a claim. */
export interface OutRow {
  readonly change: Change;
  readonly claim: HandedClaim;
  readonly assignment: Assignment;
  /** What the file before said, minor units. */
  readonly previousBalance: bigint | null;
}

/** @param attachments that the partner has with it. @returns the digest of all that can be told of a claim that a partner has, whatever its layout shows. */
export function digestOf(claim: HandedClaim, assignmentId: string, attachments: readonly string[]): string {
  const text = JSON.stringify([assignmentId, claim, ...(attachments.length > 0 ? [attachments] : [])], (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return createHash('sha1').update(text).digest('base64url');
}

type Value = string | { readonly minor: bigint; readonly currency: string } | { readonly day: string } | null;

const nameOf = (debtor: HandedDebtor) =>
  debtor.companyName ?? [debtor.title, debtor.firstName, debtor.middleName, debtor.lastName].filter(Boolean).join(' ');
const joined = (values: readonly string[] | undefined) => (values ?? []).join('; ');
const textOf = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : typeof value === 'object' ? JSON.stringify(value) : String(value);

const ADDRESS = /^debtor\.(addressLine[123]|houseNumber|postalCode|city|suburb|state|country)$/;
const PLAIN = /^debtor\.(ref|type|title|firstName|middleName|lastName|companyName|gender)$/;
const CONTACTS: Readonly<Record<string, 'email' | 'mobile' | 'landline' | 'work'>> = {
  'debtor.emails': 'email',
  'debtor.mobiles': 'mobile',
  'debtor.landlines': 'landline',
  'debtor.workPhones': 'work',
};

/** @returns what a field says in a row. */
function said(field: string, { change, claim, assignment, previousBalance }: OutRow): Value {
  const [debtor, ...others] = claim.debtors;
  const amount = (minor: bigint | null): Value => (minor === null ? null : { minor, currency: claim.currency });
  const day = (text: string | null): Value => (text === null ? null : { day: text.slice(0, 10) });
  const meta = /^(claim|account)\.meta\.(.+)$/s.exec(field);
  if (meta) return textOf((meta[1] === 'claim' ? claim.meta : claim.accountMeta)[meta[2]!]);
  const part = ADDRESS.exec(field)?.[1];
  if (part) return textOf(debtor?.address[part]);
  const plain = PLAIN.exec(field)?.[1] as keyof HandedDebtor | undefined;
  if (plain) return textOf(debtor?.[plain]);
  const kind = CONTACTS[field];
  if (kind) return joined(debtor?.contacts?.[kind]);
  switch (field as keyof typeof OUT_FIELDS) {
    case 'change':
      return change;
    case 'assignment.id':
      return assignment.assignmentId;
    case 'assignment.givenAt':
      return day(assignment.givenAt);
    case 'assignment.note':
      return assignment.note;
    case 'assignment.endedAt':
      return day(assignment.endedAt);
    case 'assignment.endReason':
      return change === 'returned' ? (assignment.endNote ?? assignment.status) : null;
    case 'account.ref':
      return claim.accountRef;
    case 'account.locale':
      return claim.locale;
    case 'claim.ref':
      return claim.ref;
    case 'claim.paymentReference':
      return claim.paymentReference;
    case 'claim.type':
      return claim.type;
    case 'claim.status':
      return claim.status;
    case 'claim.disputed':
      return claim.disputed ? 'yes' : 'no';
    case 'claim.portfolio':
      return claim.portfolio;
    case 'claim.productReference':
      return claim.productReference;
    case 'claim.productName':
      return claim.productName;
    case 'claim.dueDate':
      return day(claim.dueDate);
    case 'claim.currency':
      return claim.currency;
    case 'claim.amount':
      return amount(claim.amount);
    case 'claim.fees':
      return amount(claim.fees);
    case 'claim.balance':
      return amount(claim.balance);
    case 'claim.previousBalance':
      return amount(previousBalance);
    case 'debtor.birthday':
      return day(debtor?.birthday ?? null);
    case 'coDebtors':
      return others.map(nameOf).join('; ');
    default:
      return null;
  }
}

const DATES: Readonly<Record<DateFormat, (year: string, month: string, day: string) => string>> = {
  'YYYY-MM-DD': (year, month, day) => `${year}-${month}-${day}`,
  'DD.MM.YYYY': (year, month, day) => `${day}.${month}.${year}`,
  'DD/MM/YYYY': (year, month, day) => `${day}/${month}/${year}`,
  'MM/DD/YYYY': (year, month, day) => `${month}/${day}/${year}`,
  YYYYMMDD: (year, month, day) => `${year}${month}${day}`,
};

/** A cell before a format writes it. */
export type OutCell =
  | { readonly kind: 'text' | 'date'; readonly text: string }
  | { readonly kind: 'amount'; readonly text: string; readonly decimal: string; readonly currency: string; readonly digits: number };

/** @returns the columns of a layout: the product's own where it names none. */
export function columnsOf(layout: Layout | null): Layout['columns'] {
  if (layout && layout.columns.length > 0) return layout.columns;
  return Object.keys(OUT_FIELDS).map((field) => ({ name: field, field }));
}

/** @returns how rows are written under a layout. */
export function cellsBy(layout: Layout | null): (row: OutRow) => OutCell[] {
  const { dateFormat, decimalMark } = layout ?? DEFAULT_LAYOUT;
  const fields = columnsOf(layout).map(({ field }) => field);
  return (row) =>
    fields.map((field): OutCell => {
      const value = said(field, row);
      if (value === null) return { kind: outFieldKind(field) === 'date' ? 'date' : 'text', text: '' };
      if (typeof value === 'string') return { kind: 'text', text: value };
      if ('day' in value) {
        const [year = '', month = '', day = ''] = value.day.split('-');
        return { kind: 'date', text: DATES[dateFormat](year, month, day) };
      }
      const decimal = toDecimal(value.minor, value.currency);
      const text = decimalMark === ',' ? decimal.replace('.', ',') : decimal;
      return { kind: 'amount', text, decimal, currency: value.currency, digits: exponentOf(value.currency) };
    });
}
