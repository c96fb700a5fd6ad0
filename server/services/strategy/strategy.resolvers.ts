import './strategy.export.ts';
import { Fault, notFound } from '../../../core/fault.ts';
import { holds } from '../../../core/holds.ts';
import type { Problem } from '../../../engine/blueprint.ts';
import { toTree } from '../../../engine/graph/tree.ts';
import { stepDefinitions } from '../../../engine/steps.ts';
import type { Step } from '../../../engine/types.ts';
import { accessOf } from '../../platform/access.ts';
import type { RequestContext } from '../../platform/guard.ts';
import { inClient } from '../../platform/tenancy.ts';
import { accountStrategies } from './strategy.account.logic.ts';
import {
  type BlueprintRow,
  categorize,
  findBlueprint,
  isNameAvailable,
  renameBlueprint,
  type SaveResult,
  saveBlueprint,
} from './strategy.blueprint.logic.ts';
import { addComment, deleteComment, listComments, resolveComment } from './strategy.comments.logic.ts';
import {
  accountAssignment,
  accountAssignments,
  allAccountAssignments,
  assignInStep,
  replaceContent,
  replaceTargets,
} from './strategy.content.logic.ts';
import { currentStrategy, previewStrategy } from './strategy.current.logic.ts';
import type { Resolvers } from './strategy.graphql.ts';
import { strategyMap } from './strategy.links.logic.ts';
import { blueprintMetadata, listBlueprints, strategyOptions } from './strategy.list.logic.ts';
import { createPreview } from './strategy.preview.logic.ts';
import { deleteBlueprint, strategiesByContent, strategyFlow } from './strategy.references.logic.ts';
import { moveRunsToCurrentVersion, pauseRuns, resumeRuns, startRuns, stopRuns } from './strategy.runs.logic.ts';
import { createFromStarter, listStarters } from './strategy.starter.logic.ts';
import { conditionFacts, tryCode } from './strategy.trial.logic.ts';
import { deleteTrigger, fireOnAccount, listTriggers, saveTrigger } from './strategy.trigger.logic.ts';
import { findUsages, replaceUsages } from './strategy.usage.logic.ts';
import { scoreModels, vocabulary } from './strategy.vocabulary.logic.ts';
import './strategy.bulk.ts';
import './strategy.claims.ts';
import './strategy.effects.ts';
import './strategy.jobs.ts';
import './strategy.personal.ts';
import './strategy.reactions.ts';
import './strategy.usage.ts';

