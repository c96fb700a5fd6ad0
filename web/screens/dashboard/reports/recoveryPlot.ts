import { useCallback } from 'react';
import { type Palette, seriesColors } from '../../../ui/charts/palette.ts';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { FLAT, frame, names, SYMBOLS, shares, shareWords, unfinished } from './chart.ts';
import type { RecoveryCurveQuery } from './reporting.graphql.ts';

export type Cohort = RecoveryCurveQuery['getRecoveryCurve']['cohorts'][number];

/** @param most months that any of them has. @returns the picture: a line for what came in each month. */
export function useRecoveryPlot(cohorts: readonly Cohort[] | undefined, most: number) {
  const { t } = useTranslation('reports');
  const format = useFormat();
  return useCallback(
    (palette: Palette) => {
      const colors = seriesColors(palette);
      const months = new Intl.DateTimeFormat(format.locale, { month: 'short', year: '2-digit', timeZone: 'UTC' });
      const nameOf = (cohort: Cohort) => months.format(new Date(cohort.month));
      return {
        ...frame(palette, { legend: true, right: 64 }),
        xAxis: names(
          palette,
          Array.from({ length: most }, (_, since) => t('recovery.since', { count: since })),
        ),
        yAxis: shares(palette, format),
        series: [
          ...(cohorts ?? []).map((cohort, index) => {
            const color = colors[index % colors.length];
            return {
              ...FLAT,
              type: 'line',
              name: nameOf(cohort),
              data: cohort.points.map((point) => point.share),
              symbol: SYMBOLS[index % SYMBOLS.length],
              symbolSize: 7,
              itemStyle: { color },
              lineStyle: { width: 2, color, type: index < colors.length ? 'solid' : 'dotted' },
              endLabel: { show: true, formatter: nameOf(cohort), color: palette.ink2, fontSize: 11 },
              tooltip: {
                valueFormatter: (value: unknown, place: number) => {
                  const words = shareWords(format)(value);
                  return place === cohort.points.length - 1 ? t('soFar', { what: words }) : words;
                },
              },
            };
          }),
          ...(cohorts ?? []).map((cohort) =>
            unfinished(
              palette,
              nameOf(cohort),
              cohort.points.map((point) => point.share),
            ),
          ),
        ],
      };
    },
    [cohorts, most, format, t],
  );
}
