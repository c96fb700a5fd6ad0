import { useCallback } from 'react';
import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { sumOf } from '../../../ui/amounts.ts';
import { Figure } from '../../../ui/charts/Figure.tsx';
import type { Palette } from '../../../ui/charts/palette.ts';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { amounts, frame, moneyWords, names, part, partsOf } from './chart.ts';
import type { TabProps } from './filter.ts';
import { KeyFigures } from './KeyFigures.tsx';
import { CashForecastDocument } from './reporting.graphql.ts';

/** What is promised, what is planned, and what may be expected of it, per week. */
export function ForecastTab({ question, clientId }: TabProps) {
  const { t } = useTranslation('reports');
  const format = useFormat();
  const { configuration } = useWorkspace();
  const { data, loading, error, refetch } = useQuery(
    'reporting',
    CashForecastDocument,
    { clientId, filter: question.filter, weeks: question.span },
    { reuse: true, keepPrevious: true },
  );
  const report = data?.getCashForecast;
  const currency = report?.currency ?? configuration.currency;
  const weeks = report?.weeks;
  const option = useCallback(
    (palette: Palette) => {
      const money = { tooltip: { valueFormatter: moneyWords(format, currency) } };
      return {
        ...frame(palette, { legend: true }),
        xAxis: names(
          palette,
          (weeks ?? []).map((row) => format.date(row.week, 'dayMonth')),
        ),
        yAxis: amounts(palette, format, currency),
        series: [
          {
            type: 'bar',
            stack: 'known',
            name: t('forecast.promised'),
            barMaxWidth: 48,
            itemStyle: { ...part(palette), color: palette.brand },
            data: partsOf((weeks ?? []).map((row) => Number(row.promised))),
            ...money,
          },
          {
            type: 'bar',
            stack: 'known',
            name: t('forecast.instalments'),
            barMaxWidth: 48,
            itemStyle: { ...part(palette), color: palette['brand-half'] },
            data: partsOf((weeks ?? []).map((row) => Number(row.instalments))),
            ...money,
          },
          {
            type: 'line',
            name: t('forecast.expected'),
            symbol: 'diamond',
            itemStyle: { color: palette.warn },
            symbolSize: 9,
            lineStyle: { width: 2 },
            data: (weeks ?? []).map((row) => Number(row.expected)),
            ...money,
          },
        ],
      };
    },
    [weeks, currency, format, t],
  );
  const column = (key: 'promised' | 'instalments' | 'expected') => ({
    key,
    header: `${t(`forecast.${key}`)} (${currency})`,
    cell: (row: NonNullable<typeof weeks>[number]) => format.amount(row[key], currency),
    text: (row: NonNullable<typeof weeks>[number]) => row[key],
    right: true,
  });
  const sum = (key: 'promised' | 'instalments' | 'expected') =>
    sumOf(
      (weeks ?? []).map((row) => row[key]),
      currency,
    );
  const total = (key: 'promised' | 'instalments' | 'expected') => format.amount(sum(key), currency);
  const pair = (key: 'keptShare' | 'paidShare' | 'unplanned') => ({ now: report?.[key], before: report?.before[key] });
  return (
    <>
      <KeyFigures
        currency={currency}
        since={t('key.earlierWeeks')}
        compared={t('key.comparedWeeks', { count: question.span })}
        failed={false}
        fileName={`forecast-key-figures-${weeks?.[0]?.week ?? ''}-${currency}`}
        figures={[
          {
            label: t('key.expected', { count: question.span }),
            kind: 'money',
            now: weeks && sum('expected'),
            before: report?.before.collected,
            good: 'up',
            since: t('key.lastWeeks', { count: question.span }),
          },
          { label: t('forecast.kept'), kind: 'share', good: 'up', ...pair('keptShare'), detail: t('forecast.keptDetail') },
          { label: t('forecast.paid'), kind: 'share', good: 'up', ...pair('paidShare'), detail: t('forecast.paidDetail') },
          { label: t('forecast.unplanned'), kind: 'money', good: 'up', ...pair('unplanned'), detail: t('forecast.unplannedDetail') },
        ]}
      />
      <Figure
        title={t('forecast.title')}
        detail={t('forecast.detail')}
        fileName={`forecast-${weeks?.[0]?.week ?? ''}-${currency}`}
        rows={weeks}
        rowId={(row) => row.week}
        dimmed={loading}
        columns={[
          { key: 'week', header: t('forecast.week'), cell: (row) => format.date(row.week), text: (row) => row.week },
          column('promised'),
          column('instalments'),
          column('expected'),
        ]}
        foot={[t('total'), total('promised'), total('instalments'), total('expected')]}
        plot={{ label: t('forecast.label'), height: 340, option }}
        empty=""
        error={error}
        onRetry={refetch}
      />
    </>
  );
}
