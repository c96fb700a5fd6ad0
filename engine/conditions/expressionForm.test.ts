import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daysBetween } from '../../core/time.ts';
import { compile } from '../compile.ts';
import { day, facts, NOW, runOf, surroundings } from '../testing.ts';
import type { Context, Facts } from '../types.ts';
import { type ConditionBlock, compileBlocks } from './blocks.ts';
import { compileExpression } from './expression.ts';
import { expressionOf, type Form, formOf } from './expressionForm.ts';
import { type Operation, operationsOf, shown } from './operations.ts';
import { conditionVariable, conditionVariables, type ValueType } from './variables.ts';

const context: Context = { ...surroundings, now: NOW, run: runOf(compile({ blueprintId: 'b', version: 1, steps: [] })) };
const META: readonly [string, ValueType][] = [
  ['claim.meta.vip', 'BOOLEAN'],
  ['claim.meta.visits', 'NUMBER'],
  ['claim.meta.nested.branch', 'STRING'],
  ['claim.meta.tags', 'ARRAY'],
  ['account.meta.nothing', 'STRING'],
];

const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
  fc.constantFrom('A', 'DE', 'ada@example.org', 'gold', '"', '\\', 'C-0'),
);
const someDay = fc.integer({ min: -400, max: 400 }).map((days) => new Date(NOW + days * 86_400_000).toISOString().slice(0, 10));
const amount = fc.integer({ min: -300_000, max: 300_000 }).map((cents) => (cents / 100).toFixed(2));

function valuesOf(type: ValueType, whole: boolean): fc.Arbitrary<string | number | boolean> {
  if (type === 'NUMBER') return whole ? fc.integer({ min: -5, max: 120 }) : fc.constantFrom(0, 0.25, 0.7, 1, 3, -2.5);
  if (type === 'CURRENCY') return fc.oneof(amount, fc.constantFrom('1000', '1284.60', '2500.0', '100'));
  if (type === 'BOOLEAN') return fc.boolean();
  if (type === 'DATE') return someDay;
  return type === 'TIME' ? fc.constantFrom('08:00', '10:00', '17:30') : text;
}

const block: fc.Arbitrary<ConditionBlock> = fc
  .constantFrom(...conditionVariables.map(({ name, valueType }) => [name, valueType] as const), ...META)
  .chain(([name, valueType]) => {
    const variable = conditionVariable(name, valueType)!;
    const operations: readonly Operation[] = variable.ask ? ['=', '!='] : operationsOf[valueType];
    return fc.constantFrom(...operations).chain((operation) => {
      const one = valuesOf(valueType, variable.whole === true);
      const value: fc.Arbitrary<ConditionBlock['value']> =
        operation === 'between'
          ? fc.tuple(one, one)
          : operation === 'in' || operation === 'notIn'
            ? fc.array(one, { minLength: 1, maxLength: 3 })
            : operation.endsWith('Days')
              ? fc.nat(90)
              : operation.endsWith('xists')
                ? fc.constant(null)
                : one;
      return value.map((chosen) => ({ variable: name, operation, value: chosen, ...(name.includes('.meta.') ? { valueType } : {}) }));
    });
  });
const form: fc.Arbitrary<Form> = fc.record({
  matchType: fc.constantFrom('every' as const, 'any' as const),
  conditions: fc.array(block, { minLength: 1, maxLength: 4 }),
});
/** Facts of which some are missing. */
const given = fc.constantFrom<Facts>(
  facts,
  {},
  { claim: facts.claim },
  { ...facts, debtor: undefined, money: undefined },
  { ...facts, account: undefined },
);

test('a form and its expression decide alike, also when facts are missing', () => {
  fc.assert(
    fc.property(form, given, (one, known) => {
      const expression = expressionOf(one);
      fc.pre(expression !== null);
      const compiled = compileExpression(expression!);
      expect([expression, compiled.problem]).toEqual([expression, null]);
      const easy = compileBlocks(one.matchType, one.conditions);
      expect([expression, compiled.answer(known, context).yes]).toEqual([expression, easy.answer(known, context).yes]);
    }),
    { numRuns: 600 },
  );
});

