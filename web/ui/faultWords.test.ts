import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { FAULT_TEXTS, localizedFault } from '../../core/faultTexts.ts';
import { faultOf } from './fault.ts';
import { tellFault } from './faultWords.ts';

const root = path.resolve(import.meta.dirname, '../..');
const textsOf = (locale: string) =>
  JSON.parse(readFileSync(path.join(root, 'web/shell/i18n', locale, 'faults.json'), 'utf8')) as Record<string, string>;
const english = textsOf('en_US');

/** The server's sources with what is filled in between words taken out, innermost braces first. */
const sources = globSync(['server/**/*.ts', 'core/*.ts'], { cwd: root })
  .filter((file) => !/\.(test|testing|cases|harness|graphql)\.ts$/.test(file))
  .map((file) => {
    let text = readFileSync(path.join(root, file), 'utf8');
    for (let before = ''; before !== text; ) {
      before = text;
      text = text.replace(/\$\{[^{}]*\}/g, '\u0001');
    }
    return text.replace(/\{\{\w+\}\}/g, '\u0001');
  })
  .join('\n');

test('every text is one that the server really says', () => {
  const gone = Object.values(english).filter((text) => {
    const said = text.replace(/\{\{\w+\}\}/g, '\u0001');
    const named = / not found$/.test(said) ? `notFound('${said.slice(0, -' not found'.length)}'` : said;
    // A right is two names; an account or a claim is filled in.
    return ![said, named, `${said}/\u0001`, said.replace(/ this (account|claim) /, ' this \u0001 ')].some((form) => sources.includes(form));
  });
  expect(gone).toEqual([]);
});

test('what the server sends with a key is said by that key in every language', () => {
  for (const [key, text] of Object.entries(FAULT_TEXTS)) expect(english[key]).toBe(text);
  const { message, words } = localizedFault('CONFLICT', 'rowsMost', { most: 1000, number: 1200 });
  expect([message, words]).toEqual([
    'You can import up to 1000 rows at once. This file has 1200.',
    { key: 'rowsMost', values: { most: 1000, number: 1200 } },
  ]);
  const errors = [{ message, extensions: { code: 'CONFLICT', ...words } }];
  expect(faultOf({ errors })).toEqual({ code: 'CONFLICT', message, field: null, words });
  expect(faultOf({ errors: [{ message, extensions: { code: 'CONFLICT' } }] }).words).toBeUndefined();
});

test('a message is found again with its values, and what has no text is left alone', () => {
  expect(tellFault('The amount can’t be more than the amount due: 12.50 EUR', english)).toEqual({
    key: 'amountMore',
    values: { amount: '12.50', currency: 'EUR' },
  });
  expect(tellFault('This claim is disputed. Close the dispute first.', english)?.key).toBe('claimDisputed');
  expect(tellFault('Your role doesn’t include strategy/editStrategies', english)?.values).toEqual({ right: 'strategy/editStrategies' });
  expect(tellFault('Something new', english)).toBe(null);
  expect(tellFault('a claim is disputed; close the dispute first (x)', english)).toBe(null);
});

test('texts that differ in English differ in what they are taken for', () => {
  const filled = (text: string) => text.replace(/\{\{\w+\}\}/g, 'x');
  for (const text of Object.values(english).map(filled)) expect(filled(english[tellFault(text, english)!.key]!)).toBe(text);
});
