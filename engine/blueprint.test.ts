import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { validateBlueprint } from './blueprint.ts';
import { sortByBalance, strategies } from './graph/graph.testing.ts';
import { defaultState, knowStep, stepDefinitions } from './steps.ts';
import { stepsOf } from './testing.ts';
import type { Halt, Outcome, Step } from './types.ts';

let forget: () => void;
beforeAll(() => {
  forget = knowStep(sortByBalance);
});
afterAll(() => forget());

const vip = { conditions: [{ variable: 'segment', operation: '=', value: 'A' }] };

const keysOf = (steps: readonly Step[]) => validateBlueprint(steps).map(({ stepId, severity, why }) => [stepId, severity, why.key]);

test('a tree has no errors, only paths that simply end', () => {
  fc.assert(
    fc.property(strategies, (steps) => {
      for (const { severity, why } of validateBlueprint(steps)) expect([severity, why.key]).toEqual(['warning', 'blueprint.pathEnds']);
    }),
  );
});

test('what is wrong is found, per step', () => {
  expect(keysOf([])).toEqual([]);
  expect(keysOf(stepsOf(['a', 'nonsense', {}, { next: null }]))).toEqual([['a', 'error', 'step.unknownType']]);
  expect(keysOf(stepsOf(['a', 'sendEmail', {}, { next: 'b' }], ['b', 'expired', {}, {}]))).toEqual([['a', 'error', 'step.invalidState']]);
  expect(keysOf(stepsOf(['a', 'delay', {}, { next: 'z' }]))).toEqual([['a', 'error', 'blueprint.dangling']]);
  expect(keysOf(stepsOf(['a', 'delay', {}, { no: 'b', next: 'b' }], ['b', 'expired', {}, {}]))).toEqual([
    ['a', 'error', 'blueprint.outputNotAllowed'],
    ['b', 'error', 'blueprint.manyParents'],
  ]);
  expect(keysOf(stepsOf(['a', 'expired', {}, {}], ['b', 'expired', {}, {}]))).toEqual([['b', 'error', 'blueprint.unreachable']]);
  expect(keysOf(stepsOf(['a', 'delay', {}, { next: 'b' }], ['b', 'delay', {}, { next: 'a' }]))).toEqual([
    ['b', 'error', 'blueprint.cycle'],
  ]);
  expect(keysOf(stepsOf(['a', 'delay', {}, { next: 'a' }]))).toEqual([['a', 'error', 'blueprint.cycle']]);
  expect(keysOf(stepsOf(['a', 'delay', {}, { next: null }], ['a', 'expired', {}, {}]))).toContainEqual([
    'a',
    'error',
    'blueprint.duplicateId',
  ]);
  expect(keysOf(stepsOf(['a', 'evaluateIfCondition', vip, { no: 'b', yes: 'b' }], ['b', 'expired', {}, {}]))).toEqual([
    ['b', 'error', 'blueprint.manyParents'],
  ]);
});

test('every step type has a layout for each field, and its defaults pass but for what a person must choose', () => {
  expect(new Set(stepDefinitions.map(({ type }) => type)).size).toBe(stepDefinitions.length);
  for (const definition of stepDefinitions) {
    expect(Object.keys(definition.layout).sort()).toEqual(Object.keys(definition.fields.shape).sort());
    const state = defaultState(definition);
    const result = definition.fields.safeParse(state);
    for (const issue of result.error?.issues ?? []) expect(state).not.toHaveProperty(String(issue.path[0]));
  }
});

test('no output is named like a halt or an outcome, so that each says one thing', () => {
  const halts: Record<Halt['to'], true> = { wait: true, strategy: true, code: true, fail: true, end: true };
  const outcomes: Record<Outcome, true> = {
    done: true,
    waiting: true,
    deferred: true,
    denied: true,
    ended: true,
    switched: true,
    inserted: true,
    returned: true,
    failed: true,
    runaway: true,
  };
  for (const { type, outputs } of stepDefinitions) {
    expect(new Set(outputs).size, type).toBe(outputs.length);
    for (const output of outputs) expect({ ...halts, ...outcomes, left: true, right: true }, type).not.toHaveProperty(output);
  }
});