test('a form and its expression decide alike at the very value that a claim has', () => {
  let compared = 0;
  for (const { name, valueType, ask, read } of conditionVariables) {
    const actual = shown(read(facts, context));
    if (actual === null || ask) continue;
    const value = valueType === 'CURRENCY' ? String(actual).split(' ')[0]! : actual;
    const age = valueType === 'DATE' ? Math.abs(daysBetween(day(String(actual)), day('2026-03-16'))) : 0;
    for (const operation of operationsOf[valueType]) {
      const at =
        operation === 'between'
          ? [value, value]
          : operation === 'in' || operation === 'notIn'
            ? [value]
            : operation.endsWith('Days')
              ? age
              : value;
      const one: Form = { matchType: 'every', conditions: [{ variable: name, operation, value: at }] };
      const expression = expressionOf(one);
      expect([one.conditions, expression]).not.toEqual([one.conditions, null]);
      const decided = compileExpression(expression!).answer(facts, context).yes;
      expect([expression, decided]).toEqual([expression, compileBlocks('every', one.conditions).answer(facts, context).yes]);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(200);
});

test('an expression made of a form is read as a form that says the same', () => {
  let read = 0;
  fc.assert(
    fc.property(form, (one) => {
      const expression = expressionOf(one);
      fc.pre(expression !== null);
      const back = formOf(expression!);
      expect([expression, back && expressionOf(back)]).toEqual([expression, expression]);
      read++;
    }),
    { numRuns: 500 },
  );
  expect(read).toBeGreaterThan(250);
});

test('a form is said as one would write it, and comes back row by row', () => {
  const rows: ConditionBlock[] = [
    { variable: 'claimBalance', operation: '>', value: '100' },
    { variable: 'daysPastDue', operation: 'between', value: [10, 30] },
    { variable: 'segment', operation: 'in', value: ['A', 'B'] },
    { variable: 'ptpDueDate', operation: 'notExists' },
    { variable: 'lastSettledPaymentDate', operation: 'olderThanDays', value: 7 },
    { variable: 'claim.meta.vip', operation: '=', value: true, valueType: 'BOOLEAN' },
  ];
  const expression = expressionOf({ matchType: 'every', conditions: rows })!;
  expect(expression.split(' && ').join('\n')).toMatchInlineSnapshot(`
    "claimBalance > money("100", currency)
    (daysPastDue >= 10
    daysPastDue <= 30)
    segment in ["A", "B"]
    !isKnown("ptpDueDate")
    days(lastSettledPaymentDate, todaysDate) > 7
    claim.meta.vip == true"
  `);
  expect(formOf(expression)).toEqual({ matchType: 'every', conditions: rows });
});

test('two rows on one variable stay two, a range stays one', () => {
  const least: ConditionBlock = { variable: 'daysPastDue', operation: '>=', value: 3 };
  const most: ConditionBlock = { variable: 'daysPastDue', operation: '<=', value: 9 };
  const range: ConditionBlock = { variable: 'daysPastDue', operation: 'between', value: [3, 9] };
  for (const conditions of [[least, most], [range], [most, range, least]]) {
    const one: Form = { matchType: 'every', conditions };
    expect(formOf(expressionOf(one)!)).toEqual(one);
  }
});

test.each(['daysPastDue > 3 && (segment == "A" || country == "DE")', 'days(dueDate, addDays(todaysDate, 3)) > 1', 'daysPastDue >', 'true'])(
  '%s is no form',
  (expression) => expect(formOf(expression)).toBe(null),
);
test('a row without a value has no expression', () => {
  expect(expressionOf({ matchType: 'every', conditions: [{ variable: 'claimBalance', operation: '>', value: '' }] })).toBe(null);
});
