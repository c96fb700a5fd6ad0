import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { MESSAGE_CHANNELS } from '../../../core/messageChannels.ts';
import { useFormat } from '../../ui/format.ts';
import { useTranslation } from '../../ui/texts.ts';
import { useQuery } from '../api.ts';
import { useWorkspace } from '../workspace.ts';
import { ForecastBulkActionDocument } from './account.graphql.ts';
import classes from './FirstHour.module.css';
import type { Target } from './target.ts';

/** How many messages would leave within an hour if the strategy were started now. @param target read once, when it is first shown. */
export function FirstHour(props: { action: 'startStrategy' | 'assignStrategy'; blueprintId: string; target: () => Target }) {
  const { t } = useTranslation('lists');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const [target] = useState(props.target);
  const [blueprintId] = useDebouncedValue(props.blueprintId, 150);
  const { data, error } = useQuery('account', ForecastBulkActionDocument, {
    clientId,
    action: props.action,
    ...target,
    params: { blueprintId },
  });
  // Without the figure the question can still be answered: whoever may start it is not kept from it.
  if (error) return null;
  const forecast = data?.forecastBulkAction;
  if (!forecast)
    return (
      <p className={classes.hour} aria-busy="true">
        {t('firstHour.counting')}
      </p>
    );
  const { emails: email, textMessages: sms, whatsapp, letters: letter, calls: phone } = forecast;
  const by = { email, sms, whatsapp, letter, phone };
  const count = MESSAGE_CHANNELS.reduce((sum, channel) => sum + by[channel], 0);
  const number = format.number(count);
  const some = MESSAGE_CHANNELS.filter((channel) => by[channel] > 0);
  const channels = some.map((channel) => t(`firstHour.channel.${channel}`, { number: format.number(by[channel]) })).join(', ');
  return (
    <p className={classes.hour} data-some={count > 0} role="status">
      {count === 0 ? t('firstHour.none') : t(forecast.isEstimate ? 'firstHour.about' : 'firstHour.exactly', { count, number, channels })}
    </p>
  );
}
