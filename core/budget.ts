/** What a household or company has left in a month, to the cent, per currency. */
import { fromDecimal, toDecimal } from './money.ts';

/** People in one household. */
export const MOST_PEOPLE = 30;

/** What debtors are asked about, as creditors tell it apart. */
export const BUDGET_SIDES = {
  incomes: ['wages', 'benefits', 'pension', 'otherIncome'],
  expenses: ['rent', 'energy', 'food', 'transport', 'insurance', 'children', 'loans', 'otherExpense'],
} as const;
export type BudgetSide = keyof typeof BUDGET_SIDES;
export type BudgetKind = (typeof BUDGET_SIDES)[BudgetSide][number];

/** A monthly sum, as decimal text of its currency. */
export interface BudgetItem {
  readonly source: string;
  readonly amount: string;
  readonly currency: string;
}
export interface Budget {
  readonly incomes: readonly BudgetItem[];
  readonly expenses: readonly BudgetItem[];
}
export interface Surplus {
  readonly currency: string;
  readonly incomes: string;
  readonly expenses: string;
  /** Below zero: more is spent than comes in. */
  readonly surplus: string;
}

/** @returns one line per currency, in the order in which they first appear. Sums of different currencies are never added up. */
export function surplusOf({ incomes, expenses }: Budget): readonly Surplus[] {
  const currencies = [...new Set([...incomes, ...expenses].map((item) => item.currency))];
  return currencies.map((currency) => {
    const sum = (items: readonly BudgetItem[]) =>
      items.filter((item) => item.currency === currency).reduce((total, item) => total + (fromDecimal(item.amount, currency) ?? 0n), 0n);
    const [comes, goes] = [sum(incomes), sum(expenses)];
    return {
      currency,
      incomes: toDecimal(comes, currency),
      expenses: toDecimal(goes, currency),
      surplus: toDecimal(comes - goes, currency),
    };
  });
}