export const resolvers: Resolvers = {
  StrategyBlueprint: { steps: ({ steps }) => toTree(steps as readonly Step[]) },
  Query: {
    listStrategyBlueprints: (_, { filter, showDeleted, limit, paginationId }, { tx }) =>
      listBlueprints(tx, { ...filter, showDeleted: showDeleted ?? false, limit, paginationId }),
    getStrategyBlueprint: (_, { id, version, clientId }, context) =>
      clientId ? findBlueprint(context.tx, id, version ?? null) : findAnywhere(context, id, version ?? null),
    getStrategies: (_, __, { tx }) => strategyOptions(tx),
    getStarterStrategies: (_, { locale }, { tx }) => listStarters(tx, locale ?? null),
    getAllowedStepTypes: () => stepDefinitions.map((definition) => definition.type),
    getCurrentStrategy: (_, { externalClaimRef }, { tx }) => currentStrategy(tx, externalClaimRef),
    previewStrategy: (_, { blueprintId, externalClaimRef, version }, { tx }) =>
      previewStrategy(tx, blueprintId, externalClaimRef, version ?? null),
    getAccountStrategies: (_, { accountId }, { tx }) => accountStrategies(tx, accountId),
    getStrategyFlow: (_, { blueprintId }, { tx }) => strategyFlow(tx, blueprintId),
    getStrategyMap: (_, __, { tx, permissions }) => strategyMap(tx, holds(permissions, 'reactions', 'viewReactions')),
    getUsages: (_, { kind, value }, { tx, permissions }) => findUsages(tx, { kind, value }, permissions),
    getStrategyBlueprintMetadata: (_, { blueprintId }, { tx }) => blueprintMetadata(tx, blueprintId),
    getBlueprintsByStepContent: (_, { content, stepType }, { tx }) => strategiesByContent(tx, content, stepType ?? null),
    checkStrategyBlueprintDisplayNameAvailability: (_, { displayName, blueprintId }, { tx }) =>
      isNameAvailable(tx, displayName, blueprintId ?? null),
    getStrategyBlueprintAccountAssignment: (_, { blueprintId, assignmentId }, { tx }) => accountAssignment(tx, blueprintId, assignmentId),
    getStrategyBlueprintAccountAssignments: (_, { blueprintId }, { tx }) => accountAssignments(tx, blueprintId),
    getAccountAssignments: (_, __, { tx }) => allAccountAssignments(tx),
    getScoreModels: () => scoreModels(),
    getConditionalVariablesAndHelperFunctionNames: (_, __, { tx }) => vocabulary(tx),
    getCustomTriggers: (_, __, { tx }) => listTriggers(tx),
    getStrategyComments: (_, { blueprintId }, { tx }) => listComments(tx, blueprintId),
    getConditionFacts: (_, { externalClaimRef }, { tx }) => conditionFacts(tx, externalClaimRef),
    tryStrategyCode: async (_, { externalClaimRef, code }, { tx }) => {
      const { answer, input } = await tryCode(tx, externalClaimRef, code);
      return { ...answer, input };
    },
  },
  Mutation: {
    saveCustomTrigger: (_, { name, description, fields, revision }, { tx }) =>
      saveTrigger(tx, {
        name,
        description: description ?? '',
        fields: (fields ?? []).map((field) => ({ ...field, required: field.required ?? false })),
        revision: revision ?? null,
      }),
    deleteCustomTrigger: (_, { name }, { tx }) => deleteTrigger(tx, name),
    fireCustomTrigger: (_, { accountId, externalClaimRefs, trigger, values }, { tx }) =>
      fireOnAccount(tx, { accountId, externalClaimRefs: externalClaimRefs ?? null, trigger, values: values ?? {} }),
    addStrategyComment: (_, { blueprintId, stepId, body, replyTo }, { tx, identity }) =>
      addComment(tx, { blueprintId, stepId, body, replyTo: replyTo ?? null }, identity.userId),
    resolveStrategyComment: (_, { commentId, isResolved }, { tx, identity }) =>
      resolveComment(tx, commentId, isResolved ?? true, identity.userId),
    deleteStrategyComment: (_, { commentId }, { tx, identity }) => deleteComment(tx, commentId, identity.userId),
    saveStrategyBlueprint: async (_, input, { tx }) => shown(await saveBlueprint(tx, input)),
    insertStrategyBlueprint: async (_, { displayName, categories, steps }, { tx }) =>
      shown(await saveBlueprint(tx, { id: 'new', displayName: displayName ?? null, categories: categories ?? null, steps: steps ?? '[]' })),
    createStarterStrategy: (_, { starterId, locale }, { tx, identity }) => createFromStarter(tx, starterId, locale ?? null, identity.name),
    setStrategyBlueprintDisplayName: (_, { blueprintId, displayName }, { tx }) => renameBlueprint(tx, blueprintId, displayName),
    saveStrategyBlueprintsCategory: (_, { strategyBlueprintIds, categories }, { tx }) => categorize(tx, strategyBlueprintIds, categories),
    deleteStrategyBlueprint: (_, { blueprintId, replacementBlueprintId }, { tx }) =>
      deleteBlueprint(tx, blueprintId, replacementBlueprintId ?? null),
    replaceBluePrintIdsByStepContent: (_, { blueprintId, replacementBlueprintId }, { tx }) =>
      replaceTargets(tx, blueprintId, replacementBlueprintId),
    replaceStepContentInBlueprints: (_, { oldContent, newContent, stepType }, { tx }) =>
      replaceContent(tx, oldContent, newContent, stepType ?? null),
    replaceUsages: (_, { kind, oldValue, newValue }, { tx, permissions }) =>
      replaceUsages(tx, { kind, value: oldValue }, newValue, permissions),
    saveStrategyBlueprintAccountAssignment: (_, { blueprintId, assignmentId, userId }, { tx }) =>
      assignInStep(tx, blueprintId, assignmentId, userId),
    deleteStrategyBlueprintAccountAssignment: (_, { blueprintId, assignmentId }, { tx }) =>
      assignInStep(tx, blueprintId, assignmentId, null),
    createStrategyPreviewFileURL: (_, __, { tx }) => createPreview(tx),
    startStrategy: (_, { blueprintId, externalClaimRefs }, { tx }) => startRuns(tx, { blueprintId, externalClaimRefs }),
    assignStrategy: (_, { blueprintId, externalClaimRefs }, { tx }) => startRuns(tx, { blueprintId, externalClaimRefs, replace: true }),
    pauseStrategy: (_, { externalClaimRefs }, { tx }) => pauseRuns(tx, externalClaimRefs),
    resumeStrategy: (_, { externalClaimRefs }, { tx }) => resumeRuns(tx, externalClaimRefs),
    stopStrategy: (_, { externalClaimRefs }, { tx }) => stopRuns(tx, externalClaimRefs),
    moveStrategyRunsToCurrentVersion: (_, { blueprintId, externalClaimRefs }, { tx }) =>
      moveRunsToCurrentVersion(tx, blueprintId, externalClaimRefs ?? null),
  },
};

/** A problem's reason beside its step, as the contract has it. */
function shown({ blueprint, problems }: SaveResult) {
  return {
    blueprint,
    problems: problems.map(({ stepId, severity, why }: Problem) => ({ stepId, severity, key: why.key, values: why.values ?? null })),
  };
}

/** Looks in every client in which the caller may see strategies. */
async function findAnywhere({ database, identity }: RequestContext, id: string, version: number | null): Promise<BlueprintRow> {
  for (const clientId of new Set(identity.groups.map((group) => group.clientId))) {
    if (!holds(await accessOf(database).permissionsOf(identity, clientId), 'strategy', 'viewStrategies')) continue;
    try {
      return await inClient(database, clientId, (tx) => findBlueprint(tx, id, version), { readOnly: true });
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'NOT_FOUND') throw error;
    }
  }
  throw notFound('strategyNotFound');
}
