import { ListExport, wordsOf } from '../../../shell/ListExport.tsx';
import { useTranslation } from '../../../ui/texts.ts';

const STATUSES = ['planned', 'announced', 'exported', 'settled', 'returned', 'canceled'] as const;

/** What the screen shows, all of it, as a list for a spreadsheet; the file for the bank is another button. */
export function DebitExport({ statuses }: { statuses: readonly string[] | null }) {
  const { t, group } = useTranslation(['bank', 'lists', 'events']);
  const sums = [
    { key: 'amount', header: t('column.amount') },
    { key: 'currency', header: t('lists:export.currency') },
  ];
  if (statuses === null)
    return (
      <ListExport
        list="direct-debit-files"
        columns={[
          { key: 'id', header: t('file.id') },
          { key: 'bankAccount', header: t('file.account') },
          { key: 'made', header: t('file.made') },
          { key: 'taken', header: t('file.taken') },
          { key: 'count', header: t('file.count') },
          ...sums,
        ]}
      />
    );
  return (
    <ListExport
      list="direct-debits"
      wanted={{ statuses }}
      columns={[
        { key: 'day', header: t('debit.day') },
        { key: 'debtor', header: t('debit.debtor') },
        { key: 'account', header: t('column.account') },
        { key: 'mandate', header: t('debit.mandate') },
        { key: 'claims', header: t('debit.claims') },
        { key: 'status', header: t('column.status'), words: wordsOf(STATUSES, (name) => t(`debitStatus.${name}`)) },
        { key: 'returnReason', header: t('returnReason'), words: group('events:returnReason') },
        { key: 'sequence', header: t('debit.sequence') },
        ...sums,
        { key: 'announced', header: t('debit.announcedAt') },
        { key: 'file', header: t('file.id') },
      ]}
    />
  );
}
