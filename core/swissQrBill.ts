/** The text of the code on a Swiss QR bill: Swiss Implementation Guidelines QR-bill, version 2.3, of SIX. */

/** A structured address; the combined form may no longer be used since November 2025. */
export interface BillParty {
  readonly name: string;
  readonly street: string;
  readonly number: string;
  readonly postalCode: string;
  readonly town: string;
  /** ISO 3166, two letters. */
  readonly country: string;
}

export interface SwissBill {
  /** Without spaces; of Switzerland or Liechtenstein. */
  readonly iban: string;
  readonly creditor: BillParty;
  /** Hundredths. */
  readonly amount: bigint;
  readonly currency: string;
  readonly debtor: BillParty | null;
  /** What the payer is asked to write: a QR reference, an RF reference, or a text. */
  readonly reference: string;
}

const MOST = 99_999_999_999n;
const line = (text: string, most: number) =>
  [
    ...text
      .replace(/[^\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u20ac]/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, most)
    .join('')
    .trim();

/** A QR-IBAN is told by the bank's number. */
export const isQrIban = (iban: string): boolean => /^(CH|LI)\d{2}3[01]\d{3}/.test(iban);

const CARRY = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5];
/** @returns the check digit of a QR reference: modulo 10, recursive. */
export const checkDigit = (digits: string): number =>
  (10 - [...digits].reduce((carry, digit) => CARRY[(carry + Number(digit)) % 10]!, 0)) % 10;

/** @returns the 27 digits of a QR reference of a number of up to 26 digits, or of one that is whole already; null for what can be none. */
export function qrReference(reference: string): string | null {
  const digits = reference.replace(/[\s.-]/g, '');
  if (!/^\d{1,27}$/.test(digits)) return null;
  if (digits.length === 27) return checkDigit(digits.slice(0, 26)) === Number(digits[26]) ? digits : null;
  const padded = digits.padStart(26, '0');
  return `${padded}${checkDigit(padded)}`;
}

/** @returns an ISO 11649 reference without spaces; null for what is none. */
export function rfReference(reference: string): string | null {
  const text = reference.replace(/\s/g, '').toUpperCase();
  if (!/^RF\d{2}[A-Z0-9]{1,21}$/.test(text)) return null;
  const digits = [...`${text.slice(4)}${text.slice(0, 4)}`].map((sign) => Number.parseInt(sign, 36)).join('');
  return BigInt(digits) % 97n === 1n ? text : null;
}

/** @returns how the reference of a bill is written in the code: its kind, itself, and the message beside it; null where a QR-IBAN has none. */
export function billReference({ iban, reference }: Pick<SwissBill, 'iban' | 'reference'>) {
  if (isQrIban(iban)) {
    const own = qrReference(reference);
    return own === null ? null : { kind: 'QRR', reference: own, message: '' };
  }
  const rf = rfReference(reference);
  return rf === null ? { kind: 'NON', reference: '', message: line(reference, 140) } : { kind: 'SCOR', reference: rf, message: '' };
}

const party = (one: BillParty | null): string[] =>
  one === null
    ? ['', '', '', '', '', '', '']
    : ['S', line(one.name, 70), line(one.street, 70), line(one.number, 16), line(one.postalCode, 16), line(one.town, 35), one.country];

const isWhole = (one: BillParty) =>
  [one.name, one.postalCode, one.town].every((text) => line(text, 70) !== '') && /^[A-Z]{2}$/.test(one.country);

/** @returns why no bill can hold it; null when one can. */
export function swissProblem(
  bill: SwissBill,
): 'currency' | 'notSwiss' | 'creditorAddress' | 'nothingOwed' | 'doesNotFit' | 'reference' | null {
  const { iban, creditor, amount, currency } = bill;
  if (currency !== 'CHF' && currency !== 'EUR') return 'currency';
  if (!/^(CH|LI)\d{7}[A-Z0-9]{12}$/.test(iban)) return 'notSwiss';
  if (!isWhole(creditor)) return 'creditorAddress';
  if (amount < 1n) return 'nothingOwed';
  if (amount > MOST) return 'doesNotFit';
  return billReference(bill) === null ? 'reference' : null;
}

/** @returns the text of the code; null for what no bill can hold. */
export function swissPayload(bill: SwissBill): string | null {
  const { iban, creditor, amount, currency, debtor } = bill;
  const reference = billReference(bill);
  if (swissProblem(bill) !== null || reference === null) return null;
  const sum = `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`;
  return [
    ...['SPC', '0200', '1', iban],
    ...party(creditor),
    // The last creditor: reserved.
    ...['', '', '', '', '', '', ''],
    ...[sum, currency],
    ...party(debtor && isWhole(debtor) ? debtor : null),
    ...[reference.kind, reference.reference, reference.message, 'EPD'],
  ].join('\n');
}
