import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contrast, ENOUGH, lightened, readableOn } from './contrast.ts';

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

it.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#767676', '#ffffff', 4.54],
  ['#ff0000', '#ffffff', 4],
])('tells %s from %s by %f', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 2);
  expect(contrast(other, one)).toBe(contrast(one, other));
});

it('finds a colour that is read on any background, and keeps the wanted one where it can', () => {
  fc.assert(
    fc.property(colour, colour, (background, wanted) => {
      const found = readableOn(background, wanted);
      expect(contrast(background, found)).toBeGreaterThanOrEqual(ENOUGH);
      if (contrast(background, wanted) >= ENOUGH) expect(found).toBe(wanted);
    }),
  );
});

it('lightens any colour enough for a dark background, and no colour that is light enough', () => {
  fc.assert(
    fc.property(colour, (wanted) => {
      expect(contrast(lightened(wanted, '#1d2322'), '#1d2322')).toBeGreaterThanOrEqual(ENOUGH);
    }),
  );
  expect(lightened('#ffee00', '#1d2322')).toBe('#ffee00');
});
