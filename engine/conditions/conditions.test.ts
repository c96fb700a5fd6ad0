import { expect, test } from 'vitest';
import { instant } from '../../core/time.ts';
import { compile } from '../compile.ts';
import { reasonKeys } from '../reasons.ts';
import { claim, day, facts, NOW, runOf, surroundings } from '../testing.ts';
import type { Context, Facts } from '../types.ts';
import { type ConditionBlock, combine, compileBlocks, conditionBlock } from './blocks.ts';
import { compileExpression } from './expression.ts';
import { OPERATIONS, operationsOf } from './operations.ts';
import { conditionVariables } from './variables.ts';

const run = { ...runOf(compile({ blueprintId: 'b', version: 1, steps: [] })), startedAt: instant('2026-03-10T09:00:00Z') };
const context: Context = { ...surroundings, now: NOW, run };

function ask(block: unknown, given: Facts = facts) {
  const condition = compileBlocks('every', [conditionBlock.parse(block)]);
  expect(condition.problem).toBe(null);
  return condition.answer(given, context);
}

test.each<[string, string, unknown, boolean, unknown]>([
  ['daysPastDue', '>', 30, true, 65],
  ['daysPastDue', '<=', 64, false, 65],
  ['daysPastDue', 'between', [65, 65], true, 65],
  ['daysPastDue', '=', '65', true, 65],
  ['originalClaimAge', '=', 74, true, 74],
  ['daysInExecution', '=', 6, true, 6],
  ['originalDaysInExecution', '=', 43, true, 43],
  ['claimAmount', '=', '1284.60', true, '1284.60 EUR'],
  ['claimAmount', '>', '1284.599', true, '1284.60 EUR'],
  ['claimAmount', '>=', '1284.601', false, '1284.60 EUR'],
  ['claimBalance', '>=', 1000, true, '1000.00 EUR'],
  ['claimBalance', '<', '1000.00', false, '1000.00 EUR'],
  ['totalFees', 'between', ['5', '5.00'], true, '5.00 EUR'],
  ['segment', 'in', ['A', 'C'], true, 'A'],
  ['segment', 'notIn', ['A', 'C'], false, 'A'],
  ['segment', '!=', 'B', true, 'A'],
  ['scores.collection', '>', 0.69, true, 0.7],
  ['scores.paymentProbability', '<', 0.3, true, 0.25],
  ['account.oldestClaimReference', '=', 'C-0', true, 'C-0'],
  ['account.balance', '>', '2499.99', true, '2500.00 EUR'],
  ['account.accountReference', '=', 'A-1', true, 'A-1'],
  ['account.isAssigned', '=', false, true, false],
  ['claimReference', 'startsWith', 'C-', true, 'C-1'],
  ['paymentReference', 'notExists', null, true, null],
  ['debtorLastName', '=', 'Beispiel', true, 'Beispiel'],
  ['debtorFirstName', 'contains', 'd', true, 'Ada'],
  ['debtorReference', 'in', ['D-1', 'D-2'], true, 'D-1'],
  ['debtorCompanyName', 'exists', null, false, null],
  ['debtorTitle', 'notExists', null, true, null],
  ['debtorAge', '=', 36, true, 36],
  ['debtorGender', '=', 'F', true, 'F'],
  ['postalCode', 'startsWith', '01', true, '01067'],
  ['postalCode', '=', '1067', false, '01067'],
  ['email', 'endsWith', '@example.org', true, 'ada@example.org'],
  ['city', 'contains', 'res', true, 'Dresden'],
  ['country', 'in', ['DE', 'AT'], true, 'DE'],
  ['product.code', '=', 'EN', true, 'EN'],
  ['externalDueDate', '<', '2026-01-02', true, '2026-01-01'],
  ['externalDueDate', 'olderThanDays', 73, true, '2026-01-01'],
  ['dueDate', 'withinLastDays', 65, true, '2026-01-10'],
  ['dueDate', 'withinLastDays', 64, false, '2026-01-10'],
  // 23:30 UTC is the next day in Berlin.
  ['lastSettledPaymentDate', '=', '2026-02-21', true, '2026-02-21'],
  ['todaysDate', '=', '2026-03-16', true, '2026-03-16'],
  ['timeOfDay', 'between', ['08:00', '12:00'], true, '10:00'],
  ['dayOfTheMonth', '=', 16, true, 16],
  ['dayOfTheWeek', '=', 'Monday', true, 'Monday'],
  ['isHolidayInCountry', '=', 'DE', false, '2026-03-16'],
  ['isHolidayInCountry', '!=', 'DE', true, '2026-03-16'],
  ['activePaymentMandates', '=', 0, true, 0],
  ['claim.meta.vip', '=', true, true, true],
  ['claim.meta.visits', '>', 2, true, 3],
  ['claim.meta.nested.branch', '=', 'north', true, 'north'],
  ['claim.meta.vip', 'exists', null, true, true],
  ['claim.meta.nothing', 'notExists', null, true, null],
  ['ptpDueDate', 'exists', null, false, null],
])('%s %s %j is %s', (variable, operation, value, yes, actual) => {
  const answer = ask({ variable, operation, value });
  expect(answer).toEqual({
    yes,
    why: {
      key: yes ? 'condition.true' : 'condition.false',
      values: { variable, operation, value: Array.isArray(value) ? value.join(', ') : value, actual },
    },
  });
});

