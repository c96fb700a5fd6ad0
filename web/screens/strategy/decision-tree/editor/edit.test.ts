import { expect, test } from 'vitest';
import { branch, treeOf } from '../../../../../engine/trees/testing.ts';
import { type TreeNode, walk } from '../../../../../engine/trees/tree.ts';
import { addCondition, copyOf, insert, move, newNode, placeOf, remove, shift, withColumns } from './edit.ts';

const { root } = treeOf(
  branch('a', ['daysPastDue', '>', 1], [branch('b', ['segment', '=', 'A'], 'x'), branch('c', null, 'y')]),
  branch('d', null, 'z'),
);
/** The ids in their order, each with its level. */
const drawn = (tree: TreeNode) => [...walk(tree)].map(({ node, above }) => `${above.length}${node.id}`).join(' ');

test('moves among siblings, out and in', () => {
  expect(drawn(root)).toBe('0root 1a 2b 2c 1d');
  expect(drawn(shift(root, 'c', 'up'))).toBe('0root 1a 2c 2b 1d');
  expect(drawn(shift(root, 'a', 'down'))).toBe('0root 1d 1a 2b 2c');
  expect(drawn(shift(root, 'b', 'out'))).toBe('0root 1a 2c 1b 1d');
  expect(drawn(shift(root, 'd', 'in'))).toBe('0root 1a 2b 2c 2d');
  for (const [id, to] of [
    ['b', 'up'],
    ['d', 'down'],
    ['a', 'out'],
    ['a', 'in'],
    ['root', 'up'],
  ] as const)
    expect(shift(root, id, to)).toBe(root);
});

test('a branch does not go below itself', () => {
  expect(move(root, 'a', 'b', 0)).toBe(root);
  expect(move(root, 'a', 'a', 0)).toBe(root);
});

test('what a leaf answered goes on to its first branch', () => {
  const node = newNode();
  const grown = insert(root, 'b', 0, node);
  expect(placeOf(grown, 'b')!.node).toMatchObject({ outcome: null, children: [{ id: node.id, outcome: 'x' }] });
});

test('a tree does not grow beyond its limits', () => {
  let deep = root;
  let at = 'd';
  for (let level = 0; level < 60; level++) {
    const node = newNode();
    const grown = insert(deep, at, 0, node);
    if (grown === deep) break;
    [deep, at] = [grown, node.id];
  }
  expect(placeOf(deep, at)!.above.length).toBe(50);
  expect(drawn(remove(root, 'a'))).toBe('0root 1d');
});

test('a copy has ids of its own', () => {
  const ids = [...walk(copyOf(root))].map(({ node }) => node.id);
  expect(new Set([...ids, ...[...walk(root)].map(({ node }) => node.id)]).size).toBe(10);
});

test('a condition of the table goes to a leaf without one, and below one that has one', () => {
  const column = { variable: 'claimBalance', operation: '>=' as const, value: '100' };
  const [own, same] = addCondition(root, 'd', column);
  expect([same, placeOf(own, 'd')!.node.variable]).toEqual(['d', 'claimBalance']);
  const [below, id] = addCondition(root, 'b', column);
  expect(placeOf(below, id)).toMatchObject({ above: [{}, {}, { id: 'b' }], node: { variable: 'claimBalance', outcome: 'x' } });
  expect(withColumns({ columns: [column], root }).map(({ variable }) => variable)).toEqual(['claimBalance', 'daysPastDue', 'segment']);
});
