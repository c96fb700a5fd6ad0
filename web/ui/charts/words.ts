/** What a chart says at each of its places, read from the option it is drawn by: the tooltip in words, for keyboard and screen reader. */
import type { EChartsCoreOption } from 'echarts/core';

export interface PlotPlace {
  /** Of the category, and of each series that has a value there: "Nov 2026: Paid 40%, Not due 60%". */
  readonly words: string;
  /** A series with a value there: the library opens its tooltip at one. */
  readonly seriesIndex: number;
}

interface Series {
  readonly name: string;
  readonly data: readonly unknown[];
  readonly tooltip?: { readonly show?: boolean; readonly valueFormatter?: (value: unknown, index: number) => string };
}
interface Axis {
  readonly type: string;
  readonly data?: readonly string[];
}

const drawnValue = (item: unknown): unknown => (typeof item === 'object' && item !== null && 'value' in item ? item.value : item);

/** @returns the places along the axis of names, in its order; an index is the library's dataIndex. */
export function placesOf(option: EChartsCoreOption): PlotPlace[] {
  const axes = [option.xAxis, option.yAxis] as Axis[];
  const names = axes.find((axis) => axis?.type === 'category')?.data ?? [];
  const series = (option.series ?? []) as Series[];
  return names.map((name, index) => {
    const drawn = series.flatMap((each, seriesIndex) => {
      const value = drawnValue(each.data[index]);
      if (value === null || value === undefined || each.tooltip?.show === false) return [];
      return [{ seriesIndex, words: `${each.name} ${each.tooltip?.valueFormatter?.(value, index) ?? String(value)}` }];
    });
    return { words: `${name}: ${drawn.map(({ words }) => words).join(', ') || '–'}`, seriesIndex: drawn[0]?.seriesIndex ?? 0 };
  });
}
