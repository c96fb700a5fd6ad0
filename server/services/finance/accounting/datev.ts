/**
 * DATEV-Format, Buchungsstapel: EXTF, header version 700, category 21, format version 13. One file is one currency and one month of one
 * fiscal year, because a booking's date is a day and a month without a year.
 */
import { exponentOf, toDecimal } from '../../../../core/money.ts';
import { type CalendarDate, type Instant, isoInstant } from '../../../../core/time.ts';
import type { Side } from './chart.ts';

/** What DATEV wants to know of the client, from whoever keeps its books. */
export interface DatevSetting {
  /** Beraternummer and Mandantennummer. */
  readonly consultant: number;
  readonly client: number;
  /** First month of the fiscal year, 1 to 12. */
  readonly fiscalMonth: number;
  /** Digits of a general ledger account. */
  readonly accountLength: number;
  /** Festschreibung: what is read can't be changed in DATEV any more. */
  readonly locks: boolean;
}

/** A stack takes no more bookings. */
export const MOST_BOOKINGS = 99_999;

type Kind = 'text' | 'number';
const text = (...names: string[]): [string, Kind][] => names.map((name) => [name, 'text']);
const number = (...names: string[]): [string, Kind][] => names.map((name) => [name, 'number']);
const pairs = (count: number, type: string, content: string) =>
  Array.from({ length: count }, (_, index) => text(`${type} ${index + 1}`, `${content} ${index + 1}`)).flat();

/** All 125 in their order, with whether they are in quotes. DATEV reads them by their place. */
const COLUMNS: readonly [string, Kind][] = [
  ...number('Umsatz (ohne Soll/Haben-Kz)'),
  ...text('Soll/Haben-Kennzeichen', 'WKZ Umsatz'),
  ...number('Kurs', 'Basis-Umsatz'),
  ...text('WKZ Basis-Umsatz'),
  ...number('Konto', 'Gegenkonto (ohne BU-Schlüssel)'),
  ...text('BU-Schlüssel'),
  ...number('Belegdatum'),
  ...text('Belegfeld 1', 'Belegfeld 2'),
  ...number('Skonto'),
  ...text('Buchungstext'),
  ...number('Postensperre'),
  ...text('Diverse Adressnummer'),
  ...number('Geschäftspartnerbank', 'Sachverhalt', 'Zinssperre'),
  ...text('Beleglink'),
  ...pairs(8, 'Beleginfo - Art', 'Beleginfo - Inhalt'),
  ...text('KOST1 - Kostenstelle', 'KOST2 - Kostenstelle'),
  ...number('Kost-Menge'),
  ...text('EU-Land u. UStID (Bestimmung)'),
  ...number('EU-Steuersatz (Bestimmung)'),
  ...text('Abw. Versteuerungsart'),
  ...number(
    'Sachverhalt L+L',
    'Funktionsergänzung L+L',
    'BU 49 Hauptfunktionstyp',
    'BU 49 Hauptfunktionsnummer',
    'BU 49 Funktionsergänzung',
  ),
  ...pairs(20, 'Zusatzinformation - Art', 'Zusatzinformation- Inhalt'),
  ...number('Stück', 'Gewicht', 'Zahlweise'),
  ...text('Forderungsart'),
  ...number('Veranlagungsjahr', 'Zugeordnete Fälligkeit', 'Skontotyp'),
  ...text('Auftragsnummer', 'Buchungstyp'),
  ...number('USt-Schlüssel (Anzahlungen)'),
  ...text('EU-Mitgliedstaat (Anzahlungen)'),
  ...number('Sachverhalt L+L (Anzahlungen)', 'EU-Steuersatz (Anzahlungen)', 'Erlöskonto (Anzahlungen)'),
  ...text('Herkunft-Kz', 'Leerfeld'),
  ...number('KOST-Datum'),
  ...text('SEPA-Mandatsreferenz'),
  ...number('Skontosperre'),
  ...text('Gesellschaftername'),
  ...number('Beteiligtennummer'),
  ...text('Identifikationsnummer', 'Zeichnernummer'),
  ...number('Postensperre bis'),
  ...text('Bezeichnung SoBil-Sachverhalt'),
  ...number('Kennzeichen SoBil-Buchung', 'Festschreibung', 'Leistungsdatum', 'Datum Zuord. Steuerperiode', 'Fälligkeit'),
  ...text('Generalumkehr (GU)'),
  ...number('Steuersatz'),
  ...text('Land', 'Abrechnungsreferenz'),
  ...number('BVV-Position'),
  ...text('EU-Land u. UStID (Ursprung)'),
  ...number('EU-Steuersatz (Ursprung)', 'Abw. Skontokonto'),
];

