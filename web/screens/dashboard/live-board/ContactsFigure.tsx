import type { MessageChannel } from '../../../../core/messageChannels.ts';
import { DayBars } from '../../../ui/charts/DayBars.tsx';
import { Figure } from '../../../ui/charts/Figure.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import type { LiveBoardQuery } from './reporting.graphql.ts';

const CHANNELS = ['email', 'phone', 'sms', 'whatsapp', 'letter'] as const satisfies readonly MessageChannel[];
type Channel = (typeof CHANNELS)[number];
type Board = LiveBoardQuery['getLiveBoard'];

/** Messages that left today and calls that were noted, by hour; the table behind the picture tells the channels apart. */
export function ContactsFigure(props: { today: string; contacts: Board['contacts']; onRetry: () => void }) {
  const { t } = useTranslation('board');
  const format = useFormat();
  const of = (hour: number, channel: string) => props.contacts.find((row) => row.hour === hour && row.channel === channel)?.count ?? 0;
  const rows = Array.from({ length: 24 }, (_, hour) => ({
    hour,
    ...(Object.fromEntries(CHANNELS.map((channel) => [channel, of(hour, channel)])) as Record<Channel, number>),
  }));
  const sum = (row: Record<Channel, number>) => CHANNELS.reduce((all, channel) => all + row[channel], 0);
  const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
  const total = rows.reduce((all, row) => all + sum(row), 0);
  return (
    <Figure
      title={t('contacts.title')}
      detail={t('contacts.detail')}
      fileName={`contacts-${props.today}`}
      rows={total === 0 ? [] : rows}
      rowId={(row) => String(row.hour)}
      columns={[
        { key: 'hour', header: t('contacts.hour'), cell: (row) => clock(row.hour), text: (row) => clock(row.hour) },
        ...CHANNELS.map((channel) => ({
          key: channel,
          header: t(`channel.${channel}`),
          cell: (row: Record<Channel, number>) => format.number(row[channel]),
          text: (row: Record<Channel, number>) => String(row[channel]),
          right: true,
        })),
      ]}
      drawing={
        <DayBars
          label={t('contacts.label', { number: format.number(total) })}
          axis={(value) => format.number(value)}
          whole
          bars={rows.map((row) => ({
            key: String(row.hour),
            value: sum(row),
            words: [
              clock(row.hour),
              CHANNELS.filter((channel) => row[channel] > 0)
                .map((channel) => `${t(`channel.${channel}`)} ${format.number(row[channel])}`)
                .join(', '),
            ],
            ...(row.hour % 6 === 0 && { mark: clock(row.hour) }),
          }))}
        />
      }
      empty={t('contacts.empty')}
      error={undefined}
      onRetry={props.onRetry}
    />
  );
}
