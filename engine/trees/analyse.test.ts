import { expect, test } from 'vitest';
import { instant } from '../../core/time.ts';
import { compile } from '../compile.ts';
import { claim, day, facts, NOW, runOf, surroundings } from '../testing.ts';
import type { Context, Facts } from '../types.ts';
import { analyseTree } from './analyse.ts';
import { compileTree } from './compile.ts';
import { branch, randomOf, randomTree, treeOf } from './testing.ts';
import { conditionOf, type DecisionTree, walk } from './tree.ts';

const setting = { today: day('2026-03-16'), currency: 'EUR' };
const found = (tree: DecisionTree) =>
  analyseTree(tree, setting).findings.map(({ kind, nodeId, otherId, example }) => [
    kind,
    nodeId,
    otherId,
    ...example.map(({ value }) => value),
  ]);

test('a whole number between two ranges is a gap, and so is a missing value', () => {
  const tree = treeOf(branch('a', ['daysPastDue', '<', 30], 'x'), branch('b', ['daysPastDue', '>', 30], 'y'));
  expect(found(tree)).toEqual([
    ['gap', 'root', null, 30],
    ['gap', 'root', null, null],
  ]);
  const whole = treeOf(
    branch('a', ['daysPastDue', '<=', 30], 'x'),
    branch('b', ['daysPastDue', '>=', 31], 'y'),
    branch('c', ['daysPastDue', 'notExists'], 'z'),
  );
  expect(found(whole)).toEqual([]);
});

test('amounts are checked to the cent, and no finer', () => {
  const gap = treeOf(branch('a', ['claimBalance', '<', '100'], 'x'), branch('b', ['claimBalance', '>=', '100.02'], 'y'));
  expect(found(gap)).toEqual([['gap', 'root', null, '100.00']]);
  expect(found(treeOf(branch('a', ['claimBalance', '<', '100'], 'x'), branch('b', ['claimBalance', '>', '99.99'], 'y')))).toEqual([]);
});

test('scores may have any number of digits', () => {
  const tree = treeOf(
    branch('a', ['scores.collection', '<=', 0.5], 'x'),
    branch('b', ['scores.collection', '>=', 0.6], 'y'),
    branch('c', ['scores.collection', 'notExists'], 'z'),
  );
  expect(found(tree)).toEqual([['gap', 'root', null, 0.55]]);
});

test('two branches that take the same value overlap, and the first one wins', () => {
  const tree = treeOf(branch('a', ['daysPastDue', '<=', 30], 'x'), branch('b', ['daysPastDue', '>=', 30], 'y'), branch('c', null, 'z'));
  expect(found(tree)).toEqual([['overlap', 'b', 'a', 30]]);
});

test('a branch that earlier ones take everything from is never reached', () => {
  const tree = treeOf(
    branch('a', ['daysPastDue', '>', 10], 'x'),
    branch('b', ['daysPastDue', '>', 20], 'y'),
    branch('c', null, 'z'),
    branch('d', ['segment', '=', 'A'], 'w'),
  );
  expect(found(tree)).toEqual([
    ['unreached', 'b', 'a', 21],
    ['unreached', 'd', 'a', 'A', 11],
  ]);
});

test('conditions that contradict each other on one path reach nothing', () => {
  const tree = treeOf(
    branch('a', ['daysPastDue', '<', 10], [branch('b', ['daysPastDue', '>', 20], 'x'), branch('c', null, 'y')]),
    branch('d', null, 'z'),
  );
  expect(found(tree)).toEqual([['unreached', 'b', null]]);
});

test('closed lists need no other branch, open ones do', () => {
  const week = treeOf(
    branch('a', ['dayOfTheWeek', 'in', ['Saturday', 'Sunday']], 'x'),
    branch('b', ['dayOfTheWeek', 'notIn', ['Saturday', 'Sunday']], 'y'),
  );
  expect(found(week)).toEqual([]);
  expect(found(treeOf(branch('a', ['claimType', '=', 'invoice'], 'x')))).toEqual([['gap', 'root', null, 'other']]);
});