const PLACES = new Map(COLUMNS.map(([name], index) => [name, index]));
const EMPTY: readonly string[] = COLUMNS.map(([, kind]) => (kind === 'text' ? '""' : ''));
const quoted = (value: string, most: number) => `"${[...value.replace(/[\r\n]+/g, ' ')].slice(0, most).join('').replaceAll('"', '""')}"`;
const line = (cells: readonly string[]) => `${cells.join(';')}\r\n`;
const compact = (day: string) => day.replaceAll('-', '');

/** The second line of a file. */
export const COLUMN_LINE = line(COLUMNS.map(([name]) => `"${name}"`));

/** @returns the first day of the fiscal year that a day is in. */
export function fiscalYearOf(day: CalendarDate, fiscalMonth: number): CalendarDate {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return `${month >= fiscalMonth ? year : year - 1}-${String(fiscalMonth).padStart(2, '0')}-01` as CalendarDate;
}

/** Whether DATEV can take amounts of a currency: they have two decimals. */
export const takesCurrency = (currency: string): boolean => exponentOf(currency) <= 2;

/** The first line of a file. @param title up to 30 letters, digits and . - / */
export function headerLine(
  setting: DatevSetting,
  about: {
    readonly from: CalendarDate;
    readonly until: CalendarDate;
    readonly currency: string;
    readonly title: string;
    readonly at: Instant;
  },
): string {
  return line([
    '"EXTF"',
    '700',
    '21',
    '"Buchungsstapel"',
    '13',
    isoInstant(about.at).replace(/\D/g, ''),
    '',
    '"QT"',
    '"Quittance"',
    '""',
    String(setting.consultant),
    String(setting.client),
    compact(fiscalYearOf(about.from, setting.fiscalMonth)),
    String(setting.accountLength),
    compact(about.from),
    compact(about.until),
    quoted(about.title, 30),
    '""',
    '1',
    '0',
    setting.locks ? '1' : '0',
    `"${about.currency}"`,
    '',
    '""',
    '',
    '',
    '""',
    '',
    '',
    '""',
    '""',
  ]);
}

const WORDS: Readonly<Record<Side, string>> = {
  principal: 'Forderung',
  fee: 'Gebühr',
  interest: 'Zinsen',
  payment: 'Zahlung',
  refund: 'Erstattung',
  chargeback: 'Rückbelastung',
  writeOff: 'Ausbuchung',
  settlement: 'Vergleich',
  correction: 'Korrektur',
};

export interface Booking {
  readonly entryId: string;
  readonly externalClaimRef: string;
  readonly side: Side;
  /** Minor units; positive debits the account, negative credits it. */
  readonly amount: bigint;
  readonly currency: string;
  readonly account: string;
  readonly contra: string;
  /** The day it was booked, or of the reversal. */
  readonly day: CalendarDate;
  readonly valueDate: CalendarDate;
  readonly isReversal: boolean;
}

/** A reference with what Belegfeld 1 allows: letters, digits and _ $ & % * + - / up to 36. */
const voucher = (ref: string) => quoted(ref.replace(/[^A-Za-z0-9_$&%*+\-/]/g, ''), 36);

/** One booking. The amount has no sign: S says that Konto is debited, H that it is credited. */
export function bookingLine(booking: Booking, setting: DatevSetting): string {
  const cells = [...EMPTY];
  const put = (name: string, value: string) => {
    cells[PLACES.get(name)!] = value;
  };
  const { amount, currency, day, externalClaimRef } = booking;
  const decimal = toDecimal(amount < 0n ? -amount : amount, currency);
  put('Umsatz (ohne Soll/Haben-Kz)', exponentOf(currency) === 0 ? `${decimal},00` : decimal.replace('.', ','));
  put('Soll/Haben-Kennzeichen', amount < 0n ? '"H"' : '"S"');
  put('WKZ Umsatz', `"${currency}"`);
  put('Konto', booking.account);
  put('Gegenkonto (ohne BU-Schlüssel)', booking.contra);
  put('Belegdatum', `${day.slice(8)}${day.slice(5, 7)}`);
  put('Belegfeld 1', voucher(externalClaimRef));
  put('Buchungstext', quoted(`${booking.isReversal ? 'Storno ' : ''}${WORDS[booking.side]} ${externalClaimRef}`, 60));
  const more = [
    ['Forderung', externalClaimRef],
    ['Buchungsnummer', booking.entryId],
    ['Wertstellung', booking.valueDate],
  ] as const;
  for (const [index, [type, content]] of more.entries()) {
    put(`Zusatzinformation - Art ${index + 1}`, quoted(type, 20));
    put(`Zusatzinformation- Inhalt ${index + 1}`, quoted(content, 210));
  }
  put('Festschreibung', setting.locks ? '1' : '0');
  return line(cells);
}
