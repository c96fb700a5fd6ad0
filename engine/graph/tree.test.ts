import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { knowStep } from '../steps.ts';
import { sortByBalance, strategies } from './graph.testing.ts';
import { fromTree, outcomeNamed, type TreeStep, toTree } from './tree.ts';

let forget: () => void;
beforeAll(() => {
  forget = knowStep(sortByBalance);
});
afterAll(() => forget());

/** jsonb keeps the keys of an object in an order of its own: shorter ones first. */
const stored = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value), (_key, inner) =>
    inner === null || typeof inner !== 'object' || Array.isArray(inner)
      ? inner
      : Object.fromEntries(Object.entries(inner).sort(([one], [other]) => one.length - other.length || (one < other ? -1 : 1))),
  );

test('steps come back from the specification’s shape as they were, their outputs in the order of their types', () => {
  fc.assert(
    fc.property(strategies, (steps) => {
      const back = fromTree(stored(toTree(steps)));
      expect(back).toEqual(steps);
      expect(back.map(({ outputs }) => Object.keys(outputs))).toEqual(steps.map(({ outputs }) => Object.keys(outputs)));
    }),
  );
});

const target = fc.option(fc.constantFrom('a', 'b', 'c'));
const trees: fc.Arbitrary<TreeStep> = fc.oneof(
  fc.record({ id: fc.constant('x'), stepType: fc.constant('delay'), stepState: fc.constant({ days: 1 }), down: target }),
  fc.record({
    id: fc.constant('x'),
    stepType: fc.constant('evaluateIfCondition'),
    stepState: fc.constant({}),
    left: target,
    right: target,
  }),
  fc.record({ id: fc.constant('x'), stepType: fc.constant('expired'), stepState: fc.constant({}), x: fc.integer(), y: fc.integer() }),
  fc.record({
    id: fc.constant('x'),
    stepType: fc.constant('sortByBalance'),
    stepState: fc.constant({}),
    outputs: fc.record({ small: target, medium: target, large: target }),
  }),
);

test('a saved step comes back from ours as it was', () => {
  fc.assert(
    fc.property(fc.array(trees), (tree) => {
      expect(toTree(fromTree(stored(tree)))).toEqual(tree);
    }),
  );
});

test.each<[string, TreeStep, TreeStep]>([
  [
    'an output that is not given is empty',
    { id: 'a', stepType: 'delay', stepState: {} },
    { id: 'a', stepType: 'delay', stepState: {}, down: null },
  ],
  [
    'an empty output that the type has not is left out, one that leads somewhere stays',
    { id: 'a', stepType: 'delay', stepState: {}, down: 'b', left: null, right: 'c' },
    { id: 'a', stepType: 'delay', stepState: {}, down: 'b', right: 'c' },
  ],
  [
    'a condition may be given by the names of its outputs',
    { id: 'a', stepType: 'evaluateIfCondition', stepState: {}, outputs: { yes: 'b', no: null } },
    { id: 'a', stepType: 'evaluateIfCondition', stepState: {}, left: null, right: 'b' },
  ],
  [
    'a type that the product does not have keeps all it has',
    { id: 'a', stepType: 'nonsense', stepState: {}, down: null, outputs: { later: 'b' } },
    { id: 'a', stepType: 'nonsense', stepState: {}, down: null, outputs: { later: 'b' } },
  ],
  [
    'an editor’s flags are left out',
    { id: 'a', stepType: 'delay', stepState: {}, down: null, x: 1, y: 2, ...{ isNew: true, isInvalid: true } },
    { id: 'a', stepType: 'delay', stepState: {}, down: null, x: 1, y: 2 },
  ],
])('%s', (_name, given, saved) => {
  expect(toTree(fromTree([given]))).toEqual([saved]);
});

test('a step with outputs of its own is stored with them by name', () => {
  const outputs = { small: 'a', medium: null, large: 'b' };
  expect(toTree([{ id: 'x', stepType: 'sortByBalance', stepState: {}, outputs }])).toEqual([
    { id: 'x', stepType: 'sortByBalance', stepState: {}, outputs },
  ]);
});

test('outcomes of earlier releases are named by their output', () => {
  expect(['left', 'right', 'done', 'yes', 'denied'].map(outcomeNamed)).toEqual(['no', 'yes', 'done', 'yes', 'denied']);
});
