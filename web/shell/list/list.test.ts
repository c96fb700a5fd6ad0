import { expect, it } from 'vitest';
import { fileColumnsOf, type ListColumn, sortsOf, usualOf } from './columns.ts';
import { type ListFilterEntries, searchBy } from './filters.ts';

interface Search {
  queryText?: string;
  products?: string[];
  owing?: boolean;
}
const FILTERS: ListFilterEntries<Search> = {
  product: { kind: 'several', search: ({ all }) => ({ products: all }) },
  owing: { kind: 'one', search: ({ isYes }) => ({ owing: isYes }) },
};
const searched = (address: string) => searchBy(FILTERS, new URLSearchParams(address), 'UTC');

it('searches by what the address holds of the filters, and by nothing else', () => {
  expect(searched('')).toEqual({});
  expect(searched('search=+brandt+&product=Gas&product=Water&owing=no&columns=a,b&sort=-a')).toEqual({
    queryText: 'brandt',
    products: ['Gas', 'Water'],
    owing: false,
  });
});

const column = (key: string, more: Partial<ListColumn<object>> = {}): ListColumn<object> => ({
  key,
  header: key.toUpperCase(),
  width: 10,
  cell: () => null,
  ...more,
});
const COLUMNS = [
  column('balance', { isUsual: true, sort: 'totalAmount', file: [{ key: 'amount' }, { key: 'currency', header: 'Currency' }] }),
  column('city'),
  column('partner', { isUsual: true, file: [] }),
];

it('takes from one entry what shows at first, what sorts, and the columns of the file', () => {
  expect(usualOf(COLUMNS)).toEqual(['balance', 'partner']);
  expect(sortsOf(COLUMNS)).toEqual({ balance: 'totalAmount' });
  expect(fileColumnsOf(COLUMNS, ['partner', 'city', 'balance'])).toEqual([
    { key: 'amount', header: 'BALANCE' },
    { key: 'currency', header: 'Currency' },
    { key: 'city', header: 'CITY' },
  ]);
});
