import { useTranslation } from 'react-i18next';
import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { LedgerTable } from '../../../ui/LedgerTable.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { AccountLedgerDocument } from './account.graphql.ts';
import classes from './Tab.module.css';

/** Every booking of the account with the balance after it: where the balance comes from. */
export default function LedgerTab({ accountId, currency }: { accountId: string; currency: string }) {
  const { t } = useTranslation(['account', 'events']);
  const { clientId } = useWorkspace();
  const { data, error, refetch } = useQuery('account', AccountLedgerDocument, { clientId, accountId });
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  const ledger = data?.getAccountLedgerEntries;
  if (ledger?.entries.length === 0) return <EmptyState title={t('ledger.none')} />;
  return (
    <>
      <p className={classes.explain}>{t('ledger.explain')}</p>
      <LedgerTable
        label={t('tabs.ledger')}
        lines={ledger?.entries.map((entry) => ({ ...entry, label: t(`events:kind.${entry.kind as 'fee'}`) }))}
        balance={ledger?.balance}
        currency={currency}
        withClaim
        words={{
          date: t('ledger.column.date'),
          what: t('ledger.column.what'),
          claim: t('ledger.column.claim'),
          amount: t('ledger.column.amount'),
          balance: t('ledger.column.balance'),
          sum: t('ledger.sum'),
        }}
      />
    </>
  );
}
