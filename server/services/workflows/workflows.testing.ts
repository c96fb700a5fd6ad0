/** What tests of workflows share: a house whose clock they set, an account, blueprints, and the calls of the API. */
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { DAY, type Instant, instant } from '../../../core/time.ts';
import { newWorkflowStep, type WorkflowStep, type WorkflowStepType } from '../../../engine/workflows/blueprint.ts';
import { useClock } from '../../platform/clock.ts';
import { drainJobs } from '../../platform/jobs.ts';
import { openTestHouse } from '../../platform/testing.ts';
import { addAgents } from '../account/account.testing.ts';
import { addBundle } from '../cms/cms.testing.ts';
import { keepFile } from '../files/files.logic.ts';

/** A Tuesday, 11:00 in Berlin. */
const TUESDAY = instant('2026-03-03T10:00:00Z');

/** @returns a step as the builder saves it. */
export const step = (stepId: string, type: WorkflowStepType, more: Partial<WorkflowStep> = {}): WorkflowStep => ({
  ...newWorkflowStep(stepId, type),
  description: `Do ${stepId}`,
  isInvalid: false,
  ...more,
});

export interface ShownStep {
  stepId: string;
  type: string;
  status: string;
  fields: { name: string; type: string }[];
  metadataFields: string[];
  notes: string;
  taskId: string | null;
  dueAt: string | null;
  isOverdue: boolean;
  why: { key: string } | null;
  assignedTo: { username: string | null; userRole: string | null } | null;
  completedBy: { username: string | null; userRole: string | null } | null;
  fileNamesWithExtension: string[];
  values: Record<string, unknown>;
  contentURL: string | null;
}

export interface ShownWorkflow {
  workflowId: string;
  name: string;
  status: string;
  version: number;
  awaitsOutcome: boolean;
  workflowOutcomeOption: string | null;
  phases: { name: string; status: string; steps: ShownStep[] }[];
}

const STEP =
  'stepId type status fields { name type } metadataFields notes taskId dueAt isOverdue why assignedTo { username userRole } completedBy { username userRole } fileNamesWithExtension values contentURL';

export type WorkflowHouse = Awaited<ReturnType<typeof openWorkflowHouse>>;

