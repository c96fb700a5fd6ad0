/** Which column of a partner's file is what: what somebody says, or what the names of the columns suggest. */
import { z } from 'zod';
import { faultOfIssues } from '../../../../core/collectFaults.ts';
import { invalid } from '../../../../core/fault.ts';
import { RETURN_FIELDS, RETURN_KINDS, type ReturnField, type ReturnKind } from '../../../../core/partnerFiles.ts';
import { ENCODINGS, guessDateOrder, guessDecimalMark, MOST_SKIPPED, SEPARATORS } from '../../import/import.table.logic.ts';

const text = z.string().max(500);

const mappingSchema = z.object({
  /** Detected when absent. */
  encoding: z.enum(ENCODINGS).nullish(),
  separator: z.enum(SEPARATORS).nullish(),
  skipRows: z.int().min(0).max(MOST_SKIPPED).nullish(),
  sheet: text.nullish(),
  hasHeader: z.boolean(),
  decimalMark: z.enum(['.', ',']),
  dateOrder: z.enum(['YMD', 'DMY', 'MDY']),
  fields: z
    .array(
      z.object({
        field: z.enum(RETURN_FIELDS),
        column: text.nullish(),
        constant: text.nullish(),
        values: z
          .array(z.object({ from: text, to: text }))
          .max(200)
          .nullish(),
      }),
    )
    .max(100),
});
export type ReturnMapping = z.infer<typeof mappingSchema>;

/** @throws Fault INVALID_INPUT naming what is wrong */
export function checkReturnMapping(given: unknown): ReturnMapping {
  const parsed = mappingSchema.safeParse(given);
  if (!parsed.success) throw faultOfIssues('mapping', parsed.error.issues);
  const seen = new Set<ReturnField>();
  for (const { field, column, constant } of parsed.data.fields) {
    if (seen.has(field)) throw invalid(`mapping.${field}`, 'mappingTwice', { field });
    seen.add(field);
    if ([column, constant].filter(Boolean).length !== 1) throw invalid(`mapping.${field}`, 'mappingOne', { field });
  }
  if (!seen.has('claimRef')) throw invalid('mapping.claimRef', 'returnClaimColumn');
  if (!seen.has('kind')) throw invalid('mapping.kind', 'returnKindColumn');
  return parsed.data;
}

/** What people call the columns, in the product's four languages; without spaces and signs. */
const NAMES: Readonly<Record<ReturnField, readonly string[]>> = {
  kind: ['kind', 'type', 'rowtype', 'recordtype', 'art', 'satzart', 'typ', 'vorgang', 'tipo', 'soort', 'recordsoort'],
  claimRef: [
    'claimref',
    'claimreference',
    'claim',
    'claimnumber',
    'claimno',
    'externalclaimref',
    'invoice',
    'invoicenumber',
    'invoiceno',
    'forderung',
    'forderungsnummer',
    'forderungsreferenz',
    'forderungsnr',
    'rechnungsnummer',
    'rechnungsnr',
    'yourreference',
    'ihrzeichen',
    'clientreference',
    'deuda',
    'referenciadeuda',
    'factura',
    'vordering',
    'vorderingsnummer',
    'factuurnummer',
    'uwreferentie',
  ],
  reference: [
    'reference',
    'ourreference',
    'id',
    'paymentid',
    'paymentreference',
    'transactionid',
    'transactionreference',
    'referenz',
    'unserzeichen',
    'buchungsnummer',
    'belegnummer',
    'zahlungsreferenz',
    'referencia',
    'nuestrareferencia',
    'referentie',
    'onzereferentie',
  ],
  date: [
    'date',
    'paymentdate',
    'valuedate',
    'bookingdate',
    'paidon',
    'paidat',
    'datepaid',
    'receivedon',
    'datum',
    'zahlungsdatum',
    'wertstellung',
    'buchungsdatum',
    'bezahltam',
    'eingangsdatum',
    'fecha',
    'fechadepago',
    'fechapago',
    'fechavalor',
    'betaaldatum',
    'betaaldop',
    'valutadatum',
  ],
  amount: [
    'amount',
    'paid',
    'amountpaid',
    'paidamount',
    'paymentamount',
    'collected',
    'betrag',
    'zahlbetrag',
    'gezahlt',
    'bezahlt',
    'zahlung',
    'summe',
    'importe',
    'monto',
    'pago',
    'bedrag',
    'betaaldbedrag',
  ],
  currency: ['currency', 'currencycode', 'währung', 'waehrung', 'moneda', 'divisa', 'valuta', 'munt'],
  text: [
    'text',
    'note',
    'notes',
    'comment',
    'description',
    'notiz',
    'bemerkung',
    'kommentar',
    'beschreibung',
    'nota',
    'comentario',
    'descripción',
    'opmerking',
    'notitie',
    'omschrijving',
  ],
  status: ['status', 'state', 'stand', 'estado'],
  reason: ['reason', 'closingreason', 'grund', 'abschlussgrund', 'motivo', 'reden'],
  email: ['email', 'mail', 'emailaddress', 'correo', 'correoelectrónico'],
  mobileNumber: ['mobile', 'mobilenumber', 'cell', 'mobil', 'handy', 'mobilnummer', 'móvil', 'movil', 'mobiel'],
  landLine: ['landline', 'phone', 'telephone', 'telefon', 'festnetz', 'teléfono', 'telefono', 'telefoon'],
  workPhoneNumber: ['workphone', 'workphonenumber', 'geschäftlich', 'teléfonotrabajo', 'werktelefoon'],
  addressLine1: [
    'addressline1',
    'address',
    'street',
    'straße',
    'strasse',
    'adresse',
    'anschrift',
    'calle',
    'dirección',
    'direccion',
    'straat',
    'adres',
  ],
  houseNumber: ['housenumber', 'hausnummer', 'número', 'huisnummer'],
  addressLine2: ['addressline2', 'adresszusatz'],
  addressLine3: ['addressline3'],
  postalCode: ['postalcode', 'zip', 'zipcode', 'postcode', 'plz', 'postleitzahl', 'códigopostal', 'codigopostal'],
  city: ['city', 'town', 'ort', 'stadt', 'ciudad', 'plaats', 'woonplaats', 'stad'],
  suburb: ['suburb', 'district', 'ortsteil', 'distrito', 'wijk'],
  state: ['region', 'bundesland', 'provincia', 'provincie'],
  country: ['country', 'land', 'país', 'pais'],
};

