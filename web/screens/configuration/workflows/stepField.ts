import type { ReactNode } from 'react';
import type { WorkflowStep } from '../../../../engine/workflows/blueprint.ts';

/** What the fields of a panel share: the step, how a part of it changes, and what is wrong with a part. */
export interface StepFieldProps {
  readonly step: WorkflowStep;
  readonly edits: boolean;
  readonly onChange: (change: Partial<WorkflowStep>) => void;
  readonly errorOf: (field: keyof WorkflowStep) => ReactNode;
}
