/** Steps of an axis that people read at a glance, times a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10];

/**
 * @param least and most drawn; nothing lies between them and 0 that is not part of the axis.
 * @param whole whether people count what is drawn: then no half of it is marked.
 * @returns three to five round values from below the least to above the most, 0 among them, fewer of what is counted; 0 and 1 where there is nothing to draw.
 */
export function ticksOf(least: number, most: number, whole = false): number[] {
  const span = Math.max(most, 0) - Math.min(least, 0);
  if (!(span > 0)) return [0, 1];
  const rough = whole ? Math.max(1, span / 3) : span / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * STEPS.find((each) => each * power >= rough && (!whole || Number.isInteger(each * power)))!;
  const [first, last] = [Math.floor(Math.min(least, 0) / step), Math.ceil(Math.max(most, 0) / step)];
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}
