import { expect, test } from 'vitest';
import { instant } from '../../core/time.ts';
import { compile } from '../compile.ts';
import { compileBlocks } from '../conditions/blocks.ts';
import { claim, day, facts, NOW, runOf, surroundings } from '../testing.ts';
import type { Context, Facts } from '../types.ts';
import { compileTree } from './compile.ts';
import { readTree } from './read.ts';
import { fromTable, type TableRow, toTable } from './table.ts';
import { branch, randomBlock, randomOf, randomTree, treeOf } from './testing.ts';
import type { DecisionTree } from './tree.ts';

const run = { ...runOf(compile({ blueprintId: 'b', version: 1, steps: [] })), startedAt: instant('2026-03-10T09:00:00Z') };
const context: Context = { ...surroundings, now: NOW, run };
const others: readonly Facts[] = [
  facts,
  { ...facts, claim: { ...claim, segment: 'B', dueDate: null, externalDueDate: null, balance: 100n, meta: {}, scores: {} } },
  { ...facts, claim: { ...claim, segment: null, dueDate: day('2026-03-10'), balance: 5_000_000n, currency: 'JPY' } },
  {},
];

const pursue = treeOf(
  branch('late', ['daysPastDue', '>', 30], [branch('high', ['claimBalance', '>=', '500'], 'pursue'), branch('low', null, 'write off')]),
  branch('early', ['daysPastDue', '<=', 30], 'wait'),
);

test('enters the first branch that holds and names the path, the outcome and the values', () => {
  const leaf = { ...pursue.root.children[1]!, values: { letter: 'first' } };
  const tree = { ...pursue, root: { ...pursue.root, children: [pursue.root.children[0]!, leaf] } };
  const compiled = compileTree(tree);
  expect(compiled.needs).toEqual(['claim']);
  expect(compiled.decide(facts, context)).toMatchObject({ path: ['root', 'late', 'high'], leaf: 'high', outcome: 'pursue', values: {} });
  const early = { ...facts, claim: { ...claim, dueDate: day('2026-03-10') } };
  expect(compiled.decide(early, context)).toMatchObject({ leaf: 'early', outcome: 'wait', values: { letter: 'first' } });
});

test('a missing value holds for no condition, and is a gap where nothing is said for the rest', () => {
  const compiled = compileTree(pursue);
  const unknown = { ...facts, claim: { ...claim, dueDate: null, externalDueDate: null } };
  expect(compiled.decide(unknown, context)).toEqual({
    path: ['root'],
    leaf: null,
    outcome: null,
    values: {},
    why: { key: 'tree.gap', values: { path: '' } },
  });
  expect(compiled.explain(unknown, context).map(({ nodeId, isEntered, why }) => [nodeId, isEntered, why.key])).toEqual([
    ['late', false, 'condition.missing'],
    ['early', false, 'condition.missing'],
  ]);
});

test('a branch that was entered is not left again', () => {
  const tree = treeOf(branch('late', ['daysPastDue', '>', 30], [branch('none', ['segment', '=', 'Z'], 'x')]), branch('rest', null, 'y'));
  expect(compileTree(tree).decide(facts, context)).toMatchObject({ path: ['root', 'late'], leaf: null, outcome: null });
});

test.each<[string, unknown, string]>([
  ['no object', 'tree', 'tree.malformed'],
  ['no root', { columns: [] }, 'tree.malformed'],
  [
    'an unknown comparison',
    { root: { id: 'r', children: [{ id: 'a', variable: 'segment', operation: '~', value: 1 }] } },
    'tree.malformed',
  ],
  ['one id twice', { root: { id: 'r', children: [{ id: 'r' }] } }, 'tree.sameId'],
  ['too many nodes', { root: { id: 'r', children: Array.from({ length: 2000 }, (_, id) => ({ id: `n${id}` })) } }, 'tree.tooLarge'],
  ['too many levels', deep(51), 'tree.tooDeep'],
  ['a hundred thousand levels', deep(100_000), 'tree.tooDeep'],
  ['itself', circular(), 'tree.circular'],
])('%s is refused with a reason', (_, raw, key) => {
  expect(readTree(raw).problem?.why.key).toBe(key);
  expect(compileTree(raw as DecisionTree).decide(facts, context)).toMatchObject({ leaf: null, why: { key } });
});

function deep(levels: number): unknown {
  let node: object = { id: `n${levels}`, children: [] };
  for (let level = levels - 1; level >= 0; level--) node = { id: `n${level}`, children: [node] };
  return { root: node };
}

