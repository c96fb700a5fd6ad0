import { uuidv7 } from '../../../core/id.ts';
import type { Cases, World } from '../../platform/cases.ts';
import { saveBlueprint } from './strategy.blueprint.logic.ts';
import { addComment } from './strategy.comments.logic.ts';
import { startRuns } from './strategy.runs.logic.ts';
import { saveTrigger } from './strategy.trigger.logic.ts';

const STEPS = JSON.stringify([
  { id: 'give', stepType: 'assignAccount', stepState: { userId: null }, down: 'wait' },
  { id: 'wait', stepType: 'delay', stepState: { days: 30 }, down: 'end' },
  { id: 'end', stepType: 'expired', stepState: {} },
]);

const own = ({ clientId }: World) => ({ clientId });
const blueprint = ({ clientId, blueprintId }: World) => ({ clientId, blueprintId });
const assignment = (world: World) => ({ ...blueprint(world), assignmentId: 'give' });
const claims = ({ clientId, externalClaimRef }: World) => ({ clientId, externalClaimRefs: [externalClaimRef] });

export const cases: Cases = {
  seed: async (tx, world) => {
    const { blueprint: saved } = await saveBlueprint(tx, { id: 'new', displayName: `Strategy of ${tx.clientId}`, steps: STEPS });
    world.blueprintId = saved!.id;
    const comment = { blueprintId: saved!.id, stepId: 'wait', body: 'Why 30 days?', replyTo: null };
    world.commentId = (await addComment(tx, comment, world.userId ?? uuidv7())).commentId;
    world.trigger = `fired-${tx.clientId}`;
    world.goneTrigger = `gone-${tx.clientId}`;
    for (const name of [world.trigger, world.goneTrigger]) await saveTrigger(tx, { name, description: '', fields: [] });
    if (world.externalClaimRef) await startRuns(tx, { blueprintId: saved!.id, externalClaimRefs: [world.externalClaimRef] });
  },
  operations: {
    listStrategyBlueprints: (world) => ({ ...own(world), filter: { searchText: 'strategy' }, showDeleted: true }),
    getStrategyBlueprint: ({ clientId, blueprintId }) => ({ clientId, id: blueprintId }),
    getStrategies: own,
    getStarterStrategies: own,
    getAllowedStepTypes: own,
    getCurrentStrategy: ({ clientId, externalClaimRef }) => ({ clientId, externalClaimRef }),
    previewStrategy: ({ clientId, blueprintId, externalClaimRef }) => ({ clientId, blueprintId, externalClaimRef }),
    getAccountStrategies: ({ clientId, accountId }) => ({ clientId, accountId }),
    getStrategyFlow: blueprint,
    getStrategyBlueprintMetadata: blueprint,
    getStrategyMap: own,
    getUsages: (world) => ({ ...own(world), kind: 'strategy', value: world.blueprintId }),
    getBlueprintsByStepContent: (world) => ({ ...own(world), content: 'reminder' }),
    checkStrategyBlueprintDisplayNameAvailability: ({ clientId, blueprintId }) => ({ clientId, blueprintId, displayName: 'Another name' }),
    getConditionalVariablesAndHelperFunctionNames: own,
    getCustomTriggers: own,
    saveCustomTrigger: (world) => ({ ...own(world), name: `new-${uuidv7()}`, fields: [{ name: 'day', type: 'date' }] }),
    deleteCustomTrigger: (world) => ({ ...own(world), name: world.goneTrigger }),
    fireCustomTrigger: ({ clientId, accountId, trigger }) => ({ clientId, accountId, trigger }),
    getStrategyComments: blueprint,
    addStrategyComment: (world) => ({ ...blueprint(world), stepId: 'wait', body: 'Shorter?' }),
    resolveStrategyComment: ({ clientId, commentId }) => ({ clientId, commentId }),
    deleteStrategyComment: ({ clientId, commentId }) => ({ clientId, commentId }),
    getConditionFacts: ({ clientId, externalClaimRef }) => ({ clientId, externalClaimRef }),
    tryStrategyCode: ({ clientId, externalClaimRef }) => ({ clientId, externalClaimRef, code: 'return claim.balance > 0;' }),
    getAccountAssignments: own,
    getScoreModels: own,
    getStrategyBlueprintAccountAssignment: assignment,
    getStrategyBlueprintAccountAssignments: blueprint,
    saveStrategyBlueprint: ({ clientId, blueprintId }) => ({ clientId, id: blueprintId, steps: STEPS }),
    insertStrategyBlueprint: ({ clientId, blueprintId }) => ({ clientId, displayName: `Inserted beside ${blueprintId}` }),
    createStarterStrategy: (world) => ({ ...own(world), starterId: 'formal-notice' }),
    setStrategyBlueprintDisplayName: (world) => ({ ...blueprint(world), displayName: 'Renamed' }),
    saveStrategyBlueprintsCategory: ({ clientId, blueprintId }) => ({
      clientId,
      strategyBlueprintIds: [blueprintId],
      categories: ['Soft'],
    }),
    replaceBluePrintIdsByStepContent: (world) => ({ ...blueprint(world), replacementBlueprintId: world.blueprintId }),
    replaceStepContentInBlueprints: (world) => ({ ...own(world), oldContent: 'reminder', newContent: 'another' }),
    replaceUsages: (world) => ({ ...own(world), kind: 'strategy', oldValue: uuidv7(), newValue: world.blueprintId }),
    saveStrategyBlueprintAccountAssignment: (world) => ({ ...assignment(world), userId: world.userId }),
    deleteStrategyBlueprintAccountAssignment: assignment,
    createStrategyPreviewFileURL: own,
    startStrategy: (world) => ({ ...blueprint(world), ...claims(world) }),
    assignStrategy: (world) => ({ ...blueprint(world), ...claims(world) }),
    pauseStrategy: claims,
    resumeStrategy: claims,
    stopStrategy: claims,
    moveStrategyRunsToCurrentVersion: (world) => ({ ...blueprint(world), ...claims(world) }),
    deleteStrategyBlueprint: blueprint,
  },
  refused: {
    deleteStrategyBlueprint: 'strategyUsed',
  },
};
