import { DayBars } from '../../../ui/charts/DayBars.tsx';
import { Figure } from '../../../ui/charts/Figure.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import type { LiveBoardQuery } from './reporting.graphql.ts';

type Board = LiveBoardQuery['getLiveBoard'];

/** Messages that left today and calls that were noted, by hour; the table behind the picture tells the channels apart. */
export function ContactsFigure(props: { today: string; contacts: Board['contacts']; onRetry: () => void }) {
  const { t } = useTranslation('board');
  const format = useFormat();
  const of = (hour: number, channel: string) => props.contacts.find((row) => row.hour === hour && row.channel === channel)?.count ?? 0;
  const rows = Array.from({ length: 24 }, (_, hour) => ({
    hour,
    email: of(hour, 'email'),
    sms: of(hour, 'sms'),
    phone: of(hour, 'phone'),
  }));
  const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
  const total = rows.reduce((sum, row) => sum + row.email + row.sms + row.phone, 0);
  return (
    <Figure
      title={t('contacts.title')}
      detail={t('contacts.detail')}
      fileName={`contacts-${props.today}`}
      rows={total === 0 ? [] : rows}
      rowId={(row) => String(row.hour)}
      columns={[
        { key: 'hour', header: t('contacts.hour'), cell: (row) => clock(row.hour), text: (row) => clock(row.hour) },
        {
          key: 'email',
          header: t('channel.email'),
          cell: (row) => format.number(row.email),
          text: (row) => String(row.email),
          right: true,
        },
        {
          key: 'phone',
          header: t('channel.phone'),
          cell: (row) => format.number(row.phone),
          text: (row) => String(row.phone),
          right: true,
        },
        { key: 'sms', header: t('channel.sms'), cell: (row) => format.number(row.sms), text: (row) => String(row.sms), right: true },
      ]}
      drawing={
        <DayBars
          label={t('contacts.label', { number: format.number(total) })}
          axis={(value) => format.number(value)}
          whole
          bars={rows.map((row) => ({
            key: String(row.hour),
            value: row.email + row.sms + row.phone,
            words: [
              clock(row.hour),
              t('contacts.words', { email: format.number(row.email), sms: format.number(row.sms), phone: format.number(row.phone) }),
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
