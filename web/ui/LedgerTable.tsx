import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from './format.ts';
import classes from './LedgerTable.module.css';

/** A booking and the balance after it. */
export interface LedgerLine {
  readonly entryId: string;
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
 * @param lines in the order of booking. @param words the column titles and the line of the sum.
 * @param figure writes an amount of a line, or the sum when there is no line.
 */
export function LedgerTable(props: {
  label: string;
  lines: readonly LedgerLine[] | undefined;
  balance: string | undefined;
  currency: string;
  figure?: (amount: string, line: LedgerLine | null, column: 'amount' | 'balance') => ReactNode;
  words: { booked: string; date: string; what: string; amount: string; balance: string; sum: string };
}) {
  const format = useFormat();
  const { lines, words } = props;
  const figure = props.figure ?? ((amount: string) => format.amount(amount, props.currency));
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={props.label}>
        <thead>
          <tr>
            <th>{words.booked}</th>
            <th>{words.date}</th>
            <th>{words.what}</th>
            <th data-right>{format.header(words.amount, props.currency)}</th>
            <th data-right>{format.header(words.balance, props.currency)}</th>
          </tr>
        </thead>
        <tbody>
          {lines === undefined
            ? [1, 2, 3].map((row) => (
                <tr key={row}>
                  <td colSpan={5}>
                    <Skeleton height={12} />
                  </td>
                </tr>
              ))
            : [...lines].reverse().map((line) => (
                <tr key={line.entryId}>
                  <td className={classes.date}>{format.date(line.bookedAt)}</td>
                  <td className={classes.date}>{format.date(line.valueDate)}</td>
                  <td>
                    <span className={classes.kind}>{line.label}</span>
                    {line.description !== '' && <span className={classes.description}>{line.description}</span>}
                  </td>
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
              <th colSpan={4}>{words.sum}</th>
              <th data-right>{figure(props.balance, null, 'balance')}</th>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
