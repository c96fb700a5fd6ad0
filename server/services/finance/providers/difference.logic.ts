/** Money that a provider tells of otherwise than was asked for: it is booked by people, from the work list of bank transactions, and once. */
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { toDecimal } from '../../../../core/money.ts';
import { isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { clientToday } from '../agreement/agreement.logic.ts';
import type { Payment } from '../payment/payment.read.logic.ts';
import { appendPaymentEvent, orderClosing, RANK, setStatus } from '../payment/payment.status.logic.ts';

/** Why a payment ended although money came: another sum than it was for. */
export const AMOUNT_DIFFERS = 'amountDiffers';

/** What the provider says has moved. */
export interface Moved {
  /** Makes it one bank transaction, however often it is told. */
  readonly key: string;
  /** Minor units; below zero went back to the debtor. */
  readonly amount: bigint;
  readonly currency: string;
  /** The provider's own name of it. */
  readonly externalRef: string | null;
}

/** No person brought these in. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Puts what moved on the work list of bank transactions with both figures, and ends the payment when it was still open, so that nothing is
 * booked for it by itself any more. Told again it changes nothing. The payment must be locked.
 */
export async function noteDifference(tx: Tx, payment: Payment, displayName: string, moved: Moved): Promise<void> {
  const isNew = await addBankTransaction(tx, payment, displayName, moved);
  if (RANK[payment.status] < RANK.settled && payment.statusReason !== AMOUNT_DIFFERS) {
    const ended = await setStatus(tx, payment, 'canceled', AMOUNT_DIFFERS);
    await appendPaymentEvent(tx, 'paymentCanceled', ended, { reason: AMOUNT_DIFFERS });
    await orderClosing(tx, ended);
  }
  if (!isNew) return;
  await appendEvents(tx, [
    {
      messageType: 'paymentDiffers',
      accountId: payment.accountId,
      payload: {
        paymentId: payment.paymentId,
        amount: toDecimal(moved.amount, moved.currency),
        currency: moved.currency,
        askedAmount: toDecimal(payment.amount, payment.currency),
        askedCurrency: payment.currency,
        providerName: payment.providerName,
      },
    },
  ]);
}

async function addBankTransaction(tx: Tx, payment: Payment, displayName: string, moved: Moved): Promise<boolean> {
  const at = isoInstant(now());
  await tx.sql(
    `insert into bank_statement (client_id, statement_id, file_name, sha256, iban, statement_ref, currency, status, user_id, created_at, finished_at)
     values ($1, $2, $3, '', '', 'notices of ' || $4, $5, 'done', $6, $7, $7) on conflict (client_id, statement_ref) where iban = '' do nothing`,
    [tx.clientId, uuidv7(), displayName, payment.providerName, payment.currency, NOBODY, at],
  );
  const figures = `${displayName} ${moved.externalRef ?? ''}: ${toDecimal(moved.amount, moved.currency)} ${moved.currency} moved, ${toDecimal(payment.amount, payment.currency)} ${payment.currency} asked for`;
  const told = { isReturn: false, returnText: null, charge: null, paymentGroup: null, bankRef: moved.externalRef };
  const rows = await tx.sql<{ statement_id: Uuid }>(
    `with entry as (
       insert into bank_entry (client_id, entry_id, statement_id, position, key, amount, currency, value_date, counterparty_name, remittance, status, explanation, account_id, payment_id)
       select $1, $2, statement_id, entry_count + 1, $3, $4, $5, $6, $7, $8, 'ambiguous', $9, $10, $11
       from bank_statement where client_id = $1 and iban = '' and statement_ref = 'notices of ' || $12
       on conflict (client_id, key) do nothing returning statement_id)
     update bank_statement s set entry_count = entry_count + 1 from entry where s.client_id = $1 and s.statement_id = entry.statement_id
     returning s.statement_id`,
    [
      tx.clientId,
      uuidv7(),
      moved.key,
      moved.amount,
      moved.currency,
      await clientToday(tx),
      displayName,
      figures,
      JSON.stringify({ ...told, doubt: 'providerAmount', score: 0, signs: [], candidates: [] }),
      payment.accountId,
      payment.paymentId,
      payment.providerName,
    ],
  );
  return rows.length > 0;
}