/** Opens the house on a Tuesday morning with a supervisor and two agents; a test moves `clock.time`. */
export async function openWorkflowHouse() {
  const house = await openTestHouse();
  const clock: { time: Instant } = { time: TUESDAY };
  const restoreClock = useClock(() => clock.time);
  const { staff, tokens } = await addAgents(house, 2);
  await house.inA((tx) => addBundle(tx, 'reminder', { source: 'Please call us.' }));
  let accounts = 0;

  async function newAccount(): Promise<{ accountId: Uuid; externalClaimRef: string; externalDebtorRef: string }> {
    const number = ++accounts;
    const [accountId, debtorId] = [uuidv7(), uuidv7()];
    await house.inA(async (tx) => {
      const at = new Date(clock.time);
      await tx.sql(
        `insert into account (client_id, account_id, external_account_ref, currency, created_at, updated_at) values ($1, $2, $3, 'EUR', $4, $4)`,
        [tx.clientId, accountId, `A-${number}`, at],
      );
      await tx.sql(
        `insert into debtor (client_id, account_id, debtor_id, external_debtor_ref, type, last_name) values ($1, $2, $3, $4, 'person', 'Muster')`,
        [tx.clientId, accountId, debtorId, `D-${number}`],
      );
      await tx.sql(
        `insert into contact_point (client_id, account_id, debtor_id, kind, value, normalized, updated_at) values ($1, $2, $3, 'email', $4, $4, $5)`,
        [tx.clientId, accountId, debtorId, `d${number}@debtor.example`, at],
      );
      await tx.sql(
        `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, due_date, created_at, updated_at)
         values ($1, $2, $3, 'EUR', 10000, 10000, '2026-02-01', $4, $4)`,
        [tx.clientId, `R-${number}`, accountId, at],
      );
    });
    return { accountId, externalClaimRef: `R-${number}`, externalDebtorRef: `D-${number}` };
  }

  const call = <Data>(document: string, variables: object, token?: string) =>
    house.call<Data>('workflows', document, { clientId: house.clientA, ...variables }, token);

  async function saved(phases: readonly (readonly WorkflowStep[])[], id = 'new', outcomes = ['Granted', 'Refused']): Promise<Uuid> {
    const text = JSON.stringify(phases.map((steps, index) => ({ name: `Phase ${index + 1}`, steps })));
    const answer = await call<{ saveWorkflowBlueprint: { workflowBlueprintId: Uuid } }>(
      `mutation ($id: ID!, $clientId: ID!, $name: String!, $phases: String!, $outcomes: [String!]) {
        saveWorkflowBlueprint(id: $id, clientId: $clientId, name: $name, phases: $phases, outcomes: $outcomes) { workflowBlueprintId } }`,
      { id, name: id === 'new' ? `Workflow ${uuidv7()}` : `Workflow ${id}`, phases: text, outcomes },
    );
    return answer.saveWorkflowBlueprint.workflowBlueprintId;
  }

  async function started(accountId: Uuid, workflowBlueprintId: Uuid): Promise<Uuid> {
    const answer = await call<{ createWorkflowV2: { workflowId: Uuid } }>(
      'mutation ($clientId: ID!, $accountId: ID!, $workflowBlueprintId: ID!) { createWorkflowV2(clientId: $clientId, accountId: $accountId, workflowBlueprintId: $workflowBlueprintId) { workflowId } }',
      { accountId, workflowBlueprintId },
    );
    await drainJobs(house.database);
    return answer.createWorkflowV2.workflowId;
  }

  async function shown(accountId: Uuid): Promise<ShownWorkflow> {
    const { getWorkflows } = await call<{ getWorkflows: ShownWorkflow[] }>(
      `query ($clientId: ID!, $accountId: ID!) { getWorkflows(clientId: $clientId, accountId: $accountId) {
        workflowId name status version awaitsOutcome workflowOutcomeOption phases { name status steps { ${STEP} } } } }`,
      { accountId },
    );
    return getWorkflows[0]!;
  }

  /** Completes a step; what follows from it is left to background work. */
  async function completeOnly(input: object, token?: string): Promise<ShownStep> {
    const answer = await house.call<{ completeWorkflowStep: ShownStep }>(
      'workflows',
      `mutation ($input: CompleteWorkflowStepInput!) { completeWorkflowStep(input: $input) { ${STEP} } }`,
      { input: { clientId: house.clientA, ...input } },
      token,
    );
    return answer.completeWorkflowStep;
  }

  async function complete(input: object, token?: string): Promise<ShownStep> {
    const done = await completeOnly(input, token);
    await drainJobs(house.database);
    return done;
  }

  const VALUES: Readonly<Record<string, unknown>> = { text: 'Words', number: 7, date: '2026-03-03', boolean: true };

  /** Does whatever a step asks of a person. */
  async function doStep(
    of: { accountId: Uuid; workflowId: Uuid; externalDebtorRef: string },
    active: ShownStep,
    round: number,
  ): Promise<void> {
    const { accountId, workflowId, externalDebtorRef } = of;
    if (active.type === 'financialAssessment') {
      const info = { incomes: [{ source: 'Wage', amount: `${1000 + round}.00` }], expenses: [] };
      await house.call(
        'account',
        `mutation ($clientId: ID!, $accountId: ID!, $ref: String!, $info: DebtorFinancialInformationInput!) {
          setAccountDebtorFinancialInformation(clientId: $clientId, accountId: $accountId, externalDebtorRef: $ref, debtorFinancialInformation: $info) { debtors { externalDebtorRef } } }`,
        { clientId: house.clientA, accountId, ref: externalDebtorRef, info },
      );
      await drainJobs(house.database);
      return;
    }
    const values = Object.fromEntries([
      ...active.fields.map(({ name, type }) => [name, VALUES[type]]),
      ...active.metadataFields.map((name) => [name, 'known']),
    ]);
    const fileIds = active.type === 'uploadFile' ? [await storedFile(accountId)] : [];
    const decision = active.type === 'approval' ? 'approved' : null;
    // Whoever may edit workflows stands in for any approval, but not for themselves: somebody new each time.
    const token = await house.tokenFor(house.clientA, 'ADMINISTRATOR', decision ? uuidv7() : staff[round % staff.length]);
    await complete({ accountId, workflowId, stepId: active.stepId, values, fileIds, decision }, token);
  }

  async function storedFile(accountId: Uuid): Promise<Uuid> {
    const input = { accountId, name: 'payslip.txt', mimeType: 'text/plain', source: 'system', uploadedBy: 'system' } as const;
    return house.inA(async (tx) => (await keepFile(tx, input, Buffer.from('Net wage 1850'))).id);
  }

  return {
    ...house,
    doStep,
    storedFile,
    /** Lets days go by, with what is due in them. */
    pass: async (days: number) => {
      clock.time = instant(clock.time + days * DAY);
      await drainJobs(house.database);
    },
    clock,
    agents: staff,
    agentTokens: tokens,
    newAccount,
    saved,
    started,
    shown,
    complete,
    completeOnly,
    callWorkflows: call,
    /** Steps with their status, in their order. */
    statuses: async (accountId: Uuid) =>
      (await shown(accountId)).phases.flatMap(({ steps }) => steps.map(({ stepId, status }) => `${stepId}:${status}`)),
    /** Lets background work go on at the present moment. */
    advance: () => drainJobs(house.database),
    rewind: () => {
      clock.time = TUESDAY;
    },
    close: async () => {
      restoreClock();
      await house.close();
    },
  };
}
