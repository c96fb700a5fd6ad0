/** Collections that a bank takes back: the claim is owed again, the debit says why, and a mandate that does not hold is disabled. */
import { Fault } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { toDecimal } from '../../../../core/money.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { appendDebitEvent, type DirectDebit, readDirectDebit, setDebit } from '../debit/debit.logic.ts';
import { disableMandate } from '../debit/mandate.logic.ts';
import { readFinanceSetting } from '../ground/setting.logic.ts';
import { bookFee } from '../ledger/booking.logic.ts';
import { chargeBack } from '../payment/chargeback.logic.ts';
import { partsOf, readPayment } from '../payment/payment.read.logic.ts';
import type { OpenEntry, Outcome } from './entry.types.ts';

/** ISO 20022 external return reasons that people have words for (web/shell/i18n/<locale>/bank.json: returnReason). */
export const RETURN_REASONS = [
  'AC01',
  'AC04',
  'AC06',
  'AC13',
  'AG01',
  'AG02',
  'AM04',
  'AM05',
  'BE05',
  'CNOR',
  'DNOR',
  'FF01',
  'FOCR',
  'MD01',
  'MD02',
  'MD06',
  'MD07',
  'MS02',
  'MS03',
  'RC01',
  'RR01',
  'RR02',
  'RR03',
  'RR04',
  'SL01',
] as const;

/** What says that the mandate itself, or the account behind it, does not hold: wrong or closed account, no mandate, debtor deceased. */
const ENDS_MANDATE: ReadonlySet<string> = new Set(['AC01', 'AC04', 'AC06', 'MD01', 'MD02', 'MD07', 'SL01']);

/** Books a returned bank transaction by its end-to-end id; one that nobody knows goes to people. */
export async function processReturn(tx: Tx, entry: OpenEntry): Promise<Outcome> {
  const [known] = entry.endToEndId
    ? await tx.sql<{ payment_id: Uuid; account_id: Uuid; amount: bigint; currency: string }>(
        'select payment_id, account_id, amount, currency from payment where client_id = $1 and end_to_end_id = $2',
        [tx.clientId, entry.endToEndId],
      )
    : [];
  const taken = entry.amount < 0n ? -entry.amount : entry.amount;
  const charge = entry.told.charge === null ? 0n : BigInt(entry.told.charge);
  const base = { entryId: entry.entryId, explanation: { score: 0, signs: [], candidates: [] } };
  if (!known || entry.amount >= 0n)
    return { ...base, status: 'unmatched', accountId: null, paymentId: null, explanation: { ...base.explanation, doubt: 'returnUnknown' } };
  if (known.currency !== entry.currency || (known.amount !== taken && known.amount !== taken - charge))
    return {
      ...base,
      status: 'ambiguous',
      accountId: known.account_id,
      paymentId: known.payment_id,
      explanation: { ...base.explanation, doubt: 'returnAmount' },
    };
  await returnPayment(tx, known.payment_id, entry.returnReason, { charge: taken - known.amount, currency: entry.currency, key: entry.key });
  return {
    entryId: entry.entryId,
    status: 'booked',
    accountId: known.account_id,
    paymentId: known.payment_id,
    explanation: { doubt: null, score: 100, signs: [{ sign: 'endToEnd', weight: 100, detail: entry.endToEndId ?? '' }], candidates: [] },
  };
}

/**
 * Takes a payment back because its bank did: the claim reopens, the collection is marked with the reason, and the mandate is disabled when
 * the reason says that it does not hold. @param bank its charge in minor units. @throws Fault NOT_FOUND
 */
export async function returnPayment(
  tx: Tx,
  paymentId: Uuid,
  reason: string | null,
  bank: { readonly charge: bigint; readonly currency: string; readonly key: string },
): Promise<void> {
  const code = reason ?? 'MS03';
  await chargeBack(tx, paymentId, code);
  const debit = await readDirectDebit(tx, paymentId, true).catch((error: unknown) => {
    if (error instanceof Fault && error.code === 'NOT_FOUND') return null;
    throw error;
  });
  if (!debit || debit.status === 'returned') return;
  await endDebit(tx, debit, code, bank.charge > 0n ? { bankCharge: toDecimal(bank.charge, bank.currency) } : {});
  await chargeFee(tx, paymentId, bank);
}

/** Marks a collection that did not hold with its reason, and disables a mandate of which the reason says that it does not. @param extra for its event. */
export async function endDebit(tx: Tx, debit: DirectDebit, code: string, extra: { readonly bankCharge?: string }): Promise<DirectDebit> {
  const returned = await setDebit(tx, debit, { status: 'returned', returnReason: code });
  await appendDebitEvent(tx, 'directDebitReturned', returned, { reason: code, ...extra });
  if (ENDS_MANDATE.has(code))
    await disableMandate(tx, debit.mandateId, null, code).catch((error: unknown) => {
      // A mandate that was deleted meanwhile needs no disabling.
      if (!(error instanceof Fault && error.code === 'NOT_FOUND')) throw error;
    });
  return returned;
}

/** The bank's charge as a fee on the claim that is owed again, when the client wants that. */
async function chargeFee(tx: Tx, paymentId: Uuid, bank: { readonly charge: bigint; readonly key: string }): Promise<void> {
  if (bank.charge <= 0n || (await readFinanceSetting(tx)).settings.returnFee !== 'bankCharge') return;
  const payment = await readPayment(tx, paymentId);
  const [externalClaimRef] = partsOf(payment).keys();
  if (externalClaimRef === undefined) return;
  await bookFee(tx, {
    accountId: payment.accountId,
    externalClaimRef,
    amount: bank.charge,
    description: 'Bank charge for a returned direct debit',
    valueDate: null,
    idempotencyKey: `return:${bank.key}`,
  });
}
