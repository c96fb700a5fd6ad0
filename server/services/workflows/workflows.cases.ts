import { newWorkflowStep } from '../../../engine/workflows/blueprint.ts';
import type { Cases, World } from '../../platform/cases.ts';
import { assignOnBegin } from './workflows.assign.logic.ts';
import { saveBlueprint } from './workflows.blueprint.logic.ts';
import { lockWorkflow, readSteps, writeStep } from './workflows.row.logic.ts';
import { startByHand } from './workflows.run.logic.ts';

const step = { ...newWorkflowStep('call', 'manualTask'), description: 'Call the debtor', isInvalid: false };
const PHASES = JSON.stringify([{ name: 'Clarify', steps: [step] }]);

const own = ({ clientId }: World) => ({ clientId });
const account = ({ clientId, accountId }: World) => ({ clientId, accountId });
const workflow = (world: World) => ({ ...account(world), workflowId: world.workflowId });
const blueprint = (world: World) => ({ clientId: world.clientId, id: world.workflowBlueprintId });

export const cases: Cases = {
  seed: async (tx, world) => {
    const saved = await saveBlueprint(tx, { id: 'new', name: `Workflow of ${tx.clientId}`, phases: PHASES, outcomes: ['Resolved'] });
    const other = await saveBlueprint(tx, { id: 'new', name: `Another of ${tx.clientId}`, phases: PHASES });
    world.workflowBlueprintId = saved.workflowBlueprintId;
    world.otherWorkflowBlueprintId = other.workflowBlueprintId;
    if (!world.accountId) return;
    world.workflowId = await startByHand(tx, world.accountId, saved.workflowBlueprintId);
    // As its job begins it.
    const row = await lockWorkflow(tx, world.accountId, world.workflowId);
    const [first] = await readSteps(tx, [world.workflowId]);
    await assignOnBegin(tx, row, await writeStep(tx, first!, { status: 'inProgress', startedAt: row.startedAt }), null);
  },
  operations: {
    getWorkflows: account,
    getWorkflowBlueprints: own,
    getWorkflowBlueprint: (world) => ({ clientId: world.clientId, workflowBlueprintId: world.workflowBlueprintId }),
    getWorkflowActiveSteps: own,
    getWorkflowAccountSteps: account,
    assignWorkflowStep: (world) => ({ input: { ...workflow(world), stepId: 'call', userRole: 'AGENT' } }),
    completeWorkflowStep: (world) => ({ input: { ...workflow(world), stepId: 'call', notes: 'Reached her' } }),
    createWorkflowV2: (world) => ({ ...account(world), workflowBlueprintId: world.otherWorkflowBlueprintId }),
    submitWorkflowOutcome: (world) => ({ ...workflow(world), workflowOutcomeOption: 'Resolved' }),
    saveWorkflowBlueprint: (world) => ({ ...blueprint(world), name: 'Renamed', phases: PHASES }),
    deleteWorkflowBlueprint: blueprint,
  },
};
