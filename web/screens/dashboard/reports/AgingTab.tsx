import { useCallback } from 'react';
import { addMonths, type CalendarDate } from '../../../../core/time.ts';
import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { minorOf, shareOf, sumOf } from '../../../ui/amounts.ts';
import { Figure } from '../../../ui/charts/Figure.tsx';
import type { Palette } from '../../../ui/charts/palette.ts';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { useBucketName } from './buckets.ts';
import { amounts, frame, moneyWords, names } from './chart.ts';
import { ClaimsNumber, useClaimsAddress } from './claimsLink.tsx';
import type { TabProps } from './filter.ts';
import { KeyFigures } from './KeyFigures.tsx';
import { AgingDocument, type AgingQuery } from './reporting.graphql.ts';

/** The list of claims behind a bucket, as that screen's filter spells it. */
const IN_BUCKET: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  notDue: { notDue: 'yes' },
  d1_30: { pastDue: '1..30' },
  d31_60: { pastDue: '31..60' },
  d61_90: { pastDue: '61..90' },
  d91_180: { pastDue: '91..180' },
  over180: { pastDue: '181..' },
};
const OVER_90 = ['d91_180', 'over180'];
type Report = AgingQuery['getAgingReport'];

/** @returns what the buckets that pass add up to, as decimal text. */
const amountOf = (report: Report | undefined, passes: (bucket: string) => boolean) =>
  report &&
  sumOf(
    report.buckets.filter(({ bucket }) => passes(bucket)).map(({ amount }) => amount),
    report.currency,
  );

/** Open balances by how long they are due. */
export function AgingTab({ question, clientId }: TabProps) {
  const { t } = useTranslation('reports');
  const format = useFormat();
  const bucketName = useBucketName();
  const { configuration } = useWorkspace();
  const address = useClaimsAddress(question.filter);
  const { data, loading, error, refetch } = useQuery(
    'reporting',
    AgingDocument,
    { clientId, filter: question.filter, asOf: question.asOf },
    { reuse: true, keepPrevious: true },
  );
  const report = data?.getAgingReport;
  const day = report?.asOf as CalendarDate | undefined;
  const monthAgo = day && addMonths(day, -1);
  const earlier = useQuery('reporting', AgingDocument, monthAgo ? { clientId, filter: question.filter, asOf: monthAgo } : null, {
    reuse: true,
  });
  const before = earlier.data?.getAgingReport;
  // Lists are of now: they cannot show what stood on an earlier day.
  const list = (asked: Readonly<Record<string, string>>) => (question.asOf === null ? address({ owing: 'yes', ...asked }) : null);
  const late = (bucket: string) => bucket !== 'notDue';
  const old = (bucket: string) => OVER_90.includes(bucket);
  const currency = report?.currency ?? configuration.currency;
  const rows = report && (report.claims === 0 ? [] : report.buckets);
  const total = report ? minorOf(report.total, currency) : 0n;
  const share = (amount: string) => shareOf(minorOf(amount, currency), total);
  const buckets = report?.buckets;
  const option = useCallback(
    (palette: Palette) => ({
      ...frame(palette),
      xAxis: names(
        palette,
        (buckets ?? []).map((row) => bucketName(row.bucket)),
        { every: true, width: 96 },
      ),
      yAxis: amounts(palette, format, currency),
      series: [
        {
          type: 'bar',
          name: t('aging.amount', { currency }),
          data: (buckets ?? []).map((row) => Number(row.amount)),
          barMaxWidth: 72,
          itemStyle: { borderRadius: [4, 4, 0, 0] },
          label: {
            show: true,
            position: 'top',
            color: palette.ink,
            formatter: ({ dataIndex }: { dataIndex: number }) => format.money(buckets?.[dataIndex]?.amount ?? '0', currency),
          },
          tooltip: { valueFormatter: moneyWords(format, currency) },
        },
      ],
    }),
    [buckets, bucketName, currency, format, t],
  );
  return (
    <>
      <KeyFigures
        currency={currency}
        since={monthAgo ? format.date(monthAgo) : ''}
        failed={earlier.error !== undefined}
        fileName={`aging-key-figures-${report?.asOf ?? ''}-${currency}`}
        figures={[
          { label: t('key.outstanding'), kind: 'money', now: report?.total, before: before?.total, to: list({}) },
          {
            label: t('key.pastDue'),
            kind: 'money',
            now: amountOf(report, late),
            before: amountOf(before, late),
            good: 'down',
            to: list({ notDue: 'no' }),
          },
          {
            label: t('key.over90'),
            kind: 'money',
            now: amountOf(report, old),
            before: amountOf(before, old),
            good: 'down',
            to: list({ pastDue: '91..' }),
          },
          { label: t('key.claims'), kind: 'count', now: report?.claims, before: before?.claims, to: list({}) },
        ]}
      />
      <Figure
        title={t('aging.title')}
        detail={
          report &&
          t('aging.detail', {
            day: format.date(report.asOf),
            amount: format.money(report.total, currency),
            count: report.claims,
            number: format.number(report.claims),
          })
        }
        fileName={`aging-${report?.asOf ?? ''}-${currency}`}
        rows={rows}
        rowId={(row) => row.bucket}
        dimmed={loading}
        columns={[
          {
            key: 'bucket',
            header: t('aging.bucket'),
            cell: (row) => bucketName(row.bucket),
            text: (row) => bucketName(row.bucket),
          },
          {
            key: 'claims',
            header: t('aging.claims'),
            cell: (row) => <ClaimsNumber count={row.claims} name={bucketName(row.bucket)} to={list(IN_BUCKET[row.bucket] ?? {})} />,
            text: (row) => String(row.claims),
            right: true,
          },
          {
            key: 'amount',
            header: t('aging.amount', { currency }),
            cell: (row) => format.amount(row.amount, currency),
            text: (row) => row.amount,
            right: true,
          },
          {
            key: 'share',
            header: t('share'),
            cell: (row) => format.percent(share(row.amount)),
            text: (row) => String(share(row.amount)),
            right: true,
          },
        ]}
        {...(report && {
          foot: [
            t('total'),
            <ClaimsNumber key="claims" count={report.claims} name={t('total')} to={list({})} />,
            format.amount(report.total, currency),
            '',
          ],
        })}
        plot={{ label: t('aging.label', { amount: format.money(report?.total ?? '0', currency) }), height: 340, option }}
        empty={t('aging.empty')}
        error={error}
        onRetry={refetch}
      />
    </>
  );
}
