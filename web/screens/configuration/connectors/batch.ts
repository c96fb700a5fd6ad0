import type { AccountingBatchesQuery } from './finance.graphql.ts';

export type Batch = AccountingBatchesQuery['listAccountingBatches']['items'][number];

/** @returns the debits of a batch by currency; its credits are the same. Exact: decimals of one currency have as many digits. */
export function totalsOf({ sums }: Batch): { currency: string; debit: string }[] {
  const totals = new Map<string, { minor: bigint; digits: number }>();
  for (const { currency, debit } of sums) {
    const digits = debit.split('.')[1]?.length ?? 0;
    const known = totals.get(currency)?.minor ?? 0n;
    totals.set(currency, { minor: known + BigInt(debit.replace('.', '')), digits });
  }
  return [...totals].map(([currency, { minor, digits }]) => {
    const text = String(minor).padStart(digits + 1, '0');
    return { currency, debit: digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}` };
  });
}
