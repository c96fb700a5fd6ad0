import { useFormat } from '../ui/format.ts';
import { useCan } from '../ui/permission.tsx';
import { useTranslation } from '../ui/texts.ts';
import { AwayAlert } from './AwayAlert.tsx';
import { useQuery } from './api.ts';
import { PaymentProviderHealthDocument } from './finance.graphql.ts';
import { useFreshScreen } from './useFreshScreen.ts';
import { useWorkspace } from './workspace.ts';

const NEWS = ['deliveryPaused', 'deliveryResumed'];

/** Says which payment provider is away, since when and why, and what waits for it. Shows nothing while all answer, and to who may not see payments. */
export function PaymentProviderNotice() {
  return useCan('operations', 'viewPayments') && <Notice />;
}

function Notice() {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const { clientId } = useWorkspace();
  const { data } = useQuery('finance', PaymentProviderHealthDocument, { clientId }, { keepPrevious: true });
  useFreshScreen({ types: NEWS });
  const away = (data?.getPaymentProviderHealth ?? []).filter((each) => each.pausedAt !== null);
  return away.map((each) => (
    <AwayAlert
      key={each.providerName}
      title={t('away.title', { provider: each.displayName })}
      away={each}
      detail={t(each.waiting > 0 ? 'away.detail' : 'away.nothing', {
        provider: each.displayName,
        waiting: format.number(each.waiting),
        oldest: format.date(each.oldestAt, 'long'),
        next: format.date(each.nextProbeAt, 'long'),
      })}
    />
  ));
}
