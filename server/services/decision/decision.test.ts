import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileTree } from '../../../engine/trees/compile.ts';
import { branch, randomOf, randomTree, treeOf } from '../../../engine/trees/testing.ts';
import type { DecisionTree, TreeNode } from '../../../engine/trees/tree.ts';
import { onEvents } from '../../platform/events.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { addSampleAccounts } from '../account/account.sample.ts';
import { refreshAccounts } from '../account/ground/projection.logic.ts';
import { loadTrees } from './decision.compiled.logic.ts';

const SAVE =
  'mutation ($c: ID!, $tree: JSON!) { upsertDecisionTree(clientId: $c, tree: $tree) { id version revision status problems { nodeId key } } }';
const PUBLISH =
  'mutation ($c: ID!, $id: ID!, $v: Int!, $r: Int) { publishDecisionTree(clientId: $c, treeId: $id, version: $v, revision: $r) { version status } }';
const READ =
  'query ($c: ID!, $id: ID!, $v: Int) { getDecisionTree(clientId: $c, treeId: $id, version: $v) { name version revision status columns root code categories } }';
const LIST =
  'query ($c: ID!, $status: String!) { getDecisionTreesByStatus(clientId: $c, status: $status) { id name version liveVersion draftVersion nodeCount outcomes categories } }';

interface Saved {
  id: string;
  version: number;
  revision: number;
  status: string;
  problems: { nodeId: string; key: string }[];
}

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const call = async <T>(document: string, variables: object) =>
  Object.values(await house.call<Record<string, T>>('decision', document, { c: house.clientA, ...variables }))[0]!;
const refusal = async (document: string, variables: object) =>
  (await house.raw('decision', document, { c: house.clientA, ...variables })).errors?.[0]?.extensions;
const save = (tree: object | string) => call<Saved>(SAVE, { tree });
const statusesOf = async (id: string) =>
  (
    await call<{ version: number; status: string }[]>(
      'query ($c: ID!, $id: ID!) { getDecisionTreeVersions(clientId: $c, treeId: $id) { version status } }',
      { id },
    )
  ).map(({ version, status }) => `${version} ${status}`);

const late = (days: number, outcome = 'call') => treeOf(branch('late', ['daysPastDue', '>', days], outcome), branch('rest', null, 'wait'));

describe('versions', () => {
  it('a draft changes until it goes live, and a live version never does', async () => {
    const first = await save({ ...late(30), name: 'Letters', description: 'Which letter is next', categories: ['Soft', ' '] });
    expect(first).toMatchObject({ version: 1, revision: 1, status: 'draft', problems: [] });
    expect(await save({ ...late(31), id: first.id, version: 1, revision: 1 })).toMatchObject({ version: 1, revision: 2 });
    expect(await call(PUBLISH, { id: first.id, v: 1, r: 2 })).toEqual({ version: 1, status: 'live' });
    expect(await save({ ...late(40), id: first.id, version: 1, revision: 2 })).toMatchObject({ version: 2, revision: 1, status: 'draft' });
    expect(await statusesOf(first.id)).toEqual(['2 draft', '1 live']);
    const live = await call<{ root: TreeNode; code: string; name: string; categories: string[] }>(READ, { id: first.id, v: 1 });
    expect([live.name, live.categories, live.root.children[0]?.value, live.code]).toEqual([
      'Letters',
      ['Soft'],
      31,
      'daysPastDue > 31: call\notherwise: wait',
    ]);
    await call(PUBLISH, { id: first.id, v: 2 });
    expect(await statusesOf(first.id)).toEqual(['2 live', '1 archived']);
    await call(PUBLISH, { id: first.id, v: 1 });
    expect(await statusesOf(first.id)).toEqual(['2 archived', '1 live']);
  });

  it('what somebody else saved is not overwritten', async () => {
    const { id } = await save({ ...late(1), name: 'Two at once' });
    await save({ ...late(2), id, version: 1, revision: 1 });
    expect(await refusal(SAVE, { tree: { ...late(3), id, version: 1, revision: 1 } })).toMatchObject({
      code: 'CONFLICT',
      key: 'treeChanged',
    });
    expect(await refusal(PUBLISH, { id, v: 1, r: 1 })).toMatchObject({ code: 'CONFLICT', key: 'treeChanged' });
    await call(PUBLISH, { id, v: 1, r: 2 });
    await save({ ...late(4), id });
    // Whoever still edits the live version would overwrite the draft that follows it.
    expect(await refusal(SAVE, { tree: { ...late(5), id, version: 1, revision: 2 } })).toMatchObject({ key: 'treeChanged' });
  });

  it('two saves at once leave one of them', async () => {
    const { id } = await save({ ...late(1), name: 'A race' });
    const answers = await Promise.all(
      [2, 3].map((days) => house.raw('decision', SAVE, { c: house.clientA, tree: { ...late(days), id, version: 1, revision: 1 } })),
    );
    expect(answers.map(({ errors }) => errors?.[0]?.extensions?.key ?? 'saved').sort()).toEqual(['saved', 'treeChanged']);
  });

  it('two new trees at once get two names, or one of them the name that both want', async () => {
    const all = (tree: object) => Promise.all([1, 2, 3].map(() => house.raw('decision', SAVE, { c: house.clientA, tree })));
    const keys = (answers: Awaited<ReturnType<typeof all>>) => answers.map(({ errors }) => errors?.[0]?.extensions?.key ?? 'saved').sort();
    expect(keys(await all(late(1)))).toEqual(['saved', 'saved', 'saved']);
    expect(keys(await all({ ...late(1), name: 'Wanted by all' }))).toEqual(['saved', 'treeCalled', 'treeCalled']);
  });

  it('a draft may be incomplete, a live version may not', async () => {
    const { id, problems } = await save({ ...treeOf(branch('a', ['daysPastDue', '>', ''], 'call')), name: 'Incomplete' });
    expect(problems).toEqual([{ nodeId: 'a', key: 'condition.badValue' }]);
    expect(await refusal(PUBLISH, { id, v: 1 })).toMatchObject({ code: 'CONFLICT', key: 'treeBroken' });
    await save({ ...treeOf(), id });
    expect(await refusal(PUBLISH, { id, v: 1 })).toMatchObject({ key: 'treeEmpty' });
  });
});

