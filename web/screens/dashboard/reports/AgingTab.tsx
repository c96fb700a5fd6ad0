import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { minorOf, shareOf } from '../../../ui/amounts.ts';
import { Figure } from '../../../ui/charts/Figure.tsx';
import type { Palette } from '../../../ui/charts/palette.ts';
import { useFormat } from '../../../ui/format.ts';
import { useCan } from '../../../ui/permission.tsx';
import { useBucketName } from './buckets.ts';
import { amounts, frame, moneyWords, names } from './chart.ts';
import type { TabProps } from './filter.ts';
import { AgingDocument } from './reporting.graphql.ts';

/** The list of accounts behind a bucket, as that screen's filter spells it. */
const PAST_DUE: Readonly<Record<string, string>> = {
  d1_30: '1..30',
  d31_60: '31..60',
  d61_90: '61..90',
  d91_180: '91..180',
  over180: '181..',
};

/** Open balances by how long they are due. */
export function AgingTab({ question, clientId }: TabProps) {
  const { t } = useTranslation('reports');
  const format = useFormat();
  const bucketName = useBucketName();
  const { configuration } = useWorkspace();
  const opens = useCan('backoffice-spa', 'view-accounts');
  const { data, loading, error, refetch } = useQuery(
    'reporting',
    AgingDocument,
    { clientId, filter: question.filter, asOf: question.asOf },
    { keepPrevious: true },
  );
  const report = data?.getAgingReport;
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
          cell: (row) =>
            opens && question.asOf === null && PAST_DUE[row.bucket] ? (
              <Link to={`${paths.accounts(clientId)}?pastDue=${PAST_DUE[row.bucket]}`}>{bucketName(row.bucket)}</Link>
            ) : (
              bucketName(row.bucket)
            ),
          text: (row) => bucketName(row.bucket),
        },
        {
          key: 'claims',
          header: t('aging.claims'),
          cell: (row) => format.number(row.claims),
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
      {...(report && { foot: [t('total'), format.number(report.claims), format.amount(report.total, currency), ''] })}
      plot={{ label: t('aging.label', { amount: format.money(report?.total ?? '0', currency) }), height: 340, option }}
      empty={t('aging.empty')}
      error={error}
      onRetry={refetch}
    />
  );
}