test('metadata is read as the type its schema gives', () => {
  expect(ask({ variable: 'claim.meta.tags', operation: 'contains', value: 'gold', valueType: 'ARRAY' }).yes).toBe(true);
  expect(ask({ variable: 'claim.meta.limit', operation: '>', value: '250.49', valueType: 'CURRENCY' })).toMatchObject({
    yes: true,
    why: { values: { actual: '250.50 EUR' } },
  });
  expect(ask({ variable: 'claim.meta.tags', operation: '>', value: 3, valueType: 'NUMBER' }).why.key).toBe('condition.missing');
});

test.each(['=', '!=', '>', '<', 'olderThanDays'] as const)('a missing value answers no to %s and says so', (operation) => {
  const answer = ask({ variable: 'ptpDueDate', operation, value: operation === 'olderThanDays' ? 1 : '2026-01-01' });
  expect(answer).toMatchObject({ yes: false, why: { key: 'condition.missing', values: { variable: 'ptpDueDate', actual: null } } });
});

test('amounts of currencies without cents compare exactly', () => {
  const yen: Facts = { ...facts, claim: { ...claim, currency: 'JPY', balance: 1000n } };
  expect(ask({ variable: 'claimBalance', operation: '>=', value: '1000.00' }, yen).yes).toBe(true);
  expect(ask({ variable: 'claimBalance', operation: '>=', value: '1000.01' }, yen).yes).toBe(false);
});

test('every and any name the block that decided', () => {
  const yes: ConditionBlock = { variable: 'segment', operation: '=', value: 'A' };
  const no: ConditionBlock = { variable: 'daysPastDue', operation: '>', value: 99 };
  const missing: ConditionBlock = { variable: 'ptpDueDate', operation: '=', value: '2026-01-01' };
  const decided = (match: 'every' | 'any', ...blocks: ConditionBlock[]) => {
    const { yes, why } = compileBlocks(match, blocks).answer(facts, context);
    return [yes, why.values?.variable];
  };
  expect(decided('every', yes, no, missing)).toEqual([false, 'daysPastDue']);
  expect(decided('every', yes, yes)).toEqual([true, 'segment']);
  expect(decided('any', missing, yes, no)).toEqual([true, 'segment']);
  expect(decided('any', no, missing)).toEqual([false, 'ptpDueDate']);
  const group = (match: 'every' | 'any', blocks: ConditionBlock[]) => compileBlocks(match, blocks);
  expect(combine('any', [group('every', [yes, no]), group('any', [no, yes])]).answer(facts, context).yes).toBe(true);
  expect(combine('every', [group('any', [yes, no]), group('every', [yes, no])]).answer(facts, context).yes).toBe(false);
});

