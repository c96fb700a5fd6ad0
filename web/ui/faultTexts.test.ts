import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Fault, fault, faultDetails, notFound, words } from '../../core/fault.ts';
import { FAULT_TEXTS } from '../../core/faultTexts.ts';
import { faultOf, faultsOf } from './fault.ts';
import { sayWords } from './sayWords.ts';
import { translate } from './texts.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const english = JSON.parse(read('web/shell/i18n/en_US/faults.json')) as Record<string, string>;
const isSource = (file: string) => !/\.(test|testing|cases|harness|graphql)\.ts$/.test(file);
const rooms = globSync('core/faultTexts/*.ts', { cwd: root });
const sources = globSync(['server/**/*.ts', 'engine/**/*.ts', 'blocks/**/*.ts', 'core/*.ts'], { cwd: root })
  .filter(isSource)
  .map((file) => [file, read(file)] as const);

// That the other languages have every key of the English texts, with its placeholders, is seen to in web/shell/i18n/texts.test.ts.
test('what the server refuses with is said by the same key in every language', () => {
  expect(english).toEqual(FAULT_TEXTS);
});

test('a key stands in one room, and a text under one key', () => {
  const keys = rooms.flatMap((file) => [...read(file).matchAll(/^ {2}(\w+):/gm)].map((match) => match[1]!));
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  const texts = Object.values(FAULT_TEXTS).map((text) => text.replace(/\{\{\w+\}\}/g, '…'));
  // A text of nothing but what is filled in says something else in each place.
  expect(texts.filter((text, index) => texts.indexOf(text) !== index && /\p{L}/u.test(text))).toEqual([]);
});

test('every text is one that the server says', () => {
  const said = sources.map(([, source]) => source).join('\n');
  expect(Object.keys(FAULT_TEXTS).filter((key) => !said.includes(`'${key}'`))).toEqual([]);
});

test('no fault is made of a sentence', () => {
  // A key has no space. TypeScript refuses what is no key; this finds what was talked past it.
  const forms = [
    /\b(?:fault|invalid)\(\s*(?:'[^'\n]*'|`[^`\n]*`|[\w.]+),\s*(?:'[^'\n]* |"|`)/,
    /\b(?:notFound|words)\(\s*(?:'[^'\n]* |"|`)/,
    /\bnew Fault\(\s*(?:'\w+'|[\w.]+),\s*['"`]/,
  ];
  const found = sources.filter(([, source]) => forms.some((form) => form.test(source))).map(([file]) => file);
  expect(found).toEqual([]);
  for (const [file, source] of sources)
    expect([file, /\bas (?:FaultKey|SaidWords|NotFoundKey)\b(?!\[)/.test(source)]).toEqual([file, false]);
});

test('an answer carries the text, its key, what is filled in, and every wrong field', () => {
  const made = fault('CONFLICT', 'rowsMost', { most: 1000, number: 1200 });
  const message = 'You can import up to 1000 rows at once. This file has 1200.';
  const words = { key: 'rowsMost', values: { most: 1000, number: 1200 } };
  expect([made.message, faultDetails(made)]).toEqual([message, words]);
  const errors = [{ message, extensions: { code: 'CONFLICT', ...faultDetails(made) } }];
  expect(faultOf({ errors })).toEqual({ code: 'CONFLICT', message, field: null, words });
  expect(faultOf({ errors: [{ message, extensions: { code: 'CONFLICT' } }] }).words).toBeUndefined();
  expect(notFound('accountNotFound')).toMatchObject({ code: 'NOT_FOUND', message: 'Account not found' });
});

test('what else is wrong with a field stands with the first', () => {
  const wrong = ['subjectMissing', 'messageEmpty', 'smsPlain'].map((key, index) => ({
    field: index === 1 ? 'body' : 'subject',
    words: { key: key as 'smsPlain', values: {} },
  }));
  const made = new Fault('INVALID_INPUT', wrong[0]!.words, 'subject', wrong);
  const found = faultsOf({ errors: [{ message: made.message, extensions: { code: made.code, ...faultDetails(made) } }] });
  expect(found.map(({ field, message, also }) => [field, message, also?.map((each) => each.message)])).toEqual([
    ['subject', 'Enter a subject', ['This content is plain text']],
    ['body', 'Enter a message', undefined],
  ]);
});

test('what is filled in is said in the reader’s language too', () => {
  const german = translate<['faults', 'roleNames']>('de_DE', 'faults', (locale, area) =>
    JSON.parse(read(`web/shell/i18n/${locale}/${area}.json`)),
  );
  const plan = fault('CONFLICT', 'planAlready', { status: words('stateCompleted') });
  expect(plan.message).toBe('This plan is already completed');
  expect(sayWords(plan.words, german)).toBe('Der Plan ist nicht mehr aktiv: abgeschlossen');
  const last = fault('CONFLICT', 'lastAdministrator', { name: 'Ada', role: 'ADMINISTRATOR' });
  expect(sayWords(last.words, german)).toContain('die Rolle Administration.');
  const page = fault('INVALID_INPUT', 'templateWrong', { language: 'de_DE', reason: words('pageRedirect') });
  expect([page.message, sayWords(page.words, german)]).toEqual([
    'de_DE: the page holds a redirect',
    'de_DE: die Seite enthält eine Weiterleitung',
  ]);
  // A newer server may fill in what this application has no text for.
  expect(sayWords({ key: 'planAlready', values: { status: { key: 'stateFrozen', values: {} } } }, german)).toContain('stateFrozen');
});
