/** Amounts as staff name them: decimal text in the account's currency. */
import { invalid } from '../../../../core/fault.ts';
import { fromDecimal } from '../../../../core/money.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { currencyOf } from './read.logic.ts';

/** @returns minor units. @throws Fault INVALID_INPUT (field) */
export async function requiredAmount(tx: Tx, accountId: string, amount: string, field: string): Promise<bigint> {
  const currency = await currencyOf(tx, accountId, null);
  const minor = fromDecimal(amount, currency);
  if (minor === null) throw invalid(field, 'noAmountOf', { text: amount, currency });
  return minor;
}

/** The same where nothing may be named. */
export const optionalAmount = async (
  tx: Tx,
  accountId: string,
  amount: string | null | undefined,
  field: string,
): Promise<bigint | null> => (amount == null ? null : requiredAmount(tx, accountId, amount, field));
