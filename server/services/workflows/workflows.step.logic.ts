/** Completing steps by hand. Of two at once one wins; the same completion sent again is the same. */
import { collectFaults } from '../../../core/collectFaults.ts';
import { Fault, fault, invalid, notFound } from '../../../core/fault.ts';
import type { Permission } from '../../../core/holds.ts';
import { holds } from '../../../core/holds.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import { calendarDate } from '../../../core/time.ts';
import type { WorkflowField } from '../../../engine/workflows/blueprint.ts';
import { barredFromApproving } from '../../../engine/workflows/progress.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { setAccountMeta, setClaimMeta } from '../account/debtor/edit.logic.ts';
import { openClaimsOf } from '../account/ground/facts.logic.ts';
import { nameOf } from '../account/ground/lookup.logic.ts';
import { endWorkflowTasks } from '../account/task/task.workflow.logic.ts';
import { readStoredFile } from '../files/files.logic.ts';
import {
  lockWorkflow,
  readSteps,
  type StepChange,
  type StepRow,
  stepFacts,
  type WorkflowRow,
  wakeAt,
  workflowEvent,
  writeStep,
} from './workflows.row.logic.ts';
import { wakeWorkflows } from './workflows.run.logic.ts';
import type { StepFile } from './workflows.tables.ts';

const MOST_NOTES = 5_000;
const MOST_FILES = 20;
const MOST_TEXT = 2_000;

/** Who completes a step: the person, their role in the client, and what they may do there. */
export interface Worker {
  readonly userId: Uuid;
  readonly role: string | null;
  readonly permissions: readonly Permission[];
}

export interface Completion {
  readonly accountId: string;
  readonly workflowId: string;
  readonly stepId: string;
  readonly notes?: string | null | undefined;
  readonly fileIds?: readonly string[] | null | undefined;
  readonly values?: unknown;
  readonly decision?: string | null | undefined;
}

/** @throws Fault NOT_FOUND */
export async function requireStep(tx: Tx, workflow: WorkflowRow, stepId: string): Promise<StepRow> {
  const step = (await readSteps(tx, [workflow.workflowId])).find((each) => each.stepId === stepId);
  if (!step) throw notFound('workflowStepNotFound');
  return step;
}

/** @throws Fault NOT_FOUND, INVALID_INPUT naming the field, CONFLICT naming who was faster, FORBIDDEN for an approval that is not the person's */
export async function completeStep(tx: Tx, input: Completion, worker: Worker): Promise<StepRow> {
  const workflow = await lockWorkflow(tx, input.accountId, input.workflowId);
  const step = await requireStep(tx, workflow, input.stepId);
  const notes = input.notes?.trim() ?? '';
  const wanted = await collectFaults(async (check) => {
    check(() => {
      if (notes.length > MOST_NOTES) throw invalid('input.notes', 'atMostCharacters', { number: MOST_NOTES });
    });
    const values = check(() => checkedValues(step, input.values ?? {})) ?? {};
    const files = (await check(() => checkedFiles(tx, workflow, step, input.fileIds ?? []))) ?? [];
    return { status: check(() => statusOf(step, input.decision ?? null, notes)) ?? 'completed', notes, values, files };
  });
  if (step.status === 'completed' || step.status === 'rejected') return sameOrRefused(tx, step, wanted, worker);
  if (workflow.status !== 'inProgress') throw fault('CONFLICT', 'workflowOver');
  if (step.status === 'pending') throw fault('CONFLICT', 'workflowStepPending');
  if (step.taskId === null) throw fault('CONFLICT', 'workflowStepItself');
  if (step.type === 'approval') await mayApprove(tx, step, worker);
  if (step.type === 'financialAssessment') throw fault('CONFLICT', 'workflowStepAssessment');
  if (step.type === 'fillMetadata') await fillMetadata(tx, workflow, step, wanted.values);
  return finishStep(tx, workflow, step, wanted, worker);
}

/** Completes a locked workflow's step in a person's name, ends its task, and lets the workflow go on. */
export async function finishStep(
  tx: Tx,
  workflow: WorkflowRow,
  step: StepRow,
  wanted: Pick<StepChange, 'status' | 'notes' | 'values' | 'files'>,
  { userId, role }: Pick<Worker, 'userId' | 'role'>,
): Promise<StepRow> {
  const done = await writeStep(tx, step, { ...wanted, completedAt: now(), completedBy: userId, completedRole: role, retryAt: null });
  await endWorkflowTasks(tx, step.taskId ? [step.taskId] : [], wanted.notes || null, userId);
  const decision = step.type === 'approval' ? { decision: done.status === 'rejected' ? ('rejected' as const) : ('approved' as const) } : {};
  await appendEvents(tx, [workflowEvent('workflowStepCompleted', workflow, { ...stepFacts(step), ...decision })]);
  await wakeAt(tx, workflow.workflowId, now());
  await wakeWorkflows(tx);
  return done;
}

/** Who sends the same again, since an answer was lost, gets the same answer. */
async function sameOrRefused(tx: Tx, step: StepRow, wanted: StepChange, { userId }: Worker): Promise<StepRow> {
  const said = ({ status, notes, values, files }: StepChange) =>
    JSON.stringify([status, notes, Object.entries(values ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)), files?.map(({ fileId }) => fileId)]);
  if (step.completedBy === userId && said(step) === said(wanted)) return step;
  if (step.completedBy === null || step.completedBy === userId) throw fault('CONFLICT', 'workflowStepDone');
  throw fault('CONFLICT', 'workflowStepTaken', { name: await nameOf(tx, step.completedBy) });
}

