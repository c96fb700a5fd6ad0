/** What a machine is told of a text that was written to be read by machines alone. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shown, shownIn } from './hidden.ts';

it.each([
  ['as it is', 'Grüße, José — 12,50 €\n\tZeile 2 👍', 'Grüße, José — 12,50 €\n\tZeile 2 👍'],
  ['without line ends of others', 'a\r\nb\rc', 'a\nbc'],
  ['a direction', 'abc\u202Edef', 'abc[1 hidden character]def'],
  ['tags', `hi${String.fromCodePoint(0xe0041, 0xe0042, 0xe007f)}`, 'hi[3 hidden characters]'],
  ['zero width', 'a\u200B\u2060b', 'a[2 hidden characters]b'],
  ['and keeps the line', 'a\u200B\nb', 'a[1 hidden character]\nb'],
  ['bytes in selectors', `x${String.fromCodePoint(0xfe01, 0xe0101, 0xe0102)}`, 'x[3 hidden characters]'],
  ['control characters', 'a\u0000\u001Bb', 'a[2 hidden characters]b'],
  ['but not an ordinary joiner', 'می\u200Cخواهم co\u00ADoperate ❤\uFE0F', 'میخواهم cooperate ❤'],
  ['a debtor’s link', 'Pay: https://pay.example.com/p/0d2e4f6a-Ab3?x=1, thanks', 'Pay: [link to the debtor’s page] thanks'],
  ['one that takes consent back', '<http://127.0.0.1:4000/t/u/ab.cd>', '<[link to the debtor’s page]>'],
  ['but no other', 'https://example.com/products/p/12', 'https://example.com/products/p/12'],
])('tells %s', (_, written, told) => {
  expect(shown(written)).toBe(told);
});

it('leaves nothing hidden in any value, and is the same when it is done again', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const told = shownIn(value);
      expect(JSON.stringify(told).replace(/\\[nt]/g, '')).not.toMatch(/[\p{Cf}\p{Cs}\p{DI}]/u);
      expect(shownIn(told)).toEqual(told);
    }),
  );
});
