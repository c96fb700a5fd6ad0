import { sumOf } from '../../../ui/amounts.ts';

/** What of a promise belongs to one claim. */
interface Part {
  readonly promiseId: string;
  readonly externalClaimRef: string;
  readonly amount: string;
  readonly paidAmount: string;
  readonly currency: string;
}

/** @returns promises as they were said: the parts of one added up, with all their claims, in the order of their first part. */
export function wholePromises<Row extends Part>(parts: readonly Row[]) {
  return [...new Set(parts.map((part) => part.promiseId))].flatMap((promiseId) => {
    const rows = parts.filter((part) => part.promiseId === promiseId);
    const [first] = rows;
    if (!first) return [];
    const sum = (of: 'amount' | 'paidAmount') =>
      sumOf(
        rows.map((row) => row[of]),
        first.currency,
      );
    return [{ ...first, amount: sum('amount'), paidAmount: sum('paidAmount'), claimRefs: rows.map((row) => row.externalClaimRef) }];
  });
}
