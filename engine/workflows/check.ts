/** What is wrong with a blueprint, field by field: the server refuses it with these words, and the builder shows them beside the step. */

import { faultOfIssues } from '../../core/collectFaults.ts';
import { invalid, type SaidWords, type WrongField, words } from '../../core/fault.ts';
import { isLocale, LOCALES } from '../../core/locale.ts';
import {
  isHuman,
  MOST_DESCRIPTION,
  MOST_FIELDS,
  MOST_HOURS,
  MOST_NAME,
  MOST_OUTCOMES,
  MOST_PHASES,
  MOST_STEPS,
  minutesOf,
  phasesSchema,
  type WorkflowPhase,
  type WorkflowStep,
} from './blueprint.ts';

/** @returns the phases of a JSON text. @throws Fault INVALID_INPUT naming the place, e.g. "phases.0.steps.2.type". */
export function readPhases(text: string): WorkflowPhase[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('phases', 'workflowPhasesJson');
  }
  const parsed = phasesSchema.safeParse(value);
  if (!parsed.success) throw faultOfIssues('phases', parsed.error.issues);
  return parsed.data;
}

/** @returns everything that keeps a blueprint from being saved. Its steps count as valid only where the editor has said so itself. */
export function problemsOf(phases: readonly WorkflowPhase[]): WrongField[] {
  const found: WrongField[] = [];
  const add = (field: string, said: SaidWords | null) => void (said && found.push({ field, words: said }));
  if (phases.length === 0) add('phases', words('workflowPhases'));
  if (phases.length > MOST_PHASES) add('phases', words('workflowPhasesMost', { number: MOST_PHASES }));
  const steps = phases.flatMap((phase) => phase.steps);
  if (steps.length > MOST_STEPS) add('phases', words('workflowStepsMost', { number: MOST_STEPS }));
  const ids = new Set<string>();
  phases.forEach((phase, place) => {
    const at = `phases.${place}`;
    add(`${at}.name`, textOf(phase.name, MOST_NAME));
    if (phase.steps.length === 0) add(`${at}.steps`, words('workflowPhaseEmpty'));
    phase.steps.forEach((step, number) => {
      const field = `${at}.steps.${number}`;
      if (ids.has(step.stepId)) add(`${field}.stepId`, words('workflowStepTwice'));
      ids.add(step.stepId);
      const own = problemsOfStep(step);
      found.push(...own.map((each) => ({ ...each, field: `${field}.${each.field}` })));
      if (own.length === 0 && step.isInvalid !== false) add(`${field}.isInvalid`, words('workflowStepInvalid'));
      if (step.type === 'approval' && !hasWorkBefore(phases, place, step)) add(`${field}.type`, words('workflowApprovalFirst'));
    });
  });
  return found;
}

/** An approval is of something: a person must have done a step before it. */
function hasWorkBefore(phases: readonly WorkflowPhase[], place: number, { order }: WorkflowStep): boolean {
  const before = [...phases.slice(0, place).flatMap(({ steps }) => steps), ...phases[place]!.steps.filter((each) => each.order < order)];
  return before.some(({ type }) => isHuman(type));
}

/** @returns what is wrong with a step by itself, by its fields. */
export function problemsOfStep(step: WorkflowStep): WrongField[] {
  const wrong: Record<string, SaidWords | null> = {
    description: textOf(step.description, MOST_DESCRIPTION),
    deadline: deadlineOf(step),
    ...ofType(step),
  };
  for (const field of ['assignedTo', 'escalateTo'] as const) {
    const to = step[field];
    if (to && !to.userRole && !to.username) wrong[field] = words('workflowAssignee');
    else if (to?.userRole && to.username) wrong[field] = words('workflowAssigneeOne');
  }
  if (step.escalateTo && !step.deadline) wrong.escalateTo ??= words('workflowEscalation');
  if (step.assignedTo && step.groupName) wrong.groupName ??= words('workflowAssigneeOne');
  return Object.entries(wrong).flatMap(([field, said]) => (said ? [{ field, words: said }] : []));
}

function ofType(step: WorkflowStep): Record<string, SaidWords | null> {
  switch (step.type) {
    case 'manualTask':
      return { fields: fieldsOf(step.fields.map(({ name }) => name)) };
    case 'sendMessage':
      return {
        channel: step.channel ? null : words('needed'),
        bundleName: step.bundleName?.trim() ? null : words('needed'),
        locale: step.locale === null || isLocale(step.locale) ? null : words('oneOf', { choices: LOCALES.join(', ') }),
      };
    case 'fillMetadata':
      return {
        metadataTarget: step.metadataTarget ? null : words('needed'),
        metadataFields: step.metadataFields.length === 0 ? words('needed') : fieldsOf(step.metadataFields),
      };
    case 'setStrategies':
      return { strategiesStatus: step.strategiesStatus ? null : words('needed') };
    case 'waitDeadline':
      return minutesOf(step) > 0 ? {} : { deadline: words('workflowDeadline') };
    case 'uploadFile':
    case 'financialAssessment':
    case 'approval':
      return {};
  }
}

function deadlineOf(step: WorkflowStep): SaidWords | null {
  if (!step.deadline) return null;
  const minutes = minutesOf(step);
  if (minutes === 0) return words('workflowDeadline');
  return minutes > MOST_HOURS * 60 ? words('workflowDeadlineMost', { days: MOST_HOURS / 24 }) : null;
}

function fieldsOf(names: readonly string[]): SaidWords | null {
  if (names.length > MOST_FIELDS) return words('workflowFieldsMost', { number: MOST_FIELDS });
  const own = names.map((name) => name.trim());
  if (own.some((name) => name === '' || name.length > MOST_NAME)) return words('nameUpTo', { most: MOST_NAME });
  return new Set(own).size === own.length ? null : words('workflowFieldTwice');
}

const textOf = (text: string, most: number): SaidWords | null => {
  const { length } = text.trim();
  return length === 0 || length > most ? words('charactersFromTo', { most }) : null;
};

/** @returns the outcomes, trimmed. @throws Fault INVALID_INPUT naming outcomes */
export function checkedOutcomes(outcomes: readonly string[]): string[] {
  const own = outcomes.map((outcome) => outcome.trim());
  const isWrong = own.length === 0 || own.length > MOST_OUTCOMES || own.some((each) => each === '' || each.length > MOST_NAME);
  if (isWrong || new Set(own).size !== own.length)
    throw invalid('outcomes', 'workflowOutcomes', { number: MOST_OUTCOMES, length: MOST_NAME });
  return own;
}
