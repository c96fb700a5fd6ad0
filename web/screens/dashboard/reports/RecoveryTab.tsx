import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Figure } from '../../../ui/charts/Figure.tsx';
import { type Palette, seriesColors } from '../../../ui/charts/palette.ts';
import { useFormat } from '../../../ui/format.ts';
import { frame, names, SYMBOLS, shares, shareWords } from './chart.ts';
import type { TabProps } from './filter.ts';
import classes from './ReportsScreen.module.css';
import { RecoveryCurveDocument } from './reporting.graphql.ts';

/** How much of what came in a month was collected, by months since. */
export function RecoveryTab({ question, clientId }: TabProps) {
  const { t } = useTranslation('reports');
  const format = useFormat();
  const { configuration } = useWorkspace();
  const { data, loading, error, refetch } = useQuery(
    'reporting',
    RecoveryCurveDocument,
    { clientId, filter: question.filter, months: question.span },
    { keepPrevious: true },
  );
  const report = data?.getRecoveryCurve;
  const currency = report?.currency ?? configuration.currency;
  const cohorts = report?.cohorts;
  const most = Math.max(0, ...(cohorts ?? []).map((cohort) => cohort.points.length));
  const option = useCallback(
    (palette: Palette) => {
      const colors = seriesColors(palette);
      return {
        ...frame(palette, { legend: true, right: 64 }),
        xAxis: names(
          palette,
          Array.from({ length: most }, (_, since) => t('recovery.since', { count: since })),
        ),
        yAxis: shares(palette, format),
        series: (cohorts ?? []).map((cohort, index) => {
          const name = new Intl.DateTimeFormat(format.locale, { month: 'short', year: '2-digit', timeZone: 'UTC' }).format(
            new Date(cohort.month),
          );
          return {
            type: 'line',
            name,
            data: cohort.points.map((point) => point.share),
            symbol: SYMBOLS[index % SYMBOLS.length],
            symbolSize: 7,
            itemStyle: { color: colors[index % colors.length] },
            lineStyle: { width: 2, color: colors[index % colors.length], type: index < colors.length ? 'solid' : 'dashed' },
            endLabel: { show: true, formatter: name, color: palette.ink2, fontSize: 11 },
            tooltip: { valueFormatter: shareWords(format) },
          };
        }),
      };
    },
    [cohorts, most, format, t],
  );
  type Cohort = NonNullable<typeof cohorts>[number];
  return (
    <Figure
      title={t('recovery.title')}
      detail={t('recovery.detail')}
      fileName={`recovery-${currency}`}
      rows={cohorts}
      rowId={(row) => row.month}
      dimmed={loading}
      columns={[
        {
          key: 'month',
          header: t('recovery.month'),
          cell: (row) =>
            new Intl.DateTimeFormat(format.locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(row.month)),
          text: (row) => row.month,
        },
        {
          key: 'claims',
          header: t('aging.claims'),
          cell: (row) => format.number(row.claims),
          text: (row) => String(row.claims),
          right: true,
        },
        {
          key: 'placed',
          header: t('recovery.placed', { currency }),
          cell: (row) => format.amount(row.placed, currency),
          text: (row) => row.placed,
          right: true,
        },
        ...Array.from({ length: most }, (_, since) => ({
          key: `since${since}`,
          header: t('recovery.since', { count: since }),
          cell: (row: Cohort) => {
            const point = row.points[since];
            return point ? (
              <>
                {format.amount(point.collected, currency)}
                <span className={classes.small}>{format.percent(point.share)}</span>
              </>
            ) : (
              ''
            );
          },
          text: (row: Cohort) => row.points[since]?.collected ?? '',
          right: true,
        })),
      ]}
      plot={{ label: t('recovery.label'), height: 380, option }}
      empty={t('recovery.empty')}
      error={error}
      onRetry={refetch}
    />
  );
}
