import { localDate } from '../../../core/zone.ts';
import { analyseTree } from '../../../engine/trees/analyse.ts';
import { textOf } from '../../../engine/trees/table.ts';
import type { TreeProblem } from '../../../engine/trees/tree.ts';
import type { Reason } from '../../../engine/types.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { readLocality } from '../backoffice/backoffice.logic.ts';
import { exportDmn, importDmn } from './decision.dmn.logic.ts';
import { contextFor } from './decision.facts.logic.ts';
import type { Resolvers } from './decision.graphql.ts';
import { categorizeTrees, copyTree, type SavedTree, saveTree, treeFrom, updateDetails } from './decision.logic.ts';
import { findTree, type TreeRow, treesByStatus, treeVersions } from './decision.read.logic.ts';
import { archiveTree, deleteTree, publishTree } from './decision.status.logic.ts';
import { type Counts, tryOnClaims, tryOnPortfolio } from './decision.trial.logic.ts';

export const resolvers: Resolvers = {
  Query: {
    getDecisionTreesByStatus: (_, { status }, { tx }) => treesByStatus(tx, status),
    getDecisionTreeVersions: (_, { treeId, status }, { tx }) => treeVersions(tx, treeId, status ?? null),
    getDecisionTree: async (_, { treeId, version }, { tx }) => presentTree(tx, await findTree(tx, treeId, version ?? null)),
    analyseDecisionTree: async (_, { tree }, { tx }) => {
      const { now, zone } = await contextFor(tx);
      const analysis = analyseTree(treeFrom(tree), { today: localDate(now, zone), currency: (await readLocality(tx)).currency });
      return { ...analysis, problem: analysis.problem && presentReason(analysis.problem, analysis.problemNodeId) };
    },
    exportDecisionTreeDMN: (_, { treeId, version }, { tx }) => exportDmn(tx, treeId, version ?? null),
    testDecisionTree: async (_, { tree, reference }, { tx }) =>
      (await tryOnClaims(tx, treeFrom(tree), reference)).map(({ externalClaimRef, decision: { why, ...decision }, tried }) => ({
        ...decision,
        externalClaimRef,
        path: [...decision.path],
        key: why.key,
        reasonValues: why.values ?? null,
        tried: tried.map(({ nodeId, isEntered, why: { key, values } }) => ({ nodeId, isEntered, key, values: values ?? null })),
      })),
    testDecisionTreeOnPortfolio: async (_, { tree, treeId, version }, { tx }) => {
      const trial = await tryOnPortfolio(tx, treeFrom(tree), treeId == null ? null : { treeId, version: version ?? null });
      return { ...trial, counts: presentCounts(trial.counts), before: trial.before && presentCounts(trial.before) };
    },
  },
  Mutation: {
    importDecisionTreeDMN: async (_, { dmn }, { tx }) => presentSaved(await importDmn(tx, dmn)),
    upsertDecisionTree: async (_, { tree }, { tx }) => presentSaved(await saveTree(tx, tree)),
    updateDecisionTreeDetails: (_, { treeId, ...details }, { tx }) => updateDetails(tx, treeId, details),
    saveDecisionTreeCategory: (_, { treeIds, categories }, { tx }) => categorizeTrees(tx, treeIds, categories),
    deleteDecisionTree: (_, { treeId }, { tx }) => deleteTree(tx, treeId),
    publishDecisionTree: async (_, { treeId, version, revision }, { tx }) =>
      presentSaved(await publishTree(tx, treeId, version, revision ?? null)),
    archiveDecisionTree: async (_, { treeId, version }, { tx }) => presentSaved(await archiveTree(tx, treeId, version)),
    copyDecisionTree: async (_, { treeId, version, name }, { tx }) =>
      presentSaved(await copyTree(tx, treeId, version ?? null, name ?? null)),
  },
};

async function presentTree(tx: Tx, { tree, ...row }: TreeRow) {
  return { ...row, columns: tree.columns, root: tree.root, code: textOf(tree), versions: await treeVersions(tx, row.id) };
}

const presentReason = ({ key, values }: Reason, nodeId: string | null = null) => ({ nodeId, key, values: values ?? null });

const presentSaved = ({ problems, ...saved }: SavedTree) => ({
  ...saved,
  problems: problems.map(({ nodeId, why }: TreeProblem) => presentReason(why, nodeId)),
});

function presentCounts({ version, problem, leaves }: Counts) {
  return { version, problem: problem && presentReason(problem), leaves: leaves.map((leaf) => ({ ...leaf, balances: [...leaf.balances] })) };
}