test('needs are those of the variables in use', () => {
  expect(compileBlocks('every', [{ variable: 'daysPastDue', operation: '>', value: 1 }]).needs).toEqual(['claim']);
  expect(compileExpression('lastSettledPaymentDate > "2026-01-01" || account.meta.x == 1').needs).toEqual(['money', 'account']);
});

test.each<[unknown, string]>([
  [{ variable: 'nope', operation: '=', value: 1 }, 'condition.unknownVariable'],
  [{ variable: 'daysPastDue', operation: 'contains', value: 1 }, 'condition.badValue'],
  [{ variable: 'daysPastDue', operation: '>', value: 'many' }, 'condition.badValue'],
  [{ variable: 'daysPastDue', operation: 'between', value: [1] }, 'condition.badValue'],
  [{ variable: 'dueDate', operation: '>', value: '2026-02-30' }, 'condition.badValue'],
  [{ variable: 'claimAmount', operation: '>', value: '1,000.00' }, 'condition.badValue'],
  [{ variable: 'segment', operation: 'in', value: [] }, 'condition.badValue'],
  [{ variable: 'isHolidayInCountry', operation: '>', value: 'DE' }, 'condition.badValue'],
])('%j does not compile', (block, key) => {
  expect(compileBlocks('every', [conditionBlock.parse(block)]).problem?.key).toBe(key);
});

test('no block is no condition', () => {
  expect(compileBlocks('every', []).problem?.key).toBe('condition.empty');
});

test.each<[string, boolean, string]>([
  ['daysPastDue > 30 && segment == "A"', true, 'condition.expressionTrue'],
  ['claimBalance >= money("1000.00", "EUR")', true, 'condition.expressionTrue'],
  ['claimBalance + totalFees > money("1005.00", "EUR")', false, 'condition.expressionFalse'],
  ['claimAmount == money("1284.60", currency)', true, 'condition.expressionTrue'],
  ['claimAmount * 2 != money("2569.20", currency)', false, 'condition.expressionFalse'],
  ['claimBalance > money("1000.00", "USD")', false, 'condition.expressionError'],
  ['claimBalance > money("ten", "EUR")', false, 'condition.expressionError'],
  ['days(dueDate, todaysDate) == daysPastDue', true, 'condition.expressionTrue'],
  ['addDays(dueDate, 14) < todaysDate', true, 'condition.expressionTrue'],
  ['isHoliday("2026-05-01", "DE")', true, 'condition.expressionTrue'],
  ['scores.collection > 0.5 && account.activeClaims == 2', true, 'condition.expressionTrue'],
  ['claim.meta.visits == 3 && "gold" in claim.meta.tags', true, 'condition.expressionTrue'],
  ['claim.meta.tags.exists(tag, tag.startsWith("o"))', true, 'condition.expressionTrue'],
  ['has(claim.meta.nothing)', false, 'condition.expressionFalse'],
  ['claim.meta.nothing == 1', false, 'condition.expressionMissing'],
  ['ptpDueDate < todaysDate', false, 'condition.expressionMissing'],
  ['ptpDueDate < todaysDate || segment == "A"', true, 'condition.expressionTrue'],
  ['claimBalance == money(1000, "EUR")', true, 'condition.expressionTrue'],
  ['isKnown("ptpDueDate") || !isKnown("claim.meta.vip")', false, 'condition.expressionFalse'],
  ['isKnown("claim.meta.nested.branch") && !isKnown("account.meta.none")', true, 'condition.expressionTrue'],
  ['claim.meta.constructor == "x"', false, 'condition.expressionMissing'],
])('%s is %s', (expression, yes, key) => {
  const condition = compileExpression(expression);
  expect(condition.problem).toBe(null);
  expect(condition.answer(facts, context)).toMatchObject({ yes, why: { key } });
});