/** What rows are called that are about something. */
export const KIND_WORDS: Readonly<Record<ReturnKind, readonly string[]>> = {
  payment: ['payment', 'pay', 'pmt', 'zahlung', 'zahlungseingang', 'pago', 'cobro', 'betaling'],
  status: ['status', 'state', 'stand', 'estado'],
  note: ['note', 'comment', 'notiz', 'bemerkung', 'nota', 'notitie', 'opmerking'],
  contact: ['contact', 'address', 'phone', 'email', 'kontakt', 'adresse', 'anschrift', 'adressänderung', 'contacto', 'dirección', 'adres'],
  costs: ['costs', 'cost', 'fee', 'fees', 'kosten', 'gebühr', 'gebühren', 'costes', 'gastos', 'honorarios'],
  closing: [
    'closing',
    'close',
    'closed',
    'return',
    'returned',
    'abschluss',
    'rückgabe',
    'geschlossen',
    'cierre',
    'devolución',
    'sluiting',
    'afgesloten',
    'teruggave',
  ],
};

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** @returns the kind that a word of a file names; null: none. */
export function kindOf(word: string): ReturnKind | null {
  const said = plain(word);
  return RETURN_KINDS.find((kind) => kind === said || KIND_WORDS[kind].includes(said)) ?? null;
}

/** @param rows a sample, without the header. @returns the mapping that a file's columns suggest; the kind is every row's when no column says it. */
export function guessReturnMapping(columns: readonly string[], rows: readonly (readonly string[])[], country: string): ReturnMapping {
  const taken = new Set<string>();
  const fields: ReturnMapping['fields'] = [];
  for (const field of RETURN_FIELDS) {
    const names = [plain(field), ...NAMES[field]];
    const column = names.map((name) => columns.find((each) => !taken.has(each) && plain(each) === name)).find((each) => each !== undefined);
    if (column === undefined) continue;
    // A column called status may be of the claim in another system: it says what rows are about only if its words are kinds.
    taken.add(column);
    fields.push({ field, column });
  }
  const values = (field: ReturnField) => {
    const at = columns.indexOf(fields.find((each) => each.field === field)?.column ?? '');
    return at < 0 ? [] : rows.map((row) => row[at] ?? '').filter((cell) => cell !== '');
  };
  if (!fields.some(({ field }) => field === 'kind') && fields.some(({ field }) => field === 'amount'))
    fields.unshift({ field: 'kind', constant: 'payment' });
  return {
    encoding: null,
    separator: null,
    skipRows: 0,
    sheet: null,
    hasHeader: true,
    decimalMark: guessDecimalMark(values('amount'), country === 'US' || country === 'GB' ? '.' : ',').value,
    dateOrder: guessDateOrder(values('date'), country === 'US' ? 'MDY' : 'DMY').value,
    fields,
  };
}
