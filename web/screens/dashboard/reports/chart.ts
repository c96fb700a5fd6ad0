/** What the charts of reports share. Figures become numbers only to be drawn; words are written from the exact ones. */
import type { EChartsCoreOption } from 'echarts/core';
import { exponentOf } from '../../../../core/money.ts';
import type { Palette } from '../../../ui/charts/palette.ts';
import type { Format } from '../../../ui/format.ts';

/** Signs of lines, so that they differ by more than colour. */
export const SYMBOLS = [
  'circle',
  'rect',
  'triangle',
  'diamond',
  // A cross. Hollow signs would be filled with white, on a dark ground too.
  'path://M-1,-3h2v2h2v2h-2v2h-2v-2h-2v-2h2z',
  'arrow',
] as const;

/**
 * The last stretch of a line, to a month that is not over: gaps in the ground's colour make it a dashed one. The line itself stays whole, so
 * that it has one name, one tooltip and one sign.
 */
export const unfinished = (palette: Palette, name: string, data: readonly (number | null)[]) => ({
  type: 'line',
  name,
  data: data.map((value, index) => (index < data.length - 2 ? null : value)),
  symbol: 'none',
  silent: true,
  lineStyle: { width: 3, color: palette.surface, type: [4, 5], dashOffset: 4 },
  tooltip: { show: false },
});
/** A line that is raised when it is pointed at would cover its gaps. */
export const FLAT = { emphasis: { disabled: true } };

/** What parts of a stacked bar have in common: a line of the surface between them, so that they part without colour. */
export const part = (palette: Palette) => ({ borderColor: palette.surface, borderWidth: 1 });
/** @returns parts as a chart draws them: one of nothing has no line, which would cover the axis. */
export const partsOf = (values: readonly number[]) =>
  values.map((value) => (value === 0 ? { value, itemStyle: { borderWidth: 0 } } : value));

/** @returns frame, tooltip and legend in the look. */
export function frame(palette: Palette, options: { legend?: boolean; right?: number } = {}): EChartsCoreOption {
  return {
    grid: { left: 8, right: options.right ?? 12, top: options.legend ? 40 : 14, bottom: 6, containLabel: true },
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: palette.surface,
      borderColor: palette.line2,
      textStyle: { color: palette.ink, fontSize: 12, fontFamily: palette.font },
      axisPointer: { type: 'shadow', shadowStyle: { color: palette.ink, opacity: 0.05 } },
    },
    ...(options.legend && {
      legend: {
        top: 0,
        left: 0,
        itemWidth: 18,
        itemHeight: 10,
        textStyle: { color: palette.ink2, fontSize: 12, fontFamily: palette.font },
      },
    }),
  };
}

const axis = (palette: Palette) => ({
  axisLabel: { color: palette.ink2, fontSize: 12 },
  axisLine: { lineStyle: { color: palette.line2 } },
  axisTick: { show: false },
  splitLine: { lineStyle: { color: palette.line } },
});

/** An axis of names. @param options every: none is left out where they stand close (a long one breaks), because each stands for itself; of months and weeks some may. */
export const names = (palette: Palette, data: readonly string[], options: { every?: boolean; inverse?: boolean; width?: number } = {}) => {
  const { every = false, inverse = false, width } = options;
  return {
    type: 'category',
    data,
    inverse,
    ...axis(palette),
    axisLabel: {
      ...axis(palette).axisLabel,
      ...(every && { interval: 0 }),
      ...(width !== undefined && { width, overflow: every && !inverse ? 'break' : 'truncate' }),
    },
    splitLine: { show: false },
  };
};

/** An axis of amounts, short: "1.2M". */
export function amounts(palette: Palette, format: Format, currency: string) {
  const short = new Intl.NumberFormat(format.locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol', notation: 'compact' });
  return {
    type: 'value',
    ...axis(palette),
    axisLabel: {
      color: palette.ink2,
      fontSize: 12,
      formatter: (value: number) => short.format(value),
    },
  };
}

/** An axis of shares, 0 to 1. */
export const shares = (palette: Palette, format: Format, more: object = {}) => ({
  type: 'value',
  min: 0,
  ...axis(palette),
  axisLabel: { color: palette.ink2, fontSize: 12, formatter: (value: number) => format.percent(value) },
  ...more,
});

/** @returns what writes a drawn amount in a tooltip. */
export const moneyWords = (format: Format, currency: string) => (value: unknown) =>
  typeof value === 'number' ? format.money(value.toFixed(exponentOf(currency)), currency) : '–';

/** @returns what writes a drawn share. */
export const shareWords = (format: Format) => (value: unknown) => (typeof value === 'number' ? format.percent(value) : '–');
