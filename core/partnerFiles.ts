/** Files that go to partners and come from them: what both sides of the product know of them. */
export const FILE_TYPES = ['csv', 'xlsx', 'jsonl'] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** How days are written. */
export const DATE_FORMATS = ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'YYYYMMDD'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];
export const OUT_ENCODINGS = ['utf-8', 'windows-1252'] as const;
export type OutEncoding = (typeof OUT_ENCODINGS)[number];
export const OUT_SEPARATORS = [',', ';', '\t', '|'] as const;
export type OutSeparator = (typeof OUT_SEPARATORS)[number];

/** Columns of an outgoing file and how they are written. A layout without columns has the product's own. */
export interface Layout {
  readonly columns: readonly { readonly name: string; readonly field: string }[];
  readonly dateFormat: DateFormat;
  readonly decimalMark: '.' | ',';
  /** Of text: CSV alone. */
  readonly encoding: OutEncoding;
  readonly separator: OutSeparator;
}

export const DEFAULT_LAYOUT: Layout = { columns: [], dateFormat: 'YYYY-MM-DD', decimalMark: '.', encoding: 'utf-8', separator: ',' };

/** What can be told of a claim, in the order of the product's own layout; `claim.meta.<name>` and `account.meta.<name>` besides. */
export const OUT_FIELDS = {
  change: 'text',
  'assignment.id': 'text',
  'assignment.givenAt': 'date',
  'assignment.note': 'text',
  'assignment.endedAt': 'date',
  'assignment.endReason': 'text',
  'account.ref': 'text',
  'account.locale': 'text',
  'claim.ref': 'text',
  'claim.paymentReference': 'text',
  'claim.type': 'text',
  'claim.status': 'text',
  'claim.disputed': 'text',
  'claim.portfolio': 'text',
  'claim.productReference': 'text',
  'claim.productName': 'text',
  'claim.dueDate': 'date',
  'claim.currency': 'text',
  'claim.amount': 'amount',
  'claim.fees': 'amount',
  'claim.balance': 'amount',
  'claim.previousBalance': 'amount',
  'debtor.ref': 'text',
  'debtor.type': 'text',
  'debtor.title': 'text',
  'debtor.firstName': 'text',
  'debtor.middleName': 'text',
  'debtor.lastName': 'text',
  'debtor.companyName': 'text',
  'debtor.birthday': 'date',
  'debtor.gender': 'text',
  'debtor.addressLine1': 'text',
  'debtor.houseNumber': 'text',
  'debtor.addressLine2': 'text',
  'debtor.addressLine3': 'text',
  'debtor.postalCode': 'text',
  'debtor.city': 'text',
  'debtor.suburb': 'text',
  'debtor.state': 'text',
  'debtor.country': 'text',
  'debtor.emails': 'text',
  'debtor.mobiles': 'text',
  'debtor.landlines': 'text',
  'debtor.workPhones': 'text',
  coDebtors: 'text',
} as const satisfies Record<string, 'text' | 'date' | 'amount'>;
export type OutField = keyof typeof OUT_FIELDS;

/** @returns what a field is, or null when there is no such field. */
export function outFieldKind(field: string): 'text' | 'date' | 'amount' | null {
  if (Object.hasOwn(OUT_FIELDS, field)) return OUT_FIELDS[field as OutField];
  return /^(claim|account)\.meta\..{1,200}$/.test(field) ? 'text' : null;
}

/** What a row that comes back can be about. */
export const RETURN_KINDS = ['payment', 'status', 'note', 'contact', 'costs', 'closing'] as const;
export type ReturnKind = (typeof RETURN_KINDS)[number];

/** What columns of a partner's file can fill. */
export const RETURN_FIELDS = [
  'kind',
  'claimRef',
  'reference',
  'date',
  'amount',
  'currency',
  'text',
  'status',
  'reason',
  'email',
  'mobileNumber',
  'landLine',
  'workPhoneNumber',
  'addressLine1',
  'houseNumber',
  'addressLine2',
  'addressLine3',
  'postalCode',
  'city',
  'suburb',
  'state',
  'country',
] as const;
export type ReturnField = (typeof RETURN_FIELDS)[number];
/** Those of the debtor's contact data. */
export const CONTACT_FIELDS = RETURN_FIELDS.slice(9) as readonly Exclude<
  ReturnField,
  'kind' | 'claimRef' | 'reference' | 'date' | 'amount' | 'currency' | 'text' | 'status' | 'reason'
>[];
