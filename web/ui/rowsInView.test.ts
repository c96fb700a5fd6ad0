import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rowsAt, topFor } from './rowsInView.ts';

const list = fc.record({
  row: fc.integer({ min: 20, max: 80 }),
  height: fc.integer({ min: 100, max: 2_000 }),
  count: fc.integer({ min: 0, max: 5_000 }),
  top: fc.integer({ min: 0, max: 500_000 }),
});

it('every row in view exists, and few others', () => {
  fc.assert(
    fc.property(list, ({ row, height, count, top }) => {
      const { from, to } = rowsAt(top, height, row, count);
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThanOrEqual(count);
      for (let index = Math.floor(top / row); index < Math.min(count, Math.ceil((top + height) / row)); index += 1) {
        expect(index).toBeGreaterThanOrEqual(from);
        expect(index).toBeLessThan(to);
      }
      expect(to - from).toBeLessThanOrEqual(Math.ceil(height / row) + 26);
    }),
  );
});

it('a row brought into view lies whole between the head and the lower edge', () => {
  fc.assert(
    fc.property(list, fc.nat({ max: 5_000 }), ({ row, height, top }, index) => {
      const head = 32;
      fc.pre(height >= head + row);
      const to = topFor(index, { top, height, row, head });
      const above = head + index * row - to;
      expect(above).toBeGreaterThanOrEqual(head);
      expect(above + row).toBeLessThanOrEqual(height);
      // It moves no further than it must.
      expect(topFor(index, { top: to, height, row, head })).toBe(to);
    }),
  );
});
