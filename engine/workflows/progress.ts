/** What comes next in a running workflow. Whoever runs it stores what is answered here, and only that. */
import type { WorkflowStepType } from './blueprint.ts';

/** pending: not reached; skipped: the workflow ended before it was done. Only an approval is rejected. */
export const STEP_STATUSES = ['pending', 'inProgress', 'completed', 'rejected', 'skipped'] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];
export const WORKFLOW_STATUSES = ['inProgress', 'completed', 'stopped'] as const;
export type WorkflowStatus = (typeof WORKFLOW_STATUSES)[number];

/** A step as it stands, by its place in the workflow. */
export interface StepState {
  readonly stepId: string;
  readonly type: WorkflowStepType;
  readonly phase: number;
  readonly order: number;
  readonly status: StepStatus;
  /** Who completed it; null: the product, or nobody. */
  readonly completedBy: string | null;
}

const isDone = ({ status }: StepState) => status !== 'pending' && status !== 'inProgress';
const isBefore = (one: StepState, other: StepState) => one.phase < other.phase || (one.phase === other.phase && one.order < other.order);
const isBeside = (one: StepState, other: StepState) => one.phase === other.phase && one.order === other.order;

/** A refused approval ends the way: what comes after it is not begun. */
export const isRejected = (steps: readonly StepState[]): boolean => steps.some(({ status }) => status === 'rejected');

/** @returns the steps that begin now: those side by side in the first place that is not done. */
export function stepsToBegin<Step extends StepState>(steps: readonly Step[]): Step[] {
  if (isRejected(steps)) return [];
  const first = steps.reduce<Step | null>((found, step) => (isDone(step) || (found && !isBefore(step, found)) ? found : step), null);
  return first ? steps.filter((step) => isBeside(step, first) && step.status === 'pending') : [];
}

/** @returns whether only the outcome is left: nothing goes on, and nothing is going to. */
export const awaitsOutcome = (steps: readonly StepState[]): boolean =>
  stepsToBegin(steps).length === 0 && !steps.some(({ status }) => status === 'inProgress');

/** @returns who may not give an approval: whoever completed the work right before it. */
export function barredFromApproving(steps: readonly StepState[], approval: StepState): ReadonlySet<string> {
  const before = steps.filter((step) => isBefore(step, approval) && step.completedBy !== null);
  const last = before.reduce<StepState | null>((found, step) => (found && !isBefore(found, step) ? found : step), null);
  return new Set(before.flatMap((step) => (last && isBeside(step, last) && step.completedBy ? [step.completedBy] : [])));
}

/** @returns how a phase stands: by its steps. */
export function phaseStatus(steps: readonly Pick<StepState, 'status'>[]): StepStatus {
  const has = (status: StepStatus) => steps.some((step) => step.status === status);
  if (has('rejected')) return 'rejected';
  if (steps.every(({ status }) => status === 'completed')) return 'completed';
  if (has('inProgress')) return 'inProgress';
  if (has('skipped')) return has('completed') ? 'inProgress' : 'skipped';
  return has('completed') ? 'inProgress' : 'pending';
}
