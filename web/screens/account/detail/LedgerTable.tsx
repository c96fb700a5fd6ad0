import { ActionIcon, Button, Menu, Skeleton } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { ExplainedMoney, pointOf } from '../../../shell/ExplainedMoney.tsx';
import { useMoneyWords } from '../../../shell/useMoneyWords.ts';
import { sumOf } from '../../../ui/amounts.ts';
import { useFormat } from '../../../ui/format.ts';
import { useCan } from '../../../ui/permission.tsx';
import { Reference } from '../../../ui/Reference.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { ChosenEntry } from './money/EntryDialog.tsx';
import type { ExplainBalanceQuery } from './money/finance.graphql.ts';
import classes from './money/money.module.css';

type Ledger = ExplainBalanceQuery['explainBalance'];
type Line = Ledger['entries'][number];

/** Entries the server gives at once. */
export const PAGE = 2000;

interface LineProps {
  readonly currency: string;
  /** The one claim that is looked at. */
  readonly claimRef: string | null;
  /** Something is to be done about an entry. */
  readonly onChoose: (entry: ChosenEntry) => void;
}

/** The bookings with both their days and the balance after each. @param props.isFiltered entries of one kind: their balances add up to nothing. */
export function LedgerTable(props: LineProps & { ledger: Ledger | undefined; lines: readonly Line[] | undefined; isFiltered: boolean }) {
  const { ledger, lines, currency } = props;
  const { t } = useTranslation(['money', 'account']);
  const format = useFormat();
  // A sum of a part of the entries would be wrong.
  const isWhole = ledger !== undefined && ledger.entryCount <= PAGE;
  const amounts = lines?.map(({ entry }) => entry.amount) ?? [];
  return (
    <table className={classes.rows} aria-label={t('account:tabs.ledger')}>
      <thead>
        <tr>
          <th>{t('explain.bookedAt')}</th>
          <th>{t('explain.valueDate')}</th>
          <th>{t('explain.entry')}</th>
          <th data-right>{format.header(t('explain.amount'), currency)}</th>
          <th data-right>{format.header(t('explain.balance'), currency)}</th>
          <th />
        </tr>
      </thead>
      <tbody>
        {lines === undefined
          ? [1, 2, 3].map((row) => (
              <tr key={row}>
                <td colSpan={6}>
                  <Skeleton height={12} />
                </td>
              </tr>
            ))
          : lines.map((line) => <LedgerLine key={line.entry.id} {...props} line={line} />)}
      </tbody>
      {ledger && (
        <tfoot>
          <tr>
            <th colSpan={3}>{t('explain.sum')}</th>
            <th data-right>{isWhole && lines && format.amount(sumOf(amounts, currency), currency)}</th>
            <th data-right>{!props.isFiltered && format.amount(ledger.balance, currency)}</th>
            <th />
          </tr>
        </tfoot>
      )}
    </table>
  );
}

function LedgerLine({ line, currency, claimRef, onChoose }: LineProps & { line: Line }) {
  const { entry, runningBalance } = line;
  const { t } = useTranslation('money');
  const format = useFormat();
  const words = useMoneyWords();
  const mayBook = useCan('operations', 'bookLedger');
  const figure = (amount: string, column: 'amount' | 'balance') => (
    <ExplainedMoney
      bare
      claimRef={claimRef ?? undefined}
      amount={amount}
      currency={currency}
      point={pointOf(entry.id, entry, column, format)}
    />
  );
  return (
    <tr data-gone={entry.reversedByEntryId !== null || undefined}>
      <td className={classes.day}>{format.date(entry.bookedAt)}</td>
      <td className={classes.day}>{format.date(entry.valueDate)}</td>
      <td>
        <strong>{words.kind(entry.kind)}</strong>
        {words.partOf(entry) && ` · ${words.partOf(entry)}`}{' '}
        {entry.reversedByEntryId !== null && <Tag tone="neutral">{t('ledger.gone')}</Tag>}
        <span className={classes.note}>
          <Reference value={entry.externalClaimRef} />
          {entry.description !== '' && ` · ${words.said(entry.description)}`}
        </span>
      </td>
      <td data-right>{figure(entry.amount, 'amount')}</td>
      <td data-right>{figure(runningBalance, 'balance')}</td>
      <td data-right>
        {mayBook && entry.reversesEntryId === null && entry.reversedByEntryId === null && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" size={24} aria-label={t('ledger.actions')}>
                <IconDots size={16} stroke={1.6} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => onChoose({ ...entry, act: 'correct' })}>{t('correct.title')}</Menu.Item>
              {entry.kind === 'payment' && entry.paymentId !== null && (
                <Menu.Item onClick={() => onChoose({ ...entry, act: 'refund' })}>{t('refund.title')}</Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </td>
    </tr>
  );
}

/** Turns the pages of a long ledger. @param props.skip entries before the page. @param props.count of all. */
export function LedgerPages({ skip, count, onSkip }: { skip: number; count: number; onSkip: (skip: number) => void }) {
  const { t } = useTranslation('money');
  const format = useFormat();
  return (
    <p className={classes.pages}>
      <Button variant="default" size="xs" disabled={skip === 0} onClick={() => onSkip(Math.max(0, skip - PAGE))}>
        {t('ledger.newer')}
      </Button>
      <Button variant="default" size="xs" disabled={skip + PAGE >= count} onClick={() => onSkip(skip + PAGE)}>
        {t('ledger.older')}
      </Button>
      <span>
        {t('ledger.page', {
          from: format.number(skip + 1),
          to: format.number(Math.min(skip + PAGE, count)),
          all: format.number(count),
        })}
      </span>
    </p>
  );
}
