/** What a column of a file may mean. The mapping screen, the first guess and the reader of rows all go by this list. */

export const RECORDS = ['claims', 'payments', 'actions', 'accounts'] as const;
/** What one row of a file is: a debt, a payment, something that was done or said, or an account with its debtors. */
export type RecordKind = (typeof RECORDS)[number];

export type ValueKind = 'text' | 'amount' | 'date' | 'yesNo' | 'choice';

export interface FieldDefinition {
  readonly field: string;
  readonly kind: ValueKind;
  readonly records: readonly RecordKind[];
  /** Records that cannot be imported without it. */
  readonly requiredFor?: readonly RecordKind[];
  readonly choices?: readonly string[];
  /** Column names that mean it, letters and digits only, in lower case. */
  readonly names: readonly string[];
}

const all = RECORDS;
const people = ['claims', 'accounts'] as const;

const DEBTOR: readonly Omit<FieldDefinition, 'records'>[] = [
  { field: 'ref', kind: 'text', names: ['debtorref', 'debtorid', 'debtorno', 'debtornumber', 'schuldnernummer', 'debitor', 'clientid'] },
  { field: 'type', kind: 'choice', choices: ['person', 'company'], names: ['debtortype', 'persontype', 'type'] },
  { field: 'name', kind: 'text', names: ['name', 'fullname', 'customername', 'debtorname', 'kundenname', 'schuldner'] },
  { field: 'firstName', kind: 'text', names: ['firstname', 'givenname', 'forename', 'vorname', 'nombre', 'voornaam'] },
  { field: 'middleName', kind: 'text', names: ['middlename', 'zweitername'] },
  { field: 'lastName', kind: 'text', names: ['lastname', 'surname', 'familyname', 'nachname', 'apellido', 'apellidos', 'achternaam'] },
  { field: 'title', kind: 'text', names: ['title', 'titel', 'salutation', 'anrede'] },
  { field: 'companyName', kind: 'text', names: ['company', 'companyname', 'firma', 'firmenname', 'empresa', 'bedrijf'] },
  { field: 'gender', kind: 'choice', choices: ['M', 'F'], names: ['gender', 'sex', 'geschlecht'] },
  { field: 'birthday', kind: 'date', names: ['birthday', 'birthdate', 'dateofbirth', 'dob', 'geburtsdatum', 'geburtstag'] },
  { field: 'placeOfBirth', kind: 'text', names: ['placeofbirth', 'birthplace', 'geburtsort'] },
  { field: 'email', kind: 'text', names: ['email', 'mail', 'emailaddress', 'correo'] },
  { field: 'mobile', kind: 'text', names: ['mobile', 'mobilephone', 'cell', 'cellphone', 'handy', 'mobil', 'movil', 'mobiel'] },
  { field: 'landline', kind: 'text', names: ['phone', 'telephone', 'landline', 'phonenumber', 'telefon', 'tel', 'telefono', 'telefoon'] },
  { field: 'work', kind: 'text', names: ['workphone', 'officephone', 'businessphone', 'telefongeschaeftlich'] },
  { field: 'addressLine1', kind: 'text', names: ['address', 'addressline1', 'street', 'strasse', 'straße', 'calle', 'straat', 'adresse'] },
  { field: 'addressLine2', kind: 'text', names: ['addressline2', 'adresszusatz'] },
  { field: 'houseNumber', kind: 'text', names: ['housenumber', 'houseno', 'hausnummer', 'hausnr'] },
  { field: 'postalCode', kind: 'text', names: ['postalcode', 'postcode', 'zip', 'zipcode', 'plz', 'codigopostal'] },
  { field: 'city', kind: 'text', names: ['city', 'town', 'ort', 'stadt', 'ciudad', 'plaats'] },
  { field: 'state', kind: 'text', names: ['state', 'province', 'bundesland'] },
  { field: 'country', kind: 'text', names: ['country', 'land', 'pais'] },
];

/** Names of debtor fields, without what they hang on. */
export const DEBTOR_FIELDS: readonly string[] = DEBTOR.map(({ field }) => field);

