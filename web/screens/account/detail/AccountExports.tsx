import { ListExport } from '../../../shell/ListExport.tsx';
import { useFlag } from '../../../shell/workspace.ts';
import { useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';

type Of = { accountId: string };
const SIZE = 'compact-xs';

/** Lists of one account as files, in the words of its tabs. */
function useWords() {
  const { t, group } = useTranslation(['account', 'money', 'events', 'lists', 'claims']);
  const status = group('payments.status');
  return {
    t,
    group,
    status,
    method: group('money:method'),
    currency: { key: 'currency', header: t('lists:export.currency') },
  };
}

/** All claims of the account, resolved ones too; for who may export claims at all. */
export function ClaimsExport({ accountId }: Of) {
  const { t, group, currency } = useWords();
  const isOn = useFlag('EXPORT_CLAIMS');
  const reaches = useCan('account', 'searchAllAccounts');
  const may = useCan('account', 'exportClaims');
  if (!isOn || !reaches || !may) return null;
  return (
    <ListExport
      size={SIZE}
      list="claims"
      wanted={{ filter: { accountIds: [accountId], statuses: ['open', 'resolved'] } }}
      columns={[
        { key: 'claim', header: t('claims.column.ref') },
        { key: 'product', header: t('claims.column.product') },
        { key: 'dueDate', header: t('claims.column.due') },
        { key: 'amount', header: t('claims.column.amount') },
        { key: 'balance', header: t('claims.column.balance') },
        currency,
        { key: 'status', header: t('claims.column.status'), words: group('claims:status') },
      ]}
    />
  );
}

export function PaymentsExport({ accountId }: Of) {
  const { t, status, method, currency } = useWords();
  return (
    <ListExport
      size={SIZE}
      list="payments"
      wanted={{ accountId }}
      columns={[
        { key: 'date', header: t('payments.column.date') },
        { key: 'method', header: t('payments.column.method'), words: method },
        { key: 'claim', header: t('payments.column.claim') },
        { key: 'status', header: t('payments.column.status'), words: status },
        { key: 'amount', header: t('payments.column.amount') },
        currency,
      ]}
    />
  );
}

export function PromisesExport({ accountId }: Of) {
  const { t, status, method, currency } = useWords();
  return (
    <ListExport
      size={SIZE}
      list="promises"
      wanted={{ accountId }}
      columns={[
        { key: 'due', header: t('payments.column.due') },
        { key: 'claim', header: t('payments.column.claim') },
        { key: 'status', header: t('payments.column.status'), words: status },
        { key: 'method', header: t('payments.column.method'), words: method },
        { key: 'paid', header: t('payments.column.paid') },
        { key: 'amount', header: t('payments.column.amount') },
        currency,
      ]}
    />
  );
}

export function InstalmentsExport({ accountId }: Of) {
  const { t, status, currency } = useWords();
  return (
    <ListExport
      size={SIZE}
      list="instalments"
      wanted={{ accountId }}
      columns={[
        { key: 'number', header: t('payments.column.number') },
        { key: 'due', header: t('payments.column.due') },
        { key: 'status', header: t('payments.column.status'), words: status },
        { key: 'paid', header: t('payments.column.paid') },
        { key: 'amount', header: t('payments.column.amount') },
        currency,
        { key: 'claim', header: t('payments.column.claim') },
      ]}
    />
  );
}

/** @param externalClaimRef one claim's entries; all of the account when null. */
export function LedgerExport({ accountId, externalClaimRef }: Of & { externalClaimRef: string | null }) {
  const { t, group, currency } = useWords();
  return (
    <ListExport
      size="xs"
      list="ledger"
      wanted={{ accountId, externalClaimRef }}
      columns={[
        { key: 'valueDate', header: t('money:explain.valueDate') },
        { key: 'kind', header: t('money:explain.entry'), words: group('events:kind') },
        { key: 'description', header: t('ledger.column.what') },
        { key: 'component', header: t('money:ledger.component'), words: group('money:component') },
        { key: 'claim', header: t('ledger.column.claim') },
        { key: 'amount', header: t('ledger.column.amount') },
        { key: 'balance', header: t('ledger.column.balance') },
        currency,
      ]}
    />
  );
}
