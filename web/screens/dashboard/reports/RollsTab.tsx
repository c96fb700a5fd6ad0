import { NativeSelect } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { sumOf } from '../../../ui/amounts.ts';
import { Figure } from '../../../ui/charts/Figure.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { BUCKETS, useBucketName } from './buckets.ts';
import type { TabProps } from './filter.ts';
import { RollsKeyFigures } from './RollsKeyFigures.tsx';
import { RollRatesDocument } from './reporting.graphql.ts';
import { olderOf, useRollsPlot, useTrendPlot } from './rollsPlots.ts';

/** Where the balance of each bucket went during a month, and how much of it became older, month by month. */
export function RollsTab({ question, clientId }: TabProps) {
  const { t } = useTranslation('reports');
  const format = useFormat();
  const bucketName = useBucketName();
  const { configuration } = useWorkspace();
  const [params, setParams] = useSearchParams();
  const { data, loading, error, refetch } = useQuery(
    'reporting',
    RollRatesDocument,
    { clientId, filter: question.filter, months: question.span },
    { reuse: true, keepPrevious: true },
  );
  const report = data?.getRollRates;
  const currency = report?.currency ?? configuration.currency;
  const months = useMemo(() => report?.months ?? [], [report]);
  const month = months.find((each) => each.month === params.get('month')) ?? months.at(-2) ?? months.at(-1);
  const flows = month?.flows;
  const from = useMemo(() => BUCKETS.filter((bucket) => flows?.some((flow) => flow.from === bucket)), [flows]);
  const monthName = useCallback(
    ({ month: day }: { month: string }) => {
      const name = new Intl.DateTimeFormat(format.locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(new Date(day));
      // The last one is the running month.
      return day === months.at(-1)?.month ? t('soFar', { what: name }) : name;
    },
    [months, format, t],
  );

  const option = useRollsPlot(from, flows);
  const older = useMemo(() => olderOf(months), [months]);
  const trend = useTrendPlot(months, older, monthName);

  const failed = { error, onRetry: refetch };
  const amountOf = (bucket: string) =>
    sumOf(
      (flows ?? []).filter((flow) => flow.from === bucket).map((flow) => flow.amount),
      currency,
    );
  return (
    <>
      <RollsKeyFigures question={question} clientId={clientId} currency={currency} month={month} isRunning={month === months.at(-1)} />
      <Figure
        title={t('rolls.title')}
        detail={month && t('rolls.detail', { from: format.date(month.month), to: format.date(month.until) })}
        aside={
          month && (
            <NativeSelect
              size="xs"
              aria-label={t('rolls.month')}
              data={months.map((each) => ({ value: each.month, label: monthName(each) }))}
              value={month.month}
              onChange={(event) => {
                const chosen = event.currentTarget.value;
                setParams((old) => new URLSearchParams([...[...old].filter(([name]) => name !== 'month'), ['month', chosen]]), {
                  replace: true,
                });
              }}
            />
          )
        }
        fileName={`roll-rates-${month?.month.slice(0, 7) ?? ''}-${currency}`}
        rows={flows}
        rowId={(row) => `${row.from} ${row.to}`}
        dimmed={loading}
        columns={[
          { key: 'from', header: t('rolls.from'), cell: (row) => bucketName(row.from), text: (row) => bucketName(row.from) },
          { key: 'to', header: t('rolls.to'), cell: (row) => bucketName(row.to), text: (row) => bucketName(row.to) },
          {
            key: 'amount',
            header: t('aging.amount', { currency }),
            cell: (row) => format.amount(row.amount, currency),
            text: (row) => row.amount,
            right: true,
          },
          {
            key: 'share',
            header: t('rolls.share'),
            cell: (row) => (
              <span title={t('rolls.of', { amount: format.money(amountOf(row.from), currency) })}>{format.percent(row.share)}</span>
            ),
            text: (row) => String(row.share),
            right: true,
          },
        ]}
        plot={{
          label: t('rolls.label', { month: month ? monthName(month) : '' }),
          height: 70 + Math.max(1, from.length) * 46,
          option,
        }}
        empty={t('rolls.empty')}
        {...failed}
      />
      <Figure
        title={t('rolls.trend')}
        detail={t('rolls.trendDetail')}
        fileName={`roll-trend-${currency}`}
        rows={report && months}
        rowId={(row) => row.month}
        dimmed={loading}
        columns={[
          { key: 'month', header: t('rolls.month'), cell: (row) => monthName(row), text: (row) => row.month },
          ...older.map(({ bucket, points }) => ({
            key: bucket,
            header: bucketName(bucket),
            cell: (row: (typeof months)[number]) => {
              const point = points[months.indexOf(row)];
              return point === null || point === undefined ? '–' : format.percent(point);
            },
            text: (row: (typeof months)[number]) => String(points[months.indexOf(row)] ?? ''),
            right: true,
          })),
        ]}
        plot={{ label: t('rolls.trendLabel'), height: 280, option: trend }}
        empty={t('rolls.empty')}
        {...(report ? {} : failed)}
      />
    </>
  );
}
