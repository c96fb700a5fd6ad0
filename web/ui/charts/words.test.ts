import { expect, it } from 'vitest';
import { placesOf } from './words.ts';

it('says every place of a chart with the values written as in the tooltip, and leaves out what has none', () => {
  const euros = { tooltip: { valueFormatter: (value: unknown) => `€${value}` } };
  const names = { type: 'category', data: ['Oct', 'Nov', 'Dec'] };
  const series = [
    { name: 'Promised', data: [null, 5, null], ...euros },
    { name: 'Expected', data: [{ value: 1 }, 0, null] },
  ];
  const places = [
    { words: 'Oct: Expected 1', seriesIndex: 1 },
    { words: 'Nov: Promised €5, Expected 0', seriesIndex: 0 },
    { words: 'Dec: –', seriesIndex: 0 },
  ];
  expect(placesOf({ xAxis: names, yAxis: { type: 'value' }, series })).toEqual(places);
  expect(placesOf({ xAxis: { type: 'value' }, yAxis: names, series })).toEqual(places);
});
