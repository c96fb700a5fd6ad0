/** Where debtors transfer money to. */
import type { Tx } from '../../../platform/tenancy.ts';
import { listBankAccounts } from './account.logic.ts';
import { isSepaIban } from './sepa.ts';

export interface TransferAccount {
  readonly holder: string;
  readonly iban: string;
  readonly bic: string | null;
  /** Banking apps can read a code for it (core/epc.ts). */
  readonly hasCode: boolean;
}

/** @returns the client's bank account for money of a currency, its usual one first; null when it has none. */
export async function transferAccount(tx: Tx, currency: string): Promise<TransferAccount | null> {
  const own = (await listBankAccounts(tx)).filter((each) => each.currency === currency);
  const chosen = own.find((each) => each.isDefault) ?? own[0];
  if (!chosen) return null;
  const { holder, iban, bic } = chosen;
  return { holder, iban, bic, hasCode: currency === 'EUR' && isSepaIban(iban) };
}
