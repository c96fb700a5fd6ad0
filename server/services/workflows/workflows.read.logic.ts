/** Workflows as screens show them: an account's with their phases, and the steps that wait for somebody. */
import type { Uuid } from '../../../core/id.ts';
import { awaitsOutcome, phaseStatus } from '../../../engine/workflows/progress.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { requireAccount } from '../account/ground/lookup.logic.ts';
import { readSteps, type StepRow, WORKFLOW_COLUMNS, type WorkflowRow } from './workflows.row.logic.ts';

/** Steps that a list shows at most: a screen's worth; whoever has more begins with the most urgent. */
const MOST_STEPS = 200;

interface Person {
  readonly username: string;
  readonly name: string;
  readonly role: string | null;
}

/** A workflow with what it is shown with. */
type Shown = WorkflowRow & { readonly debtorName: string; readonly outcomes: string[] };

/** @returns an account's workflows: those in progress first, then by name (specification 3, section 4), the newest of a name first. */
export async function listWorkflows(tx: Tx, accountId: Uuid) {
  await requireAccount(tx, accountId);
  const workflows = await shownWorkflows(tx, 'w.account_id = $2', [accountId]);
  return presentAll(tx, workflows);
}

/** @returns one workflow as a mutation answers it. */
export async function presentWorkflow(tx: Tx, workflowId: Uuid) {
  const [shown] = await presentAll(tx, await shownWorkflows(tx, 'w.workflow_id = $2', [workflowId]));
  return shown!;
}

async function presentAll(tx: Tx, workflows: readonly Shown[]) {
  const steps = await readSteps(
    tx,
    workflows.map(({ workflowId }) => workflowId),
  );
  const people = await peopleOf(tx, steps);
  const byWorkflow = Map.groupBy(steps, ({ workflowId }) => workflowId);
  return workflows.map((workflow) => present(workflow, byWorkflow.get(workflow.workflowId) ?? [], people));
}

async function shownWorkflows(tx: Tx, where: string, values: readonly unknown[]): Promise<Shown[]> {
  return tx.sql<Shown & Record<string, unknown>>(
    `select ${WORKFLOW_COLUMNS}, v.outcomes, coalesce(a.debtor_name, '') as "debtorName" from workflow w
     join workflow_blueprint_version v on v.client_id = w.client_id and v.blueprint_id = w.blueprint_id and v.version = w.version
     left join published.account a on a.client_id = w.client_id and a.account_id = w.account_id
     where w.client_id = $1 and ${where} order by w.status <> 'inProgress', lower(w.name), w.started_at desc, w.workflow_id`,
    [tx.clientId, ...values],
  );
}

function present(workflow: Shown, steps: readonly StepRow[], people: ReadonlyMap<Uuid, Person>) {
  const { outcomeOption, outcomeNotes, requestKey: _, ...shown } = workflow;
  const phases = [...Map.groupBy(steps, ({ phase }) => phase)].map(([phase, own]) => ({
    phaseId: String(phase),
    name: own[0]!.phaseName,
    status: phaseStatus(own),
    steps: own.map((step) => presentStep(workflow, step, people)),
  }));
  return {
    ...shown,
    workflowOutcomeOption: outcomeOption,
    workflowOutcomeNotes: outcomeNotes,
    awaitsOutcome: workflow.status === 'inProgress' && awaitsOutcome(steps),
    phases,
  };
}

