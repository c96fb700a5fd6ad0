import { Skeleton } from '@mantine/core';
import { useFormat } from './format.ts';
import classes from './LedgerTable.module.css';
import { Reference } from './Reference.tsx';

/** A booking and the balance after it. */
export interface LedgerLine {
  readonly entryId: string;
  readonly externalClaimRef: string;
  /** Decimal text; negative reduces the debt. */
  readonly amount: string;
  readonly runningBalance: string;
  /** Calendar day. */
  readonly valueDate: string;
  readonly description: string;
  /** The kind of entry in the user's words. */
  readonly label: string;
}

/**
 * Bookings with the balance after each, newest first, and what they add up to.
 * @param words the column titles and the line of the sum. @param withClaim shows which claim each belongs to.
 */
export function LedgerTable(props: {
  label: string;
  lines: readonly LedgerLine[] | undefined;
  balance: string | undefined;
  currency: string;
  withClaim?: boolean;
  words: { date: string; what: string; claim: string; amount: string; balance: string; sum: string };
}) {
  const format = useFormat();
  const { lines, words } = props;
  const sign = format.currencySign(props.currency);
  return (
    <table className={classes.table} aria-label={props.label}>
      <thead>
        <tr>
          <th>{words.date}</th>
          <th>{words.what}</th>
          {props.withClaim && <th>{words.claim}</th>}
          <th data-right>{`${words.amount} ${sign}`}</th>
          <th data-right>{`${words.balance} ${sign}`}</th>
        </tr>
      </thead>
      <tbody>
        {lines === undefined
          ? [1, 2, 3].map((row) => (
              <tr key={row}>
                <td colSpan={props.withClaim ? 5 : 4}>
                  <Skeleton height={12} />
                </td>
              </tr>
            ))
          : [...lines].reverse().map((line) => (
              <tr key={line.entryId}>
                <td className={classes.date}>{format.date(line.valueDate)}</td>
                <td>
                  <span className={classes.kind}>{line.label}</span>
                  {line.description !== '' && <span className={classes.description}>{line.description}</span>}
                </td>
                {props.withClaim && (
                  <td>
                    <Reference value={line.externalClaimRef} />
                  </td>
                )}
                <td data-right className={line.amount.startsWith('-') ? classes.credit : undefined}>
                  {format.amount(line.amount, props.currency)}
                </td>
                <td data-right>{format.amount(line.runningBalance, props.currency)}</td>
              </tr>
            ))}
      </tbody>
      {props.balance !== undefined && (
        <tfoot>
          <tr>
            <th colSpan={props.withClaim ? 4 : 3}>{words.sum}</th>
            <th data-right>{format.amount(props.balance, props.currency)}</th>
          </tr>
        </tfoot>
      )}
    </table>
  );
}