describe('input', () => {
  it('one answer names every wrong field', async () => {
    const answer = await refusal(SAVE, { tree: { root: { id: 'r', children: 'x' }, name: ' ', categories: ['x'.repeat(61)] } });
    expect((answer!.fields as { field: string }[]).map(({ field }) => field)).toEqual(['tree.root', 'tree.name', 'tree.categories']);
  });

  it.each<[string, object, string]>([
    ['too many levels', { root: nested(51) }, 'treeDeep'],
    ['too many nodes', treeOf(...Array.from({ length: 2_000 }, (_, index) => branch(`n${index}`, null, 'x'))), 'treeLarge'],
    ['one id twice', treeOf(branch('a', null, 'x'), branch('a', null, 'y')), 'treeSameId'],
    ['no root', {}, 'treeMalformed'],
  ])('%s is refused', async (_, tree, key) => {
    expect(await refusal(SAVE, { tree: JSON.stringify(tree) })).toMatchObject({ code: 'INVALID_INPUT', key, field: 'tree.root' });
  });

  it('50 levels are accepted as text, since requests may not be nested as deeply', async () => {
    expect(await save(JSON.stringify({ root: nested(50) }))).toMatchObject({ status: 'draft' });
    expect(await refusal(SAVE, { tree: '{' })).toMatchObject({ code: 'INVALID_INPUT', field: 'tree' });
  });

  it('names are unique among the trees that are not deleted', async () => {
    const { id } = await save({ ...late(1), name: 'Unique' });
    expect(await refusal(SAVE, { tree: { ...late(1), name: ' unique ' } })).toMatchObject({
      code: 'CONFLICT',
      key: 'treeCalled',
      field: 'tree.name',
    });
    await call('mutation ($c: ID!, $id: ID!) { deleteDecisionTree(clientId: $c, treeId: $id) }', { id });
    expect(await refusal(READ, { id })).toMatchObject({ code: 'NOT_FOUND' });
    await save({ ...late(1), name: 'Unique' });
  });

  it('random trees come back as they were saved', async () => {
    const random = randomOf(9);
    for (let count = 0; count < 20; count++) {
      const tree = randomTree(random);
      const { id } = await save(tree);
      const back = await call<DecisionTree>(READ, { id });
      expect(JSON.parse(JSON.stringify(back.root))).toMatchObject(JSON.parse(JSON.stringify(tree.root)));
      expect(compileTree(back).problem).toBe(null);
    }
  });
});

function nested(levels: number): object {
  let node: object = { id: 'leaf', children: [] };
  for (let level = 0; level < levels; level++) node = { id: `n${level}`, children: [node] };
  return node;
}

describe('lists', () => {
  it('tell live, drafts and archived trees apart', async () => {
    const { id } = await save({ ...late(1), name: 'In the lists' });
    const listed = async (status: string) => (await call<{ id: string }[]>(LIST, { status })).find((item) => item.id === id);
    expect(await listed('draft')).toMatchObject({
      version: 1,
      liveVersion: null,
      draftVersion: 1,
      nodeCount: 3,
      outcomes: ['call', 'wait'],
    });
    await call(PUBLISH, { id, v: 1 });
    await save({ ...late(2), id });
    expect(await listed('live')).toMatchObject({ version: 1, liveVersion: 1, draftVersion: 2 });
    expect(await listed('archived')).toBeUndefined();
    const archive = 'mutation ($c: ID!, $id: ID!, $v: Int!) { archiveDecisionTree(clientId: $c, treeId: $id, version: $v) { status } }';
    for (const v of [1, 2]) await call(archive, { id, v });
    expect([await listed('live'), await listed('draft')]).toEqual([undefined, undefined]);
    expect(await listed('archived')).toMatchObject({ version: 2 });
    expect(await refusal(LIST, { status: 'gone' })).toMatchObject({ code: 'INVALID_INPUT', field: 'status' });
  });

  it('categories are set for many trees, and a copy has them', async () => {
    const { id } = await save({ ...late(1), name: 'To copy' });
    const changed = await call(
      'mutation ($c: ID!, $ids: [ID!]!) { saveDecisionTreeCategory(clientId: $c, treeIds: $ids, categories: ["Early"]) }',
      { ids: [id] },
    );
    expect(changed).toBe(1);
    const copy = await call<Saved>('mutation ($c: ID!, $id: ID!) { copyDecisionTree(clientId: $c, treeId: $id) { id version status } }', {
      id,
    });
    expect(await call(READ, { id: copy.id })).toMatchObject({ name: 'To copy 2', categories: ['Early'], status: 'draft' });
  });
});

