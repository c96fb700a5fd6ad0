/**
 * Kinds of personal data and how long each is kept by default: data per country where the law is known, otherwise the longer period.
 * A default is a proposal: a client reads it, changes it and switches it on (docs/decisions/privacy.md).
 */
/** Counted from the end of an account's business: its last claim is settled and nothing was booked since. */
export const ACCOUNT_KINDS = ['details', 'notes', 'messages', 'files', 'identity', 'accounting'] as const;
/** Counted from each record's own time. */
export const RECORD_KINDS = ['portal', 'imports', 'unmatched', 'signIns'] as const;
export const RETENTION_KINDS = [...ACCOUNT_KINDS, ...RECORD_KINDS] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];
export type RetentionKind = (typeof RETENTION_KINDS)[number];

export const isAccountKind = (kind: string): kind is AccountKind => (ACCOUNT_KINDS as readonly string[]).includes(kind);

/** Months that a client may choose. */
export const LEAST_MONTHS = 1;
export const MOST_MONTHS = 600;
/** Days that a file of everything known about a person is kept. */
export const DATA_FILE_DAYS = 14;

export interface RetentionPeriod {
  readonly months: number;
  /** The period begins when the calendar year ends. */
  readonly fromYearEnd: boolean;
  /** A law demands that the data are kept so long: a person's wish does not shorten it. */
  readonly isDuty: boolean;
  /** The legal ground, as text for the record of processing. */
  readonly ground: string;
}

const years = (number: number, ground: string, more: Partial<RetentionPeriod> = {}): RetentionPeriod => ({
  months: number * 12,
  fromYearEnd: false,
  isDuty: false,
  ground,
  ...more,
});
const duty = (number: number, ground: string): RetentionPeriod => years(number, ground, { fromYearEnd: true, isDuty: true });

const minimal = (months: number, ground: string): RetentionPeriod => ({ months, fromYearEnd: false, isDuty: false, ground });

/** Kinds that no tax law knows: as short as their purpose needs. */
const PURPOSE: Readonly<Record<(typeof RECORD_KINDS)[number], RetentionPeriod>> = {
  portal: minimal(12, 'Art. 6(1)(f) GDPR: proof of access to the payment page, security'),
  imports: minimal(6, 'Art. 6(1)(f) GDPR: proof of what a creditor delivered, correction of imports'),
  unmatched: minimal(3, 'Art. 6(1)(f) GDPR: time to find out whose message it is'),
  signIns: minimal(12, 'Art. 6(1)(f), 32 GDPR: security of the staff’s access'),
};

/** @param limitation years in which claims and defences lapse @param books years of books and vouchers @param letters of business letters. */
const country = (
  limitation: RetentionPeriod,
  books: RetentionPeriod,
  vouchers: RetentionPeriod,
  letters: RetentionPeriod,
): Readonly<Record<RetentionKind, RetentionPeriod>> => ({
  details: limitation,
  notes: limitation,
  messages: letters,
  files: vouchers,
  identity: books,
  accounting: books,
  ...PURPOSE,
});

const same = (number: number, ground: string) => [duty(number, ground), duty(number, ground), duty(number, ground)] as const;

/** By ISO 3166 country code. */
const COUNTRIES: Readonly<Record<string, Readonly<Record<RetentionKind, RetentionPeriod>>>> = {
  DE: country(
    years(3, 'Art. 17(3)(e) GDPR with §§ 195, 199 BGB: regular limitation', { fromYearEnd: true }),
    duty(10, '§ 147(1) no. 1, (3) AO, § 257(1) no. 1, (4) HGB: books and accounts'),
    duty(8, '§ 147(1) no. 4, (3) AO, § 257(1) no. 4, (4) HGB: accounting vouchers'),
    duty(6, '§ 147(1) no. 2, 3, (3) AO, § 257(1) no. 2, 3, (4) HGB: business letters'),
  ),
  AT: country(years(3, 'Art. 17(3)(e) GDPR with § 1486 ABGB: limitation'), ...same(7, '§ 132 BAO, § 212 UGB: books, vouchers and letters')),
  NL: country(years(5, 'Art. 17(3)(e) GDPR with art. 3:307 BW: limitation'), ...same(7, 'Art. 52(4) AWR, art. 2:10(3) BW: records')),
  ES: country(years(5, 'Art. 17(3)(e) GDPR with art. 1964 CC: limitation'), ...same(6, 'Art. 30 Código de Comercio: books and letters')),
  GB: country(
    years(6, 'Art. 17(3)(e) UK GDPR with s. 5 Limitation Act 1980'),
    ...same(6, 'Sch. 18 para. 21 Finance Act 1998: company tax records'),
  ),
  CH: country(years(10, 'Art. 127 OR: limitation'), ...same(10, 'Art. 958f OR: books, vouchers and letters')),
};

/** Where no law is known to us: the longest of those above. */
const ELSEWHERE = country(
  years(10, 'No country-specific period is known: check the limitation of claims'),
  ...same(10, 'No country-specific period is known: check the law on books and taxes'),
);

/** @param countryCode of the client. @returns what is proposed for a kind. */
export function defaultPeriod(kind: RetentionKind, countryCode: string): RetentionPeriod {
  return (COUNTRIES[countryCode] ?? ELSEWHERE)[kind];
}
