import type { Column } from '../../../ui/DataTable.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Money } from '../../../ui/Money.tsx';
import { Tag, type Tone } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { DirectDebitsQuery } from './finance.graphql.ts';
import { useReturnReason } from './useReturnReason.ts';

export type Debit = DirectDebitsQuery['getDirectDebits'][number];
type BankFile = DirectDebitsQuery['getDirectDebitFiles'][number];

const TONES: Readonly<Record<string, Tone>> = {
  planned: 'neutral',
  announced: 'info',
  exported: 'violet',
  settled: 'good',
  returned: 'bad',
  canceled: 'neutral',
};

/** @returns the columns of the debits. */
export function useDebitColumns(): readonly Column<Debit>[] {
  const { t } = useTranslation('bank');
  const format = useFormat();
  const reason = useReturnReason();
  return [
    { key: 'day', header: t('debit.day'), width: 110, cell: (row) => format.date(row.collectionDate) },
    { key: 'name', header: t('debit.debtor'), width: 170, strong: true, cell: (row) => row.debtorName || row.externalAccountRef },
    { key: 'mandate', header: t('debit.mandate'), width: 186, cell: (row) => row.mandateReference },
    { key: 'claims', header: t('debit.claims'), width: 150, cell: (row) => row.claimRefs.join(', ') },
    {
      key: 'status',
      header: t('column.status'),
      width: 184,
      cell: (row) => (
        <Tag tone={TONES[row.status] ?? 'neutral'}>
          {t(`debitStatus.${row.status as 'returned'}`)}
          {row.status === 'returned' ? ` · ${reason(row.returnReason)}` : ''}
        </Tag>
      ),
    },
    { key: 'sequence', header: t('debit.sequence'), width: 80, cell: (row) => row.sequenceType ?? '–' },
    {
      key: 'amount',
      header: t('column.amount'),
      width: 110,
      align: 'right',
      cell: (row) => <Money amount={row.amount} currency={row.currency} />,
    },
  ];
}

/** @returns the columns of the files for the bank. */
export function useFileColumns(): readonly Column<BankFile>[] {
  const { t } = useTranslation('bank');
  const format = useFormat();
  return [
    { key: 'id', header: t('file.id'), width: 240, strong: true, cell: (row) => row.messageId },
    { key: 'made', header: t('file.made'), width: 150, cell: (row) => format.date(row.createdAt, 'long') },
    { key: 'taken', header: t('file.taken'), width: 150, cell: (row) => (row.downloadedAt ? format.date(row.downloadedAt, 'long') : '–') },
    { key: 'count', header: t('file.count'), width: 90, align: 'right', cell: (row) => format.number(row.count) },
    {
      key: 'amount',
      header: t('column.amount'),
      width: 120,
      align: 'right',
      cell: (row) => <Money amount={row.amount} currency={row.currency} />,
    },
  ];
}
