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
    const waiting = held.filter((each) => each.waiting > 0 || each.channel === 'email' || each.channel === 'sms');
    return (
      <Alert color="red" mb="sm" title={t('delivery.held')} role="status">
        {t('delivery.heldDetail', {
          reason: held[0].holdReason ?? '',
          since: format.date(held[0].pausedAt, 'long'),
          waiting: waiting.map((each) => `${t(each.channel)} ${format.number(each.waiting)}`).join(', '),
        })}
      </Alert>
    );
  }
  return away.map((each) => {
    const missing = each.reason === 'noProvider';
    return (
      <Alert key={each.channel} color="orange" mb="sm" title={t(`delivery.${missing ? 'missing' : 'away'}.${each.channel}`)} role="status">
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
