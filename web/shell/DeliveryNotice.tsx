import { Alert } from '@mantine/core';
import { ServerWords } from '../ui/FaultText.tsx';
import { wordsOf } from '../ui/fault.ts';
import { useFormat } from '../ui/format.ts';
import { useTranslation } from '../ui/texts.ts';
import { useQuery } from './api.ts';
import { DeliveryHealthDocument } from './cms.graphql.ts';
import { useFreshScreen } from './useFreshScreen.ts';
import { useWorkspace } from './workspace.ts';

const NEWS = ['deliveryPaused', 'deliveryResumed', 'deliveryBlocked', 'deliveryUnblocked', 'sendingHeld', 'sendingResumed'];

/** Says which provider is away or missing, since when and why, and what waits for it; or that the operator holds all sending. Shows nothing while all is well. */
export function DeliveryNotice() {
  const { t } = useTranslation('inbox');
  const format = useFormat();
  const { clientId } = useWorkspace();
  const { data } = useQuery('cms', DeliveryHealthDocument, { clientId }, { keepPrevious: true });
  useFreshScreen({ types: NEWS });
  const away = (data?.getDeliveryHealth ?? []).filter((each) => each.pausedAt !== null);
  const held = away.filter((each) => each.reason === 'sendingHeld');
  if (held[0]) {
    const waiting = (channel: string) => format.number(held.find((each) => each.channel === channel)?.waiting ?? 0);
    return (
      <Alert color="red" mb="sm" title={t('delivery.held')} role="status">
        {t('delivery.heldDetail', {
          reason: held[0].holdReason ?? '',
          since: format.date(held[0].pausedAt, 'long'),
          email: waiting('email'),
          sms: waiting('sms'),
        })}
      </Alert>
    );
  }
  return away.map((each) => {
    const missing = each.reason === 'noProvider';
    const [email, sms] = missing ? (['delivery.noEmail', 'delivery.noSms'] as const) : (['delivery.email', 'delivery.sms'] as const);
    return (
      <Alert key={each.channel} color="orange" mb="sm" title={t(each.channel === 'sms' ? sms : email)} role="status">
        {!missing && (
          <>
            <ServerWords text={each.reason ?? ''} words={wordsOf(each.errorKey, each.errorValues)} />.{' '}
          </>
        )}
        {t(missing ? 'delivery.noProvider' : each.waiting > 0 ? 'delivery.detail' : 'delivery.nothing', {
          waiting: format.number(each.waiting),
          oldest: format.date(each.oldestAt, 'long'),
          next: format.date(each.nextProbeAt, 'long'),
        })}
      </Alert>
    );
  });
}
