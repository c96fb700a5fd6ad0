import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { GraphNode } from '../../engine/graph/graph.ts';
import { slotOf, subtree } from './model.ts';
import { aboveOf, copyOf, deleteNodes, duplicate, needsSide, pieceOf } from './several.ts';

const node = (id: string, outputs: GraphNode['outputs']): GraphNode => ({ id, outputs });
/** a, then q with two branches: no leads to b and c, yes to d. */
const NODES = [
  node('a', { next: 'q' }),
  node('q', { no: 'b', yes: 'd' }),
  node('b', { next: 'c' }),
  node('c', { next: null }),
  node('d', { next: null }),
];
const idsOf = (nodes: readonly GraphNode[] | null) => nodes?.map(({ id }) => id) ?? null;
const count = () => {
  let last = 0;
  return () => `new-${++last}`;
};

test('what follows takes the place of several that go', () => {
  expect(deleteNodes(NODES, ['a', 'b'], 'last')).toEqual([
    node('q', { no: 'c', yes: 'd' }),
    node('c', { next: null }),
    node('d', { next: null }),
  ]);
  expect(deleteNodes(NODES, ['a', 'q', 'b', 'c', 'd'], 'last')).toEqual([]);
});

test('a node that branches is asked about once, and not where its other branch goes anyway', () => {
  expect(needsSide(NODES, ['a', 'b'])).toBe(false);
  expect(needsSide(NODES, ['a', 'q'])).toBe(true);
  expect(needsSide(NODES, ['q', 'd'])).toBe(false);
  expect(idsOf(deleteNodes(NODES, ['a', 'q'], 'first'))).toEqual(['b', 'c']);
  expect(idsOf(deleteNodes(NODES, ['a', 'q'], 'last'))).toEqual(['d']);
  expect(idsOf(deleteNodes(NODES, ['a', 'q'], null))).toEqual([]);
  expect(idsOf(deleteNodes(NODES, ['q', 'd'], null))).toEqual(['a', 'b', 'c']);
});

test('the keyboard goes to what is above those that went, else to the first that is left', () => {
  expect(aboveOf(NODES, ['c', 'd'], deleteNodes(NODES, ['c', 'd'], 'last'))).toBe('b');
  expect(aboveOf(NODES, ['a'], deleteNodes(NODES, ['a'], 'last'))).toBe('q');
  expect(aboveOf(NODES, ['a', 'q'], [])).toBe(null);
});

test('a piece has its topmost node first, what lies between, and nothing that follows', () => {
  expect(pieceOf(NODES, ['c', 'a'])).toEqual([
    node('a', { next: 'q' }),
    node('q', { no: 'b', yes: null }),
    node('b', { next: 'c' }),
    node('c', { next: null }),
  ]);
  expect(idsOf(pieceOf(NODES, ['d']))).toEqual(['d']);
  expect(pieceOf(NODES, ['c', 'd'])).toBe(null);
  expect(idsOf(pieceOf(NODES, ['c', 'd', 'q']))).toEqual(['q', 'b', 'c', 'd']);
  expect(pieceOf(NODES, [])).toBe(null);
});

test('a copy goes below its piece, and what followed goes on below the copy', () => {
  const piece = pieceOf(NODES, ['a'])!;
  expect(duplicate(NODES, piece, copyOf(piece, count()))?.slice(0, 3)).toEqual([
    node('a', { next: 'new-1' }),
    node('new-1', { next: 'q' }),
    node('q', { no: 'b', yes: 'd' }),
  ]);
  const end = [node('a', { next: 'e' }), node('e', {})];
  expect(duplicate(end, pieceOf(end, ['e'])!, copyOf(pieceOf(end, ['e'])!, count()))).toBe(null);
});

/** A tree by the choices of where each further node hangs. */
const trees = fc.array(fc.record({ branches: fc.boolean(), at: fc.nat(), wanted: fc.boolean() }), { minLength: 1, maxLength: 14 });

test('whatever is selected: deleting leaves a tree of the others, a piece holds what is selected and hangs together', () => {
  fc.assert(
    fc.property(trees, (given) => {
      const made: { id: string; outputs: Record<string, string | null> }[] = [];
      for (const [place, { branches, at }] of given.entries()) {
        const free = made.flatMap(({ outputs }) =>
          Object.entries(outputs).flatMap(([name, target]) => (target === null ? [{ outputs, name }] : [])),
        );
        const slot = free[at % Math.max(1, free.length)];
        if (slot) slot.outputs[slot.name] = `n${place}`;
        made.push({ id: `n${place}`, outputs: branches ? { no: null, yes: null } : { next: null } });
      }
      const wanted = given.flatMap(({ wanted: is }, place) => (is ? [`n${place}`] : []));
      for (const side of ['first', 'last', null] as const) {
        const left = deleteNodes(made, wanted, side);
        expect(left.filter(({ id }) => wanted.includes(id))).toEqual([]);
        expect(left.filter(({ id }) => slotOf(left, id) === null)).toEqual([]);
        if (!needsSide(made, wanted)) expect(left.length).toBe(made.length - wanted.length);
      }
      const piece = pieceOf(made, wanted);
      if (!piece) return;
      expect(wanted.filter((id) => !idsOf(piece)!.includes(id))).toEqual([]);
      expect(subtree(piece, piece[0]!.id).length).toBe(piece.length);
      const grown = duplicate(made, piece, copyOf(piece, count()));
      expect(grown?.length).toBe(made.length + piece.length);
      expect(grown?.filter(({ id }) => slotOf(grown, id) === null)).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
