import type { Column } from '../../../ui/DataTable.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Money } from '../../../ui/Money.tsx';
import { Tag, type Tone } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { BankEntriesQuery, BankStatementsQuery } from './finance.graphql.ts';

export type Entry = BankEntriesQuery['getBankEntries']['entries'][number];
type Statement = BankStatementsQuery['getBankStatements'][number];

export const ENTRY_TONES: Readonly<Record<string, Tone>> = {
  new: 'info',
  booked: 'good',
  ambiguous: 'warn',
  unmatched: 'bad',
  ignored: 'neutral',
};

/** @returns the columns of the work list. */
export function useEntryColumns(): readonly Column<Entry>[] {
  const { t } = useTranslation('bank');
  const format = useFormat();
  return [
    { key: 'date', header: t('column.valueDate'), width: 116, cell: (row) => format.date(row.valueDate) },
    { key: 'name', header: t('column.counterparty'), width: 130, strong: true, wraps: true, cell: (row) => row.counterpartyName ?? '–' },
    { key: 'text', header: t('column.text'), width: 145, wraps: true, cell: (row) => row.remittance || '–' },
    {
      key: 'status',
      header: t('column.status'),
      width: 160,
      cell: (row) => <Tag tone={ENTRY_TONES[row.status] ?? 'neutral'}>{t(`status.${row.status as 'booked'}`)}</Tag>,
    },
    {
      key: 'amount',
      header: t('column.amount'),
      width: 110,
      align: 'right',
      cell: (row) => <Money amount={row.amount} currency={row.currency} />,
    },
  ];
}

/** @returns the columns of the statements. */
export function useStatementColumns(): readonly Column<Statement>[] {
  const { t } = useTranslation('bank');
  const format = useFormat();
  return [
    { key: 'ref', header: t('column.statement'), width: 160, strong: true, cell: (row) => row.statementRef },
    { key: 'iban', header: t('column.iban'), width: 200, cell: (row) => row.iban },
    {
      key: 'status',
      header: t('column.status'),
      width: 110,
      cell: (row) => <Tag tone={row.status === 'done' ? 'good' : 'info'}>{t(`statement.${row.status as 'done'}`)}</Tag>,
    },
    { key: 'entries', header: t('column.entries'), width: 90, align: 'right', cell: (row) => format.number(row.entryCount) },
    { key: 'booked', header: t('column.booked'), width: 90, align: 'right', cell: (row) => format.number(row.bookedCount) },
    { key: 'open', header: t('column.open'), width: 90, align: 'right', cell: (row) => format.number(row.openCount) },
    { key: 'ignored', header: t('column.ignored'), width: 90, align: 'right', cell: (row) => format.number(row.ignoredCount) },
    {
      key: 'closing',
      header: t('column.closing'),
      width: 120,
      align: 'right',
      cell: (row) => <Money amount={row.closingBalance} currency={row.currency} />,
    },
  ];
}