describe('what steps load', () => {
  it('the live version or a given one, never a draft or a deleted tree', async () => {
    const { id } = await save({ ...late(1), name: 'For steps' });
    const keys = () =>
      house.inA(async (tx) => [
        ...(
          await loadTrees(tx, [
            { treeId: id, version: null },
            { treeId: id, version: 1 },
            { treeId: id, version: 2 },
          ])
        ).keys(),
      ]);
    expect(await keys()).toEqual([]);
    await call(PUBLISH, { id, v: 1 });
    await save({ ...late(2), id });
    expect((await keys()).sort()).toEqual([`${id}:1`, `${id}:live`]);
    const live = () => house.inA(async (tx) => (await loadTrees(tx, [{ treeId: id, version: null }])).get(`${id}:live`));
    const before = await live();
    await call(PUBLISH, { id, v: 2 });
    expect(await live()).not.toBe(before);
    expect(await live()).toBe(await live());
    expect(await house.inB((tx) => loadTrees(tx, [{ treeId: id, version: 1 }]))).toEqual(new Map());
  });

  it('whoever uses a tree can refuse that it is deleted', async () => {
    const { id } = await save({ ...late(1), name: 'In use' });
    onEvents(['decisionTreeDeleted'], async (_tx, events) => {
      if (events.some(({ payload }) => payload.treeId === id)) throw new Error('in use');
    });
    await house.raw('decision', 'mutation ($c: ID!, $id: ID!) { deleteDecisionTree(clientId: $c, treeId: $id) }', { c: house.clientA, id });
    expect(await call(READ, { id })).toMatchObject({ name: 'In use' });
  });
});

describe('trials', () => {
  it('analyse, follow one claim and count the portfolio', async () => {
    await house.inA(async (tx) => {
      const ids = await addSampleAccounts(tx, [
        {
          ref: 'TREE-1',
          first: 'Ada',
          last: 'Beispiel',
          email: 'a@debtor.example',
          claims: [
            { ref: 'T-1', balance: 50, due: '2026-01-01', product: 'Power' },
            { ref: 'T-2', balance: 70, due: '2999-01-01', product: 'Power' },
          ],
        },
      ]);
      await refreshAccounts(tx, [...ids.values()]);
    });
    const tree = late(30);
    const analysis = await call(
      'query ($c: ID!, $tree: JSON!) { analyseDecisionTree(clientId: $c, tree: $tree) { problem { key } findings { kind nodeId } isComplete } }',
      {
        tree: treeOf(branch('late', ['daysPastDue', '>', 30], 'call')),
      },
    );
    expect(analysis).toMatchObject({
      problem: null,
      isComplete: true,
      findings: [
        { kind: 'gap', nodeId: 'root' },
        { kind: 'gap', nodeId: 'root' },
      ],
    });
    const onClaims =
      'query ($c: ID!, $tree: JSON!, $ref: String!) { testDecisionTree(clientId: $c, tree: $tree, reference: $ref) { externalClaimRef path leaf outcome key tried { nodeId isEntered key values } } }';
    expect(await call(onClaims, { tree, ref: ' TREE-1 ' })).toMatchObject([
      { externalClaimRef: 'T-1', path: ['root', 'late'], outcome: 'call', key: 'tree.leaf' },
      {
        externalClaimRef: 'T-2',
        path: ['root', 'rest'],
        outcome: 'wait',
        tried: [
          { nodeId: 'late', isEntered: false, key: 'condition.false' },
          { nodeId: 'rest', isEntered: true },
        ],
      },
    ]);
    expect(await refusal(onClaims, { tree, ref: 'nobody' })).toMatchObject({ code: 'NOT_FOUND' });
    const { id } = await save({ ...late(30, 'visit'), name: 'Compared' });
    await call(PUBLISH, { id, v: 1 });
    const onAll =
      'query ($c: ID!, $tree: JSON!, $id: ID) { testDecisionTreeOnPortfolio(clientId: $c, tree: $tree, treeId: $id) { looked open changed counts { leaves { nodeId claims balances { currency balance } } } before { version leaves { nodeId claims } } } }';
    expect(await call(onAll, { tree, id })).toMatchObject({
      looked: 2,
      open: 2,
      changed: 1,
      counts: { leaves: expect.arrayContaining([{ nodeId: 'late', claims: 1, balances: [{ currency: 'EUR', balance: '0.50' }] }]) },
      before: { version: 1, leaves: expect.arrayContaining([{ nodeId: 'late', claims: 1 }]) },
    });
  });
});
