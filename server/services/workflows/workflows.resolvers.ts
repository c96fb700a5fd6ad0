import './workflows.effects.ts';
import './workflows.export.ts';
import './workflows.jobs.ts';
import './workflows.personal.ts';
import './workflows.reactions.ts';
import './workflows.usage.ts';
import type { RequestContext } from '../../platform/guard.ts';
import { assignStep } from './workflows.assign.logic.ts';
import { type Blueprint, deleteBlueprint, findBlueprint, listBlueprints, saveBlueprint } from './workflows.blueprint.logic.ts';
import type { Resolvers } from './workflows.graphql.ts';
import { usersNamed } from './workflows.names.logic.ts';
import { submitOutcome } from './workflows.outcome.logic.ts';
import { listActiveSteps, listWorkflows, presentOneStep, presentWorkflow } from './workflows.read.logic.ts';
import { startByHand } from './workflows.run.logic.ts';
import { completeStep, type Worker } from './workflows.step.logic.ts';

export const resolvers: Resolvers = {
  Query: {
    getWorkflows: (_, { accountId }, { tx }) => listWorkflows(tx, accountId),
    getWorkflowBlueprints: async (_, input, { tx }) => {
      const page = await listBlueprints(tx, input);
      return { ...page, results: page.results.map(shown) };
    },
    getWorkflowBlueprint: async (_, { workflowBlueprintId }, { tx }) => shown(await findBlueprint(tx, workflowBlueprintId)),
    getWorkflowActiveSteps: (_, { groupName, own }, context) => {
      const { userId, role } = workerOf(context);
      return listActiveSteps(context.tx, own ? { groupName, ofUserId: userId, ofRole: role } : { groupName });
    },
    getWorkflowAccountSteps: async (_, { accountId, username }, { tx }) => {
      const ofUserId = username ? (await usersNamed(tx, [username])).get(username.toLowerCase()) : null;
      return ofUserId === undefined ? [] : listActiveSteps(tx, { accountId, ofUserId });
    },
  },
  Mutation: {
    completeWorkflowStep: async (_, { input }, context) =>
      presentOneStep(context.tx, await completeStep(context.tx, input, workerOf(context))),
    assignWorkflowStep: async (_, { input }, { tx }) => presentOneStep(tx, await assignStep(tx, input)),
    createWorkflowV2: async (_, { accountId, workflowBlueprintId }, { tx }) => ({
      workflowId: await startByHand(tx, accountId, workflowBlueprintId),
    }),
    saveWorkflowBlueprint: async (_, input, { tx }) => shown(await saveBlueprint(tx, input)),
    deleteWorkflowBlueprint: (_, { id }, { tx }) => deleteBlueprint(tx, id),
    submitWorkflowOutcome: async (_, input, context) => {
      const { workflowId } = await submitOutcome(context.tx, input, workerOf(context));
      return presentWorkflow(context.tx, workflowId);
    },
  },
};

/** Steps travel as text, as the contract has them. */
const shown = ({ phases, ...blueprint }: Blueprint) => ({
  ...blueprint,
  phases: phases.map(({ name, steps }) => ({ name, steps: JSON.stringify(steps) })),
});

const workerOf = ({ identity, clientId, permissions }: RequestContext): Worker => ({
  userId: identity.userId,
  role: identity.groups.find((group) => group.clientId === clientId)?.role ?? null,
  permissions,
});