test.each([
  ['claimBalance > 1000', 'condition.expressionAmount', { line: 1, column: 1, example: 'money(100, "EUR")' }],
  ['segment == "A" &&\n  account.balance > 100', 'condition.expressionAmount', { line: 2, column: 3 }],
  ['claimBalnce > money(100, "EUR")', 'condition.expressionFieldMeant', { name: 'claimBalnce', suggestion: 'claimBalance', column: 1 }],
  ['true && balance > 100', 'condition.expressionFieldMeant', { name: 'balance', suggestion: 'claimBalance', column: 9 }],
  ['account.balnce > money(100, "EUR")', 'condition.expressionFieldMeant', { suggestion: 'account.balance' }],
  ['scores.luck > 3', 'condition.expressionField', { name: 'scores.luck' }],
  ['isKnown("ptpDuDate")', 'condition.expressionFieldMeant', { name: 'ptpDuDate', suggestion: 'ptpDueDate' }],
  ['nope > 3', 'condition.expressionField', { name: 'nope', column: 1 }],
  [
    'daysPastDue > "3"',
    'condition.expressionKinds',
    { left: 'daysPastDue', operator: '>', right: '"3"', leftKind: 'number', rightKind: 'text' },
  ],
  ['account.locale == 3', 'condition.expressionKinds', { leftKind: 'text', rightKind: 'number' }],
  ['!segment', 'condition.expressionOperand', { operator: '!', kind: 'text' }],
  ['segment == "(" && (daysPastDue > 3', 'condition.expressionUnclosed', { bracket: '(', column: 19 }],
  ['daysPastDue > 3)', 'condition.expressionUnopened', { bracket: ')', column: 16 }],
  ['segment == "A', 'condition.expressionText', { column: 12 }],
  ['segment = "A"', 'condition.expressionHabit', { found: '=', instead: '==', column: 9 }],
  ['debtorAge > 3 and segment == "A"', 'condition.expressionHabit', { found: 'and', instead: '&&', column: 15 }],
  ['not isHoliday(todaysDate, "DE")', 'condition.expressionHabit', { found: 'not', instead: '!' }],
  ['daysPastDue > 3 @ 4', 'condition.expressionUnexpected', { found: '@', column: 17 }],
  ['daysPastDue >', 'condition.expressionEnds', { column: 14 }],
  ['mony(3) > claimBalance', 'condition.expressionFunctionMeant', { name: 'mony', suggestion: 'money' }],
  ['days(dueDate) > 1', 'condition.expressionCall', { signature: 'days(string, string): int' }],
  ['daysPastDue', 'condition.expressionYesNo', { kind: 'number' }],
  [' ', 'condition.expressionEmpty', undefined],
  ['email.matches("(a+)+$")', 'condition.notAllowed', { construct: 'matches' }],
  ['[1, 2].exists(a, [1, 2].exists(b, a == b))', 'condition.notAllowed', {}],
  ['cel.bind(a, "xxxxxxxx", cel.bind(b, a + a, cel.bind(c, b + b, c == "")))', 'condition.notAllowed', {}],
  [`"${'x'.repeat(1_000_000)}" == ""`, 'condition.expressionTooLong', { limit: 5000 }],
  [`${'('.repeat(200)}true${')'.repeat(200)}`, 'condition.expressionTooLarge', {}],
  ['debtorAge in [1, "a"]', 'condition.badExpression', { message: '"a"', line: 1, column: 18 }],
])('%s is refused with its place', (expression, key, values) => {
  const { problem } = compileExpression(expression);
  expect(problem).toMatchObject({ key, ...(values && { values }) });
  for (const name of Object.keys(problem?.values ?? {})) expect(reasonKeys[key]).toContain(name);
});

test('a missing value in an expression is named', () => {
  const { why } = compileExpression('ptpDueDate < todaysDate').answer(facts, context);
  expect(why.values).toMatchObject({ actual: 'todaysDate = 2026-03-16', message: 'ptpDueDate' });
});

test('every variable reads as its type or as missing, from full facts and from none', () => {
  for (const variable of conditionVariables) {
    variable.read({}, context);
    const value = variable.read(facts, context);
    if (value === null) continue;
    if (variable.valueType === 'NUMBER') expect(typeof value).toBe('number');
    if (variable.valueType === 'DATE') expect(day(String(value))).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    if (variable.options) expect(variable.options).toContain(value);
  }
  for (const operations of Object.values(operationsOf)) for (const operation of operations) expect(OPERATIONS).toContain(operation);
});
