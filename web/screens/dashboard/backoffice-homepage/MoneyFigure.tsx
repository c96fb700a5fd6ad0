import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { addDays, type CalendarDate } from '../../../../core/time.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { DayBars } from '../../../ui/charts/DayBars.tsx';
import { Figure } from '../../../ui/charts/Figure.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import type { HomepageQuery } from './reporting.graphql.ts';

const DAYS = 30;
type Home = HomepageQuery['getHomepage'];

/** Money in of the last 30 days, one currency at a time. */
export function MoneyFigure(props: { home: Home | undefined; error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('home');
  const { configuration } = useWorkspace();
  const format = useFormat();
  const { home } = props;
  const currencies = [...new Set([configuration.currency, ...(home?.moneyByDay ?? []).map((row) => row.currency)])];
  const [chosen, setChosen] = useState(configuration.currency);
  const currency = currencies.includes(chosen) ? chosen : configuration.currency;
  const short = new Intl.NumberFormat(format.locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol', notation: 'compact' });
  const rows =
    home &&
    Array.from({ length: DAYS }, (_, index) => {
      const day = addDays(home.today as CalendarDate, index + 1 - DAYS);
      return { day, amount: home.moneyByDay.find((row) => row.day === day && row.currency === currency)?.amount ?? '0' };
    });
  return (
    <Figure
      title={t('money.title')}
      detail={t('money.detail')}
      aside={
        currencies.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label={t('money.currency')}
            data={currencies}
            value={currency}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        )
      }
      fileName={`money-${home?.today ?? ''}-${currency}`}
      rows={rows}
      rowId={(row) => row.day}
      columns={[
        { key: 'day', header: t('money.day'), cell: (row) => format.date(row.day), text: (row) => row.day },
        {
          key: 'amount',
          header: t('money.amount', { currency }),
          cell: (row) => format.amount(row.amount, currency),
          text: (row) => row.amount,
          right: true,
        },
      ]}
      drawing={
        rows && (
          <DayBars
            label={t('money.label', {
              amount: format.money(home.moneyToday.find((sum) => sum.currency === currency)?.amount ?? '0', currency),
            })}
            axis={(value) => short.format(value)}
            bars={rows.map((row, index) => ({
              key: row.day,
              value: Number(row.amount),
              words: [format.date(row.day), format.money(row.amount, currency)],
              strong: row.day === home.today,
              ...((DAYS - 1 - index) % 7 === 0 && {
                mark: row.day === home.today ? t('money.today') : format.date(row.day, 'dayMonth'),
              }),
            }))}
          />
        )
      }
      empty=""
      error={props.error}
      onRetry={props.onRetry}
    />
  );
}
