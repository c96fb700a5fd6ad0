/** The code that banking apps read to fill in a credit transfer: EPC069-12, version 3.1, of the European Payments Council. */

export interface CreditTransfer {
  readonly holder: string;
  /** Without spaces. */
  readonly iban: string;
  readonly bic: string | null;
  /** Cents. */
  readonly amount: bigint;
  /** What the payer is asked to write. */
  readonly reference: string;
}

const MOST = 99_999_999_999n;
/** Bytes of the whole: what fits version 13 of the code at its level of error correction, M. */
const MOST_BYTES = 331;

/** One line of at most so many characters. */
const line = (text: string, most: number) => [...text.replace(/\s+/g, ' ').trim()].slice(0, most).join('').trim();

/** @returns the text of the code; null for what no code can hold: no sum from 0.01 to 999,999,999.99 EUR, or no recipient. */
export function epcPayload({ holder, iban, bic, amount, reference }: CreditTransfer): string | null {
  const name = line(holder, 70);
  if (amount < 1n || amount > MOST || name === '' || !/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return null;
  const euros = `EUR${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`;
  // Version 002 goes without a BIC where there is none; 1: UTF-8; the reference is free text, so the structured one is empty.
  const lines = ['BCD', '002', '1', 'SCT', bic ?? '', name, iban, euros, '', '', line(reference, 140)];
  const text = lines.join('\n');
  return new TextEncoder().encode(text).length > MOST_BYTES ? null : text;
}
