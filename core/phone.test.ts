import { expect, test } from 'vitest';
import { maskPhone } from './maskPhone.ts';
import { normalizePhone } from './phone.ts';

test.each([
  ['+49 151 12345678', null, '+4915112345678'],
  ['0049 151 12345678', null, '+4915112345678'],
  ['4915112345678', null, '+4915112345678'],
  ['0151 12345678', 'DE', '+4915112345678'],
  ['030/901820', 'DE', '+4930901820'],
  ['+49 (0)30 901820', null, '+4930901820'],
  ['(212) 555-2368', 'US', '+12125552368'],
  ['4915112345678', 'DE', '+4915112345678'],
  ['12', 'DE', null],
  ['no number', 'DE', null],
  ['0151 12345678', null, null],
  ['+49 151', null, null],
])('%s of %s becomes %s', (text, country, expected) => {
  expect(normalizePhone(text, country)).toBe(expected);
});

test('a mask keeps the last four characters', () => {
  expect(maskPhone('+4915112345678')).toBe('**********5678');
  expect(maskPhone('123')).toBe('123');
});