export const FIELDS: readonly FieldDefinition[] = [
  {
    field: 'account.ref',
    kind: 'text',
    records: all,
    requiredFor: ['claims', 'accounts'],
    names: [
      'accountref',
      'accountid',
      'accountno',
      'accountnumber',
      'customerid',
      'customerno',
      'customernumber',
      'customerref',
      'kundennummer',
      'kundennr',
      'konto',
      'kontonummer',
      'klantnummer',
      'cliente',
    ],
  },
  { field: 'account.locale', kind: 'text', records: people, names: ['locale', 'language', 'sprache', 'idioma', 'taal'] },
  { field: 'account.segment', kind: 'text', records: people, names: ['segment', 'accountsegment'] },
  { field: 'account.timezone', kind: 'text', records: people, names: ['timezone', 'zeitzone'] },
  {
    field: 'claim.ref',
    kind: 'text',
    records: ['claims', 'payments', 'actions'],
    requiredFor: ['claims'],
    names: [
      'claimref',
      'claimid',
      'claimno',
      'claimnumber',
      'externalclaimref',
      'invoiceno',
      'invoicenumber',
      'invoiceid',
      'rechnungsnummer',
      'rechnungsnr',
      'forderung',
      'forderungsnummer',
      'billid',
      'billnumber',
      'loanid',
      'factura',
      'factuurnummer',
      'documentnumber',
      'belegnummer',
      // Last: where a number is named as such, these may be something else.
      'invoice',
      'rechnung',
      'beleg',
    ],
  },
  {
    field: 'claim.amount',
    kind: 'amount',
    records: ['claims'],
    requiredFor: ['claims'],
    names: [
      'amount',
      'claimamount',
      'invoiceamount',
      'billamount',
      'betrag',
      'rechnungsbetrag',
      'forderungsbetrag',
      'principal',
      'total',
      'importe',
      'bedrag',
    ],
  },
  {
    field: 'claim.currency',
    kind: 'text',
    records: ['claims', 'payments', 'accounts'],
    requiredFor: ['claims'],
    names: ['currency', 'currencycode', 'waehrung', 'währung', 'moneda', 'valuta'],
  },
  {
    field: 'claim.fees',
    kind: 'amount',
    records: ['claims'],
    names: ['fees', 'fee', 'gebuehren', 'gebühren', 'mahngebuehren', 'mahngebühren'],
  },
  {
    field: 'claim.date',
    kind: 'date',
    records: ['claims'],
    names: ['invoicedate', 'date', 'claimdate', 'billdate', 'rechnungsdatum', 'datum', 'issuedate', 'billperiodend', 'fecha'],
  },
  {
    field: 'claim.dueDate',
    kind: 'date',
    records: ['claims'],
    names: ['duedate', 'due', 'faelligkeit', 'fälligkeit', 'faelligam', 'fälligam', 'vencimiento', 'vervaldatum'],
  },
  { field: 'claim.type', kind: 'text', records: ['claims'], names: ['claimtype', 'forderungsart'] },
  { field: 'claim.portfolio', kind: 'text', records: ['claims'], names: ['portfolio', 'portfolioref', 'externalportfolioref'] },
  {
    field: 'claim.productReference',
    kind: 'text',
    records: ['claims'],
    names: ['productreference', 'productref', 'contract', 'contractnumber', 'vertragsnummer'],
  },
  { field: 'claim.productName', kind: 'text', records: ['claims'], names: ['product', 'productname', 'produkt', 'producto'] },
  { field: 'claim.productType', kind: 'text', records: ['claims'], names: ['producttype', 'produktart'] },
  { field: 'claim.paymentReference', kind: 'text', records: ['claims'], names: ['paymentreference', 'verwendungszweck', 'kassenzeichen'] },
  { field: 'claim.segment', kind: 'text', records: ['claims'], names: ['claimsegment'] },
  { field: 'claim.disputed', kind: 'yesNo', records: ['claims'], names: ['disputed', 'dispute', 'indispute', 'strittig', 'bestritten'] },
  { field: 'claim.paid', kind: 'yesNo', records: ['claims'], names: ['paid', 'ispaid', 'settled', 'bezahlt'] },
  {
    field: 'payment.ref',
    kind: 'text',
    records: ['payments'],
    names: ['paymentid', 'paymentref', 'transactionid', 'paymentno', 'zahlungsnummer'],
  },
  {
    field: 'payment.date',
    kind: 'date',
    records: ['claims', 'payments'],
    requiredFor: ['payments'],
    names: ['paymentdate', 'settleddate', 'paidon', 'paiddate', 'paidat', 'zahlungsdatum', 'bezahltam', 'valuedate', 'valuta'],
  },
  {
    field: 'payment.amount',
    kind: 'amount',
    records: ['claims', 'payments'],
    requiredFor: ['payments'],
    names: ['paymentamount', 'paidamount', 'amountpaid', 'zahlbetrag', 'zahlung'],
  },
  { field: 'payment.method', kind: 'text', records: ['claims', 'payments'], names: ['method', 'paymentmethod', 'zahlungsart', 'zahlart'] },
  {
    field: 'action.date',
    kind: 'date',
    records: ['actions'],
    requiredFor: ['actions'],
    names: ['actiondate', 'date', 'datum', 'eventdate', 'contactdate'],
  },
  {
    field: 'action.kind',
    kind: 'choice',
    choices: ['note', 'email', 'sms', 'letter', 'call', 'promise', 'promiseBroken'],
    records: ['actions'],
    requiredFor: ['actions'],
    names: ['action', 'actiontype', 'event', 'eventtype', 'aktion'],
  },
  {
    field: 'action.text',
    kind: 'text',
    records: ['actions'],
    names: ['text', 'note', 'notes', 'comment', 'notiz', 'bemerkung', 'description'],
  },
  { field: 'action.amount', kind: 'amount', records: ['actions'], names: ['amount', 'promisedamount', 'betrag'] },
  {
    field: 'debtor.role',
    kind: 'choice',
    choices: ['main', 'coDebtor'],
    records: ['accounts'],
    names: ['role', 'debtorrole', 'disptype', 'rolle'],
  },
  ...DEBTOR.map((definition) => ({ ...definition, field: `debtor.${definition.field}`, records: people })),
  ...DEBTOR.map((definition) => ({
    ...definition,
    field: `coDebtor.${definition.field}`,
    records: people,
    names: definition.names.flatMap((name) => [`co${name}`, `codebtor${name}`, `second${name}`]),
  })),
];

/** Free fields: any name behind the prefix. */
export const META_PREFIXES: Readonly<Record<string, readonly RecordKind[]>> = {
  'claim.meta.': ['claims'],
  'account.meta.': people,
  'debtor.meta.': people,
};

const byName = new Map(FIELDS.map((definition) => [definition.field, definition]));

/** @returns what a field is in a kind of record, or null when the record has no such field. */
export function fieldOf(record: RecordKind, field: string): FieldDefinition | null {
  const known = byName.get(field);
  if (known) return known.records.includes(record) ? known : null;
  const prefix = Object.keys(META_PREFIXES).find((candidate) => field.startsWith(candidate) && field.length > candidate.length);
  if (!prefix || !META_PREFIXES[prefix]?.includes(record)) return null;
  return { field, kind: 'text', records: META_PREFIXES[prefix] ?? [], names: [] };
}
