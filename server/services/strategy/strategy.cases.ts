import type { Cases, World } from '../../platform/cases.ts';
import { saveBlueprint } from './strategy.blueprint.logic.ts';
import { startRuns } from './strategy.runs.logic.ts';

const STEPS = JSON.stringify([
  { id: 'wait', stepType: 'delay', stepState: { days: 30 }, down: 'end' },
  { id: 'end', stepType: 'expired', stepState: {} },
]);

const own = ({ clientId }: World) => ({ clientId });
const blueprint = ({ clientId, blueprintId }: World) => ({ clientId, blueprintId });
const claims = ({ clientId, externalClaimRef }: World) => ({ clientId, externalClaimRefs: [externalClaimRef] });

export const cases: Cases = {
  seed: async (tx, world) => {
    const { blueprint: saved } = await saveBlueprint(tx, { id: 'new', displayName: `Strategy of ${tx.clientId}`, steps: STEPS });
    world.blueprintId = saved!.id;
    if (world.externalClaimRef) await startRuns(tx, { blueprintId: saved!.id, externalClaimRefs: [world.externalClaimRef] });
  },
  operations: {
    listStrategyBlueprints: (world) => ({ ...own(world), filter: { searchText: 'strategy' }, showDeleted: true }),
    getStrategyBlueprint: ({ clientId, blueprintId }) => ({ clientId, id: blueprintId }),
    getStrategies: own,
    getAllowedStepTypes: own,
    getCurrentStrategy: ({ clientId, externalClaimRef }) => ({ clientId, externalClaimRef }),
    getAccountStrategies: ({ clientId, accountId }) => ({ clientId, accountId }),
    getStrategyFlow: blueprint,
    getStrategyBlueprintMetadata: blueprint,
    getBlueprintsByStepContent: (world) => ({ ...own(world), content: 'reminder' }),
    checkStrategyBlueprintDisplayNameAvailability: ({ clientId, blueprintId }) => ({ clientId, blueprintId, displayName: 'Another name' }),
    getConditionalVariablesAndHelperFunctionNames: own,
    saveStrategyBlueprint: ({ clientId, blueprintId }) => ({ clientId, id: blueprintId, steps: STEPS }),
    insertStrategyBlueprint: ({ clientId, blueprintId }) => ({ clientId, displayName: `Inserted beside ${blueprintId}` }),
    setStrategyBlueprintDisplayName: (world) => ({ ...blueprint(world), displayName: 'Renamed' }),
    saveStrategyBlueprintsCategory: ({ clientId, blueprintId }) => ({
      clientId,
      strategyBlueprintIds: [blueprintId],
      categories: ['Soft'],
    }),
    createStrategyPreviewFileURL: own,
    startStrategy: (world) => ({ ...blueprint(world), ...claims(world) }),
    assignStrategy: (world) => ({ ...blueprint(world), ...claims(world) }),
    pauseStrategy: claims,
    resumeStrategy: claims,
    stopStrategy: claims,
    moveStrategyRunsToCurrentVersion: (world) => ({ ...blueprint(world), ...claims(world) }),
    deleteStrategyBlueprint: blueprint,
  },
};
