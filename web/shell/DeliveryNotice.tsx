import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../ui/format.ts';
import { useQuery } from './api.ts';
import { DeliveryHealthDocument } from './cms.graphql.ts';
import { useEvents } from './useEvents.ts';
import { useWorkspace } from './workspace.ts';

const NEWS = ['deliveryPaused', 'deliveryResumed', 'deliveryBlocked', 'deliveryUnblocked'];

/** Says which provider is away or missing, since when and why, and what waits for it. Shows nothing while all is well. */
export function DeliveryNotice() {
  const { t } = useTranslation('inbox');
  const format = useFormat();
  const { clientId } = useWorkspace();
  const { data, refetch } = useQuery('cms', DeliveryHealthDocument, { clientId }, { keepPrevious: true });
  useEvents({ types: NEWS }, refetch);
  const away = (data?.getDeliveryHealth ?? []).filter((each) => each.pausedAt !== null);
  return away.map((each) => {
    const missing = each.reason === 'noProvider';
    const [email, sms] = missing ? (['delivery.noEmail', 'delivery.noSms'] as const) : (['delivery.email', 'delivery.sms'] as const);
    return (
      <Alert key={each.channel} color="orange" mb="sm" title={t(each.channel === 'sms' ? sms : email)} role="status">
        {t(missing ? 'delivery.noProvider' : each.waiting > 0 ? 'delivery.detail' : 'delivery.nothing', {
          reason: each.reason ?? '',
          waiting: format.number(each.waiting),
          oldest: format.date(each.oldestAt, 'long'),
          next: format.date(each.nextProbeAt, 'long'),
        })}
      </Alert>
    );
  });
}
