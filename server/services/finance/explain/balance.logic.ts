/** An explained balance as a document. */
import type { Uuid } from '../../../../core/id.ts';
import type { Locale } from '../../../../core/locale.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { readDebtors } from '../../account/debtor/debtor.logic.ts';
import { readClient } from '../../backoffice/backoffice.logic.ts';
import { clientToday } from '../agreement/agreement.logic.ts';
import { balanceHtml } from './balance.html.ts';
import { type BalanceExplanation, explainBalance } from './explain.logic.ts';

/** What is to be printed; nulls as explainBalance takes them. */
export interface BalanceWish {
  readonly accountId: Uuid;
  readonly externalClaimRef: string | null;
  readonly asOf: BalanceExplanation['asOf'] | null;
  readonly by: string | null;
  readonly locale: Locale;
}

/** @returns the document to print. @throws as explainBalance */
export async function writeBalance(tx: Tx, { accountId, externalClaimRef, asOf, by, locale }: BalanceWish): Promise<string> {
  const explained = await explainBalance(tx, accountId, externalClaimRef, asOf, by);
  const [{ account }, client] = [await readDebtors(tx, accountId), await readClient(tx)];
  const header = {
    clientName: client.name,
    debtorName: account.debtorName,
    accountRef: account.externalAccountRef,
    today: await clientToday(tx),
  };
  return balanceHtml(explained, header, locale);
}