function presentStep(workflow: Shown, step: StepRow, people: ReadonlyMap<Uuid, Person>) {
  const { definition, assignedUserId, assignedRole, completedBy, completedRole, files, outboxId } = step;
  const assignee = assignedUserId ? people.get(assignedUserId) : undefined;
  const completer = completedBy ? people.get(completedBy) : undefined;
  const { type, status, notes, values, why, taskId, startedAt, completedAt, dueAt, retryAt, overdueAt, stepId, phaseName } = step;
  return {
    ...{ type, status, notes, values, why, taskId, startedAt, completedAt, dueAt, retryAt, stepId, phaseName, completedBy: completed() },
    workflowId: workflow.workflowId,
    workflowName: workflow.name,
    accountId: workflow.accountId,
    externalClaimRef: workflow.externalClaimRef,
    debtorFullName: workflow.debtorName,
    isOverdue: overdueAt !== null && status === 'inProgress',
    description: definition.description,
    deadline: definition.deadline,
    assignedTo:
      assignedUserId || assignedRole
        ? { userId: assignedUserId, username: assignee?.username ?? null, name: assignee?.name ?? null, userRole: assignedRole }
        : null,
    groupName: definition.groupName,
    fields: definition.fields,
    metadataTarget: definition.metadataTarget,
    metadataFields: definition.metadataFields,
    locale: definition.locale,
    channel: definition.channel,
    bundleName: definition.bundleName,
    templateURL: definition.bundleName && definition.channel ? `template/${definition.channel}/${definition.bundleName}` : null,
    contentURL: outboxId && `communication/${outboxId}`,
    strategiesStatus: definition.strategiesStatus,
    fileNamesWithExtension: files.map(({ name }) => name),
    files: [...files],
  };

  function completed() {
    if (!completedBy) return null;
    const { username = null, name = null, role = null } = completer ?? {};
    return { userId: completedBy, username, name, userRole: completedRole ?? role };
  }
}

async function peopleOf(tx: Tx, steps: readonly StepRow[]): Promise<ReadonlyMap<Uuid, Person>> {
  const ids = [...new Set(steps.flatMap((step) => [step.assignedUserId, step.completedBy].filter((id) => id !== null)))];
  if (ids.length === 0) return new Map();
  const rows = await tx.sql<Person & { userId: Uuid }>(
    'select user_id as "userId", email as username, name, role from published.client_user where client_id = $1 and user_id = any($2::uuid[])',
    [tx.clientId, ids],
  );
  return new Map(rows.map((row) => [row.userId, row]));
}

export interface StepsWanted {
  readonly accountId?: Uuid | null | undefined;
  /** Of this group’s people. */
  readonly groupName?: string | null | undefined;
  /** The person’s own, and those of their role. */
  readonly ofUserId?: Uuid | null | undefined;
  readonly ofRole?: string | null | undefined;
}

/** @returns steps that wait for people: late ones first, then by deadline and age. */
export async function listActiveSteps(tx: Tx, { accountId, groupName, ofUserId, ofRole }: StepsWanted) {
  const rows = await tx.sql<{ workflow_id: Uuid; step_id: string }>(
    `select s.workflow_id, s.step_id from workflow_step s
     where s.client_id = $1 and s.status = 'inProgress' and s.task_id is not null and ($2::uuid is null or s.account_id = $2)
       and ($3::uuid is null or s.assigned_user_id = $3 or (s.assigned_user_id is null and s.assigned_role = $4))
       and ($5::text is null or exists (select from workflow w
         join workflow_blueprint_version v on v.client_id = w.client_id and v.blueprint_id = w.blueprint_id and v.version = w.version
         where w.client_id = s.client_id and w.workflow_id = s.workflow_id and v.phases -> s.phase::int -> 'steps' -> s.position::int ->> 'groupName' = $5))
     order by s.overdue_at is null, s.due_at nulls last, s.started_at, s.workflow_id, s.step_order, s.position limit $6`,
    [tx.clientId, accountId ?? null, ofUserId ?? null, ofRole ?? null, groupName ?? null, MOST_STEPS],
  );
  const workflowIds = [...new Set(rows.map((row) => row.workflow_id))];
  const workflows = new Map(
    (await shownWorkflows(tx, 'w.workflow_id = any($2::uuid[])', [workflowIds])).map((each) => [each.workflowId, each]),
  );
  const steps = await readSteps(tx, workflowIds);
  const people = await peopleOf(tx, steps);
  const byId = new Map(steps.map((step) => [`${step.workflowId} ${step.stepId}`, step]));
  return rows.map((row) => presentStep(workflows.get(row.workflow_id)!, byId.get(`${row.workflow_id} ${row.step_id}`)!, people));
}

/** @returns one step as a mutation answers it. */
export async function presentOneStep(tx: Tx, { workflowId, stepId }: StepRow) {
  const [workflow] = await shownWorkflows(tx, 'w.workflow_id = $2', [workflowId]);
  const steps = await readSteps(tx, [workflowId]);
  return presentStep(workflow!, steps.find((step) => step.stepId === stepId)!, await peopleOf(tx, steps));
}
