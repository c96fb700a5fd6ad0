/** What is wrong with the fields of a step, in words beside them. */
import type { z } from 'zod';
import type { StepDefinition } from '../../../../engine/step.ts';
import { stepDefinition } from '../../../../engine/steps.ts';
import type { Step } from '../../../../engine/types.ts';
import type { Say } from '../../../shell/conditions.ts';

type Issue = z.core.$ZodIssue;

function words(issue: Issue, t: Say): string {
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? t('fieldError.required')
        : t('fieldError.tooSmall', { limit: String(issue.minimum) });
    case 'too_big':
      return t(issue.origin === 'string' ? 'fieldError.tooLong' : 'fieldError.tooBig', { limit: String(issue.maximum) });
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null || issue.input === '') return t('fieldError.required');
      return t(issue.expected === 'int' ? 'fieldError.notWhole' : 'fieldError.invalid');
    case 'invalid_format':
      return t(issue.format === 'uuid' ? 'fieldError.choose' : 'fieldError.invalid');
    case 'custom':
      return t('fieldError.needsField');
    default:
      return t('fieldError.invalid');
  }
}

/** @returns per field the first thing its schema refuses; empty when the state is whole. */
export function fieldErrorsOf(
  step: Step,
  t: Say,
  definition: StepDefinition | undefined = stepDefinition(step.stepType),
): Readonly<Record<string, string>> {
  const result = definition?.fields.safeParse(step.stepState, { reportInput: true });
  const errors: Record<string, string> = {};
  for (const issue of result?.error?.issues ?? []) {
    const field = String(issue.path[0] ?? '');
    // A field that is missing altogether comes as a union or a type that does not fit.
    errors[field] ??= step.stepState[field] === undefined ? t('fieldError.required') : words(issue, t);
  }
  return errors;
}