function statusOf(step: StepRow, decision: string | null, notes: string): 'completed' | 'rejected' {
  if (step.type !== 'approval') return 'completed';
  if (decision !== 'approved' && decision !== 'rejected') throw invalid('input.decision', 'workflowDecision');
  if (decision === 'rejected' && notes === '') throw invalid('input.notes', 'workflowRejectNote');
  return decision === 'rejected' ? 'rejected' : 'completed';
}

/** An approval is a second person's, and where it is somebody's, theirs; people who edit workflows may stand in, but not for themselves. */
async function mayApprove(tx: Tx, step: StepRow, { userId, role, permissions }: Worker): Promise<void> {
  if (barredFromApproving(await readSteps(tx, [step.workflowId]), step).has(userId)) throw fault('FORBIDDEN', 'workflowApprovalSelf');
  if (holds(permissions, 'workflows', 'editWorkflows')) return;
  const { assignedTo, escalateTo } = step.definition;
  const roles = [assignedTo?.userRole, step.overdueAt ? escalateTo?.userRole : null].filter((each) => !!each);
  if (roles.length > 0 && !roles.includes(role)) throw fault('FORBIDDEN', 'workflowApprovalRole', { role: roles.join(', ') });
  if (step.assignedUserId !== null && step.assignedUserId !== userId)
    throw fault('FORBIDDEN', 'workflowApprovalOther', { name: await nameOf(tx, step.assignedUserId) });
}

async function checkedFiles(tx: Tx, { accountId }: WorkflowRow, step: StepRow, fileIds: readonly string[]): Promise<StepFile[]> {
  const wanted = [...new Set(fileIds)];
  if (wanted.length > MOST_FILES) throw invalid('input.fileIds', 'attachmentsMost', { number: MOST_FILES });
  if (step.type === 'uploadFile' && wanted.length === 0) throw invalid('input.fileIds', 'workflowFileMissing');
  const files: StepFile[] = [];
  for (const fileId of wanted) {
    const file = isUuid(fileId) ? await readStoredFile(tx, fileId) : null;
    if (file?.accountId !== accountId) throw notFound('fileNotFound');
    files.push({ fileId, name: file.name });
  }
  return files;
}

/** @returns what was filled in, by the step's fields; what was left empty is absent. @throws Fault INVALID_INPUT naming every wrong one */
function checkedValues(step: StepRow, given: unknown): Record<string, unknown> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw invalid('input.values', 'metaObject');
  const { type, definition } = step;
  const entries = given as Record<string, unknown>;
  const names =
    type === 'manualTask' ? definition.fields.map(({ name }) => name) : type === 'fillMetadata' ? definition.metadataFields : [];
  return collectFaults((check) => {
    check(() => {
      const unknown = Object.keys(entries).find((name) => !names.includes(name));
      if (unknown !== undefined) throw invalid('input.values', 'workflowFieldUnknown', { name: unknown });
    });
    const filled = names.flatMap((name): [string, unknown][] => {
      const field = definition.fields.find((each) => each.name === name);
      const value = Object.hasOwn(entries, name) ? entries[name] : null;
      const kept = check(() => (type === 'manualTask' && field ? checkedValue(field, value) : requiredValue(name, value)));
      return kept == null ? [] : [[name, kept]];
    });
    return Object.fromEntries(filled);
  });
}

const isEmpty = (value: unknown) => value == null || (typeof value === 'string' && value.trim() === '');

/** What metadata may be is for their schema to say. */
function requiredValue(name: string, value: unknown): unknown {
  if (isEmpty(value)) throw invalid(`input.values.${name}`, 'needed');
  return value;
}

function checkedValue({ name, type, required }: WorkflowField, value: unknown): unknown {
  const at = `input.values.${name}`;
  if (isEmpty(value)) {
    if (required) throw invalid(at, 'needed');
    return null;
  }
  if (type === 'number') {
    if (typeof value !== 'number' || !Number.isFinite(value)) throw invalid(at, 'workflowNumber');
  } else if (type === 'boolean') {
    if (typeof value !== 'boolean') throw invalid(at, 'workflowYesNo');
  } else if (typeof value !== 'string' || value.length > MOST_TEXT) throw invalid(at, 'atMostCharacters', { number: MOST_TEXT });
  else if (type === 'date' && calendarDate(value) === null) throw invalid(at, 'workflowDate');
  return value;
}

/** Writes the fields as the account's own form does, by the same schema. */
async function fillMetadata(tx: Tx, workflow: WorkflowRow, step: StepRow, values: Readonly<Record<string, unknown>>): Promise<void> {
  const { accountId, externalClaimRef } = workflow;
  try {
    if (step.definition.metadataTarget !== 'claim') return await setAccountMeta(tx, accountId, values, null);
    const refs = externalClaimRef
      ? [externalClaimRef]
      : (await openClaimsOf(tx, [accountId])).map((claim) => claim.externalClaimRef).sort();
    for (const ref of refs) await setClaimMeta(tx, ref, values, null);
  } catch (error) {
    // The wrong field is the step's.
    if (!(error instanceof Fault) || !error.field?.startsWith('meta')) throw error;
    throw new Fault(error.code, error.words, error.field.replace(/^meta/, 'input.values'));
  }
}
