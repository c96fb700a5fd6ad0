import { useCallback } from 'react';
import type { Palette } from '../../../ui/charts/palette.ts';
import { useFormat } from '../../../ui/format.ts';
import { BUCKETS, placeOf, TARGETS, useBucketName } from './buckets.ts';
import { FLAT, frame, names, part, SYMBOLS, shares, shareWords, unfinished } from './chart.ts';
import type { RollRatesQuery } from './reporting.graphql.ts';

type Month = RollRatesQuery['getRollRates']['months'][number];
type Bucket = (typeof BUCKETS)[number];

/** A part of a bar that has room for its share, 0 to 1, and one that has room for its name too. */
const WORTH_WORDS = 0.07;
const WORTH_NAME = 0.18;

/** @returns the picture of a month: a bar for each bucket, with a part for each one that its balance went to. */
export function useRollsPlot(from: readonly Bucket[], flows: Month['flows'] | undefined) {
  const format = useFormat();
  const bucketName = useBucketName();
  return useCallback(
    (palette: Palette) => ({
      ...frame(palette, { legend: true }),
      xAxis: shares(palette, format, { max: 1 }),
      yAxis: names(
        palette,
        from.map((bucket) => bucketName(bucket)),
        { every: true, inverse: true },
      ),
      color: [palette.brand, palette['brand-half'], palette.info, palette.violet, palette.warn, palette.bad, palette.ink3],
      series: TARGETS.filter((to) => flows?.some((flow) => flow.to === to)).map((to) => ({
        type: 'bar',
        stack: 'share',
        name: bucketName(to),
        barMaxWidth: 30,
        itemStyle: part(palette),
        data: from.map((bucket) => {
          const share = flows?.find((flow) => flow.from === bucket && flow.to === to)?.share ?? 0;
          return { value: share, label: { show: share >= WORTH_WORDS } };
        }),
        label: {
          color: palette.ink,
          backgroundColor: palette.surface,
          padding: [2, 5],
          borderRadius: 4,
          fontSize: 11,
          lineHeight: 13,
          formatter: ({ value }: { value: number }) =>
            value >= WORTH_NAME ? `${bucketName(to)} ${format.percent(value)}` : format.percent(value),
        },
        tooltip: { valueFormatter: shareWords(format) },
      })),
    }),
    [flows, from, format, bucketName],
  );
}

/** The share of a bucket that became older, month by month; null where it held nothing. */
export type Older = ReturnType<typeof olderOf>[number];

/** @returns for each bucket how much of it became older in each month. */
export function olderOf(months: readonly Month[]) {
  return BUCKETS.slice(0, -1).map((bucket, place) => ({
    bucket,
    points: months.map(({ flows: all }) => {
      const own = all.filter((flow) => flow.from === bucket);
      return own.length === 0 ? null : own.filter((flow) => placeOf(flow.to) > place).reduce((sum, flow) => sum + flow.share, 0);
    }),
  }));
}

/** @param monthName writes a month. @returns the picture of how much became older, a line for each bucket. */
export function useTrendPlot(months: readonly Month[], older: readonly Older[], monthName: (month: Month) => string) {
  const format = useFormat();
  const bucketName = useBucketName();
  return useCallback(
    (palette: Palette) => ({
      ...frame(palette, { legend: true }),
      xAxis: names(palette, months.map(monthName)),
      yAxis: shares(palette, format),
      series: [
        ...older.map(({ bucket, points }, index) => ({
          ...FLAT,
          type: 'line',
          name: bucketName(bucket),
          data: points,
          symbol: SYMBOLS[index % SYMBOLS.length],
          symbolSize: 8,
          lineStyle: { width: 2, type: index % 2 === 0 ? 'solid' : 'dotted' },
          tooltip: { valueFormatter: shareWords(format) },
        })),
        ...older.map(({ bucket, points }) => unfinished(palette, bucketName(bucket), points)),
      ],
    }),
    [months, older, format, bucketName, monthName],
  );
}
