import type { Cases, World } from '../../platform/cases.ts';
import { createTree } from './decision.logic.ts';
import { publishTree } from './decision.status.logic.ts';

const TREE = {
  columns: [],
  root: {
    id: 'root',
    name: 'Root',
    children: [{ id: 'late', name: 'Late', variable: 'daysPastDue', operation: '>' as const, value: 30, children: [], outcome: 'call' }],
  },
};

const DMN = `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/"><decision name="Letters"><decisionTable hitPolicy="FIRST">
<input><inputExpression><text>daysPastDue</text></inputExpression></input><output name="outcome"/>
<rule><inputEntry><text>&gt; 30</text></inputEntry><outputEntry><text>"call"</text></outputEntry></rule>
</decisionTable></decision></definitions>`;

const own = ({ clientId }: World) => ({ clientId });
const tree = ({ clientId, treeId }: World) => ({ clientId, treeId });
const version = (world: World) => ({ ...tree(world), version: 1 });

export const cases: Cases = {
  seed: async (tx, world) => {
    const saved = await createTree(tx, TREE, { name: `Tree of ${tx.clientId}` });
    await publishTree(tx, saved.id, 1, null);
    world.treeId = saved.id;
  },
  operations: {
    getDecisionTreesByStatus: (world) => ({ ...own(world), status: 'live' }),
    getDecisionTreeVersions: tree,
    getDecisionTree: version,
    analyseDecisionTree: (world) => ({ ...own(world), tree: TREE }),
    testDecisionTree: (world) => ({ ...own(world), tree: TREE, reference: world.externalClaimRef }),
    testDecisionTreeOnPortfolio: (world) => ({ ...own(world), tree: TREE, treeId: world.treeId }),
    exportDecisionTreeDMN: version,
    importDecisionTreeDMN: (world) => ({ ...own(world), dmn: DMN }),
    upsertDecisionTree: (world) => ({ ...own(world), tree: { ...TREE, id: world.treeId } }),
    updateDecisionTreeDetails: (world) => ({ ...tree(world), name: 'Renamed' }),
    saveDecisionTreeCategory: ({ clientId, treeId }) => ({ clientId, treeIds: [treeId], categories: ['Letters'] }),
    copyDecisionTree: version,
    publishDecisionTree: (world) => ({ ...tree(world), version: 1 }),
    archiveDecisionTree: version,
    deleteDecisionTree: tree,
  },
};