function circular(): unknown {
  const root: { id: string; children: unknown[] } = { id: 'r', children: [] };
  root.children.push(root);
  return { root };
}

test('50 levels and 2,000 nodes are allowed', () => {
  expect(readTree(deep(50)).problem).toBe(null);
  expect(readTree({ root: { id: 'r', children: Array.from({ length: 1999 }, (_, id) => ({ id: `n${id}` })) } }).problem).toBe(null);
});

test('a condition that can’t be compared is the tree’s problem, and it decides nothing', () => {
  const compiled = compileTree(treeOf(branch('a', ['daysPastDue', '>', 'many'], 'x')));
  expect(compiled.problem?.key).toBe('condition.badValue');
  expect(compiled.decide(facts, context)).toMatchObject({ leaf: null, why: { key: 'condition.badValue' } });
});

test('10,000 random trees survive being stored, read and asked', () => {
  const random = randomOf(1);
  for (let count = 0; count < 10_000; count++) {
    const tree = randomTree(random);
    const read = readTree(JSON.parse(JSON.stringify(tree)));
    expect(read.problem).toBe(null);
    const compiled = compileTree(read.tree!);
    expect(compiled.problem).toBe(null);
    for (const known of others) {
      const decision = compiled.decide(known, context);
      expect(decision.why.key).toMatch(decision.leaf === null ? /^tree\.gap$/ : /^tree\.leaf/);
      expect(decision.path.at(-1) === decision.leaf || decision.leaf === null).toBe(true);
    }
  }
});

const outcomeOf = (tree: DecisionTree, known: Facts) => {
  const { outcome, values } = compileTree(tree).decide(known, context);
  return { outcome, values };
};

test('a table made of a tree, and the tree made of that table, decide as the tree', () => {
  const random = randomOf(2);
  let compared = 0;
  for (let count = 0; count < 2_000; count++) {
    const tree = randomTree(random, 12);
    const table = toTable(tree);
    const back = fromTable(table);
    for (const known of others) {
      expect(firstRow(table.rows, known)).toEqual(outcomeOf(tree, known));
      if (!back.tree) continue;
      expect(outcomeOf(back.tree, known)).toEqual(outcomeOf(tree, known));
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(6_000);
});

test('a table of any rows decides by its first row that applies, as its tree does', () => {
  const random = randomOf(3);
  for (let count = 0; count < 2_000; count++) {
    const rows: TableRow[] = Array.from({ length: 4 }, (_, index) => ({
      id: `r${index}`,
      name: '',
      cells: Array.from({ length: 2 }, () => (random() < 0.3 ? [] : [randomBlock(random)])),
      outcome: `outcome ${index}`,
      values: {},
      isGap: false,
    }));
    const { tree } = fromTable({ columns: [], rows });
    for (const known of others) expect(outcomeOf(tree!, known)).toEqual(firstRow(rows, known));
  }
});

function firstRow(rows: readonly TableRow[], known: Facts) {
  const row = rows.find(({ cells }) => cells.flat().every((block) => compileBlocks('every', [block]).answer(known, context).yes));
  return { outcome: row?.outcome ?? null, values: row?.values ?? {} };
}

test('a table keeps its rows, columns and cells on the way through a tree', () => {
  const table = toTable(pursue);
  expect(table.columns).toEqual(['daysPastDue', 'claimBalance']);
  const again = toTable(fromTable(table).tree!);
  const shape = (rows: readonly TableRow[]) =>
    rows.map(({ cells, outcome }) => ({ cells: cells.map((cell) => cell.map(({ operation, value }) => [operation, value])), outcome }));
  expect(shape(again.rows)).toEqual(shape(table.rows));
  expect(shape(table.rows)[0]).toEqual({ cells: [[['>', 30]], [['>=', '500']]], outcome: 'pursue' });
});

test('a table whose rows overlap in too many ways is refused', () => {
  const rows = Array.from({ length: 14 }, (_, index) => ({
    id: `r${index}`,
    name: '',
    cells: Array.from({ length: 14 }, (_, column) => [{ variable: 'email', operation: 'contains' as const, value: `${index} ${column}` }]),
    outcome: 'x',
    values: {},
    isGap: false,
  }));
  expect(fromTable({ columns: ['email'], rows }).problem?.key).toBe('tree.tooLarge');
});
