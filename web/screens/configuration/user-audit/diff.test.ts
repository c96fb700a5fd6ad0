import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { detailsOf, differencesOf } from './diff.ts';

const lines = (payload: unknown) => differencesOf(payload).map(({ path, kind, from, to }) => [path, kind, from, to]);

it.each([
  ['a field', { changes: [{ field: 'timezone', from: 'UTC', to: 'Europe/Berlin' }] }, [['timezone', 'changed', 'UTC', 'Europe/Berlin']]],
  [
    'a new and a lost value',
    {
      changes: [
        { field: 'a', from: null, to: 0 },
        { field: 'b', from: false },
      ],
    },
    [
      ['a', 'added', null, 0],
      ['b', 'removed', false, null],
    ],
  ],
  ['fields by name', { changes: { phone: { from: '1', to: '2' } } }, [['phone', 'changed', '1', '2']]],
  [
    'objects',
    { changes: [{ field: 'flags', from: { MFA: true, i18n: true }, to: { i18n: false, NEW: true } }] },
    [
      ['flags.MFA', 'removed', true, null],
      ['flags.i18n', 'changed', true, false],
      ['flags.NEW', 'added', null, true],
    ],
  ],
  [
    'before and after',
    { before: { capPerDay: 2, hours: { start: 8 } }, after: { capPerDay: 2, hours: { start: 9 } } },
    [['hours.start', 'changed', 8, 9]],
  ],
  [
    'lists of words',
    { changes: [{ field: 'locales', from: ['a', 'b'], to: ['b', 'c'] }] },
    [
      ['locales', 'removed', 'a', null],
      ['locales', 'added', null, 'c'],
    ],
  ],
  [
    'lists of things with names',
    {
      changes: [
        {
          field: 'tags',
          from: [
            { key: 'A', color: 'red' },
            { key: 'B', color: 'red' },
          ],
          to: [
            { key: 'A', color: 'blue' },
            { key: 'C', color: 'red' },
          ],
        },
      ],
    },
    [
      ['tags[A].color', 'changed', 'red', 'blue'],
      ['tags[B]', 'removed', { key: 'B', color: 'red' }, null],
      ['tags[C]', 'added', null, { key: 'C', color: 'red' }],
    ],
  ],
  ['an order', { changes: [{ field: 'list', from: [1, 2], to: [2, 1] }] }, [['list', 'changed', [1, 2], [2, 1]]]],
  ['none', { note: 'x' }, []],
  ['no payload', null, []],
])('compares %s', (_what, payload, expected) => {
  expect(lines(payload)).toEqual(expected);
});

it('keeps the rest as details', () => {
  expect(detailsOf({ changes: [{ field: 'a', from: 1, to: 2 }], name: 'X', empty: null })).toEqual([['name', 'X']]);
  expect(detailsOf({ changes: [], name: 'X' })).toEqual([
    ['changes', []],
    ['name', 'X'],
  ]);
});

it('shows a line exactly when something differs, whatever it is', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (from, to) => {
      const [one, other] = [from, to].map((value) => JSON.parse(JSON.stringify(value)) as unknown);
      const differs = !isDeepStrictEqual(one, other);
      expect(differencesOf({ changes: [{ field: 'x', from: one, to: other }] }).length > 0).toBe(differs);
    }),
  );
});
