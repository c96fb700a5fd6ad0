/** The journal that any bookkeeping reads: double entry, UTF-8, one line an entry with the account that is debited and the one that is credited. */
import { toDecimal } from '../../../../core/money.ts';
import { csvCell, csvLine } from '../../../platform/csv.ts';
import type { Booking } from './datev.ts';

const COLUMNS = [
  'date',
  'value_date',
  'document',
  'account',
  'contra_account',
  'debit',
  'credit',
  'currency',
  'amount',
  'text',
  'claim_ref',
  'ledger_entry_id',
];

export const JOURNAL_HEAD = csvLine(COLUMNS);

/**
 * `account` is the debtor's side, `debit` or `credit` what it is debited or credited with; `contra_account` gets the same on the other side. `amount`
 * has a sign: above zero is owed by the debtor.
 */
export function journalLine(booking: Booking, document: string): string {
  const { amount, currency } = booking;
  const plain = toDecimal(amount < 0n ? -amount : amount, currency);
  return csvLine([
    booking.day,
    booking.valueDate,
    document,
    booking.account,
    booking.contra,
    amount > 0n ? plain : '',
    amount < 0n ? plain : '',
    currency,
    toDecimal(amount, currency),
    booking.isReversal ? `reversal of ${booking.side}` : booking.side,
    csvCell(booking.externalClaimRef),
    booking.entryId,
  ]);
}
