/** The demo's four workflows, as the builder would save them, and two that run. Nothing in them presses a debtor: collection rests from the first step on. */
import type { Uuid } from '../../core/id.ts';
import { newWorkflowStep, type WorkflowStep, type WorkflowStepType } from '../../engine/workflows/blueprint.ts';
import { type Database, inClient, type Tx } from '../platform/tenancy.ts';
import { advanceWorkflows } from '../services/workflows/workflows.advance.logic.ts';
import { saveBlueprint } from '../services/workflows/workflows.blueprint.logic.ts';
import { startByHand } from '../services/workflows/workflows.run.logic.ts';

type Phase = readonly [name: string, ...steps: WorkflowStep[]];
interface DemoWorkflow {
  readonly name: string;
  readonly outcomes: readonly string[];
  readonly phases: readonly Phase[];
}

let made = 0;
const step = (type: WorkflowStepType, description: string, more: Partial<WorkflowStep> = {}): WorkflowStep => ({
  ...newWorkflowStep(`${type}-${++made}`, type),
  description,
  isInvalid: false,
  ...more,
});
const workingDays = (days: number) => ({ deadline: { hours: 24 * days, minutes: 0 } });
const SUPERVISOR = { userRole: 'SUPERVISOR', username: null };
const late = (days: number) => ({ ...workingDays(days), escalateTo: SUPERVISOR });
const field = (name: string, type: WorkflowStep['fields'][number]['type'] = 'text', required = true) => ({ name, type, required });
const pause = () => step('setStrategies', 'Pause all strategies', { strategiesStatus: 'paused' });
const approval = (description: string) => step('approval', description, { order: 1, assignedTo: SUPERVISOR, ...workingDays(2) });

const HARDSHIP: DemoWorkflow = {
  name: 'Hardship',
  outcomes: ['Arrangement agreed', 'Payment deferred', 'Refused', 'Withdrawn'],
  phases: [
    ['Protect', pause(), step('sendMessage', 'Confirm the request', { bundleName: 'hardship-received', channel: 'email' })],
    [
      'Understand',
      step('financialAssessment', 'Record income and expenses', late(10)),
      step('uploadFile', 'Collect proof of income', late(10)),
      step('fillMetadata', 'Note the household, with the debtor’s consent', { metadataFields: ['householdSize', 'vulnerable'] }),
    ],
    [
      'Decide',
      step('manualTask', 'Propose what the debtor can afford', {
        ...late(3),
        fields: [field('Monthly amount', 'number'), field('First payment', 'date'), field('Reasons')],
      }),
      approval('Approve the arrangement'),
    ],
    [
      'Agree',
      step('manualTask', 'Agree on it with the debtor and set up the plan', late(5)),
      step('setStrategies', 'Resume strategies', { strategiesStatus: 'resumed', order: 1 }),
    ],
  ],
};

const DISPUTE: DemoWorkflow = {
  name: 'Dispute',
  outcomes: ['Dispute upheld', 'Partly upheld', 'Dispute rejected', 'Withdrawn'],
  phases: [
    ['Stop', pause(), step('manualTask', 'Acknowledge the dispute in writing', late(3))],
    [
      'Clarify',
      step('manualTask', 'Ask the creditor for a statement and documents', late(5)),
      step('uploadFile', 'Attach the creditor’s documents', { ...late(10), order: 1 }),
    ],
    [
      'Decide',
      step('manualTask', 'Assess the objection', { ...late(3), fields: [field('Finding'), field('Amount recognized', 'number', false)] }),
      approval('Confirm the finding'),
    ],
    [
      'Answer',
      step('manualTask', 'Answer the debtor with the reasons', late(3)),
      step('manualTask', 'Close the dispute, and correct the claim where it was right', { order: 1 }),
    ],
  ],
};

const DECEASED: DemoWorkflow = {
  name: 'Deceased debtor',
  outcomes: ['Heirs accepted', 'Paid by the estate', 'Estate without assets', 'No heirs found'],
  phases: [
    [
      'Stop contact',
      pause(),
      step('manualTask', 'Mark the debtor as deceased and note who told us', {
        ...late(1),
        fields: [field('Told by'), field('Date of death', 'date', false)],
      }),
    ],
    [
      'Verify',
      step('uploadFile', 'Death certificate or an extract from the register', late(20)),
      step('manualTask', 'Ask the probate court who the heirs are; don’t ask relatives to pay', late(20)),
    ],
    ['Wait', step('waitDeadline', 'Time in which heirs may disclaim', workingDays(30))],
    [
      'Claim',
      step('manualTask', 'Prepare the letter to the heirs or the administrator of the estate', late(5)),
      approval('Approve the letter'),
      step('manualTask', 'Send the letter and record the answer', { ...late(20), order: 2 }),
    ],
  ],
};

const INSOLVENCY: DemoWorkflow = {
  name: 'Insolvency',
  outcomes: ['Claim recognized', 'Claim contested', 'No assets', 'Discharged'],
  phases: [
    [
      'Stop',
      pause(),
      step('manualTask', 'Look up the proceedings in the public register', {
        ...late(2),
        fields: [field('Court'), field('File number'), field('Opened on', 'date'), field('Filing deadline', 'date')],
      }),
    ],
    [
      'File',
      step('manualTask', 'Prepare the proof of claim with interest up to the opening', late(5)),
      approval('Check the proof of claim'),
      step('uploadFile', 'Attach the claim as it was filed', { ...late(3), order: 2 }),
    ],
    [
      'Follow up',
      step('waitDeadline', 'Time until the claims are examined', workingDays(30)),
      step('manualTask', 'Record what became of the claim', { ...late(10), order: 1 }),
    ],
  ],
};

/** Saves the workflows. Roles, people and messages that they name are there by then. */
export async function saveDemoWorkflows(tx: Tx): Promise<void> {
  for (const { name, outcomes, phases } of [HARDSHIP, DISPUTE, DECEASED, INSOLVENCY])
    await saveBlueprint(tx, {
      id: 'new',
      name,
      outcomes,
      phases: JSON.stringify(phases.map(([phase, ...steps]) => ({ name: phase, steps }))),
    });
}

/** Starts one of the workflows on an account in a person's name. A client without it starts nothing. */
export async function startDemoWorkflow(database: Database, clientId: Uuid, userId: Uuid, name: string, accountId: Uuid): Promise<void> {
  await inClient(
    database,
    clientId,
    async (tx) => {
      const [row] = await tx.sql<{ id: Uuid }>('select blueprint_id as id from workflow_blueprint where client_id = $1 and name = $2', [
        clientId,
        name,
      ]);
      if (row) await startByHand(tx, accountId, row.id);
    },
    { actor: { type: 'user', id: userId } },
  );
  await advanceWorkflows(database, clientId);
}
