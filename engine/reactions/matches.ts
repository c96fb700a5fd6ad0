/** Whether an event is one that a rule answers, by what the event says itself. */
import type { Reason } from '../reason.ts';
import { SAID_IN } from './fields.ts';
import type { Rule } from './rule.ts';

/** What a rule looks at of an event. */
export interface HappenedEvent {
  readonly messageType: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

type Field = keyof typeof SAID_IN;
const FIELDS = Object.entries(SAID_IN) as [Field, readonly string[]][];
const REASONS: Readonly<Record<Field, string>> = {
  triggerName: 'reaction.otherTrigger',
  daysBeforeDueDate: 'reaction.otherDays',
  providerName: 'reaction.otherProvider',
  paymentMethod: 'reaction.otherMethod',
  cancellationReason: 'reaction.otherReason',
};

/** @returns the first field in which the event is another one than the rule answers; null when it is that one. */
export function differs(rule: Rule, { messageType, payload }: HappenedEvent): Reason | null {
  if (rule.messageType !== messageType) return { key: 'reaction.otherEvent', values: { event: rule.messageType, actual: messageType } };
  for (const [field, names] of FIELDS) {
    const wanted = rule[field];
    if (wanted === null) continue;
    const actual = names.map((name) => payload[name]).find((value) => value !== undefined) ?? null;
    if (actual !== wanted) return { key: REASONS[field], values: { wanted, actual: actual === null ? null : String(actual) } };
  }
  for (const part of ['category', 'resolution'] as const) {
    const wanted = rule.contactOutcome?.[part] ?? null;
    const actual = payload[part];
    if (wanted !== null && actual !== wanted)
      return { key: 'reaction.otherOutcome', values: { wanted, actual: actual === undefined ? null : String(actual) } };
  }
  return null;
}
