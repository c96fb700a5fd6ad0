import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
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
  /** Moment. */
  readonly bookedAt: string;
  readonly description: string;
  /** The kind of entry in the user's words. */
  readonly label: string;
}

/**
 * Bookings with the balance after each, newest first, and what they add up to.
 * @param words the column titles and the line of the sum. @param withClaim shows which claim each belongs to.
 * @param figure writes an amount of a line, or the sum when there is no line.
 */
export function LedgerTable(props: {
  label: string;
  lines: readonly LedgerLine[] | undefined;
  balance: string | undefined;
  currency: string;
  withClaim?: boolean;
  figure?: (amount: string, line: LedgerLine | null, column: 'amount' | 'balance') => ReactNode;
  words: { date: string; what: string; claim: string; amount: string; balance: string; sum: string };
}) {
  const format = useFormat();
  const { lines, words } = props;
  const sign = format.currencySign(props.currency);
  const figure = props.figure ?? ((amount: string) => format.amount(amount, props.currency));
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
                  {figure(line.amount, line, 'amount')}
                </td>
                <td data-right>{figure(line.runningBalance, line, 'balance')}</td>
              </tr>
            ))}
      </tbody>
      {props.balance !== undefined && (
        <tfoot>
          <tr>
            <th colSpan={props.withClaim ? 4 : 3}>{words.sum}</th>
            <th data-right>{figure(props.balance, null, 'balance')}</th>
          </tr>
        </tfoot>
      )}
    </table>
  );
}
