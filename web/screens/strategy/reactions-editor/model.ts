/** A rule as its form edits it, and as the server takes it. */

import { uuidv7 } from '../../../../core/id.ts';
import { fieldsOf } from '../../../../engine/reactions/fields.ts';
import { reactionStep } from '../../../../engine/reactions/steps.ts';
import { defaultState } from '../../../../engine/steps.ts';
import type { RuleFragment } from './reactions.graphql.ts';

export interface StepDraft {
  readonly id: string;
  readonly type: string;
  readonly parameters: Record<string, unknown>;
}

/** The form's fields have the server's names, so that a refusal finds its field. */
export interface RuleDraft extends Record<string, unknown> {
  displayName: string;
  messageType: string;
  triggerName: string;
  daysBeforeDueDate: number | null;
  providerName: string;
  paymentMethod: string;
  cancellationReason: string;
  contactOutcome: { category: string; resolution: string };
  /** Null: no condition. */
  fullCondition: Record<string, unknown> | null;
  reactions: StepDraft[];
}

/** A condition that asks nothing yet. */
export const FIRST_CONDITION = {
  mode: 'easy',
  matchType: 'every',
  conditions: [{ variable: 'claimBalance', operation: '>', value: '' }],
  expression: '',
};

/** @returns the draft of a rule; of a new one, when there is none. */
export function draftOf(rule: RuleFragment | null): RuleDraft {
  return {
    displayName: rule?.displayName ?? '',
    messageType: rule?.messageType ?? '',
    triggerName: rule?.triggerName ?? '',
    daysBeforeDueDate: rule?.daysBeforeDueDate ?? null,
    providerName: rule?.providerName ?? '',
    paymentMethod: rule?.paymentMethod ?? '',
    cancellationReason: rule?.cancellationReason ?? '',
    contactOutcome: { category: rule?.contactOutcome?.category ?? '', resolution: rule?.contactOutcome?.resolution ?? '' },
    fullCondition: conditionOf(rule),
    reactions: rule?.reactions.map(({ id, type, parameters }) => ({ id, type, parameters: JSON.parse(parameters) })) ?? [],
  };
}

/** A condition on one metadata field is shown as the blocks that ask the same. */
function conditionOf(rule: RuleFragment | null): Record<string, unknown> | null {
  if (!rule?.condition) return (rule?.fullCondition as Record<string, unknown> | null | undefined) ?? null;
  const { metafield, operation, metavalue } = rule.condition;
  const conditions = ['claim', 'account'].map((owner) => ({ variable: `${owner}.meta.${metafield}`, operation, value: metavalue }));
  return { mode: 'easy', matchType: 'any', conditions, expression: '' };
}

/** @returns what is sent: of the fields that narrow the event, those that it has. What was typed into others stays in the form. */
export function inputOf(draft: RuleDraft) {
  const known = fieldsOf(draft.messageType);
  const text = (field: 'triggerName' | 'providerName' | 'paymentMethod' | 'cancellationReason') =>
    known.includes(field) && draft[field].trim() !== '' ? draft[field].trim() : null;
  const { category, resolution } = draft.contactOutcome;
  return {
    displayName: draft.displayName,
    messageType: draft.messageType,
    triggerName: text('triggerName'),
    daysBeforeDueDate: known.includes('daysBeforeDueDate') ? draft.daysBeforeDueDate : null,
    providerName: text('providerName'),
    paymentMethod: text('paymentMethod'),
    cancellationReason: text('cancellationReason'),
    contactOutcome:
      known.includes('contactOutcome') && category !== '' ? { category, resolution: resolution === '' ? null : resolution } : null,
    fullCondition: draft.fullCondition,
    reactions: draft.reactions.map(({ id, type, parameters }) => ({ id, type, parameters: JSON.stringify(parameters) })),
  };
}

/** @returns a step as it is added to a rule. */
export function freshStep(type: string): StepDraft {
  const definition = reactionStep(type);
  return { id: uuidv7(), type, parameters: definition ? defaultState(definition) : {} };
}

/** @returns the list with one element at another place. */
export function moved<One>(list: readonly One[], from: number, to: number): One[] {
  const next = list.filter((_, index) => index !== from);
  const one = list[from];
  if (one !== undefined && to >= 0 && to < list.length) next.splice(to, 0, one);
  return one !== undefined && to >= 0 && to < list.length ? next : [...list];
}

/** @returns whether a rule's name, event or anything in its steps holds the text. */
export function ruleHolds(rule: RuleFragment, text: string, nameOfEvent: string): boolean {
  const all = [rule.displayName, nameOfEvent, ...rule.reactions.flatMap(({ type, parameters }) => [type, parameters])].join('\n');
  return all.toLowerCase().includes(text.trim().toLowerCase());
}
