import { ListExport, wordsOf } from '../../../shell/ListExport.tsx';
import { useTranslation } from '../../../ui/texts.ts';

const STATUSES = ['new', 'booked', 'ambiguous', 'unmatched', 'ignored'] as const;
const READINGS = ['reading', 'matching', 'done'] as const;
const DOUBTS = [
  'nothingFits',
  'tooWeak',
  'severalFit',
  'moreThanDue',
  'nothingDue',
  'outgoing',
  'returnUnknown',
  'returnAmount',
  'otherClaims',
  'undone',
] as const;

/** What the screen shows, all of it, as a file. */
export function BankExport({ statuses, statementId }: { statuses: readonly string[] | null; statementId: string | null }) {
  const { t } = useTranslation(['bank', 'lists']);
  if (statuses === null)
    return (
      <ListExport
        list="bank-statements"
        columns={[
          { key: 'statement', header: t('column.statement') },
          { key: 'iban', header: t('column.iban') },
          { key: 'status', header: t('column.status'), words: wordsOf(READINGS, (name) => t(`statement.${name}`)) },
          { key: 'entries', header: t('column.entries') },
          { key: 'booked', header: t('column.booked') },
          { key: 'open', header: t('column.open') },
          { key: 'ignored', header: t('column.ignored') },
          { key: 'closing', header: t('column.closing') },
          { key: 'currency', header: t('lists:export.currency') },
        ]}
      />
    );
  return (
    <ListExport
      list="bank-entries"
      wanted={{ statementId, statuses }}
      columns={[
        { key: 'valueDate', header: t('column.valueDate') },
        { key: 'counterparty', header: t('column.counterparty') },
        { key: 'iban', header: t('column.iban') },
        { key: 'text', header: t('column.text') },
        { key: 'status', header: t('column.status'), words: wordsOf(STATUSES, (name) => t(`status.${name}`)) },
        { key: 'doubt', header: t('column.doubt'), words: wordsOf(DOUBTS, (name) => t(`doubt.${name}`)) },
        { key: 'amount', header: t('column.amount') },
        { key: 'currency', header: t('lists:export.currency') },
        { key: 'bankCharge', header: t('bankCharge') },
        { key: 'endToEnd', header: t('endToEnd') },
        { key: 'statement', header: t('column.statement') },
        { key: 'account', header: t('column.account') },
        { key: 'note', header: t('note') },
      ]}
    />
  );
}
