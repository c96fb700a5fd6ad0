import { expect, test } from 'vitest';
import { dateTag, isLocale, toLocale } from './locale.ts';

test.each([
  ['de_DE', 'de_DE'],
  ['de-AT', 'de_DE'],
  ['en-GB', 'en_GB'],
  ['EN', 'en_US'],
  ['nl', 'nl_NL'],
  ['fr_FR', 'en_US'],
  ['', 'en_US'],
  [null, 'en_US'],
])('%s is read as %s', (text, expected) => {
  expect(toLocale(text)).toBe(expected);
});

test('an unknown locale writes dates the British way', () => {
  expect(dateTag('fr_FR')).toBe('en-GB');
  expect(dateTag('de_DE')).toBe('de-DE');
  expect(isLocale('de-DE')).toBe(false);
  expect(isLocale('de_DE')).toBe(true);
});
