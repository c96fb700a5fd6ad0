import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { advance } from '../advance.ts';
import { validateBlueprint } from '../blueprint.ts';
import { simulate } from '../simulate.ts';
import { knowStep } from '../steps.ts';
import { claim, compiledOf, facts, runOf, stepsOf, surroundings } from '../testing.ts';
import type { Step } from '../types.ts';
import { sortByBalance, strategies } from './graph.testing.ts';
import { flatten, reachable, treeOf } from './graph.ts';
import { HORIZONTAL_SPACING, layout, NODE_WIDTH, nodeHeight, START_OFFSET } from './layout.ts';

let forget: () => void;
beforeAll(() => {
  forget = knowStep(sortByBalance);
});
afterAll(() => forget());

const placesOf = (steps: readonly Step[]) => layout(steps, ({ stepState }) => nodeHeight(stepState.description));
const end = (id: string) => [id, 'expired', {}, {}] as const;
const three = [
  ['sort', 'sortByBalance', {}, { small: 'a', medium: 'b', large: null }],
  ['a', 'expired', {}, {}],
  ['b', 'checkpoint', { displayName: 'here' }, { next: null }],
] as const;

test('the flat form and the tree are two views of one thing', () => {
  fc.assert(
    fc.property(strategies, (steps) => {
      const byId = (list: readonly Step[]) => [...list].sort((one, other) => (one.id < other.id ? -1 : 1));
      const flat = flatten(treeOf(steps));
      expect(flat[0]).toEqual(steps[0]);
      expect(byId(flat)).toEqual(byId(steps));
      expect(reachable(new Map(steps.map((step) => [step.id, step])), 's0').size).toBe(steps.length);
    }),
  );
});

test('nodes never overlap, and a node stands midway above its outermost branches, which stand in their order', () => {
  fc.assert(
    fc.property(strategies, (steps) => {
      const places = placesOf(steps);
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
        const below = Object.values(step.outputs).map((target) => (target === null ? null : places.get(target)!));
        for (const place of below) if (place) expect(place.y).toBe(here.y + here.height + 100);
        const [first, last] = [below[0], below.at(-1)];
        if (first && last) expect((first.x + last.x) / 2).toBeCloseTo(here.x);
        const xs = below.flatMap((place) => (place ? [place.x] : []));
        expect(xs).toEqual(xs.toSorted((one, other) => one - other));
      }
    }),
  );
});

test('the layout has the constants of the canvas, whatever the number of outputs', () => {
  const two = placesOf(stepsOf(['if', 'evaluateIfCondition', {}, { no: 'no', yes: 'yes' }], end('no'), end('yes')));
  expect(two.get('if')).toEqual({ x: -111, y: START_OFFSET, height: 44 });
  expect(two.get('no')).toEqual({ x: -111 - (NODE_WIDTH + HORIZONTAL_SPACING) / 2, y: START_OFFSET + 44 + 100, height: 44 });
  const apart = NODE_WIDTH + HORIZONTAL_SPACING;
  const places = placesOf(stepsOf(...three));
  expect(['sort', 'a', 'b'].map((id) => places.get(id)?.x)).toEqual([-111, -111 - apart, -111]);
  expect([0, 1, 18, 19, 72, 500].map((length) => nodeHeight('x'.repeat(length)))).toEqual([44, 64, 64, 84, 124, 124]);
});

test('a step with three outputs is checked, run and simulated like any other', () => {
  const compiled = compiledOf(...three);
  const owing = (balance: bigint) => ({ ...facts, claim: { ...claim, balance } });
  const outcomes = (balance: bigint) =>
    advance(runOf(compiled), compiled, owing(balance), surroundings).traces.map(({ stepId, outcome }) => `${stepId}:${outcome}`);
  expect(outcomes(1n)).toEqual(['sort:small', 'a:ended']);
  expect(outcomes(50_000n)).toEqual(['sort:medium', 'b:done']);
  const ended = simulate({ run: runOf(compiled), compiled, facts: owing(500_000n), surroundings });
  expect(ended.traces.map(({ outcome }) => outcome)).toEqual(['large']);
  expect(ended.run).toMatchObject({ status: 'completed', reason: { key: 'run.pathEnded', values: { stepId: 'sort' } } });
  expect(validateBlueprint(stepsOf(...three)).map(({ stepId, why }) => [stepId, why.key, why.values?.output])).toEqual([
    ['sort', 'blueprint.pathEnds', 'large'],
    ['b', 'blueprint.pathEnds', 'next'],
  ]);
});
