import fc from 'fast-check';
import { expect, it } from 'vitest';
import { surplusOf } from './budget.ts';
import { fromDecimal, toDecimal } from './money.ts';

it('keeps every cent and never mixes currencies', () => {
  const incomes = [
    { source: 'Wage', amount: '1850.10', currency: 'EUR' },
    { source: 'Rent', amount: '0.20', currency: 'EUR' },
    { source: 'Pension', amount: '40000', currency: 'JPY' },
  ];
  const expenses = [{ source: 'Flat', amount: '1850.31', currency: 'EUR' }];
  expect(surplusOf({ incomes, expenses })).toEqual([
    { currency: 'EUR', incomes: '1850.30', expenses: '1850.31', surplus: '-0.01' },
    { currency: 'JPY', incomes: '40000', expenses: '0', surplus: '40000' },
  ]);
});

it('does not depend on the order of its input', () => {
  const items = fc.array(
    fc.record({
      source: fc.constantFrom('a', 'b'),
      amount: fc.bigInt(0n, 10n ** 12n).map((minor) => toDecimal(minor, 'EUR')),
      currency: fc.constant('EUR'),
    }),
  );
  fc.assert(
    fc.property(items, items, (incomes, expenses) => {
      const minor = (text: string) => fromDecimal(text, 'EUR')!;
      const total = (list: typeof incomes) => list.reduce((sum, item) => sum + minor(item.amount), 0n);
      const [line] = surplusOf({ incomes, expenses: [...expenses].reverse() });
      expect(minor(line?.surplus ?? '0')).toBe(total(incomes) - total(expenses));
    }),
  );
});
