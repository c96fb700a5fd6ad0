import fc from 'fast-check';
import { expect, test } from 'vitest';
import { flatten, savedForm, treeOf, validateBlueprint } from './blueprint.ts';
import { HORIZONTAL_SPACING, layout, NODE_WIDTH, nodeHeight, START_OFFSET } from './layout.ts';
import { defaultState, stepDefinitions } from './steps.ts';
import { stepsOf } from './testing.ts';
import type { TreeStep } from './types.ts';

const vip = { conditions: [{ variable: 'segment', operation: '=', value: 'A' }] };

/** A random tidy strategy: a sequence of which any step may branch. */
const strategy: fc.Arbitrary<TreeStep[]> = fc
  .array(fc.tuple(fc.boolean(), fc.nat(), fc.string({ maxLength: 90 })), { minLength: 1, maxLength: 25 })
  .map((rolls) => {
    const steps: TreeStep[] = [];
    const open: { step: { -readonly [K in keyof TreeStep]: TreeStep[K] }; way: 'down' | 'left' | 'right' }[] = [];
    rolls.forEach(([branches, where, description], index) => {
      const id = `s${index}`;
      if (index > 0) {
        const [slot] = open.splice(where % open.length, 1);
        slot!.step[slot!.way] = id;
      }
      const step = branches
        ? { id, stepType: 'evaluateIfCondition', stepState: vip, left: null, right: null }
        : { id, stepType: 'checkpoint', stepState: { displayName: 'here', description }, down: null };
      steps.push(step);
      for (const way of branches ? (['left', 'right'] as const) : (['down'] as const)) open.push({ step, way });
    });
    return steps;
  });

const keysOf = (steps: readonly TreeStep[]) => validateBlueprint(steps).map(({ stepId, severity, why }) => [stepId, severity, why.key]);

test('a tree has no errors, only paths that simply end', () => {
  fc.assert(
    fc.property(strategy, (steps) => {
      for (const { severity, why } of validateBlueprint(steps)) expect([severity, why.key]).toEqual(['warning', 'blueprint.pathEnds']);
    }),
  );
});

test('the flat form and the tree are two views of one thing', () => {
  fc.assert(
    fc.property(strategy, (steps) => {
      const byId = (list: readonly TreeStep[]) => [...list].sort((one, other) => (one.id < other.id ? -1 : 1));
      const flat = flatten(treeOf(steps));
      expect(flat[0]).toEqual(steps[0]);
      expect(byId(flat)).toEqual(byId(steps));
    }),
  );
});

test('nodes never overlap, and a branch stands midway above its two outputs', () => {
  fc.assert(
    fc.property(strategy, (steps) => {
      const places = layout(steps);
      expect(places.size).toBe(steps.length);
      const all = [...places.values()];
      for (const [index, one] of all.entries()) {
        for (const other of all.slice(index + 1)) {
          const apart = Math.abs(one.x - other.x) >= NODE_WIDTH || one.y + one.height <= other.y || other.y + other.height <= one.y;
          expect(apart).toBe(true);
        }
      }
      for (const step of steps) {
        const here = places.get(step.id)!;
        if (step.down) expect(places.get(step.down)).toMatchObject({ x: here.x, y: here.y + here.height + 100 });
        if (step.left && step.right) expect((places.get(step.left)!.x + places.get(step.right)!.x) / 2).toBeCloseTo(here.x);
      }
    }),
  );
});

test('the layout has the constants of the canvas', () => {
  const places = layout(
    stepsOf(['if', 'evaluateIfCondition', vip, { left: 'no', right: 'yes' }], ['no', 'expired', {}, {}], ['yes', 'expired', {}, {}]),
  );
  expect(places.get('if')).toEqual({ x: -111, y: START_OFFSET, height: 44 });
  expect(places.get('no')).toEqual({ x: -111 - (NODE_WIDTH + HORIZONTAL_SPACING) / 2, y: START_OFFSET + 44 + 100, height: 44 });
  const described = (length: number) => nodeHeight({ stepState: { description: 'x'.repeat(length) } });
  expect([0, 1, 18, 19, 72, 500].map(described)).toEqual([44, 64, 64, 84, 124, 124]);
});

test('what is wrong is found, per step', () => {
  expect(keysOf([])).toEqual([]);
  expect(keysOf(stepsOf(['a', 'nonsense', {}, { down: null }]))).toEqual([['a', 'error', 'step.unknownType']]);
  expect(keysOf(stepsOf(['a', 'sendEmail', {}, { down: 'b' }], ['b', 'expired', {}, {}]))).toEqual([['a', 'error', 'step.invalidState']]);
  expect(keysOf(stepsOf(['a', 'delay', {}, { down: 'z' }]))).toEqual([['a', 'error', 'blueprint.dangling']]);
  expect(keysOf(stepsOf(['a', 'delay', {}, { left: 'b', down: 'b' }], ['b', 'expired', {}, {}]))).toEqual([
    ['a', 'error', 'blueprint.outputNotAllowed'],
    ['b', 'error', 'blueprint.manyParents'],
  ]);
  expect(keysOf(stepsOf(['a', 'expired', {}, {}], ['b', 'expired', {}, {}]))).toEqual([['b', 'error', 'blueprint.unreachable']]);
  expect(keysOf(stepsOf(['a', 'delay', {}, { down: 'b' }], ['b', 'delay', {}, { down: 'a' }]))).toEqual([
    ['b', 'error', 'blueprint.cycle'],
  ]);
  expect(keysOf(stepsOf(['a', 'delay', {}, { down: 'a' }]))).toEqual([['a', 'error', 'blueprint.cycle']]);
  expect(keysOf(stepsOf(['a', 'delay', {}, { down: null }], ['a', 'expired', {}, {}]))).toContainEqual([
    'a',
    'error',
    'blueprint.duplicateId',
  ]);
  expect(keysOf(stepsOf(['a', 'evaluateIfCondition', vip, { left: 'b', right: 'b' }], ['b', 'expired', {}, {}]))).toEqual([
    ['b', 'error', 'blueprint.manyParents'],
  ]);
});

test('the saved form has no flags of the editor', () => {
  const [step] = savedForm([{ id: 'a', stepType: 'delay', stepState: {}, down: null, x: 1, y: 2, ...{ isNew: true, isInvalid: true } }]);
  expect(step).toEqual({ id: 'a', stepType: 'delay', stepState: {}, down: null, x: 1, y: 2 });
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
