/** One change in many strategies at once: the content that steps name, the strategy they lead to, the person accounts are given to. */
import { invalid, notFound } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import type { Step } from '../../../engine/types.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { requireUser } from '../account/ground/lookup.logic.ts';
import { findBlueprint } from './strategy.blueprint.logic.ts';
import { changeSteps, type FlowItem, holds, leadsTo } from './strategy.references.logic.ts';
import { currentVersions } from './strategy.versions.logic.ts';

/**
 * Puts one content in the place of another wherever a step of a living strategy names it, e.g. a template bundle that is withdrawn.
 * @param stepType only in steps of this type. @returns the strategies that changed. @throws Fault INVALID_INPUT
 */
export async function replaceContent(tx: Tx, oldContent: string, newContent: string, stepType: string | null): Promise<FlowItem[]> {
  if (oldContent === '') throw invalid('oldContent', 'contentOldMissing');
  if (newContent === '') throw invalid('newContent', 'contentNewMissing');
  return changeSteps(
    tx,
    await currentVersions(tx),
    (step) => (stepType === null || step.stepType === stepType) && holds(step.stepState, oldContent),
    (state) => putContent(state, oldContent, newContent) as Step['stepState'],
  );
}

/** @returns a copy of the value with one content in the place of another wherever it is. */
export function putContent(value: unknown, oldContent: string, newContent: string): unknown {
  if (value === oldContent) return newContent;
  if (Array.isArray(value)) return value.map((inner) => putContent(inner, oldContent, newContent));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, putContent(inner, oldContent, newContent)]));
}

/** Lets every step that leads to one strategy lead to another. @returns the strategies that changed. @throws Fault NOT_FOUND */
export async function replaceTargets(tx: Tx, blueprintId: string, replacementBlueprintId: string): Promise<FlowItem[]> {
  const [from, to] = [await findBlueprint(tx, blueprintId), await findBlueprint(tx, replacementBlueprintId)];
  return changeSteps(
    tx,
    await currentVersions(tx),
    leadsTo(from.id),
    (state) => ({ ...state, blueprintId: to.id }),
    'replacementBlueprintId',
  );
}

/** Who a strategy's step gives accounts to. The assignment is the step's own: it has the step's id and changes with a new version. */
export interface AccountAssignment {
  readonly assignmentId: string;
  readonly blueprintStepId: string;
  readonly userId: Uuid | null;
  /** What a mutation did; null when it is read. */
  readonly action: 'CREATE' | 'UPDATE' | 'DELETE' | null;
}

const isAssignment = (step: Step) => step.stepType === 'assignAccount';
const userOf = ({ stepState }: Step) => (typeof stepState.userId === 'string' ? (stepState.userId as Uuid) : null);

/** @returns the assignments of the newest version in the order of its steps. @throws Fault NOT_FOUND */
export async function accountAssignments(tx: Tx, blueprintId: string): Promise<AccountAssignment[]> {
  const { steps } = await findBlueprint(tx, blueprintId);
  return steps
    .filter(isAssignment)
    .map((step) => ({ assignmentId: step.id, blueprintStepId: step.id, userId: userOf(step), action: null }));
}

/** @returns the assignments of all living strategies in their newest versions. */
export async function allAccountAssignments(tx: Tx) {
  return (await currentVersions(tx)).flatMap(({ id, displayName, steps }) =>
    steps.filter(isAssignment).map((step) => {
      const { description } = step.stepState;
      return {
        blueprintId: id,
        displayName,
        assignmentId: step.id,
        description: typeof description === 'string' ? description : '',
        userId: userOf(step),
      };
    }),
  );
}

/** @throws Fault NOT_FOUND for the strategy or an assignment it does not have. */
export async function accountAssignment(tx: Tx, blueprintId: string, assignmentId: string): Promise<AccountAssignment> {
  const found = (await accountAssignments(tx, blueprintId)).find((each) => each.assignmentId === assignmentId);
  if (!found) throw notFound('assignmentNotFound');
  return found;
}

/**
 * Gives the accounts that come to a step to somebody else, as a new version of the strategy. @param userId null: to nobody.
 * @throws Fault NOT_FOUND, INVALID_INPUT when there is no such member of staff.
 */
export async function assignInStep(tx: Tx, blueprintId: string, assignmentId: string, userId: Uuid | null): Promise<AccountAssignment> {
  const before = await accountAssignment(tx, blueprintId, assignmentId);
  if (userId !== null) await requireUser(tx, userId, 'userId');
  if (userId !== before.userId) {
    const strategies = (await currentVersions(tx)).filter(({ id }) => id === blueprintId);
    await changeSteps(
      tx,
      strategies,
      (step) => isAssignment(step) && step.id === assignmentId,
      (state) => ({ ...state, userId }),
    );
  }
  if (userId === null) return { ...before, userId, action: 'DELETE' };
  return { ...before, userId, action: before.userId === null ? 'CREATE' : 'UPDATE' };
}
