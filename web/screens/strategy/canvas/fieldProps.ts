import type { FieldLayout } from '../../../../engine/step.ts';

/** What every field of a step's panel is given. */
export interface FieldProps {
  readonly name: string;
  readonly layout: FieldLayout;
  /** All fields of the step: some controls show two of them. */
  readonly state: Readonly<Record<string, unknown>>;
  readonly error: string | undefined;
  readonly nullable: boolean;
  readonly readOnly: boolean;
  readonly onChange: (fields: Record<string, unknown>) => void;
}
