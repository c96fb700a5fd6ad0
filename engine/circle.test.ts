import { expect, test } from 'vitest';
import { circlesFrom, immediateSwitches } from './circle.ts';
import { stepsOf } from './testing.ts';

const go = (blueprintId: string) => ['go', 'replaceStrategySteps', { blueprintId }] as const;
const flag = ['flag', 'enablePromiseToPay', {}] as const;
const circles = (of: Record<string, ReturnType<typeof stepsOf>>) => circlesFrom('a', new Map(Object.entries(of)));

test('finds a strategy that switches to itself, and a circle over others', () => {
  expect(circles({ a: stepsOf(flag, go('a')) })).toEqual([{ stepId: 'go', way: ['a'] }]);
  expect(circles({ a: stepsOf(go('b')), b: stepsOf(flag, go('c')), c: stepsOf(go('a')) })).toEqual([
    { stepId: 'go', way: ['b', 'c', 'a'] },
  ]);
  // A circle further on that does not come back here is not this strategy's.
  expect(circles({ a: stepsOf(go('b')), b: stepsOf(go('c')), c: stepsOf(go('b')) })).toEqual([]);
});

test.each([
  ['a delay', 'delay', { days: 1 }, true],
  ['the usual delay', 'delay', {}, true],
  ['a delay of nothing', 'delay', { days: 0, hours: 0, minutes: 0 }, false],
  ['the next day', 'waitNextDay', {}, true],
  ['a time of day', 'waitTimeOfDay', {}, true],
  ['days past due, which may have passed', 'waitDaysPastDue', { days: 10 }, false],
])('%s', (_name, type, state, waits) => {
  const here = stepsOf(['wait', type, state], go('b'));
  expect(immediateSwitches(here)).toHaveLength(waits ? 0 : 1);
  expect(circles({ a: here, b: stepsOf(go('a')) })).toHaveLength(waits ? 0 : 1);
  expect(circles({ a: stepsOf(go('b')), b: stepsOf(['wait', type, state], go('a')) })).toHaveLength(waits ? 0 : 1);
});

test('one way of a condition without a wait is enough', () => {
  const steps = stepsOf(
    ['if', 'evaluateIfCondition', { mode: 'advanced', expression: 'claimBalance > 0' }, { no: 'wait', yes: 'go' }],
    ['wait', 'delay', { days: 1 }, { next: 'later' }],
    ['later', 'replaceStrategySteps', { blueprintId: 'a' }, {}],
    ['go', 'replaceStrategySteps', { blueprintId: 'a' }, {}],
  );
  expect(circles({ a: steps })).toEqual([{ stepId: 'go', way: ['a'] }]);
});
