/** What a debtor earns and spends, told on their page because a strategy asked for it. */
import { fault } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { toLocale } from '../../../core/locale.ts';
import { toDecimal } from '../../../core/money.ts';
import { localDate } from '../../../core/zone.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { readAssessmentEnd } from '../account/debtor/assessment.logic.ts';
import { setFinancialInformation } from '../account/debtor/debtor.edit.logic.ts';
import { readDebtors } from '../account/debtor/debtor.logic.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';

/** Sums of a month; minor units, each with what staff read it is. */
export interface ToldBudget {
  readonly incomes: readonly ToldItem[];
  readonly expenses: readonly ToldItem[];
  readonly household: number;
}
interface ToldItem {
  readonly source: string;
  readonly amount: bigint;
}

/** @returns what the page asks; null when nothing is asked. */
export async function readBudgetRequest(tx: Tx, accountId: Uuid) {
  const until = await readAssessmentEnd(tx, accountId);
  if (until === null) return null;
  const { timezone, defaultLocale } = await readClient(tx);
  return { until: localDate(until, timezone), staffLocale: toLocale(defaultLocale) };
}

/** Notes it on the account, which answers what was asked. @throws Fault CONFLICT when nothing is asked any more */
export async function tellBudget(tx: Tx, accountId: Uuid, told: ToldBudget): Promise<void> {
  const { account, debtors } = await readDebtors(tx, accountId);
  const [main] = debtors;
  if (!main || (await readAssessmentEnd(tx, accountId)) === null) throw fault('CONFLICT', 'assessmentClosed');
  const items = (list: readonly ToldItem[]) => list.map(({ source, amount }) => ({ source, amount: toDecimal(amount, account.currency) }));
  const written = { incomes: items(told.incomes), expenses: items(told.expenses), household: told.household };
  await setFinancialInformation(tx, accountId, main.externalDebtorRef, written, null);
}