test('dates are checked by the day, and by days from today', () => {
  const fixed = treeOf(
    branch('a', ['dueDate', '<', '2026-01-10'], 'x'),
    branch('b', ['dueDate', '>', '2026-01-10'], 'y'),
    branch('c', ['dueDate', 'notExists'], 'z'),
  );
  expect(found(fixed)).toEqual([['gap', 'root', null, '2026-01-10']]);
  const relative = treeOf(
    branch('a', ['dueDate', 'olderThanDays', 10], 'x'),
    branch('b', ['dueDate', 'withinLastDays', 9], 'y'),
    branch('c', ['dueDate', 'withinNextDays', 500], 'w'),
    branch('d', ['dueDate', 'notExists'], 'z'),
  );
  expect(found(relative)).toContainEqual(['gap', 'root', null, '2026-03-06']);
});

test('says what it did not check instead of claiming something false', () => {
  const text = treeOf(branch('a', ['email', 'contains', '@'], 'x'), branch('b', ['email', 'startsWith', 'a'], 'y'));
  expect(analyseTree(text, setting)).toMatchObject({
    findings: [],
    unchecked: [
      { nodeId: 'a', reason: 'text' },
      { nodeId: 'b', reason: 'text' },
    ],
  });
  const related = treeOf(branch('a', ['daysPastDue', '>', 30], [branch('b', ['dueDate', '<', '2026-03-01'], 'x')]), branch('c', null, 'y'));
  expect(analyseTree(related, setting)).toMatchObject({ findings: [], unchecked: [{ nodeId: 'a', reason: 'related' }] });
});

test('a tree that can’t decide is not analysed', () => {
  expect(analyseTree(treeOf(branch('a', ['daysPastDue', '>', 'x'], 'x')), setting)).toMatchObject({
    problem: { key: 'condition.badValue' },
    problemNodeId: 'a',
    findings: [],
  });
});

const run = { ...runOf(compile({ blueprintId: 'b', version: 1, steps: [] })), startedAt: instant('2026-03-10T09:00:00Z') };
const context: Context = { ...surroundings, now: NOW, run };
const VARIABLES = [
  { name: 'claimBalance', valueType: 'CURRENCY' as const },
  { name: 'segment', valueType: 'STRING' as const },
  { name: 'scores.collection', valueType: 'NUMBER' as const },
];

test('what it says about random trees is what deciding by the examples says', () => {
  const random = randomOf(4);
  let checked = 0;
  for (let count = 0; count < 2_000; count++) {
    const tree = randomTree(random, 12, VARIABLES);
    const compiled = compileTree(tree);
    const { findings } = analyseTree(tree, setting);
    const paths = new Map([...walk(tree.root)].map(({ node, above }) => [node.id, [...above, node]]));
    for (const { kind, nodeId, otherId, example } of findings) {
      const of = (variable: string) => example.find((each) => each.variable === variable)?.value;
      const balance = of('claimBalance');
      const given: Facts = {
        ...facts,
        claim: {
          ...claim,
          segment: (of('segment') as string | null | undefined) ?? null,
          balance: balance == null ? 0n : BigInt(Math.round(Number(balance) * 100)),
          scores: of('scores.collection') == null ? {} : { collection: of('scores.collection') as number },
        },
        account: { ...facts.account!, segment: null },
      };
      const { path, leaf } = compiled.decide(given, context);
      // An example names what the finding depends on; the rest is as it may be.
      if (kind === 'gap') expect([leaf, path.at(-1)]).toEqual([null, nodeId]);
      if (kind === 'overlap') {
        expect(path).toContain(otherId);
        const block = conditionOf(paths.get(nodeId)!.at(-1)!)!;
        expect(of(block.variable)).toBeDefined();
      }
      if (kind === 'unreached') expect(path).not.toContain(nodeId);
      checked += 1;
    }
  }
  expect(checked).toBeGreaterThan(1_000);
});
