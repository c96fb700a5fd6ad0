import { Alert } from '@mantine/core';
import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { BankAccountsDocument, PaymentProvidersDocument } from './bank/finance.graphql.ts';

/** Says that debtors find no way to pay in the client's currency: no provider with a page, no bank account to transfer to. Else shows nothing. */
export function PaymentWayNotice() {
  const { t } = useTranslation('payments');
  const { clientId, configuration } = useWorkspace();
  const { currency } = configuration;
  const providers = useQuery('finance', PaymentProvidersDocument, { clientId }, { keepPrevious: true }).data?.getAllowedPaymentProviders;
  const accounts = useQuery('finance', BankAccountsDocument, { clientId }, { keepPrevious: true }).data?.getBankAccounts;
  if (!providers || !accounts) return null;
  if (providers.some((each) => each.capabilities.includes('page')) || accounts.some((each) => each.currency === currency)) return null;
  return (
    <Alert color="orange" m="10px 24px" title={t('noWay.title')} role="status">
      {t('noWay.detail', { currency })}
    </Alert>
  );
}
